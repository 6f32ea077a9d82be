"""Fitting one net: pinball loss, AdamW, a cosine of learning rates, dropout on the summed moves. Plain numpy.

AdamW: Loshchilov and Hutter 2019, algorithm 2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tracker.strength.net import CENTRE, QUANTILES, SPREAD, STAGES, Floats, Forward, Ints, Net, Rows, forward

WIDTHS = (40, 20, 48)
"""Of the two move layers and of the layer before the quantiles."""
BATCH = 128
RATE = 2e-3
DECAY = 0.01
DROPOUT = 0.1
WARM_UP = 200
BETA1, BETA2 = 0.9, 0.999

_Q = np.array(QUANTILES, np.float32)


@dataclass(frozen=True, slots=True)
class Task:
    """What a net learns."""

    rows: Rows
    ratings: Floats
    train: Ints
    weights: Floats
    """Of drawing each training row."""
    both: bool
    steps: int


def flattened(ratings: Floats, power: float = 0.8, most: float = 20) -> Floats:
    """Weights that make rare ratings less rare: (frequency of the 100-point band) ** -power, at most x 20.

    With the natural spread every estimate is pulled to the mean, and averages of many games stay pulled.
    """
    bands = np.clip(ratings // 100, 6, 27).astype(int)
    weights = (np.bincount(bands)[bands] / len(bands)) ** -power
    drawn: Floats = np.minimum(weights / weights.min(), most).astype(np.float32)
    return drawn


def fit(task: Task, seed: int) -> Net:
    """A net fitted to the task; the same seed gives the same net."""
    random = np.random.default_rng(seed)
    net = _begin(task, random)
    means, squares = _zeros(net), _zeros(net)
    bounds = np.cumsum(task.weights, dtype=np.float64)
    targets = ((task.ratings - CENTRE) / SPREAD).astype(np.float32)
    width = STAGES * WIDTHS[1] * (2 if task.both else 1)
    for step in range(task.steps):
        rows = task.train[np.searchsorted(bounds, random.random(BATCH) * bounds[-1], side="right")]
        keep = (random.random((BATCH, width), dtype=np.float32) > DROPOUT).astype(np.float32) / np.float32(1 - DROPOUT)
        seen = forward(net, task.rows, rows, both=task.both, keep=keep)
        above = targets[rows][:, None] > seen.output
        slope = np.where(above, -_Q, 1 - _Q).astype(np.float32) / np.float32(BATCH)
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / task.steps)) * min(1, (step + 1) / WARM_UP)
        _step(net, gradients(net, seen, slope, keep), means, squares, rate, step + 1)
    return net


def gradients(net: Net, seen: Forward, slope: Floats, keep: Floats) -> Net:
    """Derivatives of the loss by every weight. `slope`: by the outputs (R, 3); `keep`: the dropout mask used."""
    back3 = (slope @ net.w4.T) * (seen.hidden3 > 0)
    top = (back3 @ net.w3.T)[:, : keep.shape[1]] * keep
    width = keep.shape[1] // len(seen.pooled)
    w1, b1, w2, b2 = (np.zeros_like(values) for values in net[:4])
    for index, part in enumerate(seen.pooled):
        sums = top[:, index * width : (index + 1) * width].reshape(-1, net.w2.shape[1])
        back2 = (sums / part.divisors)[part.segments] * (part.hidden2 > 0)
        back1 = (back2 @ net.w2.T) * (part.hidden1 > 0)
        w2 += part.hidden1.T @ back2
        b2 += back2.sum(axis=0)
        w1 += part.inputs.T @ back1
        b1 += back1.sum(axis=0)
    w3, w4 = seen.top.T @ back3, seen.hidden3.T @ slope
    return Net(w1, b1, w2, b2, w3, back3.sum(axis=0), w4, slope.sum(axis=0))


def _begin(task: Task, random: np.random.Generator) -> Net:
    """Normal weights by the number of inputs (He 2015); the outputs begin as three different quantiles."""
    first, second, third = WIDTHS
    top = STAGES * second * (2 if task.both else 1) + task.rows.context.shape[1]

    def layer(inputs: int, outputs: int, gain: float = 1.0) -> Floats:
        return np.asarray(random.normal(size=(inputs, outputs)) * gain * np.sqrt(2 / inputs), np.float32)

    return Net(
        layer(task.rows.inputs.shape[1], first),
        np.zeros(first, np.float32),
        layer(first, second),
        np.zeros(second, np.float32),
        layer(top, third),
        np.zeros(third, np.float32),
        layer(third, len(QUANTILES), 0.3),
        np.array([-0.7, 0, 0.7], np.float32),
    )


def _zeros(net: Net) -> Net:
    return Net(*(np.zeros_like(values) for values in net))


def _step(net: Net, slopes: Net, means: Net, squares: Net, rate: float, number: int) -> None:
    """One step of AdamW, in place; biases do not decay."""
    for values, slope, mean, square in zip(net, slopes, means, squares, strict=True):
        mean += np.float32(1 - BETA1) * (slope - mean)
        square += np.float32(1 - BETA2) * (slope * slope - square)
        ahead = (mean / (1 - BETA1**number)) / (np.sqrt(square / (1 - BETA2**number)) + 1e-8)
        decay = DECAY * values if values.ndim == 2 else 0
        values -= (rate * (ahead + decay)).astype(np.float32)
