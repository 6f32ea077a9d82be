"""Game records with evaluations -> own moves judged, on one scale of evaluations. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import chess

from tracker.form.mistakes import AnalysedGame, OwnMove
from tracker.game import PlayedGame
from tracker.strength.accuracy import move_qualities
from tracker.strength.evaluations import complete_part, from_lichess, is_mate
from tracker.strength.phases import divide
from tracker.strength.scale import lichess_scale, lichess_scale_at

TODAY = lichess_scale(9999)
"""The scale to which all evaluations are brought: that of Lichess's newest ones, which players see today."""


def analysed_games(records: Iterable[tuple[PlayedGame, bytes]]) -> Iterator[AnalysedGame]:
    """The games whose record has evaluations from the first move on; from the usual start position only.

    A record whose moves cannot be replayed says nothing about them and is left out.
    """
    for game, raw in records:
        record = json.loads(raw)
        if game.variant == "standard" and record.get("analysis") and record.get("moves"):
            try:
                yield judged(game, record)
            except (chess.IllegalMoveError, chess.InvalidMoveError, chess.AmbiguousMoveError):
                continue


def judged(game: PlayedGame, record: Mapping[str, Any]) -> AnalysedGame:
    """The own moves of one game."""
    division = divide(_positions(record["moves"]))
    scale = lichess_scale_at(game.started_at)
    factor = scale.factor / TODAY.factor
    given = complete_part(from_lichess(record["analysis"]))
    values = [value if is_mate(value) else round(value * factor) for value in given]
    own = [
        OwnMove(move, division.phase(move.ply), _clock(record, move.ply))
        for move in move_qualities(values)
        if move.color == game.color
    ]
    return AnalysedGame(game, own, scale.doubtful)


def _positions(moves: str) -> Iterator[chess.Board]:
    """One board, after each move in turn: phases are settled long before most games end, and copies cost time."""
    board = chess.Board()
    yield board
    for move in moves.split():
        board.push_san(move)
        yield board


def _clock(record: Mapping[str, Any], ply: int) -> float | None:
    """Share of the starting time left before the move of that ply: what the clock showed after the own last one."""
    clocks, initial = record.get("clocks"), (record.get("clock") or {}).get("initial")
    if not clocks or not initial or ply - 2 >= len(clocks):
        return None
    return 1.0 if ply < 2 else float(clocks[ply - 2]) / 100.0 / float(initial)
