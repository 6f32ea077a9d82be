"""One game: the steps behind its numbers, the board to step through, moves with evaluations and clocks, their level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tracker.errors import TrackerError
from tracker.game import PERF_NAMES
from tracker.tui.board import (
    MoveTable,
    Position,
    board_content,
    evaluation,
    graph,
    left,
    move_name,
    positions,
)
from tracker.tui.detail import Page, fitting, numbers, sections_content, who
from tracker.tui.host import Host
from tracker.tui.keybar import KeyBar
from tracker.tui.model import GameDetail, Section
from tracker.tui.work import DetailLoaded, Failed, LevelLoaded

GRAPH_WIDTH, GRAPH_ROWS = 26, 5
BOARD_ROWS = 11
"""Of the board with the names of its files, the move and its clock."""
PANES = {"board": "Board", "why": "Why", "moves": "Moves", "level": "Level"}
TITLES = {"why": "Why these numbers", "moves": "Moves", "level": "Level shown by the moves"}
"""In the frame of a pane that shares its place with no other."""


def places(width: int, height: int) -> list[tuple[str, ...]]:
    """The panes that share a place, for each place on the screen: as many places as there is room for."""
    if width >= 116:
        return [("board",), ("why",), *([("moves",), ("level",)] if height >= 20 else [("moves", "level")])]
    if width >= 72 and height >= 20:
        return [("board",), ("why",), ("moves", "level")]
    if width >= 72 or height >= 32:
        return [("board",), ("why", "moves", "level")]
    return [("board", "why", "moves", "level")]


class Pane(VerticalScroll, inherit_bindings=False):
    """Scrolls by the screen's keys, so that Home, End and the arrows go on stepping through the game."""


