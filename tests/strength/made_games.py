"""Games for tests: moves that can be played, evaluations made up."""

from __future__ import annotations

from dataclasses import replace

from tracker.game import TimeControl
from tracker.strength.level import GameRecord
from tracker.strength.scale import REFERENCE

OPENING = [
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "a6",
    "Ba4",
    "Nf6",
    "O-O",
    "Be7",
    "Re1",
    "b5",
    "Bb3",
    "d6",
    "c3",
    "O-O",
    "h3",
    "Nb8",
    "d4",
    "Nbd7",
    "c4",
    "c6",
    "cxb5",
    "axb5",
    "Nc3",
    "Bb7",
    "Bg5",
    "b4",
    "Nb1",
    "h6",
    "Bh4",
    "c5",
    "dxe5",
    "Nxe4",
    "Bxe7",
    "Qxe7",
    "exd6",
    "Qf6",
    "Nbd2",
    "Nxd6",
    "Nc4",
    "Nxc4",
    "Bxc4",
    "Nb6",
]
SHUFFLE = ["Bb3", "Nd7", "Bc4", "Nb6"]


def moves(count: int) -> tuple[str, ...]:
    """A Ruy Lopez, then bishop and knight go to and fro; `count` plies."""
    line = [*OPENING, *(SHUFFLE * (count // len(SHUFFLE) + 1))]
    return tuple(line[:count])


def rapid(plies: int = 80, *, decided: int | None = None) -> GameRecord:
    """A 10+0 game, level all along, or won for White from a move on, with hardly a loss after it."""
    values: list[int | None] = [20 + (ply * 37) % 60 for ply in range(plies)]
    if decided is not None:
        values = [20 + ply % 3 if ply < 2 * decided - 2 else 700 + ply % 3 for ply in range(plies)]
    return GameRecord(
        moves(plies),
        values,
        REFERENCE,
        time_control=TimeControl(600, 0),
        speed="rapid",
        winner="white",
        status="resign",
    )


def blitz(plies: int = 80) -> GameRecord:
    """The same moves in 5+0."""
    return replace(rapid(plies), time_control=TimeControl(300, 0), speed="blitz")
