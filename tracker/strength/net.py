"""The net: every own move through two small layers, sums by stage of the game, two layers more, three quantiles.

Shapes: P plies, R rows (one a side of a game), D inputs a ply, C context values a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

STAGE_STARTS = (0, 10, 20, 36, 60)
"""First ply of each stage over which a side's moves are summed."""
STAGES = len(STAGE_STARTS)
CENTRE = 1550.0
SPREAD = 350.0
"""The net speaks in (rating - CENTRE) / SPREAD."""
QUANTILES = (0.1, 0.5, 0.9)


class Net(NamedTuple):
    """Weights and biases of the four layers."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats
    w4: Floats
    b4: Floats


@dataclass(frozen=True, slots=True)
class Rows:
    """Sides of games, ready for the net. The two sides of a game are neighbours: White's row even, Black's odd."""

    inputs: Floats
    """(P, D), a side's plies together and in order."""
    stages: Ints
    """(P,) index into `STAGE_STARTS`."""
    starts: Ints
    """(R + 1,) first ply of each row, and the end."""
    context: Floats
    """(R, C) standardised."""

    def __len__(self) -> int:
        return len(self.starts) - 1


class Pooled(NamedTuple):
    """The move layers of some rows, kept for the way back."""

    inputs: Floats
    hidden1: Floats
    hidden2: Floats
    segments: Ints
    """Row * STAGES + stage of each ply."""
    divisors: Floats
    sums: Floats
    """(R, STAGES * width)."""


class Forward(NamedTuple):
    """All activations, kept for the way back."""

    pooled: list[Pooled]
    top: Floats
    hidden3: Floats
    output: Floats


def stages_of(plies: Ints) -> Ints:
    """The stage of each ply."""
    return np.searchsorted(STAGE_STARTS, plies, side="right").astype(np.int64) - 1


def pool(net: Net, rows: Rows, chosen: Ints) -> Pooled:
    """The moves of the chosen rows, summed by stage and divided by their number + 2."""
    lengths = rows.starts[chosen + 1] - rows.starts[chosen]
    ends = np.cumsum(lengths)
    plies = np.repeat(rows.starts[chosen] - (ends - lengths), lengths) + np.arange(int(lengths.sum()))
    segments = np.repeat(np.arange(len(chosen)), lengths) * STAGES + rows.stages[plies]
    inputs = rows.inputs[plies]
    hidden1 = np.maximum(inputs @ net.w1 + net.b1, 0)
    hidden2 = np.maximum(hidden1 @ net.w2 + net.b2, 0)
    slots = len(chosen) * STAGES
    sums = np.zeros((slots, hidden2.shape[1]), hidden2.dtype)
    if len(plies):
        first = np.flatnonzero(np.r_[True, segments[1:] != segments[:-1]])
        sums[segments[first]] = np.add.reduceat(hidden2, first, axis=0)
    divisors = np.bincount(segments, minlength=slots).astype(np.float32)[:, None] + np.float32(2)
    return Pooled(inputs, hidden1, hidden2, segments, divisors, (sums / divisors).reshape(len(chosen), -1))


def forward(net: Net, rows: Rows, chosen: Ints, *, both: bool, keep: Floats | None = None) -> Forward:
    """The chosen rows' outputs (R, 3). `both`: the opponent's moves too; `keep`: the dropout mask of training."""
    pooled = [pool(net, rows, chosen)]
    if both:
        pooled.append(pool(net, rows, chosen ^ 1))
    sums = np.concatenate([part.sums for part in pooled], axis=1)
    top = np.concatenate([sums if keep is None else sums * keep, rows.context[chosen]], axis=1)
    hidden3 = np.maximum(top @ net.w3 + net.b3, 0)
    return Forward(pooled, top, hidden3, hidden3 @ net.w4 + net.b4)


def predict(nets: list[Net], rows: Rows, *, both: bool, batch: int = 1000) -> Floats:
    """(R, 3) quantiles of the rating, the mean of several nets', in order."""
    parts = []
    for first in range(0, len(rows), batch):
        chosen = np.arange(first, min(first + batch, len(rows)))
        outputs = [np.sort(forward(net, rows, chosen, both=both).output, axis=1) for net in nets]
        parts.append(np.mean(outputs, axis=0))
    return (np.concatenate(parts) * SPREAD + CENTRE).astype(np.float32) if parts else np.zeros((0, 3), np.float32)
