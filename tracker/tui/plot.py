"""The timeline as lines of cells: two series over each other, and on request strength, or levels below. Pure.

The two series differ in form before they differ in color: Lichess is a solid braille line, FIDE (or Elo) is dashed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo

from tracker.tui.curves import Curves, View
from tracker.tui.plotting import Look, Plot
from tracker.tui.sheet import Line
from tracker.tui.strength_line import StrengthLine, draw_changes, draw_strength

__all__ = ["Look", "Picture", "draw"]


@dataclass(slots=True)
class Picture:
    """The drawn timeline; `left` and `width` tell where the plot's columns are."""

    lines: list[Line]
    left: int
    width: int
    plot_rows: int
    period: str = ""
    """What a bar below counts: `day`, `week`, `month`, `quarter` or `year`; empty without bars."""
    most: int = 0
    """The highest bar."""


def draw(
    curves: Curves,
    view: View,
    width: int,
    height: int,
    look: Look,
    zone: tzinfo,
    selected: int | None = None,
    strength: StrengthLine | None = None,
) -> Picture:
    """The timeline in `width` × `height` cells."""
    plot = Plot(curves, view, width, height, look, zone)
    picture = Picture([], plot.left, plot.width, plot.rows)
    shown = strength if look.strength else None
    if len(curves):
        low, high = (curves.band_low, curves.band_high) if shown is None else (shown.low, shown.high)
        if look.band and len(low):
            plot.draw_range(low, high)
        if look.second != "none":
            plot.draw_second()
        plot.draw_first()
        if look.mean:
            plot.draw_mean()
        if shown is not None:
            draw_strength(plot, shown)
        plot.draw_newest()
        plot.draw_peaks()
        plot.draw_pauses()
    plot.draw_axes()
    if shown is not None and len(curves):
        draw_changes(plot, shown)
    if plot.bars:
        picture.period, picture.most = plot.draw_volume()
    if selected is not None and selected < len(curves):
        plot.draw_cursor(selected)
    picture.lines = plot.sheet.lines()
    return picture
