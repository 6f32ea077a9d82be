"""Performance rating: the rating that a result against known opponents speaks for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tracker.ratings.fide.exact import round_fraction
from tracker.ratings.fide.expected import expected_hundredths, rating_difference, whole_percent


class Performance(NamedTuple):
    """A result and what it is worth."""

    performance: int
    average: int
    """Of the opponents, rounded."""
    halves: int
    """Score in half points."""
    games: int
    percent: int
    dp: int


def performance_rating(opponents: Sequence[int], halves: int) -> Performance:
    """Rp = Ra + dp, +800 for every point and -800 for none (Title Regulations 1.4.7 to 1.4.9). At least one game."""
    games = len(opponents)
    average = round_fraction(Fraction(sum(opponents), games))
    percent = whole_percent(halves, games)
    dp = rating_difference(percent)
    return Performance(average + dp, average, halves, games, percent, dp)


def perfect_performance(opponents: Sequence[int], halves: int) -> int:
    """The lowest rating whose expected score by the full table reaches the score (tie-break regulations C.07 10.3).

    A score of nothing gives the lowest opponent's rating minus 800. At least one game.
    """
    if halves == 0:
        return min(opponents) - 800
    low, high = min(opponents) - 800, max(opponents) + 800
    while low < high:
        middle = (low + high) // 2
        if sum(expected_hundredths(middle - opponent) for opponent in opponents) >= 50 * halves:
            high = middle
        else:
            low = middle + 1
    return low
