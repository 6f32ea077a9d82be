"""Beside the level: accuracy, centipawn loss and judgements of each side, for the game and for each of its phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import chess

from tracker.errors import FileUnreadable
from tracker.game import Color
from tracker.strength.accuracy import MoveQuality, Quality, move_qualities, quality
from tracker.strength.evaluations import complete_part
from tracker.strength.level import GameRecord
from tracker.strength.phases import PHASES, Division, Phase, divide
from tracker.strength.scale import to_today


@dataclass(frozen=True, slots=True)
class SideFigures:
    """The figures of one side."""

    shown: Quality
    """By the evaluations as they are: for Lichess's own, what Lichess shows."""
    comparable: Quality
    """On the scale of Lichess's evaluations of today: for comparing games of several years or engines."""
    phases: dict[Phase, Quality]
    """As shown, of the phases that the game had."""

    def as_json(self) -> dict[str, Any]:
        """Keys of the figures, rounded as Lichess rounds them, and `comparable` and `phases` below."""
        return {
            **_rounded(self.shown),
            "comparable": _rounded(self.comparable),
            "phases": {phase: _rounded(part) for phase, part in self.phases.items()},
        }


def side_figures(record: GameRecord) -> dict[Color, SideFigures] | None:
    """Both sides' figures; None without evaluations, from an unusual start, or for moves that cannot be played."""
    values = complete_part(record.evaluations or ())[: len(record.moves)]
    if not values or record.variant != "standard" or record.initial_fen is not None:
        return None
    try:
        division = divided(record.moves)
    except FileUnreadable:
        return None
    shown, comparable = move_qualities(values), move_qualities(to_today(values, record.scale))
    return {color: _side(shown, comparable, division, color) for color in ("white", "black")}


def divided(moves: Sequence[str]) -> Division:
    """The phases of a standard game. Raises FileUnreadable for a move that cannot be played."""
    return divide(_positions(moves))


def _positions(moves: Sequence[str]) -> Iterator[chess.Board]:
    """One board, after each move in turn: the phases are settled long before most games end."""
    board = chess.Board()
    yield board
    for san in moves:
        try:
            board.push_san(san)
        except ValueError as error:
            raise FileUnreadable(f"The move {san} cannot be played; check the moves of this game.") from error
        yield board


def _side(
    shown: Sequence[MoveQuality], comparable: Sequence[MoveQuality], division: Division, color: Color
) -> SideFigures:
    own = [move for move in shown if move.color == color]
    phases = {phase: quality(move for move in own if division.phase(move.ply) == phase) for phase in PHASES}
    return SideFigures(
        quality(own),
        quality(move for move in comparable if move.color == color),
        {phase: part for phase, part in phases.items() if part.moves},
    )


def _rounded(part: Quality) -> dict[str, Any]:
    return {
        "moves": part.moves,
        "accuracy": None if part.accuracy is None else round(part.accuracy, 1),
        "acpl": None if part.acpl is None else round(part.acpl),
        "inaccuracies": part.inaccuracies,
        "mistakes": part.mistakes,
        "blunders": part.blunders,
    }
