"""Game records with evaluations -> own moves judged, on one scale of evaluations. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.form.mistakes import AnalysedGame, OwnMove
from tracker.game import PlayedGame
from tracker.strength.accuracy import move_qualities
from tracker.strength.evaluations import complete_part, from_lichess, is_mate
from tracker.times import moment

OLD_SCALE = 1.5
"""Lichess's evaluations made up to 2022 over those made since 2024, for the same positions."""
BETWEEN = 1.25
"""The same for 2023, when both were in use."""


def scale_of(at: int) -> float:
    """What evaluations of a game of this moment (epoch ms) are divided by to be on today's scale."""
    year = moment(at).year
    return OLD_SCALE if year <= 2022 else BETWEEN if year == 2023 else 1.0


def analysed_games(records: Iterable[tuple[PlayedGame, bytes]]) -> Iterator[AnalysedGame]:
    """The games whose record has evaluations from the first move on; from the usual start position only."""
    for game, raw in records:
        record = json.loads(raw)
        if game.variant == "standard" and record.get("analysis") and record.get("moves"):
            yield judged(game, record)


def judged(game: PlayedGame, record: Mapping[str, Any]) -> AnalysedGame:
    """The own moves of one game."""
    import chess  # takes longer to load than the rest of the room

    from tracker.strength.phases import divide

    board = chess.Board()
    boards = [board.copy(stack=False)]
    for move in record["moves"].split():
        board.push_san(move)
        boards.append(board.copy(stack=False))
    division = divide(boards)
    scale = scale_of(game.started_at)
    given = complete_part(from_lichess(record["analysis"]))
    values = [value if is_mate(value) else round(value / scale) for value in given]
    own = [move for move in move_qualities(values) if move.color == game.color]
    return AnalysedGame(game, [OwnMove(move, division.phase(move.ply), _clock(record, move.ply)) for move in own])


def _clock(record: Mapping[str, Any], ply: int) -> float | None:
    """Share of the starting time left before the move of that ply: what the clock showed after the own last one."""
    clocks, initial = record.get("clocks"), (record.get("clock") or {}).get("initial")
    if not clocks or not initial or ply - 2 >= len(clocks):
        return None
    return 1.0 if ply < 2 else float(clocks[ply - 2]) / 100.0 / float(initial)
