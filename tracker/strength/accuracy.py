"""Lichess's figures for a side's moves: accuracy, average centipawn loss, inaccuracies, mistakes, blunders.

Formulas of lichess-org/lila AccuracyPercent.scala, AccuracyCP.scala, Advice.scala and of scalachess eval.scala.
Evaluations are those of `evaluations.py`, one a ply from the first move on, White's view, White moving first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Literal

from tracker.game import Color
from tracker.strength.evaluations import START, clip, is_mate, without_mating_move

Judgement = Literal["inaccuracy", "mistake", "blunder"]

WIN_SLOPE = 0.00368208
"""scalachess eval.scala, WinPercent.winningChances."""
JUDGEMENTS: tuple[tuple[float, Judgement], ...] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))
"""Smallest fall of the winning chance (-1..+1) for each judgement, lila Advice.scala."""


def winning_chance(centipawns: float) -> float:
    """-1..+1 from the view the centipawns have. Not clipped: judgements are made on what the engine said."""
    return 2 / (1 + exp(-WIN_SLOPE * centipawns)) - 1


def win_percent(centipawns: float) -> float:
    """0..100, of clipped centipawns."""
    return 50 + 50 * winning_chance(clip(centipawns))


def move_accuracy(before: float, after: float) -> float:
    """0..100 of a move, from the mover's win per cent before and after it (lila AccuracyPercent.fromWinPercents)."""
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * exp(-0.04354415386753951 * (before - after)) - 3.166924740191411
    return max(0.0, min(100.0, raw + 1))


def judgement(before: int, after: int) -> Judgement | None:
    """What Lichess calls a move, from the mover's evaluations before and after it (lila Advice.scala)."""
    if not is_mate(before) and not is_mate(after):
        fall = winning_chance(before) - winning_chance(after)
        return next((name for least, name in JUDGEMENTS if fall >= least), None)
    if not is_mate(before) and is_mate(after) and after < 0:
        return _softened(-before)
    if is_mate(before) and before > 0 and (not is_mate(after) or after < 0):
        return _softened(0 if is_mate(after) else after)
    return None


def _softened(centipawns: int) -> Judgement:
    """A mate let in when lost already, or let slip while still winning, is less than a blunder."""
    if centipawns > 999:
        return "inaccuracy"
    return "mistake" if centipawns > 700 else "blunder"


@dataclass(frozen=True, slots=True)
class MoveQuality:
    """One move as Lichess's figures see it."""

    ply: int
    """From 0."""
    color: Color
    loss: float
    """Centipawns lost, on clipped evaluations, never below 0."""
    win_before: float
    """The mover's win per cent before the move."""
    win_after: float
    accuracy: float
    weight: float
    """Of this move in the game's accuracy: how much the win chance moves around it."""
    judgement: Judgement | None


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of a set of moves of one side; None where there is no move."""

    moves: int
    accuracy: float | None
    acpl: float | None
    inaccuracies: int
    mistakes: int
    blunders: int


def move_qualities(values: Sequence[int], start: int = START) -> list[MoveQuality]:
    """Every counted move of a game; the move that mates is not one (it has no evaluation after it)."""
    counted = without_mating_move(values)
    positions = [start, *counted]
    wins = [win_percent(value) for value in positions]
    weights = _weights(wins)
    moves: list[MoveQuality] = []
    for ply in range(len(counted)):
        white = ply % 2 == 0
        sign = 1 if white else -1
        before, after = sign * positions[ply], sign * positions[ply + 1]
        win_before, win_after = (wins[ply], wins[ply + 1]) if white else (100 - wins[ply], 100 - wins[ply + 1])
        moves.append(
            MoveQuality(
                ply=ply,
                color="white" if white else "black",
                loss=max(0.0, clip(before) - clip(after)),
                win_before=win_before,
                win_after=win_after,
                accuracy=move_accuracy(win_before, win_after),
                weight=weights[ply],
                judgement=judgement(before, after),
            )
        )
    return moves


def quality(moves: Iterable[MoveQuality]) -> Quality:
    """The figures of some moves of one side: all of them for Lichess's own, those of one phase for that phase."""
    chosen = list(moves)
    count = len(chosen)
    judged = [move.judgement for move in chosen]
    if not count:
        return Quality(0, None, None, 0, 0, 0)
    weighted = sum(move.accuracy * move.weight for move in chosen) / sum(move.weight for move in chosen)
    harmonic = count / sum(1 / max(1.0, move.accuracy) for move in chosen)
    return Quality(
        moves=count,
        accuracy=(weighted + harmonic) / 2,
        acpl=sum(move.loss for move in chosen) / count,
        inaccuracies=judged.count("inaccuracy"),
        mistakes=judged.count("mistake"),
        blunders=judged.count("blunder"),
    )


def game_quality(values: Sequence[int], color: Color, start: int = START) -> Quality:
    """Lichess's figures of one side for a whole game."""
    return quality(move for move in move_qualities(values, start) if move.color == color)


def _weights(wins: Sequence[float]) -> list[float]:
    """A weight a ply: the spread of the win per cents in a window around it, in 0.5..12.

    The window is a tenth of the plies, 2 to 8; the first one stands for the plies before a full window fits.
    """
    size = max(2, min(8, (len(wins) - 1) // 10))
    windows = [wins[:size]] * (min(size, len(wins)) - 2)
    windows += [wins[first : first + size] for first in range(max(1, len(wins) - size + 1))]
    return [max(0.5, min(12.0, _deviation(window))) for window in windows]


def _deviation(values: Sequence[float]) -> float:
    """Population standard deviation."""
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))
