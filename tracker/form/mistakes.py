"""Mistakes that recur: loss and judgements by phase, by clock, by what stood before, and over time. Pure.

Only games that carry evaluations count; the share of games that do is always said. Lichess's evaluations up to 2022
are about 1.5 times those since 2024 for the same moves, so they come here on one scale (`analysed`), and rows that hold
games from times whose scale is doubtful are marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from tracker.form.chances import Z95
from tracker.game import PlayedGame
from tracker.strength.accuracy import MoveQuality, quality

WINNING, LOSING = 70.0, 30.0
"""Win per cent of the mover before the move: above, at or between."""
CLOCKS = ((0.05, "under 5 % of the time"), (0.2, "5 to 20 %"), (0.5, "20 to 50 %"))
FEWEST_GAMES = 10
"""Games below which a row shows only their number."""
PERIODS = 12


class OwnMove(NamedTuple):
    """One of the own moves in an analysed game."""

    quality: MoveQuality
    phase: str
    """`opening`, `middlegame` or `endgame`."""
    clock: float | None
    """Share of the starting time left before the move; None without clocks."""


class AnalysedGame(NamedTuple):
    """A game with the own moves judged; evaluations on one scale."""

    game: PlayedGame
    moves: Sequence[OwnMove]
    doubtful: bool = False
    """The scale of its evaluations is not known well."""


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over games with its 95 % range."""

    mean: float
    margin: float


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """The own moves with one thing in common."""

    kind: str
    """`all`, `phase`, `balance`, `clock` or `time`."""
    label: str
    games: int
    moves: int
    acpl: Average | None
    """Over moves; the range allows for moves of one game being alike. None, as the next four, with fewer than
    FEWEST_GAMES games."""
    inaccuracies: Average | None
    """A game, as the next two."""
    mistakes: Average | None
    blunders: Average | None
    accuracy: Average | None
    """Lichess's accuracy, mean over games."""
    doubtful: bool
    """Some of its games are from a time whose scale of evaluations is not known well."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """All rows, and how many games they speak for."""

    analysed: int
    """Games that carry evaluations."""
    looked_at: int
    """The newest of them, on which the rows rest."""
    games: int
    rows: Sequence[MistakeRow]

    @property
    def share(self) -> float:
        """Of the games, those with evaluations."""
        return self.analysed / self.games if self.games else 0.0


def mistakes(analysed: Iterable[AnalysedGame], carrying: int, games: int) -> Mistakes:
    """Rows over analysed games, oldest first, out of `carrying` with evaluations and `games` with or without."""
    found = [one for one in analysed if one.moves]
    rows = []
    for kind, labels in (
        ("all", ("all moves",)),
        ("phase", ("opening", "middlegame", "endgame")),
        ("balance", ("winning", "equal", "losing")),
        ("clock", (*(label for _, label in CLOCKS), "over 50 %")),
    ):
        for label in labels:
            parts = [(one, [move for move in one.moves if _label(kind, move) == label]) for one in found]
            rows.append(_row(kind, label, [(one, moves) for one, moves in parts if moves]))
    rows += _over_time(found)
    return Mistakes(carrying, len(found), games, [row for row in rows if row is not None])


def _label(kind: str, move: OwnMove) -> str | None:
    if kind == "all":
        return "all moves"
    if kind == "phase":
        return move.phase
    if kind == "balance":
        before = move.quality.win_before
        return "winning" if before >= WINNING else "losing" if before <= LOSING else "equal"
    if move.clock is None:
        return None
    share = move.clock
    return next((label for most, label in CLOCKS if share < most), "over 50 %")


def _over_time(found: Sequence[AnalysedGame]) -> list[MistakeRow | None]:
    """Stretches of equally many games, at most PERIODS and none with fewer than FEWEST_GAMES."""
    stretches = max(1, min(PERIODS, len(found) // FEWEST_GAMES))
    edges = [len(found) * index // stretches for index in range(stretches + 1)]
    rows: list[MistakeRow | None] = []
    for start, stop in pairwise(edges):
        part = found[start:stop]
        if part:
            first, last = (datetime.fromtimestamp(one.game.started_at / 1000, UTC) for one in (part[0], part[-1]))
            label = f"{first:%Y-%m} to {last:%Y-%m}"
            rows.append(_row("time", label, [(one, list(one.moves)) for one in part]))
    return rows


def _row(kind: str, label: str, parts: Sequence[tuple[AnalysedGame, Sequence[OwnMove]]]) -> MistakeRow | None:
    if not parts:
        return None
    judged = [quality(move.quality for move in moves) for _, moves in parts]
    return MistakeRow(
        kind,
        label,
        len(parts),
        sum(one.moves for one in judged),
        ratio([(one.acpl or 0.0) * one.moves for one in judged], [one.moves for one in judged]),
        average([one.inaccuracies for one in judged]),
        average([one.mistakes for one in judged]),
        average([one.blunders for one in judged]),
        average([one.accuracy for one in judged if one.accuracy is not None]),
        any(one.doubtful for one, _ in parts),
    )


def average(values: Sequence[float]) -> Average | None:
    """Mean and the 95 % range that the spread between games leaves; None with fewer than FEWEST_GAMES."""
    if len(values) < FEWEST_GAMES:
        return None
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Average(mean, Z95 * sqrt(variance / len(values)))


def ratio(amounts: Sequence[float], sizes: Sequence[float]) -> Average | None:
    """Sum of amounts over sum of sizes, one of each a game, with its 95 % range (Cochran 1977, 6.4).

    None with fewer than FEWEST_GAMES games.
    """
    count, size = len(amounts), sum(sizes)
    if count < FEWEST_GAMES:
        return None
    mean = sum(amounts) / size
    squares = sum((amount - mean * one) ** 2 for amount, one in zip(amounts, sizes, strict=True))
    return Average(mean, Z95 * sqrt(squares * count / (count - 1)) / size)
