"""Change-points: the games at which strength moved to another level, and how surely. Pure.

Binary segmentation on the blocks' parabolas (smoother): the split that explains most is kept if it explains more than
chance finds in 1 of 600 histories of constant strength; then both halves are looked at in turn. At the end every
split is tested again against its neighbours alone. Gradual change shows as a stair of splits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log, sqrt

from tracker.form.chances import Z95
from tracker.form.smoother import BLOCK, Filtered, Parabola, Strength

FEWEST_BLOCKS = 5
"""Blocks (of ten games) on each side of a change-point."""
LEVEL, LEVEL_GAMES, RISE = 4.4, 300, 0.4
"""The z that a split must reach up to LEVEL_GAMES games, and its rise for every e-fold of games beyond."""
RANGE_DROP = 3.84
"""Places whose chi-square is within this of the best form the 95 % range (chi-square with one degree of freedom)."""


@dataclass(frozen=True, slots=True)
class Change:
    """Strength was `before` and became `after`; indexes count games of the perf."""

    game: int
    """The first game of the new level, as well as it can be placed (to ten games)."""
    earliest: int
    latest: int
    """The range of places that fit the results nearly as well."""
    before: Strength
    after: Strength
    games: int
    """Games on both sides that it rests on."""

    @property
    def points(self) -> float:
        """The size of the change."""
        return self.after.mean - self.before.mean

    @property
    def margin(self) -> float:
        """Half of the 95 % range of `points`."""
        return Z95 * sqrt(self.before.sd**2 + self.after.sd**2)


def needed(games: int) -> float:
    """The z that a split must reach in a history of so many games.

    Calibrated as the gate is (tests/bench/form_rates.py), with a look after every ten games: a change-point shown is a
    change claimed.
    """
    return LEVEL + RISE * max(0.0, log(max(games, 1) / LEVEL_GAMES))


def changes(filtered: Filtered, history: int | None = None) -> list[Change]:
    """The change-points of the first `history` games (all of them if not given) in whole blocks, oldest first."""
    games = len(filtered.results) if history is None else history
    blocks = filtered.blocks[: games // BLOCK]
    sums = _Sums(blocks)
    least = needed(games) ** 2
    found: list[int] = []
    waiting = [(0, len(blocks))]
    while waiting:
        start, stop = waiting.pop()
        place, chi2 = sums.best(start, stop)
        if chi2 >= least:
            found.append(place)
            waiting += [(start, place), (place, stop)]
    edges = [0, *_confirmed(sums, sorted(found), len(blocks), least), len(blocks)]
    return [
        _change(sums, start, place, stop, games)
        for start, place, stop in zip(edges, edges[1:], edges[2:], strict=False)
    ]


class _Sums:
    """Running sums of information and of information times place: every segment's level in one subtraction."""

    def __init__(self, blocks: Sequence[Parabola]) -> None:
        self.information = [0.0, *accumulate(block.information for block in blocks)]
        self.moment = [0.0, *accumulate(block.information * block.place for block in blocks)]

    def level(self, start: int, stop: int) -> Strength:
        information = self.information[stop] - self.information[start]
        return Strength((self.moment[stop] - self.moment[start]) / information, 1.0 / sqrt(information))

    def chi2(self, start: int, place: int, stop: int) -> float:
        before, after = self.level(start, place), self.level(place, stop)
        return (after.mean - before.mean) ** 2 / (before.sd**2 + after.sd**2)

    def best(self, start: int, stop: int) -> tuple[int, float]:
        places = range(start + FEWEST_BLOCKS, stop - FEWEST_BLOCKS + 1)
        return max(((place, self.chi2(start, place, stop)) for place in places), key=lambda it: it[1], default=(0, 0.0))


def _confirmed(sums: _Sums, found: list[int], blocks: int, least: float) -> list[int]:
    """Drop, weakest first, the splits that do not stand against their neighbouring segments alone."""
    while found:
        edges = [0, *found, blocks]
        strengths = [sums.chi2(*edges[index : index + 3]) for index in range(len(found))]
        weakest = min(range(len(found)), key=strengths.__getitem__)
        if strengths[weakest] >= least:
            break
        found = found[:weakest] + found[weakest + 1 :]
    return found


def _change(sums: _Sums, start: int, place: int, stop: int, games: int) -> Change:
    best = sums.chi2(start, place, stop)
    near = [
        other
        for other in range(start + FEWEST_BLOCKS, stop - FEWEST_BLOCKS + 1)
        if sums.chi2(start, other, stop) >= best - RANGE_DROP
    ]
    last = min(stop * BLOCK, games)
    return Change(
        place * BLOCK,
        near[0] * BLOCK,
        near[-1] * BLOCK,
        sums.level(start, place),
        sums.level(place, stop),
        last - start * BLOCK,
    )
