"""The line to type a filter in: asks while typing, finishes words, says in a sentence what does not fit."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from tracker.filters import Filter, Reading, complete, read

OPENINGS = (
    "Sicilian", "French", "Caro-Kann", "Queen's Gambit", "King's Indian", "Italian", "Ruy Lopez", "Scandinavian",
    "English", "London", "Pirc", "Slav", "Nimzo-Indian", "Vienna", "Scotch", "Dutch", "Philidor", "Alekhine",
)  # fmt: skip
EXAMPLE = "perf:blitz opp>1800 result:loss color:white opening:sicilian since:2024"


class Words(Suggester):
    """Finishes the word being typed."""

    def __init__(self) -> None:
        super().__init__(use_cache=True, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        return complete(value, OPENINGS)


class FilterInput(Input):
    """Right or Tab takes the suggestion."""

    HELP = f"The filter, such as `{EXAMPLE}`. Tab or → takes the suggestion."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "cursor_right_end", "take the suggestion", id="filter.take", show=False),
        Binding("escape", "give_up", "clear and close", id="filter.clear"),
        Binding("enter", "submit", "keep", id="filter.keep"),
    ]

    def action_cursor_right_end(self) -> None:
        self.cursor_position = len(self.value)
        self.action_cursor_right()

    def action_give_up(self) -> None:
        self.value = ""
        self.post_message(self.Submitted(self, ""))


def problem_line(found: Reading) -> str:
    """What does not fit, and what the table shows meanwhile."""
    if not found.problem:
        return ""
    return f"{found.problem}. Below: {'what the other words find' if found.filter else 'all games'}."


class FilterLine(Vertical):
    """Hidden until asked for."""

    DEFAULT_CSS = """
    FilterLine {
        height: auto; display: none; background: $background;
        &.open { display: block; }
        & FilterInput { border: none; height: 1; padding: 0 1; background: $panel; }
        & Static { height: auto; padding: 0 1; color: $error; display: none; }
        & Static.wrong { display: block; }
    }
    """

    class Changed(Message):
        """Another filter is meant."""

        def __init__(self, filter: Filter) -> None:
            super().__init__()
            self.filter = filter

    class Closed(Message):
        """The user is done typing."""

    def compose(self) -> ComposeResult:
        yield FilterInput(placeholder=EXAMPLE, suggester=Words(), select_on_focus=False)
        yield Static("")

    def open(self) -> None:
        self.add_class("open")
        self.query_one(FilterInput).focus()

    def clear(self) -> None:
        self.query_one(FilterInput).value = ""
        self.remove_class("open")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        found = read(event.value)
        said = self.query_one(Static)
        said.update(Content(problem_line(found)))
        said.set_class(bool(found.problem), "wrong")
        self.post_message(self.Changed(found.filter))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if not event.value.strip():
            self.remove_class("open")
        self.post_message(self.Closed())
