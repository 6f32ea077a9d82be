"""When a difference may be called real: one gate for all windows and all looks of a whole history. Pure.

A player looks after every session and at several windows, for years; a bar that holds for one look would be passed by
chance many times. So there is one bar that rises with the number of games, and a real change is claimed only while the
z of some window is above it. It is calibrated by simulation (tests/bench/form_rates.py): in at most 5 % of histories
of constant strength is it ever passed, counting a look after every game at every window of SCAN.

The bar is nearly level for the first 700 games, where most of the 5 % is spent, and rises from there, so that the sum
over an ever longer history stays bounded. Short windows meet a higher bar: an evening proves little. So does "worse":
a false "worse" sends a player looking for a fault that is not there, so most of the 5 % is left to "better".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log
from typing import Literal

from tracker.form.chances import Z95
from tracker.form.results import Results
from tracker.form.smoother import Filtered, Strength
from tracker.form.windows import Window, difference, window

Direction = Literal["better", "worse"]

SCAN = (20, 50, 100, 125, 150, 175, 200, 300, 400)
"""Windows looked at, in games back from the last one."""
EXTRA = ((20, 1.5), (50, 1.0), (100, 0.3), (125, 0.1), (200, 0.0), (300, 0.1), (inf, 0.3))
"""Windows up to so many games -> what is added to the bar."""
LEVEL = 3.19
WORSE = 0.7
"""Added to the bar for "worse"."""
KNOTS = ((300, 0.0), (700, 0.1), (1100, 0.9))
"""Games of history -> what the bar has risen by then; between them, linear in the logarithm of the games."""
BEYOND = 0.3
"""Rise for every e-fold of games after the last knot."""


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


def bar(history: int, games: int, direction: Direction = "better") -> float:
    """The z that a window of so many games must pass in a history of so many games."""
    extra = next(extra for length, extra in EXTRA if games <= length)
    return LEVEL + extra + _risen(history) + (WORSE if direction == "worse" else 0.0)


def _risen(history: int) -> float:
    for (start, low), (stop, high) in pairwise(KNOTS):
        if history <= stop:
            return low + (high - low) * max(0.0, log(history / start)) / log(stop / start)
    last, risen = KNOTS[-1]
    return risen + BEYOND * log(history / last)


def passes(judged: Window) -> Direction | None:
    """Which way a window passes the bar, if it does."""
    if not judged.comparable:
        return None
    direction: Direction = "better" if judged.z > 0 else "worse"
    return direction if abs(judged.z) >= bar(judged.stop, judged.games, direction) else None


def scan(filtered: Filtered, history: int, lengths: Iterable[int] = SCAN) -> list[Window]:
    """The windows of SCAN that end with the game number `history`, as far as there are games enough."""
    windows = [window(filtered, history - length, history) for length in lengths if length < history]
    return [judged for judged in windows if judged.comparable]


def opened(windows: Iterable[Window]) -> Window | None:
    """The window that passes the bar by most; None while the gate is shut."""
    passing = [judged for judged in windows if passes(judged)]
    return max(
        passing,
        key=lambda judged: abs(judged.z) - bar(judged.stop, judged.games, passes(judged) or "better"),
        default=None,
    )


def verdict(results: Results, judged: Window, proof: Window | None) -> Verdict:
    """What may be said of a window, given the window that opened the gate (None: shut).

    While the gate is open, every window that ends with the same game and by itself differs the same way by more than
    its own 95 % range may say by how much. A window that is none of SCAN may also pass the bar on its own.
    """
    if not judged.comparable:
        return Verdict(None, None, comparable=False)
    direction = passes(judged)
    if direction is None and proof is not None and proof.stop == judged.stop:
        same_way = judged.z * proof.z > 0
        direction = passes(proof) if same_way and abs(judged.z) >= Z95 else None
    return Verdict(direction, difference(results, judged), comparable=True)
