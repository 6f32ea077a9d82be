"""A series made ready for drawing, and the part of it that is looked at: by date or by game, zoomed, panned. Pure."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from datetime import tzinfo
from functools import cached_property
from itertools import accumulate, pairwise
from operator import add, sub
from typing import Literal

from tracker.tui.model import ADJUSTMENT, LIST, PROVISIONAL, PerfCard, Series
from tracker.tui.notation import DAY, local
from tracker.tui.raster import Extremes

PRESETS = ("1m", "3m", "6m", "ytd", "1y", "all")
MONTH = 30 * DAY
LONG_PAUSE = 30 * DAY
"""No line is ever drawn over a pause of this length; zoomed in, shorter ones count as well (`View.pause`)."""


class Curves:
    """The columns of a series with their indexes of extremes; made once in a worker, then only read."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.times = series.times
        self.lichess = Extremes(series.lichess)
        banded = len(series.band) == len(series)
        self.band_low = Extremes(array("d", map(sub, series.lichess, series.band)) if banded else array("d"))
        self.band_high = Extremes(array("d", map(add, series.lichess, series.band)) if banded else array("d"))
        self.adjustments = _flagged(series.flags, ADJUSTMENT)
        self.lists = _flagged(series.flags, LIST)
        self.established = self._established()
        """Index of the first game after which the rating was no longer provisional; the length where there is none."""
        self.peak, self.peak_established = self._peaks()

    def __len__(self) -> int:
        return len(self.times)

    def _established(self) -> int:
        for index, flag in enumerate(self.series.flags):
            if not flag & PROVISIONAL:
                return index
        return len(self)

    def _peaks(self) -> tuple[int | None, int | None]:
        """Indexes of the highest rating of all and of the highest that was not provisional; the first where equal."""
        if not len(self):
            return None, None
        values, flags = self.series.lichess, self.series.flags
        peak = values.index(self.lichess.span(0, len(values))[1])
        if not flags[peak] & PROVISIONAL:
            return peak, peak
        solid = [index for index, flag in enumerate(flags) if not flag & PROVISIONAL]
        return peak, max(solid, key=values.__getitem__) if solid else None

    @cached_property
    def fide(self) -> Extremes:
        return Extremes(self.series.fide)

    @cached_property
    def elo(self) -> Extremes:
        return Extremes(self.series.elo)

    @cached_property
    def pauses(self) -> list[int]:
        """Indexes of the games that ended a long pause."""
        return [index for index, (a, b) in enumerate(pairwise(self.times), 1) if b - a >= LONG_PAUSE]

    @cached_property
    def _sums(self) -> array[float]:
        return array("d", accumulate(self.series.lichess, initial=0.0))

    def mean(self, index: int, games: int) -> float:
        """Mean of the ratings after the last `games` games up to and with `index`."""
        start = max(0, index + 1 - games)
        return (self._sums[index + 1] - self._sums[start]) / (index + 1 - start)

    def index_of(self, key: int, at: int) -> int | None:
        """The point of a game, found by its time (epoch milliseconds), then by its key."""
        index = bisect_left(self.times, at)
        while index < len(self) and self.times[index] == at:
            if self.series.keys[index] == key:
                return index
            index += 1
        keys = self.series.keys
        return keys.index(key) if key in keys else None

    def card(self, perf: str) -> PerfCard:
        """What the line alone tells of a perf, until its other numbers are there."""
        series, count = self.series, len(self)
        if not count:
            return PerfCard(perf, 0, 0, None)
        deviation = series.band[-1] if len(series.band) == count else None
        return PerfCard(perf, count, count, int(series.lichess[-1]), deviation, bool(series.flags[-1] & PROVISIONAL))

    def nearest(self, at: float) -> int:
        """Index of the game that ended nearest to a time."""
        right = bisect_left(self.times, at)
        if right == 0 or right == len(self):
            return max(0, min(right, len(self) - 1))
        return right if self.times[right] - at < at - self.times[right - 1] else right - 1


def _flagged(flags: bytearray, bit: int) -> list[int]:
    having = bytes(value for value in range(256) if value & bit)
    return [found.start() for found in re.finditer(b"[" + re.escape(having) + b"]", flags)]


