"""Strength by results alone, drawn over the timeline: its range, its middle, and the changes beyond chance. Pure."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from tracker.tui.notation import signed
from tracker.tui.raster import Extremes, columns
from tracker.tui.sheet import Ink

if TYPE_CHECKING:
    from tracker.form.summary import Form
    from tracker.tui.curves import Curves
    from tracker.tui.plotting import Plot


class ChangeMark(NamedTuple):
    """A change-point, in indexes of the curves' games."""

    game: int
    earliest: int
    latest: int
    points: float
    label: str
    """Such as `+41 ± 30`."""


class StrengthLine(NamedTuple):
    """A value for each game of the curves; the 95 % range and its middle."""

    low: Extremes
    middle: Extremes
    high: Extremes
    changes: list[ChangeMark]
    games: int
    """Games that it rests on."""


def strength_line(form: Form, curves: Curves) -> StrengthLine:
    """The smoothed strength of each ten games, drawn from the middle of one ten to that of the next."""
    from tracker.form.chances import Z95

    count, times = len(curves), curves.times
    middle, spread = array("d", [0.0]) * count, array("d", [0.0]) * count
    before = (0, *form.points[0][1]) if form.points else (0, 0.0, 0.0)
    for end, strength in form.points:
        at = max(before[0], min(bisect_right(times, end), count) - 1)
        steps = max(1, at - before[0])
        for index in range(before[0], at + 1):
            share = (index - before[0]) / steps
            middle[index] = before[1] + share * (strength.mean - before[1])
            spread[index] = Z95 * (before[2] + share * (strength.sd - before[2]))
        before = at, strength.mean, strength.sd
    for index in range(before[0], count):
        middle[index], spread[index] = before[1], Z95 * before[2]
    games = form.results.games

    def place(game: int) -> int:
        return max(0, min(bisect_right(times, games[min(game, len(games) - 1)].ended_at), count) - 1)

    marks = [
        ChangeMark(
            place(one.game), place(one.earliest), place(one.latest), one.points,
            f"{signed(one.points)} ± {one.margin:.0f}",
        ) for one in form.changes
    ]  # fmt: skip
    low = array("d", (value - half for value, half in zip(middle, spread, strict=True)))
    high = array("d", (value + half for value, half in zip(middle, spread, strict=True)))
    return StrengthLine(Extremes(low), Extremes(middle), Extremes(high), marks, len(games))


def draw_strength(plot: Plot, line: StrengthLine) -> None:
    """The middle over the series; the range, which lies below them, is drawn by `Plot.draw_range`."""
    for column in columns(line.middle, plot.cell_edges):
        row = plot.row((column.low + column.high) / 2)
        over = 0 <= row < plot.rows and plot.sheet.inks[row][plot.left + column.x] == Ink.FIRST
        if 0 <= row < plot.rows and (column.x % 3 == 0 or not over):  # the series stays visible below
            plot.sheet.put(row, plot.left + column.x, plot.glyphs.middle, Ink.MEAN)


def draw_changes(plot: Plot, line: StrengthLine) -> None:
    """A line at each change, and on the axis the dates between which it lies; beside the line its size, as long as
    there is room, the largest first.
    """
    glyphs = plot.glyphs
    for mark in line.changes:
        first, last = (plot.view.place(plot.curves, index, plot.width) for index in (mark.earliest, mark.latest))
        for at in range(max(first, 0), min(last, plot.width - 1) + 1):
            plot.sheet.put(plot.rows, plot.left + at, glyphs.change_span, Ink.MARK)
        plot.draw_upright(mark.game, glyphs.change, Ink.MARK)
    for mark in sorted(line.changes, key=lambda one: -abs(one.points)):
        cell = plot.view.place(plot.curves, mark.game, plot.width)
        if 0 <= cell < plot.width:
            places = plot.beside(cell - 1, cell + 1, mark.label, range(plot.rows))
            plot.write(places, Ink.MARK, Ink.SECOND, Ink.MEAN)
