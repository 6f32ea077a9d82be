"""The opponent's deviation, which no record shows, from the change that the record reports for the opponent. Pure.

With both ratings and the own deviation known, the opponent's change depends on the opponent's deviation alone, and the
formula can be turned round. The reported change is whole points cut from hidden fractions, so it leaves a small range;
within it an opponent at the floor is likelier than one a little above.
"""

from __future__ import annotations

from math import exp, pi, sqrt
from typing import NamedTuple

from tracker.ratings.glicko2 import SCALE
from tracker.ratings.lichess_eras import Era

VOLATILITY = 0.06
"""Taken for every opponent: it hardly moves, and enters only before July 2019."""
UNKNOWN_CEILING = 350.0
"""The largest deviation where an era has no bound of its own."""
HALF_STEPS = (-0.875, -0.625, -0.375, -0.125, 0.125, 0.375, 0.625, 0.875)
"""Where the range of a reported change is looked at: the exact change lies within a point of the reported one."""

_PER_PHI2 = 3.0 / (pi * pi * SCALE * SCALE)
_SCALE2 = SCALE * SCALE


class Game(NamedTuple):
    """What the opponent's change depends on, seen from the opponent."""

    rating: float
    other_rating: float
    other_deviation: float
    score: float
    advantage: float
    gain: float
    """Factor on a gain."""
    loss: float
    """Factor on a loss."""


def deviations(game: Game, change: int | None, provisional: bool | None, era: Era) -> list[tuple[float, float]]:
    """Possible deviations of the opponent and their weights (not normalized, never all 0)."""
    floor = era.deviation_floor
    usual = floor or EQUILIBRIUM
    if change is None:
        return [(era.provisional + 60.0, 1.0)] if provisional else [(usual, 1.0)]
    ceiling = era.deviation_ceiling if floor else UNKNOWN_CEILING
    least, most = floor or 30.0, ceiling
    if provisional is True:
        least = era.provisional
    elif provisional is False:
        most = era.provisional

    weight2 = 1.0 / (1.0 + _PER_PHI2 * game.other_deviation * game.other_deviation)
    weight = sqrt(weight2)
    e = 1.0 / (1.0 + exp(weight * (game.other_rating - game.rating - game.advantage) / SCALE))
    information = weight2 * e * (1.0 - e)
    pull = SCALE * weight * (game.score - e)
    factor = game.gain if pull > 0 else game.loss
    grown = era.periods_per_game * _SCALE2 * VOLATILITY * VOLATILITY

    found = []
    if floor and provisional is not True:
        at_floor = pull * factor / (_SCALE2 / (floor * floor + grown) + information)
        if (near := 1.0 - abs(at_floor - change)) > 0.0:
            found.append((floor, AT_FLOOR * near))
    for step in HALF_STEPS:
        ratio = pull * factor / (change + step) - information  # 1/phi^2 of the opponent
        if ratio <= 0.0:
            continue
        square = _SCALE2 / ratio - grown
        if square <= least * least or square > most * most:
            continue
        deviation = sqrt(square)
        # the density of deviations, times what a step of the change is worth in deviation
        slope = (square + grown) * (ratio + information) / (ratio * abs(change + step) * 2.0 * deviation)
        found.append((deviation, (1.0 - abs(step)) * 0.25 * slope * _density(deviation, floor)))
    if found:
        return found
    for step in (0.0, 0.9, -0.9):  # a change that no usual deviation explains: the nearest that is possible
        ratio = pull * factor / (change + step) - information if change + step else 0.0
        if ratio > 0.0:
            return [(min(max(sqrt(max(_SCALE2 / ratio - grown, 0.0)), least), most), 1.0)]
    return [(most if abs(change) > abs(pull) * 0.2 else least, 1.0)]


AT_FLOOR = 3.0
"""Weight of the opponents at the floor against all others."""
EQUILIBRIUM = 61.0
"""Where frequent players' deviation settled while each game was a rating period (before July 2019)."""


def _density(deviation: float, floor: float) -> float:
    """How common a deviation is: most are a little above the floor, and every one is possible."""
    if floor:
        above = (deviation - floor) / 8.0
        return 0.125 / (1.0 + above * above) + 0.00075
    off = (deviation - EQUILIBRIUM) / 2.0
    wide = off / 4.0
    return 0.6 * exp(-off * off / 2.0) + 0.125 / (1.0 + wide * wide) + 0.00075
