"""Glicko-2 as published: the games of one rating period -> a new rating, deviation and volatility. Pure.

Source: Mark E. Glickman, "Example of the Glicko-2 system", 2013 (steps 1 to 8). Two things are parameters because
Lichess uses them otherwise than the paper: the points that a colour is worth, and how many periods pass in an update.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Points of the Glicko scale to one unit of the Glicko-2 scale (step 2)."""
CENTER = 1500.0
TAU = 0.75
"""How freely the volatility moves; Lichess's value. Glickman's example has 0.5."""
CONVERGENCE = 1e-6
"""Stop of the search for the volatility (step 5.1)."""
MAX_ROUNDS = 1000

_THREE_OVER_PI2 = 3.0 / (pi * pi)
_PER_PHI2 = _THREE_OVER_PI2 / (SCALE * SCALE)


class Glicko(NamedTuple):
    """What Glicko-2 knows of a player: rating and deviation in points, volatility per rating period."""

    rating: float
    deviation: float
    volatility: float


class Result(NamedTuple):
    """One game of a rating period, seen from the player who is rated."""

    opponent_rating: float
    opponent_deviation: float
    score: float
    """1, 0.5 or 0."""
    advantage: float = 0.0
    """Points added to the player's rating inside the expectation: positive with White, negative with Black."""


class NoConvergenceError(ArithmeticError):
    """The search for the volatility did not settle; Lichess drops such an update."""


def g(deviation: float) -> float:
    """How much a game against an opponent of this deviation (points) tells, 0 to 1 (step 3)."""
    return 1.0 / sqrt(1.0 + _PER_PHI2 * deviation * deviation)


def expected(rating: float, opponent_rating: float, opponent_deviation: float, advantage: float = 0.0) -> float:
    """The expected score E of the player, 0 to 1 (step 3)."""
    return 1.0 / (1.0 + exp(g(opponent_deviation) * (opponent_rating - rating - advantage) / SCALE))


def update(player: Glicko, games: Sequence[Result], *, tau: float = TAU, periods: float = 1.0) -> Glicko:
    """The player after one rating period in which these games were played (steps 2 to 8).

    `periods` is how many rating periods pass in the update: 1 in the paper, 0 at Lichess since 2019, where the
    deviation grows with the calendar instead. Without games only the deviation grows (end of step 8).
    Raises NoConvergenceError.
    """
    rating, deviation, volatility = player
    information = surprise = 0.0  # 1/v and delta/v of step 3 and 4
    for opponent_rating, opponent_deviation, score, advantage in games:
        weight = g(opponent_deviation)
        e = 1.0 / (1.0 + exp(weight * (opponent_rating - rating - advantage) / SCALE))
        information += weight * weight * e * (1.0 - e)
        surprise += weight * (score - e)
    phi2 = (deviation / SCALE) ** 2
    if information <= 0.0 and not periods:
        return player
    if information <= 0.0:  # no game, or only games that could not tell anything
        return Glicko(rating, sqrt(phi2 + periods * volatility * volatility) * SCALE, volatility)
    variance = 1.0 / information
    volatility = _volatility(phi2, variance, (variance * surprise) ** 2, volatility, tau)
    phi2 = 1.0 / (1.0 / (phi2 + periods * volatility * volatility) + information)
    return Glicko(rating + SCALE * phi2 * surprise, sqrt(phi2) * SCALE, volatility)


def update_one(
    player: Glicko,
    opponent_rating: float,
    opponent_deviation: float,
    score: float,
    advantage: float = 0.0,
    tau: float = TAU,
    periods: float = 0.0,
) -> Glicko:
    """`update` for a single game with no period passing, without the loop: a history takes one call a game."""
    rating, deviation, volatility = player
    evidence = evidence_of(rating, opponent_rating, opponent_deviation, score, advantage)
    deviation, volatility, phi2 = certainty_after(deviation, volatility, evidence, tau, periods)
    return Glicko(rating + SCALE * phi2 * evidence[1], deviation, volatility)


Evidence = tuple[float, float]
"""What a game tells: 1/v of step 3, and delta/v of step 4."""


def evidence_of(
    rating: float, opponent_rating: float, opponent_deviation: float, score: float, advantage: float
) -> Evidence:
    """What one game tells, whatever the own deviation."""
    weight2 = 1.0 / (1.0 + _PER_PHI2 * opponent_deviation * opponent_deviation)
    weight = sqrt(weight2)
    e = 1.0 / (1.0 + exp(weight * (opponent_rating - rating - advantage) / SCALE))
    return weight2 * e * (1.0 - e), weight * (score - e)


def certainty_after(
    deviation: float, volatility: float, evidence: Evidence, tau: float, periods: float
) -> tuple[float, float, float]:
    """Deviation (points), volatility and phi squared after one game (steps 5 to 7)."""
    information, surprise = evidence
    phi = deviation / SCALE
    phi2 = phi * phi
    if information <= 0.0:  # a game that could not tell anything
        phi2 += periods * volatility * volatility
        return sqrt(phi2) * SCALE if periods else deviation, volatility, phi2
    variance = 1.0 / information
    delta = variance * surprise
    volatility = _volatility(phi2, variance, delta * delta, volatility, tau)
    phi2 = 1.0 / (1.0 / (phi2 + periods * volatility * volatility) + information)
    return sqrt(phi2) * SCALE, volatility, phi2


def change_one(
    rating: float, deviation: float, opponent_rating: float, opponent_deviation: float, score: float, advantage: float
) -> float:
    """Only the rating change of `update_one` with no period passing, which the volatility does not enter."""
    weight2 = 1.0 / (1.0 + _PER_PHI2 * opponent_deviation * opponent_deviation)
    weight = sqrt(weight2)
    e = 1.0 / (1.0 + exp(weight * (opponent_rating - rating - advantage) / SCALE))
    phi = deviation / SCALE
    return SCALE * weight * (score - e) / (1.0 / (phi * phi) + weight2 * e * (1.0 - e))


def grown(deviation: float, volatility: float, periods: float) -> float:
    """The deviation (points) after so many periods without a game (step 6)."""
    return sqrt(deviation * deviation + periods * (SCALE * volatility) ** 2)


def _volatility(phi2: float, variance: float, delta2: float, volatility: float, tau: float) -> float:
    """Step 5: the new volatility, by the Illinois method. `phi2` and `delta2` are squares."""
    a = log(volatility * volatility)
    tau2 = tau * tau
    known = phi2 + variance
    excess = delta2 - known

    ex = exp(a)
    denominator = known + ex
    low, f_low = a, ex * (excess - ex) / (2.0 * denominator * denominator)
    if excess > 0.0:
        high = log(excess)
        denominator = known + excess
        f_high = (a - high) / tau2  # e^x equals the excess here, and the first term vanishes
    else:
        high = a
        while True:
            high -= tau
            ex = exp(high)
            denominator = known + ex
            f_high = ex * (excess - ex) / (2.0 * denominator * denominator) - (high - a) / tau2
            if f_high >= 0.0:
                break
    for _ in range(MAX_ROUNDS):
        if -CONVERGENCE <= high - low <= CONVERGENCE:
            return exp(low / 2.0)
        x = low + (low - high) * f_low / (f_high - f_low)
        ex = exp(x)
        denominator = known + ex
        f_x = ex * (excess - ex) / (2.0 * denominator * denominator) - (x - a) / tau2
        if f_x * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low *= 0.5
        high, f_high = x, f_x
    raise NoConvergenceError("the volatility did not settle")
