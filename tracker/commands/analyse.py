"""`tracker analyse NAME`: a local Stockfish over stored games, game by game, each kept as soon as it is done."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tracker.wording import counted

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.game import PlayedGame
    from tracker.store import Store
    from tracker.strength.engine import Engine

PERFS = ("blitz", "rapid")
"""Looked at unless --perf says otherwise: those for which a level is known."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --last, --perf, --engine, --nodes, --all, --json."""
    parser.add_argument("name", metavar="NAME", help="the account")
    parser.add_argument("--last", type=int, metavar="N", help="only the newest N games")
    parser.add_argument("--perf", metavar="P", help="as blitz; blitz and rapid if not given")
    parser.add_argument("--all", action="store_true", help="also games that Lichess has analysed")
    parser.add_argument("--engine", metavar="PATH", help="a UCI engine (TRACKER_ENGINE); else Stockfish is looked for")
    parser.add_argument("--nodes", type=int, metavar="N", help="nodes a move (default 10000)")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Analyses what is not analysed yet. Interrupted: 130, with what is done kept."""
    from tracker.account import known_perf
    from tracker.errors import FileUnreadable, UsageError
    from tracker.strength.engine import NODES, Engine, find_engine

    for name in ("last", "nodes"):
        value = getattr(args, name)
        if value is not None and value < 1:
            raise UsageError(f"--{name} {value} makes no sense; give 1 or more.")
    nodes = args.nodes or NODES
    interrupted = False
    unplayable: list[str] = []
    with context.open_store() as store:
        account = store.account(args.name)
        known_perf(store, account, args.perf)
        games = chosen(store, account.id, args)
        with Engine(find_engine(args.engine or context.settings.engine), nodes) as engine:
            waiting = [game for game in games if not done(store, game, engine)]
            progress = Progress(context, len(waiting))
            count = 0
            try:
                for game in waiting:
                    try:
                        analyse(store, account.id, game, engine)
                        count += 1
                    except FileUnreadable as error:
                        unplayable.append(str(error))
                    progress.tell(count + len(unplayable))
            except KeyboardInterrupt:
                interrupted = True
            progress.end()
            name = engine.name
    for text in unplayable:
        context.warn(text)
    left = len(waiting) - count
    if args.json:
        context.print_json({"account": account.name, "analysed": count, "left": left, "engine": name, "nodes": nodes})
    else:
        already = len(games) - len(waiting)
        context.print(
            f"{counted(count, 'game')} analysed, {left:,} left, {already:,} done before "
            f"({name}, {counted(nodes, 'node')})."
        )
    return 130 if interrupted else 0


def chosen(store: Store, account_id: int, args: argparse.Namespace) -> list[PlayedGame]:
    """The games asked for, newest first: standard chess from the usual position, with moves."""
    perfs = PERFS if args.perf is None else (args.perf,)
    games = [game for perf in perfs for game in store.games(account_id, perf)]
    games = sorted((game for game in games if game.variant == "standard"), key=lambda game: -game.ended_at)
    found = [game for game in games[: args.last] if args.all or not game.analysed]
    return [game for game in found if _usual(store.moves(account_id, game.id))]


def _usual(kept: tuple[str | None, str | None]) -> bool:
    moves, fen = kept
    return bool(moves) and fen is None


def done(store: Store, game: PlayedGame, engine: Engine) -> bool:
    """Whether this engine has looked at the game with as many nodes."""
    return any(kept[:2] == (engine.name, engine.nodes) for kept in store.evaluations(game.id))


def analyse(store: Store, account_id: int, game: PlayedGame, engine: Engine) -> None:
    """Evaluates and keeps one game; nothing of it is kept when it is broken off."""
    moves, _fen = store.moves(account_id, game.id)
    store.save_evaluations(game.id, engine.name, engine.nodes, evaluate(engine, (moves or "").split(), game.id))


def evaluate(engine: Engine, moves: Sequence[str], name: str) -> list[int]:
    """One evaluation a ply. Raises FileUnreadable for moves that cannot be played."""
    from tracker.errors import FileUnreadable

    try:
        return list(engine.evaluate(moves))
    except ValueError as error:
        raise FileUnreadable(f"The moves of game {name} cannot be played ({error}); import it again.") from error


class Progress:
    """Games done and time left, on one line of stderr."""

    def __init__(self, context: Context, games: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._err, self._games, self._clock = context.err, games, clock
        self._began = clock()

    def tell(self, count: int) -> None:
        """After each game."""
        left = (self._clock() - self._began) / count * (self._games - count)
        self._err.write(f"\r{count:,} of {counted(self._games, 'game')}, about {duration(left)} left \x1b[K")
        self._err.flush()

    def end(self) -> None:
        """Leaves the line."""
        if self._games:
            self._err.write("\n")


def duration(seconds: float) -> str:
    """`40 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
