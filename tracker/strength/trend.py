"""Many games of one player in one perf: the mean level with its range, and whether it changed.

From five games on the plain mean is right (facts 6.6). One player's estimates vary from game to game, and something of
each player stays off whatever the number of games; the latter cancels where a player is compared with itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any

from tracker.strength.level import COVERAGE, Level

SIZES = (5, 10, 20)
"""Numbers of games over which a mean is shown."""
HALF_WIDTHS = {5: 205.0, 10: 190.0, 20: 165.0}
"""Half of the 80 % range of a mean of so many games; facts 7.5, held by the calibration players."""
GAME_SD = 250.0
"""Points by which one player's estimates vary from game to game (facts 6.6: 247)."""
CHANCE = 1.96
"""Standard deviations; a change within them happens by chance in 19 of 20 cases."""


@dataclass(frozen=True, slots=True)
class MeanLevel:
    """The mean of some games, with the range of the player's rating given it."""

    games: int
    level: Level

    def as_json(self) -> dict[str, Any]:
        """`games` and the level's keys."""
        return {"games": self.games, **self.level.as_json()}


@dataclass(frozen=True, slots=True)
class Change:
    """The newer games against as many before them."""

    games: int
    points: float
    by_chance: float
    """A change up to this size is nothing but chance."""

    @property
    def real(self) -> bool:
        """More than chance gives."""
        return abs(self.points) > self.by_chance

    def __str__(self) -> str:
        if not self.real:
            return f"no change beyond chance between the last {self.games} games and the {self.games} before"
        direction = "higher" if self.points > 0 else "lower"
        return f"the last {self.games} games show a level about {abs(self.points):.0f} points {direction} than before"


def half_width(games: int) -> float:
    """Half of the 80 % range of a mean of 5 games or more; between the known sizes straight in 1 / games."""
    if games < SIZES[0]:
        raise ValueError(f"a mean of {games} games has no range of its own; {SIZES[0]} are needed")
    inverse = 1 / games
    known = [(1 / size, HALF_WIDTHS[size]) for size in reversed(SIZES)]
    if inverse <= known[0][0]:
        return known[0][1]
    for (left, low), (right, high) in pairwise(known):
        if inverse <= right:
            return low + (high - low) * (inverse - left) / (right - left)
    return known[-1][1]


def mean_level(levels: Sequence[Level]) -> MeanLevel | None:
    """The mean of the given games' levels; None with fewer than five."""
    if len(levels) < SIZES[0]:
        return None
    mean = sum(level.estimate for level in levels) / len(levels)
    half = half_width(len(levels))
    return MeanLevel(len(levels), Level(mean, mean - half, mean + half))


def rolling(levels: Sequence[Level], games: int) -> list[MeanLevel | None]:
    """For each game, oldest first, the mean of it and the games before it, None until there are enough."""
    return [mean_level(levels[end - games : end]) if end >= games else None for end in range(1, len(levels) + 1)]


def change(levels: Sequence[Level], games: int) -> Change | None:
    """The last so many games against as many before, oldest first; None where there are too few."""
    if games < SIZES[0] or len(levels) < 2 * games:
        return None
    newer = sum(level.estimate for level in levels[-games:]) / games
    older = sum(level.estimate for level in levels[-2 * games : -games]) / games
    return Change(games, newer - older, CHANCE * GAME_SD * sqrt(2 / games))


def document(levels: Sequence[Level]) -> dict[str, Any]:
    """For `--json`: the means of the last 5, 10 and 20 games and the changes, null where there are too few games."""
    means = {str(size): mean_level(levels[-size:]) if len(levels) >= size else None for size in SIZES}
    changes = {str(size): change(levels, size) for size in SIZES}
    return {
        "level": COVERAGE,
        "means": {size: mean and mean.as_json() for size, mean in means.items()},
        "changes": {
            size: found and {"points": round(found.points), "by_chance": round(found.by_chance), "real": found.real}
            for size, found in changes.items()
        },
    }
