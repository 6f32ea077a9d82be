"""What `strength` and `analyse` share: games of the store as records, and a local engine's evaluations of them."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tracker.strength.evaluations import Evaluations
from tracker.strength.level import LEAST_MOVES, GameRecord, Refusal, refusal
from tracker.strength.records import from_json, local, read_pgn
from tracker.strength.scale import lichess_scale_at

if TYPE_CHECKING:
    from tracker.game import PlayedGame
    from tracker.store import Store


def stored_record(store: Store, account_id: int, game: PlayedGame) -> GameRecord:
    """A stored game: with Lichess's evaluations, else with a local engine's, if there are any.

    Where the scale of Lichess's is doubtful (2023), a local engine's win.
    """
    record = _received(store, account_id, game)
    kept = local_evaluations(store, game.id)
    if kept and (record.evaluations is None or record.scale.doubtful):
        engine, values = kept
        return local(record, values, engine)
    return record


def local_evaluations(store: Store, game_id: str) -> tuple[str, Evaluations] | None:
    """(engine, evaluations) as kept, of the most nodes."""
    for engine, _nodes, content in store.evaluations(game_id):
        if isinstance(content, list) and content:
            return engine, content
    return None


def _received(store: Store, account_id: int, game: PlayedGame) -> GameRecord:
    """The game from what was received, else from the stored columns."""
    kept = store.records(account_id, game.id)
    if "json" in kept:
        return from_json(json.loads(kept["json"]))
    if "pgn" in kept:
        for found in read_pgn(io.StringIO(kept["pgn"].decode("utf-8", "replace"))):
            if isinstance(found.record, GameRecord):
                return replace(found.record, speed=game.speed)
    return _from_columns(store, account_id, game)


def _from_columns(store: Store, account_id: int, game: PlayedGame) -> GameRecord:
    """A game without a record, as from a comparison CSV: it may have no moves."""
    from tracker.game import TimeControl

    moves, fen = store.moves(account_id, game.id)
    other = "black" if game.color == "white" else "white"
    return GameRecord(
        moves=tuple((moves or "").split()),
        evaluations=None,
        scale=lichess_scale_at(game.started_at),
        variant=game.variant,
        initial_fen=fen,
        time_control=TimeControl.parse(game.time_control) if game.time_control else None,
        speed=game.speed,
        winner=game.color if game.outcome == "win" else other if game.outcome == "loss" else None,  # type: ignore[arg-type]
        status=game.status,
    )


def wants_engine(record: GameRecord) -> bool:
    """Whether nothing but evaluations is missing for a level of at least one side."""
    long_enough = (len(record.moves) + 1) // 2 >= LEAST_MOVES
    return not record.evaluations and long_enough and not isinstance(refusal(with_values(record, [0])), Refusal)


def with_values(record: GameRecord, values: Sequence[int]) -> GameRecord:
    """The record with these evaluations, whoever made them."""
    return replace(record, evaluations=values)
