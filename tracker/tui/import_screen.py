"""Import from inside: type a name, watch what is safe, stop and go on."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from tracker.tui.host import Host
from tracker.tui.import_line import pause_line
from tracker.tui.model import ImportProgress
from tracker.tui.notation import counted, grouped, seconds

INTRODUCTION = "Your Lichess name. No password, no token: games are public, and nothing is sent but the name."


def progress_lines(progress: ImportProgress, told: float, width: int, ascii_only: bool) -> Content:
    """A bar, what is safe, how fast, how long still, and why it waits."""
    said = ["1 game is safe" if progress.stored == 1 else f"{grouped(progress.stored)} games are safe"]
    if progress.expected:
        said[0] = f"{grouped(progress.stored)} of about {counted(progress.expected, 'game')} are safe"
    if progress.rate:
        said.append(f"{progress.rate:.0f} a second")
    if progress.seconds_left is not None:
        said.append(f"{seconds(progress.seconds_left)} left")
    lines = [Content(" · ".join(said))]
    if progress.expected:
        share = min(1.0, progress.stored / progress.expected)
        full, empty = ("#", "-") if ascii_only else ("━", "╌")
        room = max(10, width - 6)
        done = int(share * room)
        lines.insert(
            0, Content.assemble((full * done, "$accent"), (empty * (room - done), "$faint"), f" {int(share * 100):>3}%")
        )
    if pause := pause_line(progress, told):
        lines.append(Content.styled(f"{pause}; what is stored is safe.", "$warning"))
    return Content("\n").join(lines)


class ImportScreen(ModalScreen[None]):
    """The import goes on when this is closed."""

    HELP = "Type a Lichess name and press Enter. The import goes on in the background when this is closed."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "close", id="import.close"),
        Binding("ctrl+x", "stop", "stop", id="import.stop", priority=True),
        Binding("f1", "app.help", "help", id="import.help"),
        Binding("enter", "start", "start", id="import.start", show=False),
    ]
    app: Host

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            panel.border_title = "Import from Lichess"
            panel.border_subtitle = "Enter starts · ^x stops · Esc closes"
            with Horizontal(classes="row"):
                yield Label("name")
                yield Input(self.app.named or self.app.in_view.account or "", id="name", select_on_focus=True)
            yield Static(INTRODUCTION, id="status", classes="quiet")

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self.show_import()

    def show_import(self) -> None:
        """What the running import says, or what the last one said."""
        status = self.query_one("#status", Static)
        progress, ended = self.app.importing, self.app.import_ended
        if self.app.stopping:
            status.update("Stopping; what arrived is kept, Enter goes on from there.")
        elif progress is not None:
            width = self.size.width and min(72, self.size.width - 4)
            status.update(progress_lines(progress, self.app.import_told, width, self._ascii))
        elif ended is not None:
            status.update(Content.styled(ended.sentence, "$error" if ended.failed else "$foreground"))
        status.set_class(progress is None and ended is None, "quiet")

    @property
    def _ascii(self) -> bool:
        return self.app.look.symbols == "ascii"

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        name = self.query_one(Input).value.strip()
        if not name:
            self.query_one("#status", Static).update(Content.styled("Type your Lichess name first.", "$error"))
        elif self.app.importing is None:
            self.app.start_import(name)
            self.show_import()

    def action_stop(self) -> None:
        if self.app.importing is not None:
            self.app.stop_import()
            self.show_import()
