"""What one game promises and what chance makes of many: expected scores, draws, exact score distributions. Pure.

A strength is a number of points on Lichess's scale. The expected score is Glicko's (Glickman 2013, step 3). Draws take
their share from both ends: P(draw) = 4 * share * E * (1 - E), so that `share` is the part of games drawn between equals
and the variance of a game's score is (1 - share) * E * (1 - E).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, erf, exp, floor, sqrt
from typing import NamedTuple

from tracker.ratings.glicko2 import SCALE, g

ESTABLISHED_DEVIATION = 60.0
"""Points by which the strength of an opponent with an established rating differs from it: Lichess's floor of 45, and
what a rating lags behind."""
PROVISIONAL_DEVIATION = 160.0
"""The same for a rating with a question mark (a deviation of 110 and more)."""
SLOPE = g(ESTABLISHED_DEVIATION) / SCALE
SLOPE_PROVISIONAL = g(PROVISIONAL_DEVIATION) / SCALE

MOST_DRAWS = 0.5
"""The largest share for which every game keeps three possible results."""
PRIOR_GAMES = 50.0
EXACT_GAMES = 400
"""Up to here the distribution of a score is exact; beyond, the normal curve is within a fraction of a point."""
NODES = (
    (-4.512745863, 2.2345844e-05),
    (-3.205429003, 0.00278914132),
    (-2.076847979, 0.0499164068),
    (-1.023255664, 0.244097503),
    (0.0, 0.406349206),
)
"""Gauss-Hermite rule of nine points for a standard normal variable: (place, weight); the mirrored four are implied."""
TAIL = 0.025
"""Left out on each side of a 95 % range."""
Z95 = 1.959963985


class ScoreRange(NamedTuple):
    """Where a score falls in 95 of 100 cases, both ends included."""

    low: float
    high: float


def expected_score(strength: float, versus: float, slope: float = SLOPE) -> float:
    """The expected score, 0 to 1, of `strength` against an opponent worth `versus`."""
    return 1.0 / (1.0 + exp(slope * (versus - strength)))


def usual_draws(rating: float, perf: str) -> float:
    """The share of draws between equals before any game of the account is known.

    Measured on 38,000 rapid games of 2022: 6 % up to 1800, 10 % at 2000, 19 % at 2400. Fast games are drawn less.
    """
    share = 0.06 + max(0.0, rating - 1800.0) * 0.0002
    return min(share * {"ultraBullet": 0.5, "bullet": 0.5, "blitz": 0.8}.get(perf, 1.0), 0.3)


def draw_share(scores: Sequence[float], expected: Sequence[float], prior: float) -> float:
    """The share of draws between equals: the account's own, drawn towards `prior` by the weight of 50 games."""
    room = sum(4.0 * e * (1.0 - e) for e in expected)
    return min((scores.count(0.5) + PRIOR_GAMES * prior) / (room + PRIOR_GAMES), MOST_DRAWS)


def outcome_chances(expected: float, draws: float) -> tuple[float, float, float]:
    """Chances of a loss, a draw and a win."""
    half = 2.0 * draws * expected * (1.0 - expected)
    return 1.0 - expected - half, 2.0 * half, expected - half


def score_distribution(expected: Iterable[float], draws: float) -> list[float]:
    """Chances of 0, 1/2, 1 ... n points in n independent games: the convolution of the games' own chances."""
    chances = [1.0]
    for e in expected:
        loss, draw, win = outcome_chances(e, draws)
        padded = [0.0, 0.0, *chances, 0.0, 0.0]
        chances = [
            loss * none + draw * half + win * whole
            for none, half, whole in zip(padded[2:], padded[1:-1], padded[:-2], strict=True)
        ]
    return chances


def chance_range(
    versus: Sequence[float], slopes: Sequence[float], strength: float, sd: float, draws: float
) -> ScoreRange:
    """The range of the score at a strength known to within `sd` points: exact up to EXACT_GAMES games."""
    if len(versus) > EXACT_GAMES:
        return _normal_range(versus, slopes, strength, sd, draws)
    mixed = [0.0] * (2 * len(versus) + 1)
    for place, weight in (*NODES, *((-place, weight) for place, weight in NODES[:4])):
        at = strength + place * sd
        chances = score_distribution((expected_score(at, o, k) for o, k in zip(versus, slopes, strict=True)), draws)
        mixed = [total + weight * chance for total, chance in zip(mixed, chances, strict=True)]
    return central_range(mixed)


def central_range(chances: Sequence[float]) -> ScoreRange:
    """The middle of a distribution over half points that leaves at most 2.5 % on each side."""
    low, below = 0, chances[0]
    while below <= TAIL:
        low += 1
        below += chances[low]
    high, above = len(chances) - 1, chances[-1]
    while above <= TAIL:
        high -= 1
        above += chances[high]
    return ScoreRange(low / 2.0, high / 2.0)


def _normal_range(
    versus: Sequence[float], slopes: Sequence[float], strength: float, sd: float, draws: float
) -> ScoreRange:
    mean = variance = steep = 0.0
    for o, k in zip(versus, slopes, strict=True):
        e = expected_score(strength, o, k)
        mean += e
        variance += e * (1.0 - e)
        steep += k * e * (1.0 - e)
    width = Z95 * sqrt((1.0 - draws) * variance + (steep * sd) ** 2)
    return ScoreRange(max(0.0, ceil(2 * (mean - width)) / 2), min(len(versus), floor(2 * (mean + width)) / 2))


def two_sided(z: float) -> float:
    """The chance of a deviation at least this large when nothing is behind it."""
    return 1.0 - erf(abs(z) / sqrt(2.0))
