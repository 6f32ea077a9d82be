"""Games of the store as the rooms of strength and form read them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tracker.game import Color, TimeControl
from tracker.strength.level import GameRecord
from tracker.strength.records import from_received, with_local
from tracker.strength.scale import lichess_scale_at

if TYPE_CHECKING:
    from tracker.form.mistakes import Mistakes
    from tracker.form.results import Results
    from tracker.game import PlayedGame
    from tracker.store import Store

MOST_ANALYSED = 1000
"""Analysed games looked at for mistakes, the newest ones: each costs a walk through its moves."""


def stored_record(store: Store, account_id: int, game: PlayedGame) -> GameRecord:
    """A stored game with the best evaluations there are of it."""
    received = from_received(store.records(account_id, game.id))
    record = _from_columns(store, account_id, game) if received is None else replace(received, speed=game.speed)
    return with_local(record, store.evaluations(game.id))


def _from_columns(store: Store, account_id: int, game: PlayedGame) -> GameRecord:
    """A game without a record, as from a comparison CSV: it may have no moves."""
    moves, fen = store.moves(account_id, game.id)
    other: Color = "black" if game.color == "white" else "white"
    winners: dict[str | None, Color] = {"win": game.color, "loss": other}
    return GameRecord(
        moves=tuple((moves or "").split()),
        evaluations=None,
        scale=lichess_scale_at(game.started_at),
        variant=game.variant,
        initial_fen=fen,
        time_control=TimeControl.parse(game.time_control) if game.time_control else None,
        speed=game.speed,
        winner=winners.get(game.outcome),
        status=game.status,
    )


def stored_mistakes(store: Store, account_id: int, results: Results, start: int = 0) -> Mistakes | None:
    """Mistakes over the games from index `start` on that Lichess or a local engine has analysed; None without any."""
    from tracker.form.analysed import analysed_games
    from tracker.form.mistakes import mistakes
    from tracker.store.browse import evaluated_ids

    local, games = evaluated_ids(store), results.games[start:]
    carrying = [game for game in games if game.analysed or game.id in local]
    if not carrying:
        return None
    records = ((game, stored_record(store, account_id, game)) for game in carrying[-MOST_ANALYSED:])
    return mistakes(analysed_games(records), len(carrying), len(games))
