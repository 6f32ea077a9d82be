"""Calculator and what-if: fields to type in, the answer with its steps below, anew with each letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Label, OptionList
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.game import PERF_NAMES
from tracker.tui.detail import Page, sections_content
from tracker.tui.host import Host
from tracker.tui.keybar import KeyBar

WIDEST = 100
"""Cells of an answer's lines, however wide the screen is."""


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of question: its name, and its fields with an example in each."""

    kind: str
    title: str
    fields: tuple[tuple[str, str, str], ...]
    """(name, label, example)."""


FORMS = (
    Form(
        "stake",
        "What is at stake",
        (("rating", "your rating", "1500"), ("k", "K", "20"), ("opponent", "opponent", "1600")),
    ),
    Form("expected", "Expected score", (("rating", "your rating", "1500"), ("opponent", "opponent", "1600"))),
    Form(
        "fide",
        "FIDE change",
        (
            ("rating", "your rating", "1500"), ("k", "K", "20"), ("games", "results", "1600=win 1550=0.5 1700=loss"),
            ("list", "list", "standard"), ("date", "date", ""),
        ),
    ),
    Form("performance", "Performance", (("games", "results", "1600=win 1550=0.5 1700=loss"),)),
    Form(
        "first",
        "First rating",
        (("games", "results", "1600=1 1550=0.5 1700=0 1450=1 1520=0.5"), ("date", "date", "")),
    ),
    Form(
        "lichess",
        "Lichess change",
        (
            ("me", "you R,RD,vol", "1500,60,0.06"), ("opponent", "they R,RD,vol", "1600,60,0.06"),
            ("result", "result", "win"), ("colour", "color", "white"), ("perf", "perf", "blitz"),
        ),
    ),
)  # fmt: skip


@dataclass
class Answer(Message):
    """What came out, or the sentence why nothing did."""

    write: Callable[[int], Content]
    """Given the width in cells."""


class _Asking(Screen[None]):
    """Asks in a thread, and shows the newest answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "back", id="calculator.back"),
        Binding("f1", "app.help", "help", id="calculator.help"),
        Binding("pagedown", "page(1)", "page down", id="calculator.pagedown", show=False),
        Binding("pageup", "page(-1)", "page up", id="calculator.pageup", show=False),
    ]
    app: Host

    @work(thread=True, exclusive=True, exit_on_error=False)
    def ask(self, question: Callable[[], Callable[[int], Content]]) -> None:
        try:
            write = question()
        except TrackerError as error:
            write = _plainly(Content.styled(str(error), "$error"))
        if not get_current_worker().is_cancelled:
            self.post_message(Answer(write))

    @on(Answer)
    def _answered(self, event: Answer) -> None:
        self.query_one("#answer", Page).show(event.write)

    def action_page(self, pages: int) -> None:
        form = self.query_one("#form")
        form.scroll_relative(y=pages * max(1, form.size.height - 1), animate=False)


def _plainly(content: Content) -> Callable[[int], Content]:
    return lambda _width: content


class CalculatorScreen(_Asking):
    """Six calculators; needs no games."""

    HELP = "Type in the fields; the answer follows. Tab goes from the list to the fields."

    def __init__(self) -> None:
        super().__init__()
        self.form = FORMS[0]

    def compose(self) -> ComposeResult:
        with Horizontal(id="parts"):
            yield OptionList(*[form.title for form in FORMS], id="kinds")
            with VerticalScroll(id="form", can_focus=False):
                yield VerticalScroll(id="fields", can_focus=False)
                yield Page(id="answer")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    @on(OptionList.OptionHighlighted)
    async def _chosen(self, event: OptionList.OptionHighlighted) -> None:
        self.form = FORMS[event.option_index]
        self.query_one("#form").border_title = self.form.title
        fields = self.query_one("#fields")
        await fields.remove_children()
        for name, label, example in self.form.fields:
            await fields.mount(
                Horizontal(Label(label), Input(example, name=name, select_on_focus=False), classes="row")
            )
        self._ask()

    @on(OptionList.OptionSelected)
    def _enter(self) -> None:
        self.query(Input).first().focus()

    @on(Input.Changed)
    def _typed(self) -> None:
        self._ask()

    def _ask(self) -> None:
        values = {field.name or "": field.value.strip() for field in self.query(Input)}
        kind = self.form.kind
        self.ask(lambda: _plainly(Content("\n".join(self.app.model.calculate(kind, values)))))


class WhatIfScreen(_Asking):
    """What the next results would do to today's ratings."""

    HELP = "Type results such as `1500=win 1620=0.5 1700=loss`; the answer follows."

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form", can_focus=False):
            with Horizontal(classes="row"):
                yield Label("results")
                yield Input("1500=win", id="results", select_on_focus=False)
            yield Page(id="answer")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        shown = self.app.in_view
        name = f" · {shown.account} ▸ {PERF_NAMES.get(shown.perf, shown.perf)}" if shown.account and shown.perf else ""
        self.query_one("#form").border_title = f"What if{name}"
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        account, perf, text = self.app.in_view.account, self.app.in_view.perf, event.value
        if account is None or perf is None:
            self.post_message(Answer(_plainly(Content("No rated games yet: Esc, then i to import some."))))
            return

        def what_if() -> Callable[[int], Content]:
            sections = self.app.model.what_if(account, perf, text)
            return lambda width: sections_content(sections, min(width, WIDEST))

        self.ask(what_if)
