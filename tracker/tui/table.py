"""The games table: virtual over pages, any size; the widget holds a few pages and the lines it has drawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from tracker.tui.columns import Moment, Placed, cell_text, fit, mark
from tracker.tui.model import Day, GameRow, GamesView

PAGE = 128
PAGES_KEPT = 12
BAR_STEPS = 8
"""Places of the scroll bar's thumb in one cell."""


class GameTable(ScrollView, can_focus=True):
    """Rows of a `GamesView`. Tells by `RowHighlighted`, `RowSelected` and `SortRequested`."""

    HELP = (
        "The games. `┃` is this session, `╎` is today; `*` behind a rating says that the detail has a note. `+2:30` is "
        "after midnight, where your day starts later: the game belongs to the day before."
    )
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"table--{name}" for name in ("header", "cursor", "plain", "muted", "good", "bad", "accent", "mark")
    }
    DEFAULT_CSS = """
    GameTable {
        height: 1fr; border: round $frame; background: $background; overflow-x: hidden; overflow-y: auto;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable; border-title-color: $quiet; border-subtitle-color: $quiet;
        &:focus { border: round $accent; }
        & .table--header { color: $quiet; text-style: underline; }
        & .table--cursor { background: $cursor-row-blurred; }
        &:focus .table--cursor { background: $cursor-row; text-style: bold; }
        & .table--plain { color: $foreground; }
        & .table--muted { color: $quiet; }
        & .table--good { color: $up; }
        & .table--bad { color: $down; }
        & .table--accent { color: $accent; text-style: italic; }
        & .table--mark { color: $accent; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "row up", id="table.up", show=False),
        Binding("down,j", "move(1)", "row down", id="table.down", show=False),
        Binding("pageup,ctrl+b", "page(-1)", "page up", id="table.pageup", show=False),
        Binding("pagedown,ctrl+f", "page(1)", "page down", id="table.pagedown", show=False),
        Binding("home,g", "jump(0)", "first row", id="table.first", show=False),
        Binding("end,G", "jump(1)", "last row", id="table.last", show=False),
        Binding("enter", "open", "open the game", id="table.open", show=False),
    ]

    class RowHighlighted(Message):
        """The cursor moved to a row."""

        def __init__(self, table: GameTable, row: GameRow) -> None:
            super().__init__()
            self.table, self.row = table, row

    class RowSelected(Message):
        """Enter or a double click on a row."""

        def __init__(self, table: GameTable, row: GameRow) -> None:
            super().__init__()
            self.table, self.row = table, row

    class SortRequested(Message):
        """A click on a column's title."""

        def __init__(self, table: GameTable, field: str) -> None:
            super().__init__()
            self.table, self.field = table, field

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.games: GamesView | None = None
        self.cursor = 0
        self.moment = Moment(UTC, Day(0, 0), None, 1970)
        self.without: frozenset[str] = frozenset()
        """Names of columns left out whatever the width."""
        self.sorted_by: tuple[str, bool] = ("at", True)
        self.hint = ""
        """Said in place of rows while there are none."""
        self.ascii_only = False
        self._pages: dict[int, Sequence[GameRow]] = {}
        self._strips: dict[tuple[int, bool], Strip] = {}
        self._placed: list[Placed] = []
        self._width = self._spare = self._top = 0
        self._touched = False
        self._styles: dict[str, Style] = {}

    # Rows

    @property
    def count(self) -> int:
        return 0 if self.games is None else self.games.count

    def show(self, games: GamesView | None, key: int | None = None) -> None:
        """Other rows; the cursor goes to the row `key` where it is among them, else to the first."""
        self.games = games
        self._pages.clear()
        found = games.find(key) if games is not None and key is not None else None
        self.cursor = found or 0
        self._lay_out()
        self._reveal()

    def row_at(self, index: int) -> GameRow | None:
        """The row at a position, from its page."""
        if self.games is None or not 0 <= index < self.games.count:
            return None
        page, at = divmod(index, PAGE)
        if page not in self._pages:
            if len(self._pages) >= PAGES_KEPT:
                del self._pages[next(iter(self._pages))]
            self._pages[page] = self.games.page(page * PAGE, PAGE)
        rows = self._pages[page]
        return rows[at] if at < len(rows) else None

    @property
    def current(self) -> GameRow | None:
        return self.row_at(self.cursor)

    def select_key(self, key: int) -> None:
        """Puts the cursor on a row without telling; does nothing where the filter leaves it out."""
        found = None if self.games is None else self.games.find(key)
        if found is not None and found != self.cursor:
            self._move_to(found, tell=False)

    def _move_to(self, index: int, *, tell: bool = True) -> None:
        if not self.count:
            return
        before, self.cursor = self.cursor, max(0, min(index, self.count - 1))
        for at in (before, self.cursor):
            self.refresh_line(at + 1)
        self._reveal()
        if tell and (row := self.current) is not None:
            self.post_message(self.RowHighlighted(self, row))

    def _reveal(self) -> None:
        top, height = round(self.scroll_y), self._rows_shown
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)

    @property
    def _rows_shown(self) -> int:
        return max(1, self.scrollable_content_region.height - 1)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """As a scroll view does, but the bar hears only of steps that it can show.

        Drawing it costs as much as drawing the rows, and among a million of them a page moves it by nothing.
        """
        steps = max(1, self.vertical_scrollbar.size.height * BAR_STEPS)
        step = max(1.0, self.max_scroll_y / steps)
        self.vertical_scrollbar.position = new_value if new_value >= self.max_scroll_y else new_value // step * step
        if round(old_value) != round(new_value):  # from the border on, or every line would be cut behind it
            self.refresh(Region(-1, 0, 1 + self.scrollable_content_region.width, self.size.height))

    # Actions

    def action_move(self, rows: int) -> None:
        self._move_to(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        step = pages * max(1, self._rows_shown - 1)
        self.scroll_to(y=self.scroll_y + step, animate=False, immediate=True)
        self._move_to(self.cursor + step)

    def action_jump(self, where: int) -> None:
        self._move_to(self.count - 1 if where else 0)

    def action_open(self) -> None:
        if (row := self.current) is not None:
            self.post_message(self.RowSelected(self, row))

    # Mouse

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None:
            return
        if place.y == 0:
            at = 1
            for column, width in self._placed:
                if at <= place.x < at + width + 1 and column.sort:
                    self.post_message(self.SortRequested(self, column.sort))
                at += width + 1
            return
        index = round(self.scroll_y) + place.y - 1
        if index < self.count:
            self._move_to(index)
            if event.chain == 2:
                self.action_open()

    # Drawing

    def on_resize(self) -> None:
        self._lay_out()
        self._reveal()

    def notify_style_update(self) -> None:
        self._styles.clear()
        self._strips.clear()
        super().notify_style_update()

    def redraw(self) -> None:
        """After a change of what rows look like."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        self._width = self.content_region.width  # with the scroll bar's cell, or every line is made wider once more
        self._placed = fit(max(1, width - 2), self.without)
        self._spare = max(0, self._width - 1 - sum(room + 1 for _, room in self._placed))
        self._strips.clear()
        self.virtual_size = Size(width, self.count + 1)
        self.refresh()

    def _style(self, name: str) -> Style:
        if name not in self._styles:
            self._styles[name] = self.get_component_rich_style(f"table--{name}", partial=name == "cursor")
        return self._styles[name]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """All but the one that makes true colors of ANSI's: where that one runs, no theme here has an ANSI color."""
        return [each for each in super().get_line_filters() if not isinstance(each, ANSIToTruecolor)]

    def render_lines(self, crop: Region) -> list[Strip]:
        """A frame: what every line would ask for is asked once."""
        self._top = round(self.scroll_y)
        self._touched = self.mouse_hover or self.text_selection is not None
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        width = self._width
        if y == 0:
            return self._header(width)
        index = self._top + y - 1
        if index >= self.count:
            text = self.hint if index == self.count + 1 and not self.count else ""
            return Strip([Segment(cell_text(f" {text}", width, False), self._style("muted"))], width)
        chosen = index == self.cursor
        if (strip := self._strips.get((index, chosen))) is None:
            if len(self._strips) > 1000:
                self._strips.clear()
            strip = self._strips[index, chosen] = self._row(index, chosen, width)
        return self._selectable(strip, y) if self._touched else strip

    def _selectable(self, strip: Strip, y: int) -> Strip:
        """With what the screen needs to mark text by mouse; it doubles the cost of a line, so only below the mouse."""
        if self.text_selection is not None and (span := self.text_selection.get_span(y)) is not None:
            start, end = span[0], strip.cell_length if span[1] == -1 else span[1]
            marked = strip.crop(start, end).apply_style(self.screen.get_component_rich_style("screen--selection"))
            strip = Strip.join([strip.crop(0, start), marked, strip.crop(end)])
        return strip.apply_offsets(0, y)

    def on_enter(self) -> None:
        self.refresh()

    def on_leave(self) -> None:
        self.refresh()

    def selection_updated(self, selection: Selection | None) -> None:
        del selection
        self.refresh()

    def _header(self, width: int) -> Strip:
        style, segments = self._style("header"), [Segment(" ", self._style("plain"))]
        field, descending = self.sorted_by
        for column, room in self._placed:
            arrow = ("v" if descending else "^") if self.ascii_only else "▾" if descending else "▴"
            title = column.title + arrow if column.sort == field else column.title
            segments += [Segment(cell_text(title, room, column.right), style), Segment(" ", style)]
        return Strip(segments).adjust_cell_length(width, style)

    def _row(self, index: int, chosen: bool, width: int) -> Strip:
        row = self.row_at(index)
        if row is None:
            return Strip.blank(width, self._style("plain"))
        sign = ">" if chosen and self.ascii_only else "▌" if chosen else mark(row, self.moment, self.ascii_only)
        segments = [Segment(sign, self._style("mark"))]
        run, tone, moment = "", "plain", self.moment
        for column, room in self._placed:
            text, meant = column.cell(row, moment)
            if meant != tone and text:
                segments.append(Segment(run, self._style(tone)))
                run, tone = "", meant
            run += cell_text(text, room, column.right) + " "
        segments.append(Segment(run + " " * self._spare, self._style(tone)))
        strip = Strip(segments, width)
        return strip.apply_style(self._style("cursor")) if chosen else strip

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """What the mouse marked, line by line as it stands on the screen."""
        lines = [self.render_line(y).text.rstrip() for y in range(self.scrollable_content_region.height)]
        return selection.extract("\n".join(lines)), "\n"
