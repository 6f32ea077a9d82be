"""What is set on the calibration players once the nets are fitted."""

from __future__ import annotations

import numpy as np

from tracker.strength.level import circumstances, widening
from tracker.strength.model import Calibration
from tracker.strength.net import Floats
from tracker.strength.train.data import Data


def calibrate(data: Data, quantiles: Floats, *, both: bool) -> Calibration:
    """Shifts of the ends with which 10 % of the calibration sides lie below their range and 10 % above.

    Ranges are widened about the estimate for some games, so each rating is first brought as much nearer to it.
    """
    below, above = [], []
    for row in data.calibration:
        sample, seen = data.samples[row // 2], data.seen[row // 2]
        sides = [circumstances(sample.game, seen.moves, white) for white in (True, False)]
        side = min(sides, key=lambda one: one.moves) if both else sides[row % 2]
        low, estimate, high = quantiles[row]
        nearer = estimate + (data.ratings[row] - estimate) / widening(side).factor
        below.append(nearer - low)
        above.append(nearer - high)
    return Calibration(float(np.quantile(below, 0.1)), float(np.quantile(above, 0.9)))


def within_player(data: Data, quantiles: Floats) -> float:
    """Standard deviation of a player's estimates from game to game, its rating's moves taken out."""
    errors: dict[str, list[float]] = {}
    for row in data.calibration:
        sample = data.samples[row // 2]
        player = (sample.white, sample.black)[row % 2].player or ""
        errors.setdefault(player, []).append(float(quantiles[row][1] - data.ratings[row]))
    many = [values for values in errors.values() if len(values) >= 2]
    squares = sum(float(np.sum((np.array(values) - np.mean(values)) ** 2)) for values in many)
    freedom = sum(len(values) - 1 for values in many)
    return round(float(np.sqrt(squares / freedom)), 1)
