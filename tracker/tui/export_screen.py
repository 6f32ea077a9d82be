"""Export from inside: the comparison CSV into a file, or as a download where the screen is a web page."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from tracker.errors import TrackerError
from tracker.settings import is_folder, path_of, visible
from tracker.tui.host import Host
from tracker.tui.model import Query
from tracker.tui.notation import counted


@dataclass
class Written(Message):
    """How it went."""

    sentence: str
    failed: bool = False
    text: str | None = None
    """What is to be downloaded."""
    name: str = ""
    """Of the file that is downloaded."""


class ExportScreen(ModalScreen[None]):
    """Everything of the account, or what the table shows."""

    HELP = "Writes the comparison CSV. F2 turns between all games and those that the table shows."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "close", id="export.close"),
        Binding("f2", "which", "all / shown", id="export.which"),
        Binding("f1", "app.help", "help", id="export.help"),
    ]
    app: Host

    def __init__(self) -> None:
        super().__init__()
        self.shown_only = False
        self._confirmed = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            panel.border_title = "Export as CSV"
            panel.border_subtitle = "Enter writes · F2 which · Esc closes"
            with Horizontal(classes="row"):
                yield Label("file")
                yield Input(f"{self.app.in_view.account or 'games'}.csv", id="file", select_on_focus=False)
            yield Static("", id="which")
            yield Static("", id="status")

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._say_which()

    def _say_which(self) -> None:
        asked = self.app.in_view.asked
        words = "All games of the account." if not self.shown_only else "The games that the table shows."
        if asked is None:
            words = "There is nothing to export yet: import games first."
        self.query_one("#which", Static).update(Content.styled(words, "$quiet"))

    def action_which(self) -> None:
        self.shown_only = not self.shown_only
        self._say_which()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        asked, account = self.app.in_view.asked, self.app.in_view.account
        if asked is None or account is None:
            return
        query = asked if self.shown_only else Query(account)
        name = event.value.strip()
        path = path_of(name)
        problem = self._problem(name, path, account)
        if problem:
            self._said(Written(problem, failed=True))
            return
        self._confirmed = ""
        self.write(query, path, self.app.is_web)

    def _problem(self, name: str, path: Path, account: str) -> str:
        """Why the file is not written at once; empty where it is."""
        if not path.name:
            return f"A name for the file is needed, such as {account}.csv."
        if self.app.is_web:
            return ""
        if is_folder(path) or name.endswith(("/", os.sep)):
            return f"{path} is a folder; name a file in it, such as {path / account}.csv."
        if visible(path) and self._confirmed != str(path):
            self._confirmed = str(path)
            return f"{path} exists; Enter once more replaces it."
        return ""

    @work(thread=True, exclusive=True, exit_on_error=False)
    def write(self, query: Query, path: Path, download: bool) -> None:
        try:
            if download:
                text = io.StringIO(newline="")
                rows = self.app.model.export(query, text)
                said = f"{counted(rows, 'row')} on the way to your browser."
                self.post_message(Written(said, text=text.getvalue(), name=path.name))
                return
            with path.open("w", encoding="utf-8", newline="") as file:
                rows = self.app.model.export(query, file)
            self.post_message(Written(f"{counted(rows, 'row')} written to {path.absolute()}."))
        except TrackerError as error:
            self.post_message(Written(str(error), failed=True))
        except OSError as error:
            self.post_message(
                Written(f"{path} cannot be written ({error.strerror}); choose another file.", failed=True)
            )

    @on(Written)
    def _said(self, event: Written) -> None:
        if event.text is not None:
            self.app.deliver_text(io.StringIO(event.text), save_filename=event.name, mime_type="text/csv")
        style = "$error" if event.failed else "$foreground"
        self.query_one("#status", Static).update(Content.styled(event.sentence, style))
