"""One game: the steps behind its numbers, the board to step through, moves with evaluations and clocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tracker.errors import TrackerError
from tracker.game import PERF_NAMES
from tracker.tui.board import Position, board_content, evaluation, graph, left, move_lines, positions
from tracker.tui.detail import numbers, sections_content, who
from tracker.tui.host import Host
from tracker.tui.keybar import KeyBar
from tracker.tui.model import GameDetail, Section
from tracker.tui.work import DetailLoaded, Failed, LevelLoaded

GRAPH_ROWS = 5
LEVEL_TITLE = "Level shown by the moves"


class GameScreen(Screen[None]):
    """Board and clocks at the left, moves and steps beside or below."""

    HELP = "One game. The arrows step through it; the steps behind each number stand beside the board."
    DEFAULT_CSS = """
    GameScreen {
        & #title { height: auto; padding: 0 1; }
        & #parts { height: 1fr; }
        & #left { width: 30; height: 1fr; padding: 0 1; }
        & #moves { width: 1fr; height: 1fr; border: round $frame; border-title-color: $quiet; padding: 0 0 0 1; }
        & #steps { width: 1fr; height: 1fr; border: round $frame; border-title-color: $quiet; padding: 0 0 0 1; }
        & #level { width: 1fr; height: 1fr; border: round $frame; border-title-color: $quiet; padding: 0 0 0 1; }
        & #level { display: none; }
        & #right { width: 1fr; height: 1fr; }
        & #moves:focus, & #steps:focus, & #level:focus { border: round $accent; }
        & #list { text-wrap: nowrap; }
        & VerticalScroll > Static { margin: 0 1 0 0; }
        & #more { width: 1fr; height: 1fr; layout: vertical; }
        & Static { height: auto; }
        & VerticalScroll { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    }
    GameScreen.-wide #more { layout: horizontal; }
    GameScreen.-wide #level { display: block; }
    GameScreen.-wide #below { display: none; }
    GameScreen.-narrow #parts { layout: vertical; overflow-y: auto; }
    GameScreen.-narrow #left { height: auto; width: 1fr; }
    GameScreen.-narrow #more { height: auto; }
    GameScreen.-narrow #moves, GameScreen.-narrow #steps, GameScreen.-narrow #right { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", id="game.back"),
        Binding("question_mark", "app.help", "help", id="game.help"),
        Binding("left,h", "step(-1)", "move back", key_display="←", id="game.left"),
        Binding("right,l", "step(1)", "move on", key_display="→", id="game.right"),
        Binding("home,g", "go(0)", "start", id="game.start", show=False),
        Binding("end,G", "go(-1)", "end", id="game.end", show=False),
        Binding("v", "level", "level", id="game.level"),
        Binding("x", "flip", "flip the board", id="game.flip", show=False),
        Binding("j,down", "scroll(1)", "scroll down", id="game.down", show=False),
        Binding("k,up", "scroll(-1)", "scroll up", id="game.up", show=False),
        Binding("y", "copy_id", "copy id", id="game.copy_id"),
        Binding("Y", "copy_link", "copy link", id="game.copy_link"),
        Binding("o", "browse", "browser", id="game.browse"),
    ]
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

    def compose(self) -> ComposeResult:
        yield Static("Reading …", id="title")
        with Horizontal(id="parts"):
            with Vertical(id="left"):
                yield Static("", id="board")
                yield Static("", id="clocks")
                yield Static("", id="graph")
            with Vertical(id="more"):
                with VerticalScroll(id="steps") as steps:
                    steps.border_title = "Why these numbers"
                    yield Static("", id="why")
                    yield Static("", id="below")
                with Vertical(id="right"):
                    with VerticalScroll(id="moves") as moves:
                        moves.border_title = "Moves"
                        yield Static("", id="list")
                    with VerticalScroll(id="level") as level:
                        level.border_title = LEVEL_TITLE
                        yield Static("", id="shown")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
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
        self.shown = event.detail
        self.flipped = event.detail.row.color == "black"
        self.ply = max(0, len(self.positions) - 1)
        self._draw()

    @on(LevelLoaded)
    def _level_loaded(self, event: LevelLoaded) -> None:
        self.level = event.sections
        self._draw_level()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        detail = self.shown
        if detail is None:
            return
        row = detail.row
        opening = " ".join(filter(None, (row.opening_eco, row.opening))) or "opening unknown"
        perf = PERF_NAMES.get(row.perf, row.perf)
        kind = f"{'rated' if row.rated else 'casual'} {perf} {row.time_control or ''}".strip()
        if self.has_class("-narrow"):
            title = f"{who(row, self.app.zone, short=True)}\n{numbers(row, short=True)}"
            self.query_one("#title", Static).update(Content.styled(title, "bold"))
        else:
            self._full_title(detail, kind, opening)
        why = self.query_one("#why", Static)
        why.update(sections_content(detail.sections, max(24, why.size.width)))
        self._draw_level()
        self._draw_ply()

    def _draw_level(self) -> None:
        """In a pane of its own where there is room, else below the steps."""
        place = self.query_one("#shown" if self.has_class("-wide") else "#below", Static)
        width = max(24, place.container_size.width)
        if self.level is None:
            content = Content.styled("Looking at the moves …", "$quiet")
        else:
            content = sections_content(self.level, width)
        if place.id == "below":
            content = Content.assemble("\n", (LEVEL_TITLE, "bold"), "\n\n", content)
        place.update(content)

    def _full_title(self, detail: GameDetail, kind: str, opening: str) -> None:
        row = detail.row
        self.query_one("#title", Static).update(
            Content.assemble(
                (who(row, self.app.zone), "bold"), "\n", (numbers(row), "$foreground"), "\n",
                (f"{detail.white} – {detail.black}  ·  {kind}  ·  {row.status}  ·  {opening}", "$quiet"),
            )
        )  # fmt: skip

    def _draw_ply(self) -> None:
        detail = self.shown
        if detail is None:
            return
        ascii_only = self.app.look.symbols == "ascii"
        if not self.positions or not detail.moves:
            self.query_one("#board", Static).update(Content.styled("The record of this game has no moves.", "$quiet"))
            self.query_one("#list", Static).update("")
            return
        position = self.positions[self.ply]
        self.query_one("#board", Static).update(board_content(position, flipped=self.flipped, ascii_only=ascii_only))
        self.query_one("#clocks", Static).update(self._ply_line(detail))
        self.query_one("#graph", Static).update(self._graph(detail))
        black_first = bool(detail.initial_fen and " b " in detail.initial_fen)
        lines = move_lines(detail.moves, detail.evals, detail.clocks, self.ply, black_first)
        self.query_one("#list", Static).update(Content("\n").join(lines))
        self.query_one("#moves", VerticalScroll).scroll_to(y=max(0, self.ply // 2 - 4), animate=False)

    def _ply_line(self, detail: GameDetail) -> Content:
        """Clocks and evaluation at this ply."""
        parts = []
        if 0 < self.ply <= len(detail.evals) and detail.evals[self.ply - 1] is not None:
            parts.append(f"eval {evaluation(detail.evals[self.ply - 1])}")
        if 0 < self.ply <= len(detail.clocks):
            parts.append(f"clock {left(detail.clocks[self.ply - 1])}")
        return Content.styled(f"ply {self.ply} of {len(self.positions) - 1}\n{' · '.join(parts)}", "$quiet")

    def _graph(self, detail: GameDetail) -> Content:
        lines = graph(detail.evals, 26, GRAPH_ROWS, self.app.look.symbols)
        if not lines:
            return Content.styled("No evaluations are known\nof this game.", "$quiet")
        at = max(0, self.ply - 1) * 26 // max(1, len(detail.evals))
        pointer = " " * min(25, at) + ("^" if self.app.look.symbols == "ascii" else "▴")
        return Content.assemble("\n".join(lines), "\n", (pointer, "bold $accent"))

    # Actions

    def action_step(self, plies: int) -> None:
        self.action_go(max(0, self.ply + plies))

    def action_go(self, ply: int) -> None:
        last = max(0, len(self.positions) - 1)
        self.ply = last if ply < 0 else min(ply, last)
        self._draw_ply()

    def action_level(self) -> None:
        """To what the moves show: its own pane, or below the steps."""
        if self.has_class("-wide"):
            self.query_one("#level").focus()
        else:
            self.query_one("#below").scroll_visible(animate=False, top=True)

    def action_flip(self) -> None:
        self.flipped = not self.flipped
        self._draw_ply()

    def action_scroll(self, lines: int) -> None:
        narrow = self.has_class("-narrow")
        self.query_one("#parts" if narrow else "#steps").scroll_relative(y=lines * 2, animate=False, force=True)

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
