"""Form of one perf: is it more than chance, where the points come from, goals, sessions, mistakes."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.game import PERF_NAMES
from tracker.tui.form_text import Block, blocks
from tracker.tui.host import Host
from tracker.tui.keybar import KeyBar
from tracker.tui.mistakes_text import mistakes_block
from tracker.tui.model import FormFound
from tracker.tui.notation import counted
from tracker.tui.wishes import DrawStrength
from tracker.tui.work import Failed, FormLoaded

TWO_COLUMNS = 112
"""Cells from which on the rows stand beside the rest."""


class FormScreen(Screen[None]):
    """One column, or two where there is room."""

    HELP = (
        "Is it form, or chance? Each number says on how many games it rests. In a gauge, the bar is what chance gives "
        "around what was expected, the point is what was scored."
    )
    DEFAULT_CSS = """
    FormScreen {
        & #title { height: auto; padding: 0 1; }
        & #body { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
        & #columns { height: auto; }
        & Static { height: auto; }
        & #first { width: 1fr; }
        & #second { width: 1fr; display: none; padding: 0 0 0 2; }
        &.two #second { display: block; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,3", "app.pop_screen", "back", key_display="Esc", id="form.back"),
        Binding("question_mark", "app.help", "help", id="form.help"),
        Binding("p", "perf(1)", "next perf", id="form.perf"),
        Binding("P", "perf(-1)", "perf before", id="form.perf_back", show=False),
        Binding("t", "timeline", "on the timeline", id="form.timeline"),
        Binding("j,down", "scroll(2)", "scroll down", id="form.down", show=False),
        Binding("k,up", "scroll(-2)", "scroll up", id="form.up", show=False),
        Binding("pagedown,space", "scroll(15)", "page down", id="form.pagedown", show=False),
        Binding("pageup", "scroll(-15)", "page up", id="form.pageup", show=False),
        Binding("home,g", "edge(0)", "to the top", id="form.top", show=False),
        Binding("end,G", "edge(1)", "to the end", id="form.end", show=False),
    ]
    app: Host

    def __init__(self, account: str | None, perf: str | None, perfs: list[str]) -> None:
        super().__init__()
        self.account, self.perf, self.perfs = account, perf, perfs
        self.found: FormFound | None = None

    def compose(self) -> ComposeResult:
        yield Static("", id="title")
        with VerticalScroll(id="body"), Horizontal(id="columns"):
            yield Static("", id="first")
            yield Static("", id="second")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self._read()

    def _read(self) -> None:
        self.found = None
        self._draw()
        if self.account is None or self.perf is None:
            self._say("No rated games yet: Esc, then i to import some.")
        else:
            self._say("Looking through the games …")
            self.read(self.account, self.perf)

    @work(thread=True, exclusive=True, group="form", exit_on_error=False)
    def read(self, account: str, perf: str) -> None:
        try:
            found = self.app.model.form(account, perf)
        except TrackerError as error:
            self.post_message(Failed(str(error)))
            return
        if not get_current_worker().is_cancelled:
            self.post_message(FormLoaded(account, perf, found))

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self._say(event.sentence, "$error")

    @on(FormLoaded)
    def _loaded(self, event: FormLoaded) -> None:
        if event.perf == self.perf:
            self.found = event.found
            self._draw()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _say(self, sentence: str, style: str = "$quiet") -> None:
        self.query_one("#first", Static).update(Content.styled(sentence, style))

    def _draw(self) -> None:
        perf = PERF_NAMES.get(self.perf or "", self.perf or "")
        title = Content.assemble((f"{self.account or 'tracker'}", "bold"), (" ▸ ", "$quiet"), (perf, "bold $accent"))
        if self.found is None:
            self.query_one("#title", Static).update(title)
            self.query_one("#second", Static).update("")
            return
        form, count = self.found.form, len(self.found.form.results)
        said = f"   form of {counted(count, 'rated game')}" if self.size.width >= 60 else f"  {counted(count, 'game')}"
        self.query_one("#title", Static).update(Content.assemble(title, (said, "$quiet")))
        room = self.size.width - 3
        two = room >= TWO_COLUMNS
        self.set_class(two, "two")
        width = (room - 2) // 2 if two else min(room, 100)
        ascii_only = self.app.look.symbols == "ascii"
        notice = self.app.memory.get("notice") == "on"
        found = [
            *blocks(form, width, self.app.zone, ascii_only, notice=notice),
            mistakes_block(self.found.mistakes, count, width),
        ]
        first = [block for block in found if not (two and block.side)]
        self.query_one("#first", Static).update(_joined(first))
        self.query_one("#second", Static).update(_joined([block for block in found if block not in first]))

    def action_perf(self, step: int) -> None:
        if self.perf in self.perfs:
            self.perf = self.perfs[(self.perfs.index(self.perf) + step) % len(self.perfs)]
            self._read()

    def action_timeline(self) -> None:
        """Back to the timeline of this perf, with strength and its changes drawn."""
        if self.account is not None and self.perf is not None:
            self.app.post_message(DrawStrength(self.account, self.perf))

    def action_scroll(self, lines: int) -> None:
        self.query_one("#body").scroll_relative(y=lines, animate=False)

    def action_edge(self, which: int) -> None:
        body = self.query_one("#body")
        body.scroll_end(animate=False) if which else body.scroll_home(animate=False)


def _joined(found: list[Block]) -> Content:
    return Content("\n\n").join([block.content for block in found])
