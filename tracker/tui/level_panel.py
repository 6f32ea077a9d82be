"""The level that moves show, over the timeline's games but on an axis of its own: a band, never a rating line. Pure."""

from __future__ import annotations

from array import array
from datetime import tzinfo
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from tracker.tui.curves import Curves, View
from tracker.tui.notation import counted, grouped
from tracker.tui.plot import Picture
from tracker.tui.plotting import Look, Plot
from tracker.tui.sheet import Ink, Line

if TYPE_CHECKING:
    from tracker.strength.trend import MeanLevel
    from tracker.tui.model import Levels

LEAST_ROWS = 18
"""Of the chart, from which on the panel stands below the timeline; else it takes its place."""
AXIS_TITLE = "Level shown by the moves, not a rating"


class LevelLine(NamedTuple):
    """Rolling means, one for each size; entries of a size are in the order of the games."""

    games: int
    """All rated games of the perf."""
    judged: int
    places: array[int]
    """Indexes of the judged games among the curves' games."""
    means: dict[int, list[MeanLevel | None]]
    changes: dict[int, str]
    """What may be said of the newest games against those before."""
    why_none: str


def level_line(found: Levels, curves: Curves) -> LevelLine:
    """The means over 5, 10 and 20 games; games that are not among the curves' are left out."""
    from tracker.strength.trend import SIZES, change, rolling

    index_of = {key: index for index, key in enumerate(curves.series.keys)}
    pairs = [(index_of[key], level) for key, level in zip(found.keys, found.levels, strict=True) if key in index_of]
    levels = [level for _, level in pairs]
    changes = {size: "" if (one := change(levels, size)) is None else str(one) for size in SIZES}
    return LevelLine(
        found.games, len(levels), array("q", (index for index, _ in pairs)),
        {size: rolling(levels, size) for size in SIZES}, changes, found.why_none,
    )  # fmt: skip


class _LevelPlot(Plot):
    """A plot whose rating axis is that of the levels."""

    def __init__(
        self, line: LevelLine, curves: Curves, view: View, width: int, height: int, look: Look, zone: tzinfo, feet: int
    ) -> None:
        self._means = line.means.get(look.level, [])
        self._places = line.places
        super().__init__(curves, view, width, height, look, zone, feet)

    def shown(self) -> list[tuple[int, MeanLevel]]:
        """Column and mean of each judged game in the picture that has a mean."""
        found = []
        for index, mean in zip(self._places, self._means, strict=True):
            if mean is not None and 0 <= (cell := self.view.place(self.curves, index, self.width)) < self.width:
                found.append((cell, mean))
        return found

    def bounds(self) -> tuple[float, float]:
        levels = [mean.level for _, mean in self.shown()]
        if not levels:
            return 1000.0, 2000.0
        low, high = min(level.low for level in levels), max(level.high for level in levels)
        air = (high - low) / 12
        return low - air, high + air

    def draw_levels(self) -> None:
        """Band and middle where there are analysed games, the newest mean in the margin."""
        shown = self.shown()
        for cell, mean in shown:
            top, bottom = max(0, self.row(mean.level.high)), min(self.rows - 1, self.row(mean.level.low))
            self.fill(range(cell, cell + 1), top, bottom)
        for cell, mean in shown:
            self.sheet.put(self.row(mean.level.estimate), self.left + cell, self.glyphs.mean, Ink.MEAN)
        if shown and self.right:
            newest = shown[-1][1].level.estimate
            self.sheet.put(self.row(newest), self.left + self.width, f" {round(newest, -1):.0f}", Ink.MEAN)


def draw_panel(
    line: LevelLine | None, curves: Curves, view: View, width: int, height: int, look: Look, zone: tzinfo,
    selected: int | None = None, *, alone: bool = True,
) -> Picture:  # fmt: skip
    """The panel with its title, `height` lines in all; not `alone`, the timeline above it has the axis' labels."""
    if line is None or line.why_none:
        said = "Looking at the moves of analysed games …" if line is None else line.why_none
        lines = [_title(part, width) for part in wrap(said, max(8, width - 2))][:height]
        lines += [[(" " * width, Ink.BLANK)] for _ in range(height - len(lines))]
        return Picture(lines, 5, max(1, width - 11), height)
    plot = _LevelPlot(line, curves, view, width, height - 1, look, zone, 2 if alone else 1)
    picture = Picture([], plot.left, plot.width, plot.rows)
    plot.draw_levels()
    plot.draw_axes()
    if selected is not None:
        plot.draw_upright(selected, plot.glyphs.cursor, Ink.CURSOR)
    picture.lines = [_title(_words(line, look.level, width), width), *plot.sheet.lines()]
    return picture


def _words(line: LevelLine, size: int, width: int) -> str:
    """What the panel shows and on how many games it rests, as long as there is room."""
    count = f"{grouped(line.judged)} of {counted(line.games, 'game')}"
    for said in (
        f"{AXIS_TITLE} · mean of {size} games, 80 % range · {count}",
        f"Level shown by the moves · mean of {size}, 80 % range · {count}",
        f"Level by the moves · mean of {size} · {count}",
    ):
        if len(said) + 2 <= width:
            return said
    return f"Level, mean of {size} · {count}"


def _title(text: str, width: int) -> Line:
    short = text if len(text) + 1 <= width else text[: max(0, width - 2)] + "…"
    return [(f" {short}".ljust(width), Ink.LABEL)]
