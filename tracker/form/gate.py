"""When a difference may be called real: one gate for all windows and all looks of a whole history. Pure.

A player looks after every session and at several windows, for years; a bar that holds for one look would be passed by
chance many times. So there is one bar that rises with the number of games, and a real change is claimed only while the
z of some stretch is above it. It is calibrated by simulation (tests/bench/form_rates.py): in at most 5 % of histories
of constant strength is it ever passed, however often the player looks. The words on all windows wait for the gate.

It is judged at every fifth game and stands until the next: what is lost in speed is less than what chance loses in
tries. A stretch counts its newer half of games in full and the older half less and less. Strength seldom leaps, so that
fits a gain over a hundred games better than a window with a sharp edge; and where no edge passes over single games,
chance has fewer tries: at the same rate of false claims the bar is 0.1 to 0.2 lower (2,500 histories, the same luck).

The bar rises so that a gain of 100 points over 100 games is found about as often after 200 games of history as after
1,000, and steeply from 1,200 on, so that the sum over an ever longer history stays bounded. The shortest stretch meets
a higher bar, and so does "worse": a false "worse" sends a player looking for a fault that is not there, so most of the
5 % is left to "better".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import Literal

from tracker.form.chances import ESTABLISHED_DEVIATION, Z95, expected_score
from tracker.form.results import Results
from tracker.form.smoother import Filtered, Strength
from tracker.form.windows import FEWEST_BEFORE, Window, difference

Direction = Literal["better", "worse"]

SCAN = {50: 0.7, 75: 0.0, 100: 0.0, 150: 0.1}
"""Stretches looked at, by the games that count in full -> what is added to their bar."""
LOOK = 5
"""Games from one look to the next."""
WORSE = 0.85
"""Added to the bar for "worse"."""
KNOTS = ((400, 2.97), (500, 3.11), (800, 3.3), (1200, 3.4), (1500, 3.9))
"""Games of history -> the bar; between them, linear in the logarithm of the games."""
BEYOND = 0.4
"""Its rise for every e-fold of games after the last knot."""

FRESH_CLAIM = "A fresh claim is 40 % too large on average: luck had to point the same way."
"""Measured on players who gain 100 points: 112 points are claimed at first for 79 gained by then."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The newest games of a history against the strength frozen before them: `full` games and as many that fade in."""

    stop: int
    """The history's number of games."""
    full: int
    z: float
    """Weighted (score - expected) in its standard deviations: those of the games and that of the frozen strength."""

    @property
    def games(self) -> int:
        """How many games it amounts to."""
        return self.full + self.full // 2

    @property
    def direction(self) -> Direction:
        """Where it points."""
        return "better" if self.z > 0 else "worse"

    @property
    def above(self) -> float:
        """How far it is beyond its bar; negative short of it."""
        return abs(self.z) - bar(self.stop, self.full, self.direction)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be said of a window."""

    direction: Direction | None
    """None: no change may be claimed."""
    change: Strength | None
    """Points against the strength before, where enough games are there."""
    comparable: bool
    """False: too few games to say."""

    def __str__(self) -> str:
        if not self.comparable:
            return "too few games to say"
        if self.direction is None:
            return "as expected"
        if self.change is None:  # all games won, or all lost: no performance to measure by
            return f"{self.direction} than before"
        return f"{self.direction} than before by {abs(self.change.mean):.0f} ± {Z95 * self.change.sd:.0f}"


def bar(history: int, full: int, direction: Direction = "better") -> float:
    """The z that a stretch of so many games in full must pass in a history of so many games."""
    return _level(history) + SCAN[full] + (WORSE if direction == "worse" else 0.0)


def _level(history: int) -> float:
    for (start, low), (stop, high) in pairwise(KNOTS):
        if history <= stop:
            return low + (high - low) * max(0.0, log(history / start)) / log(stop / start)
    last, high = KNOTS[-1]
    return high + BEYOND * log(history / last)


def scan(filtered: Filtered, games: int) -> list[Stretch]:
    """The stretches that end with the last look at `games` games, each with at least half as many games before it."""
    history = games - games % LOOK
    return [
        Stretch(history, full, _weighted_z(filtered, history - 2 * full, full))
        for full in SCAN
        if history - 2 * full >= max(FEWEST_BEFORE, full)
    ]


def _weighted_z(filtered: Filtered, start: int, full: int) -> float:
    """The z of `full` games that count more and more and `full` games that count, from `start` on.

    Games with one opponent share what that rating hides, so a series says less than as many games with strangers.
    """
    results, before = filtered.results, filtered.before(start)
    surplus = spread = steep = alone = 0.0
    steep_by_opponent: dict[str, float] = {}
    for place in range(2 * full):
        slope, score = results.slopes[start + place], results.scores[start + place]
        opponent = results.games[start + place].opponent_id
        weight = min(1.0, (place + 0.5) / full)
        e = expected_score(before.mean, results.versus[start + place], slope)
        v = weight * e * (1.0 - e)
        surplus += weight * (score - e)
        spread += weight * v
        steep += slope * v
        if opponent is not None:
            alone += (slope * v) ** 2
            steep_by_opponent[opponent] = steep_by_opponent.get(opponent, 0.0) + slope * v
    shared = ESTABLISHED_DEVIATION**2 * (sum(each * each for each in steep_by_opponent.values()) - alone)
    return surplus / sqrt(spread * (1.0 - results.draws) + shared + (steep * before.sd) ** 2)


def opened(stretches: Iterable[Stretch]) -> Stretch | None:
    """The stretch that passes its bar by most; None while the gate is shut."""
    passing = [one for one in stretches if one.above >= 0.0]
    return max(passing, key=lambda one: one.above, default=None)


def verdict(results: Results, judged: Window, proof: Stretch | None) -> Verdict:
    """What may be said of a window, given the stretch that opened the gate (None: shut).

    While the gate is open, every window that ends before the next look and by itself differs the same way by more than
    its own 95 % range may say by how much. No window opens the gate itself, however it was chosen: looking at many
    would find one that chance has made.
    """
    if not judged.comparable:
        return Verdict(None, None, comparable=False)
    direction = None
    if proof is not None and 0 <= judged.stop - proof.stop < LOOK and judged.z * proof.z > 0 and abs(judged.z) >= Z95:
        direction = proof.direction
    return Verdict(direction, difference(results, judged), comparable=True)
