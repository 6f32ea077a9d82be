"""Evaluations of positions, one number a ply: centipawns from White's view, mates beyond every centipawn.

A mate in n is 10000 - n for the side that gives it (negative for Black), 10000 the mate on the board. So one list of
integers holds what Lichess and local engines say; None stands for a ply without evaluation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MATE = 10_000
"""The mate on the board; a mate in n is n less."""
MATE_FLOOR = 9_000
"""From here on a number is a mate."""
CLIP = 1_000
"""Lichess clips centipawns here before any other step, and counts a mate as much."""
START = 15
"""Centipawns of the start position by Lichess's convention (scalachess eval.scala, Cp.initial)."""

Evaluations = Sequence[int | None]


def from_mate(moves: int) -> int:
    """Mate in `moves`, negative where Black gives it. Raises ValueError for 0, which names no winner."""
    if moves == 0:
        raise ValueError("mate in 0 does not say who gives it")
    return MATE - moves if moves > 0 else -MATE - moves


def mate_in(value: int) -> int | None:
    """Moves to the mate (negative where Black gives it), None for centipawns."""
    if value >= MATE_FLOOR:
        return MATE - value
    return -MATE - value if value <= -MATE_FLOOR else None


def is_mate(value: int) -> bool:
    """Whether the number is a mate."""
    return abs(value) >= MATE_FLOOR


def clip(value: float) -> float:
    """Centipawns in -1000..1000."""
    return max(-CLIP, min(CLIP, value))


def from_lichess(analysis: Iterable[Mapping[str, Any]]) -> list[int | None]:
    """The `analysis` list of a game record (`eval` or `mate` a ply) as numbers."""
    values: list[int | None] = []
    for entry in analysis:
        if entry.get("eval") is not None:
            values.append(int(max(1 - MATE_FLOOR, min(MATE_FLOOR - 1, entry["eval"]))))
        elif entry.get("mate"):
            values.append(from_mate(int(entry["mate"])))
        else:
            values.append(None)
    return values


def complete_part(values: Evaluations) -> list[int]:
    """The evaluations up to the first ply that has none."""
    part: list[int] = []
    for value in values:
        if value is None:
            break
        part.append(value)
    return part


def without_mating_move(values: Sequence[int]) -> Sequence[int]:
    """The evaluations that Lichess's figures count: the move that mates has none after it."""
    return values[:-1] if values and abs(values[-1]) == MATE else values