@dataclass(frozen=True, slots=True)
class View:
    """The part of the horizontal axis that is shown: epoch milliseconds by date, indexes by game; end excluded."""

    by: Literal["date", "game"]
    start: float
    end: float

    @property
    def span(self) -> float:
        return self.end - self.start

    @property
    def pause(self) -> float:
        """By date: how long nothing may happen before the line breaks, in milliseconds."""
        return min(LONG_PAUSE, max(DAY, self.span / 12))

    def edges(self, curves: Curves, count: int) -> list[int]:
        """Index of the first game in each of `count` columns, and of the first after the last."""
        step = self.span / count
        if self.by == "date":
            times = curves.times
            found, low, result = bisect_left, 0, []
            for column in range(count + 1):
                low = found(times, self.start + column * step, low)
                result.append(low)
            return result
        top = len(curves)
        return [min(max(-int(-(self.start + column * step) // 1), 0), top) for column in range(count + 1)]

    def place(self, curves: Curves, index: int, count: int) -> int:
        """The column of a game among `count`; outside the picture it is negative or too large."""
        at = curves.times[index] if self.by == "date" else index
        return int((at - self.start) / self.span * count // 1)

    def index_at(self, curves: Curves, column: int, count: int) -> int:
        """The game nearest to a column."""
        at = self.start + (column + 0.5) * self.span / count
        if self.by == "date":
            return curves.nearest(at)
        return max(0, min(round(at - 0.5), len(curves) - 1))


def whole(curves: Curves, by: Literal["date", "game"]) -> View:
    """Everything."""
    if by == "game":
        return View("game", 0, max(1, len(curves)))
    if not len(curves):
        return View("date", 0, DAY)
    start, end = curves.times[0], curves.times[-1] + 1
    return View("date", start, end) if end - start >= DAY / 24 else View("date", start - DAY / 2, end + DAY / 2)


def _begins(name: str, now: int, zone: tzinfo) -> float:
    """Where a preset other than `all` begins, in epoch milliseconds. Raises KeyError for other names."""
    if name == "ytd":
        return local(now, zone).replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0).timestamp() * 1000
    return now - {"1m": MONTH, "3m": 3 * MONTH, "6m": 6 * MONTH, "1y": 365 * DAY}[name]


def played(curves: Curves, name: str, now: int, zone: tzinfo) -> bool:
    """Whether there is a game in one of `PRESETS`; in `all`, always."""
    return name == "all" or not len(curves) or curves.times[-1] >= _begins(name, now, zone)


def preset(curves: Curves, by: Literal["date", "game"], name: str, now: int, zone: tzinfo) -> View:
    """One of `PRESETS`, ending now; where nothing was `played` in it, the view has no game, or by game the last two.

    Raises KeyError for other names.
    """
    if name == "all" or not len(curves):
        return whole(curves, by)
    start = _begins(name, now, zone)
    if by == "date":
        return View("date", start, max(now, curves.times[-1] + 1))
    return View("game", min(bisect_left(curves.times, start), max(0, len(curves) - 2)), len(curves))


def switched(view: View, curves: Curves) -> View:
    """The same games on the other axis."""
    if view.by == "date":
        first, last = bisect_left(curves.times, view.start), bisect_right(curves.times, view.end)
        return View("game", first, last) if last - first >= 2 else whole(curves, "game")
    first = max(0, min(round(view.start), len(curves) - 1))
    last = max(0, min(round(view.end) - 1, len(curves) - 1))
    start, end = curves.times[first], curves.times[last] + 1
    return View("date", start, end) if end - start >= DAY / 24 else whole(curves, "date")


def zoomed(view: View, curves: Curves, factor: float, around: int | None) -> View:
    """Shows `factor` as much of the axis, keeping the game `around` where it is; never more than everything."""
    total = whole(curves, view.by)
    least = 4 if view.by == "game" else DAY / 24
    span = min(max(view.span * factor, least), max(total.span, view.span if factor < 1 else total.span))
    middle = (view.start + view.end) / 2
    if around is not None:
        at = curves.times[around] if view.by == "date" else around + 0.5
        if view.start <= at <= view.end:
            middle = at
    share = (middle - view.start) / view.span
    return _held(replace(view, start=middle - share * span, end=middle + (1 - share) * span), total)


def panned(view: View, curves: Curves, share: float) -> View:
    """Moved by a share of its width."""
    shift = view.span * share
    return _held(replace(view, start=view.start + shift, end=view.end + shift), whole(curves, view.by))


def showing(view: View, curves: Curves, index: int) -> View:
    """Moved just so far that a game is inside."""
    at: float = curves.times[index] if view.by == "date" else index
    margin = view.span * 0.05
    if at < view.start:
        return _held(replace(view, start=at - margin, end=at - margin + view.span), whole(curves, view.by))
    if at >= view.end:
        return _held(replace(view, start=at + margin - view.span, end=at + margin), whole(curves, view.by))
    return view


def _held(view: View, total: View) -> View:
    """Not beyond the first and the last game."""
    if view.span >= total.span:
        return total
    if view.start < total.start:
        return replace(view, start=total.start, end=total.start + view.span)
    if view.end > total.end:
        return replace(view, start=total.end - view.span, end=total.end)
    return view
