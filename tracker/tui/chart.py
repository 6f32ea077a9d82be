"""The timeline widget: draws a `Picture`, walks it game by game, zooms and pans it by key and mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import tzinfo
from textwrap import wrap
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tracker.tui import curves as axis
from tracker.tui.curves import PRESETS, Curves, View
from tracker.tui.detail import fitting, fitting_pair
from tracker.tui.level_panel import LEAST_ROWS, LevelLine, draw_panel
from tracker.tui.notation import counted, full_day
from tracker.tui.plot import Look, Picture, draw
from tracker.tui.sheet import GLYPHS, Ink
from tracker.tui.strength_line import StrengthLine

MEAN_GAMES = 30
SECOND_NAMES = {"fide": "FIDE live", "elo": "Elo"}


class RatingChart(Widget, can_focus=True):
    """Rating over time or over games. Give it `Curves` by `show`; it tells what is selected by `PointSelected`."""

    ALLOW_SELECT = False  # dragging pans
    HELP = (
        "The timeline: one point a game. A dashed frame `╎` is a pause; `▲` is the peak, `◆` a change without a game."
    )
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"chart--{ink.name.lower()}" for ink in Ink if ink}
    DEFAULT_CSS = """
    RatingChart {
        height: 1fr; border: round $frame; background: $background;
        border-title-color: $quiet; border-subtitle-color: $quiet;
        &:focus { border: round $accent; }
        & .chart--axis { color: $faint; }
        & .chart--label { color: $quiet; }
        & .chart--first { color: $foreground; }
        & .chart--second { color: $accent; }
        & .chart--band { color: $haze; }
        & .chart--mean { color: $secondary; }
        & .chart--peak { color: $foreground; text-style: bold; }
        & .chart--pause { color: $quiet; }
        & .chart--mark { color: $accent; text-style: bold; }
        & .chart--cursor { color: $accent; text-style: bold; }
        & .chart--volume { color: $faint; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "walk(-1)", "game before", id="chart.left", show=False),
        Binding("right,l", "walk(1)", "game after", id="chart.right", show=False),
        Binding("ctrl+left,H", "walk(-10)", "ten games before", id="chart.left10", show=False),
        Binding("ctrl+right,L", "walk(10)", "ten games after", id="chart.right10", show=False),
        Binding("home", "end(0)", "first game shown", id="chart.first", show=False),
        Binding("end", "end(1)", "last game shown", id="chart.last", show=False),
        Binding("up,k,plus,equals_sign", "zoom(0.6)", "zoom in", id="chart.in", show=False),
        Binding("down,j,minus", "zoom(1.6667)", "zoom out", id="chart.out", show=False),
        Binding("pageup,shift+left", "pan(-0.5)", "pan back", id="chart.back", show=False),
        Binding("pagedown,shift+right", "pan(0.5)", "pan on", id="chart.on", show=False),
        Binding("0", "preset('all')", "show all", id="chart.all", show=False),
    ]

    class PointSelected(Message):
        """The cursor stands on a game."""

        def __init__(self, chart: RatingChart, index: int) -> None:
            super().__init__()
            self.chart, self.index = chart, index

        @property
        def control(self) -> RatingChart:
            return self.chart

    class ViewChanged(Message):
        """Another axis, range or look."""

    def __init__(self, zone: tzinfo, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zone = zone
        self.curves: Curves | None = None
        self.view = View("date", 0, 1)
        self.range = "all"
        """The preset in force; empty once zoomed or panned by hand."""
        self.wish = "all"
        """The preset that was asked for: in force again as soon as there are games in it."""
        self.look = Look()
        self.selected: int | None = None
        self.now = 0
        self.readout: tuple[str, str] = ("", "")
        """Who and what, and the numbers, of the selected game."""
        self.hint = ""
        """Said in place of a picture while there is none."""
        self.title = ""
        """Stands in the frame in place of ranges, where the chart is one of several."""
        self.strength: StrengthLine | None = None
        self.levels: LevelLine | None = None
        """Drawn when the look asks for them; None until they are known."""
        self._picture: Picture | None = None
        self._styles: list[Style] = []
        self._dragged_from: tuple[int, View] | None = None

    # What is shown

    def show(self, curves: Curves | None, now: int, *, keep: bool = False) -> None:
        """Another series; `keep` when it is a more complete version of the same, whose view and cursor stay."""
        before, self.curves, self.now = self.curves, curves, now
        self.strength = self.levels = None
        if curves is None or not len(curves):
            self.selected = None
        elif keep and before is not None and self.selected is not None and len(before):
            at_end = self.selected == len(before) - 1
            self.selected = len(curves) - 1 if at_end else min(self.selected, len(curves) - 1)
            if self.range:
                self._use_preset(curves, self.wish if axis.played(curves, self.wish, now, self.zone) else self.range)
        else:
            self.selected = len(curves) - 1
            self._use_preset(curves, self.wish if axis.played(curves, self.wish, now, self.zone) else "all")
        self._redraw()

    def _use_preset(self, curves: Curves, name: str) -> None:
        self.range, self.view = name, axis.preset(curves, self.view.by, name, self.now, self.zone)

    def select(self, index: int, *, tell: bool = True) -> None:
        """Moves the cursor to a game, and the view just so far that it is seen."""
        if self.curves is None or not len(self.curves):
            return
        self.selected = max(0, min(index, len(self.curves) - 1))
        moved = axis.showing(self.view, self.curves, self.selected)
        if moved != self.view:
            self._look_at(moved, "")
        self._redraw()
        if tell:
            self.post_message(self.PointSelected(self, self.selected))

    def set_readout(self, who: str, numbers: str) -> None:
        self.readout = (who, numbers)
        self.refresh()

    def set_look(self, **changes: object) -> None:
        """Changes fields of `Look`."""
        self.look = replace(self.look, **changes)  # type: ignore[arg-type]
        self._redraw()
        self.post_message(self.ViewChanged())

    def overlay(self, *, strength: StrengthLine | None = None, levels: LevelLine | None = None) -> None:
        """What was asked for beside the series; belongs to the curves that are shown."""
        self.strength, self.levels = strength or self.strength, levels or self.levels
        self._redraw()

    def _look_at(self, view: View, name: str) -> None:
        """Another view; without a name it is that of the preset which shows the same, if one does."""
        if not name and self.curves is not None:
            whole = axis.whole(self.curves, view.by)
            name = self.range if view == self.view else "all" if view == whole else ""
        if name not in ("", self.range):
            self.wish = name
        self.view, self.range = view, name
        self._redraw()
        self.post_message(self.ViewChanged())

    # Actions

    def action_walk(self, games: int) -> None:
        if self.selected is not None:
            self.select(self.selected + games)

    def action_end(self, which: int) -> None:
        if self.curves is not None and len(self.curves):
            edges = self.view.edges(self.curves, 1)
            self.select(edges[1] - 1 if which else edges[0])

    def action_zoom(self, factor: float) -> None:
        if self.curves is not None and len(self.curves):
            self._look_at(axis.zoomed(self.view, self.curves, factor, self.selected), "")

    def action_pan(self, share: float) -> None:
        if self.curves is not None and len(self.curves):
            self._look_at(axis.panned(self.view, self.curves, share), "")

    def action_preset(self, name: str) -> None:
        if self.curves is not None:
            self.wish = name
            self._look_at(axis.preset(self.curves, self.view.by, name, self.now, self.zone), name)

    def step_preset(self, step: int) -> None:
        """The next longer or shorter range."""
        at = PRESETS.index(self.range) if self.range in PRESETS else len(PRESETS) - 1 if step < 0 else -1
        self.action_preset(PRESETS[max(0, min(at + step, len(PRESETS) - 1))])

    def switch_axis(self) -> None:
        """By date or by game; the selected game stays."""
        if self.curves is None:
            return
        if self.range and self.range != "all":
            by = "game" if self.view.by == "date" else "date"
            self._look_at(axis.preset(self.curves, by, self.range, self.now, self.zone), self.range)  # type: ignore[arg-type]
        else:
            self._look_at(axis.switched(self.view, self.curves), self.range)
        if self.selected is not None:
            self.select(self.selected, tell=False)

    # Mouse

    def on_click(self, event: events.Click) -> None:
        if (column := self._column(event.x)) is not None and self.curves is not None and len(self.curves):
            self.select(self.view.index_at(self.curves, column, self._width))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, 0.8, -0.15)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1.25, 0.15)

    def _wheel(self, event: events.MouseEvent, factor: float, share: float) -> None:
        event.stop()
        if self.curves is None or not len(self.curves):
            return
        if event.shift or event.ctrl:
            self._look_at(axis.panned(self.view, self.curves, share), "")
            return
        column = self._column(event.x)
        around = None if column is None else self.view.index_at(self.curves, column, self._width)
        self._look_at(axis.zoomed(self.view, self.curves, factor, around), "")

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._dragged_from = (event.x, self.view)
        self.capture_mouse()

    def on_mouse_up(self) -> None:
        self._dragged_from = None
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragged_from is None or self.curves is None or not len(self.curves):
            return
        start, view = self._dragged_from
        if abs(event.x - start) > 1:
            self._look_at(axis.panned(view, self.curves, (start - event.x) / self._width), "")

    def _column(self, x: int) -> int | None:
        """The plot's column below a cell of the widget, border included."""
        column = x - 1 - (self._picture.left if self._picture else 5)
        return column if 0 <= column < self._width else None

    @property
    def _width(self) -> int:
        return self._picture.width if self._picture else max(1, self.size.width)

    # Drawing

    def _redraw(self) -> None:
        self._picture = None
        self.refresh()
        self.call_after_refresh(self._title)

    def on_resize(self) -> None:
        self._redraw()

    def notify_style_update(self) -> None:
        self._styles = []
        super().notify_style_update()

    def _readout_rows(self) -> int:
        if self.size.height < 7 or self.title:
            return 0
        return 1 if self.size.width >= 110 or self.size.height < 9 else 2

    @property
    def _nothing(self) -> str:
        """Said in place of a picture where nothing was played in the range."""
        curves = self.curves
        if curves is None or not len(curves):
            return self.hint
        if not self.range or axis.played(curves, self.range, self.now, self.zone):
            return ""
        return f"No games since {full_day(curves.times[-1], self.zone)}: ] or 0 for more."

    def _paint(self) -> Picture:
        if self._nothing:
            return Picture([], 5, max(1, self.size.width), 0)
        if self._picture is None and self.curves is not None:
            self._picture = self._draw(self.curves, max(3, self.size.height - self._readout_rows()))
        return self._picture or Picture([], 5, max(1, self.size.width), 0)

    @property
    def _panel_alone(self) -> bool:
        """The levels stand in place of the timeline: there is no room for both."""
        return bool(self.look.level) and self.size.height - self._readout_rows() < LEAST_ROWS

    def _draw(self, curves: Curves, height: int) -> Picture:
        width, look = self.size.width, self.look
        below = 0 if not look.level else height if self._panel_alone else max(8, height * 2 // 5)
        panel = None
        if below:
            panel = draw_panel(
                self.levels, curves, self.view, width, below, look, self.zone, self.selected, alone=below == height
            )
            if below == height:
                return panel
        picture = draw(curves, self.view, width, height - below, look, self.zone, self.selected, self.strength)
        picture.lines += panel.lines if panel else []
        return picture

    def _ink(self, ink: Ink) -> Style:
        if not self._styles:
            plain = self.rich_style
            self._styles = [plain] + [
                self.get_component_rich_style(f"chart--{each.name.lower()}") for each in Ink if each
            ]
        return self._styles[ink]

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        nothing, readout = self._nothing, self._readout_rows()
        if self.curves is None or not len(self.curves) or (nothing and y < self.size.height - readout):
            said = wrap(nothing, max(8, width - 2))
            line = y - (self.size.height - len(said)) // 2
            text = said[line] if 0 <= line < len(said) else ""
            return Strip([Segment(text.center(width), self._ink(Ink.LABEL))], width)
        lines = self._paint().lines
        if y < len(lines):
            return Strip([Segment(text, self._ink(ink)) for text, ink in lines[y]], width)
        row = max(0, y - (self.size.height - readout))
        return Strip(self._readout_line(row, readout, width - 2)).adjust_cell_length(width, self._ink(Ink.BLANK))

    def _readout_line(self, row: int, rows: int, room: int) -> list[Segment]:
        """Who and what, then the numbers; on one line together, in the longest forms for which there is room."""
        if rows > 1:
            return [Segment(f" {fitting(self.readout[min(row, 1)], room)}", self._ink(Ink.FIRST))]
        who, numbers = fitting_pair(*self.readout, room - 3)
        return [Segment(f" {who}   " if who else " ", self._ink(Ink.LABEL)), Segment(numbers, self._ink(Ink.FIRST))]

    def _title(self) -> None:
        """The frame's words: axis, ranges, legend, and what a bar counts."""
        self.border_title = self._title_text()
        by = "by game" if self.view.by == "game" else "by date"
        shown = by if self.range else f"{by} · zoomed"
        if self.range and self.size.width < 60 and not self.title:  # no room for all ranges in the title
            shown = f"{by} · {self.range}"
        self.border_subtitle = f"{self._beside()}{shown}" if self.curves is not None and len(self.curves) else ""
        if self.border_subtitle == shown and self.size.width >= 60 and (period := self._paint().period):
            self.border_subtitle = f"{shown} · bars: games a {period}"

    def _beside(self) -> str:
        """What may be said of the strength or the levels that are drawn."""
        if self.look.strength and self.strength is not None and self.size.width >= 60:
            found = len(self.strength.changes)
            changes = counted(found, "change") if found else "no change"
            return f"{changes} beyond chance in {counted(self.strength.games, 'game')} · "
        changed = "" if self.levels is None else self.levels.changes.get(self.look.level, "")
        return f"{changed} · " if changed and self.size.width >= 90 else ""

    def _title_text(self) -> str:
        """Ranges, where there is room, and as many words of the legend as fit beside them."""
        width = self.size.width
        ranges = " ".join(
            f"[b $accent]\\[{name}][/]" if name == self.range else f"[@click=preset('{name}')]{name}[/]"
            for name in PRESETS
        )
        head, used = (f"{self.title}  ", len(self.title) + 2) if self.title else ("", 0)
        if not self.title and width >= 60:
            name = "Timeline · " if width >= 90 else ""
            head, used = f"{name}{ranges}  ", len(name) + len(" ".join(PRESETS)) + 4
        legend = ""
        for words in self._legend():
            if used + len(legend) + 2 + len(words) > width - 4:
                break
            legend += f"  {words}" if legend else words
        return f"{head}{legend}" or "Timeline"

    def _legend(self) -> Iterator[str]:
        """Each series with the character that draws it, the most important first."""
        if self._panel_alone:
            yield "level, not rating"
            return
        look, glyphs = self.look, GLYPHS[self.look.symbols]
        yield f"{glyphs.line} Lichess"
        if look.second != "none" and (self.curves is None or self.curves.series.complete):  # else still being computed
            yield f"{glyphs.dash} {SECOND_NAMES[look.second]}"
        if look.strength:
            yield f"{glyphs.middle} strength" if self.strength is not None else f"{glyphs.middle} strength …"
        if look.band:
            yield f"{glyphs.band} {'range' if look.strength else 'deviation'}"
        if look.mean:
            yield f"{glyphs.mean} mean of {look.mean}"
