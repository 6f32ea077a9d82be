"""One drawing of the timeline in progress: series, bands, pauses, peaks, marks, axes, games a period. Pure.

The two series differ in form before they differ in color: Lichess is a solid braille line, FIDE (or Elo) is dashed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Literal

from tracker.tui.axis import Tick, game_ticks, rating_ticks, time_ticks
from tracker.tui.curves import Curves, View
from tracker.tui.model import PROVISIONAL
from tracker.tui.notation import DAY, pause, short_pause
from tracker.tui.raster import Column, Extremes, Raster, Symbols, columns
from tracker.tui.sheet import GLYPHS, Ink, Sheet
from tracker.tui.volume import volume

Second = Literal["fide", "elo", "none"]


@dataclass(frozen=True, slots=True)
class Look:
    """What is drawn, and with which characters."""

    symbols: Symbols = "braille"
    second: Second = "fide"
    band: bool = True
    """The deviation; with `strength`, its range."""
    mean: int = 0
    """Games of the rolling mean; 0 for none."""
    strength: bool = False
    """Strength by results alone, its range in place of the deviation, and its changes."""
    level: int = 0
    """Games of the mean of the levels that moves show, on an axis of its own; 0 for none."""


class Plot:
    """One drawing in progress."""

    def __init__(
        self, curves: Curves, view: View, width: int, height: int, look: Look, zone: tzinfo, feet: int | None = None
    ) -> None:
        """`feet`: lines below the plot: 1 for an axis without labels; not given, labels and bars as there is room."""
        self.curves, self.view, self.look, self.zone = curves, view, look, zone
        self.glyphs = GLYPHS[look.symbols]
        bars = 0 if feet or view.by == "game" or height < 9 else 1 if height < 18 else 2
        self.labeled = feet != 1
        self.rows = max(1, height - (feet or 2 + bars))
        self.bars = bars
        self.sheet = Sheet(width, height)
        self.second = {"fide": curves.fide, "elo": curves.elo, "none": Extremes(curves.fide.values[:0])}[look.second]
        self.right = 6 if width >= 30 else 0
        self.left = 5
        self.width = max(1, width - self.left - self.right)
        self.raster = Raster(self.width, self.rows, look.symbols)
        self.edges = view.edges(curves, self.raster.dots_wide)
        self.cell_edges = self.edges[:: self.raster.across]
        self.low, self.high = self.bounds()

    def bounds(self) -> tuple[float, float]:
        """Rating at the bottom and at the top, with a row of air above for labels."""
        start, stop = max(0, self.edges[0] - 1), min(len(self.curves), self.edges[-1] + 1)
        low, high = self._line_bounds(start, stop) if start < stop else (1400.0, 1600.0)
        if max(start, self.second.first) < min(stop, len(self.second)):
            other_low, other_high = self.second.span(max(start, self.second.first), stop)
            low, high = min(low, other_low), max(high, other_high)
        spare = max(20 - (high - low), 0) / 2
        low, high = low - spare, high + spare
        air = (high - low) / max(1, self.rows - 1)
        return low - air / 4, high + air

    def _line_bounds(self, start: int, stop: int) -> tuple[float, float]:
        """Of the line. A provisional beginning, which moves in leaps, may not flatten all that follows: where it would
        stretch the axis by more than a third it is cut off at the edge, and the peak's label still tells its value.
        """
        whole = self.curves.lichess.span(start, stop)
        settled = max(start, self.curves.established)
        if settled >= stop:
            return whole
        low, high = self.curves.lichess.span(settled, stop)
        spare = max(high - low, 50) / 6
        low, high = max(whole[0], low - spare), min(whole[1], high + spare)
        return whole if whole[1] - whole[0] <= (high - low) * 4 / 3 else (low, high)

    def dot(self, value: float) -> int:
        return round((self.high - value) / (self.high - self.low) * (self.raster.dots_high - 1))

    def row(self, value: float) -> int:
        return self.dot(value) // self.raster.down

    def broken(self, index: int) -> bool:
        """Whether the line breaks before a game."""
        if index < 1:
            return True
        gone = self.curves.times[index] - self.curves.times[index - 1]
        return gone >= (self.view.pause if self.view.by == "date" else 30 * DAY)

    def stretches(self, values: Extremes, edges: list[int]) -> Iterator[tuple[Column | None, Column]]:
        """Each drawn column with the one before it where a line joins them; neighbors outside the picture included."""
        count = len(edges) - 1
        drawn = columns(values, edges)
        first, last = edges[0] - 1, edges[-1]
        if values.first <= first < len(values):
            drawn.insert(0, self._outside(values, first, count))
        if values.first <= last < len(values):
            drawn.append(self._outside(values, last, count))
        before: Column | None = None
        for column in drawn:
            yield (None if before is None or self.broken(column.start) else before), column
            before = column

    def _outside(self, values: Extremes, index: int, count: int) -> Column:
        value = values.values[index]
        return Column(self.view.place(self.curves, index, count), index, index + 1, value, value, value, value)

    def draw_range(self, lows: Extremes, highs: Extremes) -> None:
        """A band between two series, broken where the line breaks."""
        tops = columns(highs, self.cell_edges)
        bottoms = columns(lows, self.cell_edges)
        before: tuple[int, int, int] | None = None
        for top, bottom in zip(tops, bottoms, strict=True):
            rows = (max(0, self.row(top.high)), min(self.rows - 1, self.row(bottom.low)))
            if before is not None and not self.broken(top.start):
                self.fill(range(before[0] + 1, top.x), before[1], before[2])
            self.fill(range(top.x, top.x + 1), *rows)
            before = (top.x, *rows)

    def fill(self, cells: range, top: int, bottom: int) -> None:
        glyph, left = self.glyphs.band, self.left
        for row in range(top, bottom + 1):
            chars, inks = self.sheet.chars[row], self.sheet.inks[row]
            for cell in cells:
                chars[left + cell] = glyph
                inks[left + cell] = Ink.BAND

    def draw_second(self) -> None:
        """The dashed line: a rating holds until the next game, so it goes in steps."""
        put, left, dash, rise = self.sheet.put, self.left, self.glyphs.dash, self.glyphs.rise
        for before, column in self.stretches(self.second, self.cell_edges):
            if before is not None:
                start, stop = max(before.x + 1, 0), min(column.x, self.width)
                put(self.row(before.exit), left + start, dash * (stop - start), Ink.SECOND)
            if not 0 <= column.x < self.width:
                continue
            entry = column.entry if before is None else before.exit
            top, bottom = self.row(max(column.high, entry)), self.row(min(column.low, entry))
            if bottom - top <= 1:  # a step to the next row is less than a row
                put(self.row(column.exit), left + column.x, dash, Ink.SECOND)
            else:
                for row in range(max(top, 0), min(bottom, self.rows - 1) + 1):
                    put(row, left + column.x, rise, Ink.SECOND)

    def draw_first(self) -> None:
        raster, flags = self.raster, self.curves.series.flags
        for before, column in self.stretches(self.curves.lichess, self.edges):
            provisional = bool(flags[column.stop - 1] & PROVISIONAL)
            x = column.x & ~1 if provisional else column.x
            if before is not None:
                raster.line(before.x, self.dot(before.exit), x, self.dot(column.entry), dotted=provisional)
            top, bottom = self.dot(column.high), self.dot(column.low)
            last = raster.dots_high - 1
            raster.vertical(x, max(0, min(top, last)), max(0, min(bottom, last)))
        for row, masks in enumerate(raster.masks):
            text, chars, inks = raster.row(row), self.sheet.chars[row], self.sheet.inks[row]
            for cell, mask in enumerate(masks, self.left):
                if mask:
                    chars[cell] = text[cell - self.left]
                    inks[cell] = Ink.FIRST

    def draw_mean(self) -> None:
        for column in columns(self.curves.lichess, self.cell_edges):
            row = self.row(self.curves.mean(column.stop - 1, self.look.mean))
            if 0 <= row < self.rows:
                self.sheet.put(row, self.left + column.x, self.glyphs.mean, Ink.MEAN)

    def pauses(self) -> Iterator[tuple[int, int, int]]:
        """Last cell before a pause, first cell after it, its length."""
        times = self.curves.times
        if self.view.by == "game":
            for index in self.curves.pauses:
                cell = self.view.place(self.curves, index, self.width)
                if 0 <= cell < self.width and index:
                    yield cell - 1, cell, times[index] - times[index - 1]
            return
        starts = [column.start for column in columns(self.curves.lichess, self.cell_edges)]
        if self.edges[-1] < len(self.curves):
            starts.append(self.edges[-1])
        for index in starts:
            if index and self.broken(index):
                places = [self.view.place(self.curves, at, self.width) for at in (index - 1, index)]
                yield max(places[0], -1), min(places[1], self.width), times[index] - times[index - 1]

    def draw_pauses(self) -> None:
        """Frames around pauses, their lengths inside; where there is no room inside, beside them, the longest first."""
        narrow: list[tuple[int, int, int]] = []
        for before, after, length in self.pauses():
            room = after - before - 1
            first, last = before + 1, after - 1 if room > 2 else before + 1
            self._pause_lines(first, last)
            label, short, middle = pause(length), short_pause(length), self.rows // 2
            if room >= max(len(label), 8) + 3 and self._centered(label, before, room, middle):
                self._centered("no games", before, room, middle - 1)
            elif (room < len(short) + 2 or not self._centered(short, before, room, middle)) and first < self.width:
                narrow.append((length, first, last))
        for length, first, last in sorted(narrow, reverse=True):
            label = short_pause(length)
            self.write(self.beside(first, last, label, range(self.rows - 1, -1, -1)), Ink.PAUSE, Ink.SECOND)

    def _pause_lines(self, *cells: int) -> None:
        for cell in cells:
            for row in range(self.rows):
                if 0 <= cell < self.width and self.sheet.inks[row][self.left + cell] in (Ink.BLANK, Ink.BAND):
                    self.sheet.put(row, self.left + cell, self.glyphs.pause, Ink.PAUSE)

    def _centered(self, text: str, before: int, room: int, row: int) -> bool:
        return self.write([(row, self.left + before + 1 + (room - len(text)) // 2, text)], Ink.PAUSE)

    def beside(self, first: int, last: int, text: str, rows: Iterable[int]) -> list[tuple[int, int, str]]:
        """Places for words at the right of column `last` and at the left of `first`, row after row."""
        right, left = self.left + last + 1, self.left + first - len(text)
        return [(row, start, text) for row in rows for start in (right, left)]

    def write(self, places: Sequence[tuple[int, int, str]], ink: Ink, *over: Ink) -> bool:
        """Words at the first of several places (row, column of the sheet, text) that has room for all of them.

        They cover blanks and the band, and one more of the inks `over` whenever there is no place yet; they touch
        neither other words nor the axes. Whether there was a place.
        """
        for count in range(len(over) + 1):
            under = (Ink.BLANK, Ink.BAND, *over[:count])
            for row, start, text in places:
                if self._room(row, start, text, under):
                    self.sheet.put(row, start, text, ink)
                    return True
        return False

    def _room(self, row: int, start: int, text: str, under: tuple[Ink, ...]) -> bool:
        stop, end = start + len(text), self.left + self.width
        if not (0 <= row < self.rows and self.left <= start and stop <= end):
            return False
        if start == self.left and text[0].isdigit():  # a number beside the axis would be read as a tick
            return False
        chars, inks = self.sheet.chars[row], self.sheet.inks[row]
        if stop == end and text[-1] in "0123456789?" and "".join(chars[stop : stop + 1]).strip():
            return False  # the newest rating stands in the margin
        around = slice(max(start - 1, self.left), stop + 1)
        return (
            all(ink in under for ink in inks[start:stop])
            and not any(char.isalnum() for char in chars[around])
            and not {Ink.PEAK, Ink.MARK}.intersection(inks[around])
        )

    def draw_peaks(self) -> None:
        """The established peak; a higher provisional one where there is room, or where the picture cuts it off."""
        lines = (Ink.SECOND, Ink.MEAN, Ink.FIRST)
        established, peak = self.curves.peak_established, self.curves.peak
        if established is not None:
            self._peak(established, self.glyphs.peak, "", *lines)
        if peak is not None and peak != established:
            cut = self.curves.series.lichess[peak] > self.high
            self._peak(peak, self.glyphs.peak_provisional, "?", *(lines if cut else ()))

    def _peak(self, index: int, mark: str, suffix: str, *over: Ink) -> None:
        """A triangle with the rating beside it, both or none: above the line, else beside it, else higher up."""
        cell = self.view.place(self.curves, index, self.width)
        if not 0 <= cell < self.width:
            return
        value = self.curves.series.lichess[index]
        row, at = max(0, min(self.row(value) - 1, self.rows - 1)), self.left + cell
        label = f"{value:.0f}{suffix}"
        above = ((row, at, mark + label), (row, at - len(label), label + mark))
        aside = self.beside(cell, cell, mark + label, (row, row + 1))
        higher = ((row - 1, start, text) for row, start, text in above)
        self.write([*above, *aside, *higher], Ink.PEAK, *over)

    def draw_newest(self) -> None:
        """The last values, in the margin; moved apart where they would share a row."""
        if not self.right or not len(self.curves) or self.edges[-1] < len(self.curves):
            return
        value = self.curves.series.lichess[-1]
        row = min(max(self.row(value), 0), self.rows - 1)
        mark = "?" if self.curves.series.flags[-1] & PROVISIONAL else ""
        at = self.left + self.width
        self.sheet.put(row, at, f" {value:.0f}{mark}", Ink.FIRST)
        if self.second.first < len(self.second):
            other = self.second.values[-1]
            below = min(max(self.row(other), 0), self.rows - 1)
            if below == row:
                below = row + 1 if (other < value and row + 1 < self.rows) or row == 0 else row - 1
            self.sheet.put(below, at, f"{self.glyphs.dash}{other:.0f}", Ink.SECOND)

    def draw_axes(self) -> None:
        sheet, glyphs = self.sheet, self.glyphs
        for row in range(self.rows):
            sheet.put(row, self.left - 1, glyphs.side, Ink.AXIS)
        for value in rating_ticks(self.low, self.high, self.rows):
            row = self.row(value)
            if 0 <= row < self.rows:
                sheet.put(row, 0, f"{value:>4}", Ink.LABEL)
                sheet.put(row, self.left - 1, glyphs.side_tick, Ink.AXIS)
        below = self.rows
        sheet.put(below, self.left - 1, glyphs.corner + glyphs.axis * self.width, Ink.AXIS)
        ticks = self._ticks()
        for tick in ticks:
            sheet.put(below, self.left + tick.column, glyphs.tick, Ink.AXIS)
            if self.labeled:
                sheet.put(below + 1, self.left + tick.start, tick.label, Ink.LABEL)
        self._marks(below, {tick.column for tick in ticks})

    def _ticks(self) -> list[Tick]:
        view, room = self.view, self.width + self.right
        if view.by == "date":
            return time_ticks(view.start, view.end, self.width, room, self.zone)
        return game_ticks(view.start, view.end, self.width, room)

    def _marks(self, row: int, ticked: set[int]) -> None:
        """List dates and adjustments on the axis; list dates only where they stand apart."""
        first, stop = self.edges[0], self.edges[-1]
        lists = self.curves.lists[bisect_left(self.curves.lists, first) : bisect_left(self.curves.lists, stop)]
        if len(lists) * 3 <= self.width:
            for index in lists:
                cell = self.view.place(self.curves, index, self.width)
                self.sheet.put(
                    row, self.left + cell, self.glyphs.both if cell in ticked else self.glyphs.list_date, Ink.AXIS
                )
        found = self.curves.adjustments
        for index in found[bisect_left(found, first) : bisect_left(found, stop)]:
            cell = self.view.place(self.curves, index, self.width)
            self.sheet.put(row, self.left + cell, self.glyphs.adjustment, Ink.MARK)

    def draw_cursor(self, selected: int) -> None:
        self.draw_upright(selected, self.glyphs.cursor, Ink.CURSOR)
        cell = self.view.place(self.curves, selected, self.width)
        if 0 <= cell < self.width:
            row = min(max(self.row(self.curves.series.lichess[selected]), 0), self.rows - 1)
            self.sheet.put(row, self.left + cell, self.glyphs.point, Ink.CURSOR)

    def draw_upright(self, index: int, glyph: str, ink: Ink) -> None:
        """A line from top to bottom at a game, behind the series."""
        cell = self.view.place(self.curves, index, self.width)
        for row in range(self.rows if 0 <= cell < self.width else 0):
            under = self.sheet.inks[row][self.left + cell]
            words = self.sheet.chars[row][self.left + cell].isalnum()
            if under in (Ink.BLANK, Ink.BAND, Ink.PAUSE) and not words:
                self.sheet.put(row, self.left + cell, glyph, ink)

    def draw_volume(self) -> tuple[str, int]:
        """Games a period as bars below the labels; returns the period and the highest bar."""
        period, counts = volume(self.curves, self.view, self.width, self.zone)
        most, scale, top = max(counts, default=0), self.glyphs.scale, self.rows + 2
        for cell, count in enumerate(counts):
            full = -(-count * self.bars * (len(scale) - 1) // most) if most else 0
            for bar in range(self.bars):
                level = min(max(full - (self.bars - 1 - bar) * (len(scale) - 1), 0), len(scale) - 1)
                self.sheet.put(top + bar, self.left + cell, scale[level], Ink.VOLUME)
        self.sheet.put(top, 0, f"{most:>4}", Ink.LABEL)
        return period, most
