"""The lines that the nets are compared with: rating from nothing, from centipawn loss, from accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tracker.strength.accuracy import game_quality
from tracker.strength.evaluations import complete_part
from tracker.strength.net import Ints
from tracker.strength.scale import to_reference
from tracker.strength.train.data import Data
from tracker.strength.train.fit import flattened


def baseline_lines(data: Data, drawn: Ints) -> dict[str, Any]:
    """`constant`, `acpl`, `accuracy`: intercept, slope and the 10 % and 90 % of what is left, on the drawn rows."""
    found = {int(row): _figures(data, int(row)) for row in np.unique(drawn)}
    figures = np.array([found[int(row)] for row in drawn])
    ratings = data.ratings[drawn].astype(float)
    lines = {"constant": _line(np.zeros(len(ratings)), ratings)}
    for name, values in zip(("acpl", "accuracy"), figures.T, strict=True):
        lines[name] = _line(values, ratings)
    return lines


def evenly(data: Data, seed: int) -> Ints:
    """As many training rows, drawn as the own-moves nets draw theirs: a line of the same odds at the ends."""
    weights = flattened(data.ratings[data.train]).astype(float)
    return np.random.default_rng(seed).choice(data.train, len(data.train), p=weights / weights.sum())


def _figures(data: Data, row: int) -> tuple[float, float]:
    """ACPL and accuracy of a side."""
    game = data.samples[row // 2].game
    values = to_reference(complete_part(game.evaluations or ()), game.scale)
    side = game_quality(values, "white" if row % 2 == 0 else "black")
    return side.acpl or 0.0, side.accuracy or 0.0


def _line(figure: Any, ratings: Any) -> dict[str, float]:
    """Least squares; the median where the figure says nothing."""
    spread = float(np.var(figure))
    slope = float(np.mean((figure - figure.mean()) * (ratings - ratings.mean()))) / spread if spread else 0.0
    left = ratings - slope * figure
    intercept = float(left.mean() if spread else np.median(left))
    low, high = np.quantile(left - intercept, (0.1, 0.9))
    values = {"intercept": intercept, "slope": slope, "low": float(low), "high": float(high)}
    return {name: round(value, 4) for name, value in values.items()}
