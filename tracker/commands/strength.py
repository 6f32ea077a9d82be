"""`tracker strength`: the level that the moves of a game, of a file's games, or of a player's last games show."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.store import Account, Store
    from tracker.strength.engine import Engine
    from tracker.strength.level import GameRecord
    from tracker.strength.records import NamedGame
    from tracker.strength.scale import Scale

PERFS = ("blitz", "rapid")
LAST = 40
"""Games of a player looked at: two blocks of twenty."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """GAME_ID or FILE or neither, and what goes with them."""
    parser.add_argument("target", metavar="GAME_ID | FILE.pgn", nargs="?", help="a stored game, or a file of games")
    parser.add_argument("--account", metavar="NAME", help="whose game; without a game: the level of NAME's last games")
    parser.add_argument("--perf", metavar="P", choices=PERFS, help="with --account alone: blitz or rapid")
    parser.add_argument("--last", type=int, metavar="N", help=f"with --account alone: games looked at (default {LAST})")
    parser.add_argument("--engine", metavar="PATH", help="a UCI engine (TRACKER_ENGINE); else Stockfish is looked for")
    parser.add_argument("--no-engine", action="store_true", help="only evaluations that are there already")
    parser.add_argument("--evaluate", metavar="FILE", type=Path, help="measure the model on games with known ratings")
    parser.add_argument(
        "--scale",
        metavar="S",
        help="whose evaluations they are: a factor, `Lichess YEAR`, or an engine as `Stockfish 16`",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Prints levels, or the errors of the model. Raises UsageError for words that do not fit together."""
    from tracker.errors import UsageError

    given = [args.evaluate is not None, args.target is not None, args.target is None and args.account is not None]
    if args.evaluate is not None and given != [True, False, False]:
        raise UsageError("--evaluate stands alone; leave GAME_ID and --account out.")
    if not any(given):
        raise UsageError("Say what to look at: a GAME_ID, a FILE.pgn, or --account NAME for its last games.")
    if args.evaluate is not None:
        measure(args, context)
    elif args.target is None:
        of_player(args, context)
    elif Path(args.target).suffix.lower() == ".pgn" or Path(args.target).is_file():
        of_file(args, context)
    else:
        of_game(args, context)
    return 0


def chosen_scale(text: str | None) -> Scale | None:
    """What --scale says. Raises UsageError for a factor that makes no sense."""
    from tracker.errors import UsageError
    from tracker.strength.scale import Scale, engine_scale, lichess_scale

    if text is None:
        return None
    words = text.split()
    if len(words) == 2 and words[0].lower() == "lichess" and words[1].isdigit():
        return lichess_scale(int(words[1]))
    try:
        factor = float(text)
    except ValueError:
        return engine_scale(text)
    if not 0.2 <= factor <= 5:
        raise UsageError(f"--scale {text} makes no sense; evaluations are multiplied by 0.2 to 5.")
    return Scale(factor, factor, factor, "as given")


def measure(args: argparse.Namespace, context: Context) -> None:
    """`--evaluate`."""
    from tracker.commands.strength_lines import error_lines
    from tracker.strength.evaluate import evaluate

    found = evaluate(args.evaluate, chosen_scale(args.scale))
    for line in found["unread"]:
        context.warn(f"Left out: {line}.")
    for line in found["rescaled"]:
        context.warn(f"The evaluations are not on the scale that their year suggests: {line}. --scale settles it.")
    if args.json:
        context.print_json(found)
    else:
        context.print(*error_lines(found))


def of_game(args: argparse.Namespace, context: Context) -> None:
    """One stored game."""
    from tracker.commands.strength_lines import document, game_lines
    from tracker.stored_games import stored_record
    from tracker.strength.records import lacks_only_evaluations

    with context.open_store() as store:
        account = owner(store, args)
        game = store.game(account.id, args.target)
        record = stored_record(store, account.id, game)
        if lacks_only_evaluations(record) and not args.no_engine:
            record = _with_engine(store, game.id, record, args, context)
    record = _rescaled(record, args)
    if args.json:
        context.print_json({"game_id": game.id, **document(record)})
    else:
        context.print(*game_lines(f"Game {game.id}", record))


def owner(store: Store, args: argparse.Namespace) -> Account:
    """The account named, else any that played the game. Raises NotTracked."""
    from tracker.errors import NotTracked

    if args.account is not None:
        return store.account(args.account)
    for account in store.accounts_with(args.target):
        return account
    raise NotTracked(f"No game {args.target} is stored here, nor is there such a file; import it, or check the id.")