class GameScreen(Screen[None]):
    """Board and clocks at the left, moves and steps beside or below; where it is narrow, one of them at a time."""

    HELP = (
        "One game. The arrows step through it, Tab goes to the next pane: the board, the steps behind each number, the "
        "moves, the level that they show."
    )
    DEFAULT_CSS = """
    GameScreen {
        & #title { height: auto; padding: 0 1; }
        & #tabs { height: 1; padding: 0 1; color: $quiet; link-style: none; link-color: $quiet; display: none; }
        & #parts { height: 1fr; }
        & #board { width: 30; padding: 0 1; }
        & #more { width: 1fr; height: 1fr; layout: vertical; }
        & #right { width: 1fr; height: 1fr; }
        & Pane { height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        & #more Pane {
            border: round $frame; padding: 0 0 0 1; border-title-color: $quiet;
            &:focus { border: round $accent; }
        }
        & Page { margin: 0 1 0 0; }
        & Static { height: auto; }
        &.across #more { layout: horizontal; }
        &.stacked #parts { layout: vertical; }
        &.stacked #board { width: 1fr; height: auto; }
        &.single #tabs { display: block; }
        &.single #board { height: 1fr; }
        &.single #more Pane { border: none; padding: 0 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", id="game.back"),
        Binding("question_mark", "app.help", "help", id="game.help"),
        Binding("left,h", "step(-1)", "move back", key_display="←", id="game.left"),
        Binding("right,l", "step(1)", "move on", key_display="→", id="game.right"),
        Binding("tab", "turn(1)", "next pane", id="game.next"),
        Binding("shift+tab", "turn(-1)", "pane before", id="game.before", show=False),
        Binding("home,g", "go(0)", "start", id="game.start", show=False),
        Binding("end,G", "go(-1)", "end", id="game.end", show=False),
        Binding("v", "pane('level')", "level", id="game.level"),
        Binding("x", "flip", "flip the board", id="game.flip", show=False),
        Binding("j,down", "scroll(2)", "scroll down", id="game.down", show=False),
        Binding("k,up", "scroll(-2)", "scroll up", id="game.up", show=False),
        Binding("pagedown,space", "page(1)", "page down", id="game.pagedown", show=False),
        Binding("pageup", "page(-1)", "page up", id="game.pageup", show=False),
        Binding("y", "copy_id", "copy id", id="game.copy_id"),
        Binding("Y", "copy_link", "copy link", id="game.copy_link"),
        Binding("o", "browse", "browser", id="game.browse"),
    ]
    AUTO_FOCUS = ""
    app: Host

    def __init__(self, account: str, key: int) -> None:
        super().__init__()
        self.account, self.key = account, key
        self.shown: GameDetail | None = None
        self.level: Sequence[Section] | None = None
        """What the moves show; None until it is known."""
        self.positions: list[Position] = []
        self.ply = 0
        self.flipped = False
        self.pane = "board"
        """The pane that keys scroll."""

    def compose(self) -> ComposeResult:
        yield Static("Reading …", id="title")
        yield Static("", id="tabs")
        with Horizontal(id="parts"):
            with Pane(id="board"):
                yield Static("", id="squares")
                yield Static("", id="ply")
                yield Static("", id="graph")
            with Vertical(id="more"):
                with Pane(id="why"):
                    yield Page(id="steps")
                with Vertical(id="right"):
                    with Pane(id="moves"):
                        yield Page(id="list")
                    with Pane(id="level"):
                        yield Page(id="shown")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self.query_one("#shown", Page).show(self._level_content)
        self.read()

    @work(thread=True, exclusive=True, exit_on_error=False)
    def read(self) -> None:
        try:
            detail = self.app.model.detail(self.account, self.key)
        except TrackerError as error:
            self.post_message(Failed(str(error)))
            return
        self.positions = positions(detail.moves, detail.initial_fen)
        self.post_message(DetailLoaded(detail))
        try:
            self.post_message(LevelLoaded(self.key, self.app.model.level(self.account, self.key)))
        except TrackerError as error:
            self.post_message(LevelLoaded(self.key, [Section("No level", str(error))]))

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self.query_one("#title", Static).update(Content.styled(event.sentence, "$error"))

    @on(DetailLoaded)
    def _loaded(self, event: DetailLoaded) -> None:
        self.shown = detail = event.detail
        self.flipped = detail.row.color == "black"
        self.ply = max(0, len(self.positions) - 1)
        self.query_one("#steps", Page).show(lambda width: sections_content(detail.sections, width))
        self._draw()

    @on(LevelLoaded)
    def _level_loaded(self, event: LevelLoaded) -> None:
        self.level = event.sections
        self.query_one("#shown", Page).show(self._level_content)

    def _level_content(self, width: int) -> Content:
        if self.level is None:
            return Content.styled("Looking at the moves …", "$quiet")
        return sections_content(self.level, width)

    # What stands where

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width, event.size.height)
        self.call_after_refresh(self._draw)

    def _arrange(self, width: int, height: int) -> None:
        """Shows in each place the pane that was turned to, or the first that shares it."""
        found = places(width, height)
        self.set_class(len(found) == 1, "single")
        self.set_class(width < 72, "stacked")
        self.set_class(width >= 116, "across")
        alone = found[0] != ("board",)
        self.query_one("#board").can_focus = alone
        if self.pane == "board" and not alone:
            self.pane = "why"
        chosen = {self.pane if self.pane in names else names[0]: names for names in found}
        for name in PANES:
            pane = self.query_one(f"#{name}", Pane)
            pane.display = name in chosen
            if name in chosen and name != "board":
                pane.border_title = TITLES[name] if len(chosen[name]) == 1 else self._tabs(chosen[name])
        self.query_one("#right").display = not chosen.keys().isdisjoint(("moves", "level"))
        self.query_one("#more").display = list(chosen) != ["board"]
        self.query_one("#tabs", Static).update(self._tabs(tuple(PANES)))
        self.query_one(f"#{self.pane}").focus()

    def _tabs(self, names: Sequence[str]) -> str:
        """The panes that share a place, as markup; a click turns to one."""
        return " · ".join(
            f"[b $accent]{PANES[name]}[/]" if name == self.pane else f"[@click=screen.pane('{name}')]{PANES[name]}[/]"
            for name in names
        )

    @on(events.DescendantFocus)
    def _clicked(self, event: events.DescendantFocus) -> None:
        if event.widget.id in PANES:
            self.pane = event.widget.id

    def _draw(self) -> None:
        if self.shown is not None:
            self._draw_title(self.shown)
            self._draw_ply()

    def _draw_title(self, detail: GameDetail) -> None:
        row, room = detail.row, self.size.width - 2
        parts = [fitting(who(row, self.app.zone), room), "\n", fitting(numbers(row), room)]
        title = Content.assemble((parts[0], "bold"), *parts[1:])
        if room >= 70 and self.size.height >= 20:
            opening = " ".join(filter(None, (row.opening_eco, row.opening))) or "opening unknown"
            kind = f"{'rated' if row.rated else 'casual'} {PERF_NAMES.get(row.perf, row.perf)} {row.time_control or ''}"
            said = f"{detail.white} – {detail.black}  ·  {kind.strip()}  ·  {row.status}  ·  {opening}"
            title = Content.assemble(title, "\n", (said, "$quiet"))
        self.query_one("#title", Static).update(title)

    def _draw_ply(self) -> None:
        detail = self.shown
        if detail is None:
            return
        if not self.positions or not detail.moves:
            said = Content.styled("The record of this game has no moves.", "$quiet")
            self.query_one("#squares", Static).update(said)
            self.query_one("#list", Page).show(lambda _width: said)
            return
        letters = self.app.look.symbols != "braille"
        board = board_content(self.positions[self.ply], flipped=self.flipped, letters=letters)
        self.query_one("#squares", Static).update(board)
        self.query_one("#ply", Static).update(self._ply_lines(detail))
        self.query_one("#graph", Static).update(self._graph(detail))
        self.query_one("#list", Page).show(self._moves_content)
        self.call_after_refresh(self._follow_move)

    @property
    def _black_first(self) -> bool:
        return self.shown is not None and bool(self.shown.initial_fen and " b " in self.shown.initial_fen)

    def _moves_content(self, width: int) -> Content:
        return Content("\n").join(self._move_lines(width)[0])

    def _move_lines(self, width: int) -> tuple[list[Content], int]:
        detail = self.shown
        if detail is None:
            return [], 0
        return MoveTable(detail.moves, detail.evals, detail.clocks, self._black_first).lines(self.ply, width)

    def _follow_move(self) -> None:
        """Scrolls the moves so that the one just played is in sight."""
        pane, page = self.query_one("#moves", Pane), self.query_one("#list", Page)
        pane.scroll_to(y=max(0, self._move_lines(page.size.width)[1] - pane.size.height // 2), animate=False)

    def _ply_lines(self, detail: GameDetail) -> Content:
        """The move just played; evaluation and clock after it."""
        parts = []
        if 0 < self.ply <= len(detail.evals) and detail.evals[self.ply - 1] is not None:
            parts.append(f"eval {evaluation(detail.evals[self.ply - 1])}")
        if 0 < self.ply <= len(detail.clocks):
            parts.append(f"clock {left(detail.clocks[self.ply - 1])}")
        return Content.assemble(
            (f"{move_name(detail.moves, self.ply, self._black_first)}", "bold"),
            (f"  ply {self.ply} of {len(self.positions) - 1}\n{' · '.join(parts)}", "$quiet"),
        )

    def _graph(self, detail: GameDetail) -> Content:
        """As many rows as the place has; where the board can be scrolled, all of them."""
        pane = self.query_one("#board", Pane)
        rows = GRAPH_ROWS if pane.can_focus or self.has_class("stacked") else pane.size.height - BOARD_ROWS - 1
        if rows < 2:
            return Content("")
        lines = graph(detail.evals, GRAPH_WIDTH, min(rows, GRAPH_ROWS), self.app.look.symbols)
        if not lines:
            return Content.styled("No evaluations are known\nof this game.", "$quiet")
        at = max(0, self.ply - 1) * GRAPH_WIDTH // max(1, len(detail.evals))
        pointer = " " * min(GRAPH_WIDTH - 1, at) + ("▴" if self.app.look.symbols == "braille" else "^")
        return Content.assemble("\n".join(lines), "\n", (pointer, "bold $accent"))

    # Actions

    def action_step(self, plies: int) -> None:
        self.action_go(max(0, self.ply + plies))

    def action_go(self, ply: int) -> None:
        """To a position, which is brought in sight where only one pane is."""
        last = max(0, len(self.positions) - 1)
        self.ply = last if ply < 0 else min(ply, last)
        if self.has_class("single") and self.pane not in ("board", "moves"):
            self.action_pane("board")
        self._draw_ply()

    def action_turn(self, step: int) -> None:
        names = list(PANES) if self.query_one("#board").can_focus else list(TITLES)
        self.action_pane(names[(names.index(self.pane) + step) % len(names)])

    def action_pane(self, name: str) -> None:
        """Turns to a pane: keys scroll it, and it is shown if it shares its place with others."""
        self.pane = name
        self._arrange(*self.size)
        self.call_after_refresh(self._draw_ply)

    def action_flip(self) -> None:
        self.flipped = not self.flipped
        self._draw_ply()

    def action_scroll(self, lines: int) -> None:
        self.query_one(f"#{self.pane}").scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        pane = self.query_one(f"#{self.pane}")
        pane.scroll_relative(y=pages * max(1, pane.size.height - 1), animate=False)

    def action_copy_id(self) -> None:
        if self.shown is not None:
            self.app.copy(self.shown.row.game_id)

    def action_copy_link(self) -> None:
        if self.shown is not None:
            self.app.copy(self.shown.url or self.app.link(self.shown.row.game_id))

    def action_browse(self) -> None:
        if self.shown is not None:
            self.app.open_url(self.shown.url or self.app.link(self.shown.row.game_id))

    def action_back(self) -> None:
        self.dismiss()
