"""Strength over time: a Glicko-like state-space model of results, run forwards and backwards. Pure.

The state is the true strength in points. It drifts as a random walk, by `drift` points squared a game and by one point
squared for each idle day after the first week. A game observes it through the expected score against the opponent's
shown rating; the own shown rating is a first guess before the first game and never enters again, because it absorbs
the results. (The share of draws, which only sets the spread of a score, is that of all games.)

Games are taken in blocks of ten. Each block's likelihood is replaced by a parabola around its own peak under a quick
first pass (Laplace), after which everything is a scalar Kalman filter (forwards) and Rauch-Tung-Striebel smoother
(backwards). The drift is the one of DRIFTS that predicted the games so far best, with a preference for the smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

from tracker.form.results import Results, first_guess

BLOCK = 10
DRIFTS = (0.02, 0.2, 1.0, 4.0, 16.0)
"""Points squared a game. The smallest is a constant for all practical purposes; the largest is a beginner's."""
QUICK = 4.0
"""Drift of the first pass, which only finds the places for the parabolas."""
PREFERENCE = 1.0
"""Units of log likelihood by which each larger drift must do better."""
LEAP = 200.0
"""Points of one step towards a peak at most: farther away a likelihood is no parabola."""
NEAR = 40.0
"""A step of fewer points has found the peak to within half a point."""
MOST_STEPS = 50
IDLE_DAYS = 7.0
MS_PER_DAY = 86_400_000


class Strength(NamedTuple):
    """A strength in points and its standard deviation."""

    mean: float
    sd: float


class Parabola(NamedTuple):
    """What a block of games says: a strength and how firmly (information, one over points squared)."""

    place: float
    information: float
    games: int
    idle: float
    """Idle days beyond the first week before the block."""


@dataclass(frozen=True, slots=True)
class Filtered:
    """The forward pass: what was known before each block, for each drift, from earlier games alone."""

    results: Results
    blocks: Sequence[Parabola]
    means: Sequence[Sequence[float]]
    """By drift, then by block; one more entry than blocks, the last one being now."""
    variances: Sequence[Sequence[float]]
    evidence: Sequence[Sequence[float]]
    """Log likelihood of the blocks before, less the preference."""

    def drift_at(self, block: int) -> int:
        """Index of the drift that did best up to a block."""
        return max(range(len(DRIFTS)), key=lambda index: self.evidence[index][block])

    def before(self, game: int) -> Strength:
        """The strength as known before the game of this index: frozen, nothing later enters."""
        block, rest = divmod(game, BLOCK)
        index = self.drift_at(block)
        mean, variance = self.means[index][block], self.variances[index][block]
        if rest:
            parabola = parabola_of(self.results, game - rest, game, mean, variance)
            mean, variance, _ = absorb(mean, variance, parabola)
        return Strength(mean, sqrt(variance))


def forward(results: Results) -> Filtered:
    """Filter all games of a perf, oldest first."""
    blocks = _parabolas(results)
    first, deviation = first_guess(results)
    columns = [_filter(blocks, first, deviation * deviation, drift) for drift in DRIFTS]
    return Filtered(
        results,
        blocks,
        [means for means, _, _ in columns],
        [variances for _, variances, _ in columns],
        [[value - PREFERENCE * index for value in evidence] for index, (_, _, evidence) in enumerate(columns)],
    )


def smooth(filtered: Filtered) -> list[Strength]:
    """The strength in each block from all games, earlier and later ones (Rauch, Tung and Striebel 1965)."""
    blocks = filtered.blocks
    index = filtered.drift_at(len(blocks))
    means, variances = filtered.means[index], filtered.variances[index]
    smoothed: list[Strength] = []
    later_mean, later_variance = means[-1], variances[-1]
    for place in range(len(blocks) - 1, -1, -1):
        mean, variance, _ = absorb(means[place], variances[place], blocks[place])
        gain = variance / variances[place + 1]
        later_mean = mean + gain * (later_mean - means[place + 1])
        later_variance = variance + gain * gain * (later_variance - variances[place + 1])
        smoothed.append(Strength(later_mean, sqrt(later_variance)))
    smoothed.reverse()
    return smoothed


def absorb(mean: float, variance: float, block: Parabola) -> tuple[float, float, float]:
    """Mean and variance after a block, and the log likelihood with which it was predicted."""
    spread = variance + 1.0 / block.information
    miss = block.place - mean
    gain = variance / spread
    return mean + gain * miss, variance * (1.0 - gain), -0.5 * (log(spread) + miss * miss / spread)


def parabola_of(results: Results, start: int, stop: int, mean: float, variance: float, idle: float = 0.0) -> Parabola:
    """The parabola of games start..stop around their peak under a prior of this mean and variance.

    Newton's method: one step finds the peak of an established player, a newcomer's may be a thousand points away.
    """
    peak = mean
    for _ in range(MOST_STEPS):
        steep, bend = _slope_and_bend(results, start, stop, peak)
        step = (steep + (mean - peak) / variance) / (bend + 1.0 / variance)
        peak += max(-LEAP, min(LEAP, step))
        if abs(step) < NEAR:
            break
    steep, bend = _slope_and_bend(results, start, stop, peak)
    return Parabola(peak + steep / bend, bend, stop - start, idle)


def _slope_and_bend(results: Results, start: int, stop: int, at: float) -> tuple[float, float]:
    """First and negative second derivative of the log likelihood of games start..stop; draws narrow the spread."""
    steep = bend = 0.0
    for versus, slope, score in zip(
        results.versus[start:stop], results.slopes[start:stop], results.scores[start:stop], strict=True
    ):
        e = 1.0 / (1.0 + exp(slope * (versus - at)))
        steep += slope * (score - e)
        bend += slope * slope * e * (1.0 - e)
    spread = 1.0 - results.draws
    return steep / spread, max(bend / spread, 1e-12)


def _parabolas(results: Results) -> list[Parabola]:
    mean, deviation = first_guess(results)
    variance = deviation * deviation
    blocks: list[Parabola] = []
    for start in range(0, len(results), BLOCK):
        stop = min(start + BLOCK, len(results))
        idle = _idle_days(results, start)
        variance += idle
        block = parabola_of(results, start, stop, mean, variance, idle)
        mean, variance, _ = absorb(mean, variance, block)
        variance += QUICK * block.games
        blocks.append(block)
    return blocks


def _idle_days(results: Results, start: int) -> float:
    if not start:
        return 0.0
    pause = results.games[start].started_at - results.games[start - 1].ended_at
    return max(0.0, pause / MS_PER_DAY - IDLE_DAYS)


def _filter(
    blocks: Sequence[Parabola], mean: float, variance: float, drift: float
) -> tuple[list[float], list[float], list[float]]:
    means, variances, evidence, total = [mean], [variance], [0.0], 0.0
    for place, block in enumerate(blocks):
        mean, variance, likelihood = absorb(mean, variance, block)
        total += likelihood
        variance += drift * block.games
        if place + 1 < len(blocks):
            variance += blocks[place + 1].idle
        means.append(mean)
        variances.append(variance)
        evidence.append(total)
    return means, variances, evidence