def _with_engine(
    store: Store, game_id: str, record: GameRecord, args: argparse.Namespace, context: Context
) -> GameRecord:
    """The record with a local engine's evaluations, which are kept; as it was where there is no engine."""
    from tracker.commands.analyse import evaluate
    from tracker.strength.records import local

    engine = _engine(args, context)
    if engine is None:
        return record
    with engine:
        values = evaluate(engine, record.moves, game_id)
        if not store.read_only:
            store.save_evaluations(game_id, engine.name, engine.nodes, values)
        return local(record, values, engine.name)


def _engine(args: argparse.Namespace, context: Context) -> Engine | None:
    """A running engine, None (and a word on stderr) where none is found. An engine asked for by name must be there."""
    from tracker.errors import NotAvailable
    from tracker.strength.engine import Engine, find_engine

    named = args.engine or context.settings.engine
    try:
        return Engine(find_engine(named))
    except NotAvailable as error:
        if named:
            raise
        context.warn(str(error))
        return None


def _rescaled(record: GameRecord, args: argparse.Namespace) -> GameRecord:
    scale = chosen_scale(args.scale)
    return record if scale is None else replace(record, scale=scale)


def of_file(args: argparse.Namespace, context: Context) -> None:
    """All games of a PGN file."""
    from tracker.commands.strength_lines import document, game_lines, refused
    from tracker.strength.level import Refusal

    documents: list[dict[str, Any]] = []
    for index, game in enumerate(evaluated_games(args, context)):
        title = f"{game.name} · {game.white} - {game.black}"
        if isinstance(game.record, Refusal):
            found, lines = refused(game.record), iter([title, str(game.record)])
        else:
            record = _rescaled(game.record, args)
            found, lines = (document(record), iter(())) if args.json else ({}, game_lines(title, record))
        documents.append({"name": game.name, **found})
        if not args.json:
            context.print(*([""] if index else []), *lines)
    if args.json:
        context.print_json(documents)


def evaluated_games(args: argparse.Namespace, context: Context) -> Iterator[NamedGame]:
    """The file's games, those without evaluations evaluated where an engine is found. Raises FileUnreadable."""
    from tracker.commands.analyse import evaluate
    from tracker.errors import FileUnreadable
    from tracker.strength.level import GameRecord
    from tracker.strength.records import lacks_only_evaluations, local, read_pgn

    engine: Engine | None = None
    asked = args.no_engine
    found = 0
    try:
        with Path(args.target).open(encoding="utf-8-sig", errors="replace") as stream:
            for game in read_pgn(stream):
                found += 1
                record = game.record
                if isinstance(record, GameRecord) and lacks_only_evaluations(record):
                    engine, asked = (engine if asked else _engine(args, context)), True
                    if engine is not None:
                        values = evaluate(engine, record.moves, game.name)
                        game = replace(game, record=local(record, values, engine.name))
                yield game
    except OSError as error:
        raise FileUnreadable(f"{args.target} cannot be read ({error.strerror}); check the path.") from error
    finally:
        if engine is not None:
            engine.close()
    if not found:
        raise FileUnreadable(f"{args.target} holds no games; give a PGN file.")


def of_player(args: argparse.Namespace, context: Context) -> None:
    """A player's last games in a perf, from evaluations that are there already."""
    from tracker.commands.strength_lines import mean_lines
    from tracker.errors import UsageError
    from tracker.stored_games import stored_record
    from tracker.strength.level import Level, judge_all
    from tracker.strength.trend import document

    last = LAST if args.last is None else args.last
    if last < 1:
        raise UsageError(f"--last {last} makes no sense; give 1 or more.")
    reports = []
    with context.open_store() as store:
        account = store.account(args.account)
        for perf in PERFS if args.perf is None else (args.perf,):
            played = list(store.games(account.id, perf))[-last:]
            records = [stored_record(store, account.id, game) for game in played]
            sides = [
                level.white if game.color == "white" else level.black
                for game, level in zip(played, judge_all(records), strict=True)
            ]
            levels = [side for side in sides if isinstance(side, Level)]
            reports.append((perf, len(records), levels))
    if args.json:
        perfs = [
            {"perf": perf, "games": games, "judged": len(levels), **document(levels)} for perf, games, levels in reports
        ]
        context.print_json({"account": account.name, "perfs": perfs})
        return
    for perf, games, levels in reports:
        context.print(*mean_lines(perf, games, levels))
