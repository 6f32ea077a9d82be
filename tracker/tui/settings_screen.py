"""Settings: time zone, day start, rules, theme, symbols, animations; each takes effect at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from tracker.errors import TrackerError
from tracker.settings import RIGHT, time_of_day, zone_named
from tracker.tui import memory
from tracker.tui.host import Host
from tracker.tui.model import Choices
from tracker.tui.themes import OWN
from tracker.tui.wishes import UseChoices, UseSymbols

RULES = ("2025-10", "2024-03", "2022-01", "2017-07", "2014-07", "by-date")
WORDS = {"rules": RULES, "theme": OWN, **memory.WORDS}
LABELS = (
    ("timezone", "time zone"), ("day_start", "day start"), ("rules", "FIDE rules"), ("theme", "theme"),
    ("symbols", "symbols"), ("animations", "animations"), ("notice", "bad session"),
)  # fmt: skip


@dataclass
class Kept(Message):
    """The model took the choices, or said why not."""

    choices: Choices
    problem: str = ""


class Choice(Static, can_focus=True):
    """One word out of a few; left and right turn it."""

    DEFAULT_CSS = (
        "Choice { height: 1; width: 1fr; padding: 0 1; background: $panel; &:focus { background: $cursor-row; } }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "word before", id="choice.left", show=False),
        Binding("right,l,enter,space", "turn(1)", "next word", id="choice.right", show=False),
    ]

    class Turned(Message):
        """Another word."""

        def __init__(self, name: str, word: str) -> None:
            super().__init__()
            self.name, self.word = name, word

    def __init__(self, name: str, words: tuple[str, ...], word: str) -> None:
        super().__init__(name=name)
        self.words, self.word = words if word in words else (word, *words), word

    def on_mount(self) -> None:
        self._draw()

    def on_click(self) -> None:
        self.action_turn(1)

    def action_turn(self, step: int) -> None:
        self.word = self.words[(self.words.index(self.word) + step) % len(self.words)]
        self._draw()
        self.post_message(self.Turned(self.name or "", self.word))

    def _draw(self) -> None:
        self.update(Content.assemble(("‹ ", "$quiet"), (self.word, "bold"), (" ›", "$quiet")))


class SettingsScreen(ModalScreen[None]):
    """Up and down go from line to line."""

    HELP = (
        "Up and down go from line to line, left and right turn a word; each change takes effect at once. “bad session” "
        "lets the form screen say when the last session ran far below expectation."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "close", id="settings.close"),
        Binding("f1", "app.help", "help", id="settings.help"),
        Binding("down", "app.focus_next", "next line", id="settings.down", show=False),
        Binding("up", "app.focus_previous", "line before", id="settings.up", show=False),
    ]
    app: Host

    def __init__(self) -> None:
        super().__init__()
        self._choices = Choices()

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="panel", can_focus=False) as panel:
            panel.border_title = "Settings"
            panel.border_subtitle = "↑↓ lines · ←→ words · Esc closes"
            self._choices = self.app.model.choices(self.app.in_view.account)
            words = {
                "rules": self._choices.rules,
                "theme": self.app.theme,
                "symbols": self.app.look.symbols,
                "animations": self.app.memory.get("animations", "on"),
                "notice": self.app.memory.get("notice", "off"),
            }
            for name, label in LABELS:
                with Horizontal(classes="row"):
                    yield Label(label)
                    if name in words:
                        yield Choice(name, WORDS[name], words[name])
                    else:
                        yield Input(getattr(self._choices, name), name=name, select_on_focus=False)
            yield Static("", id="status")

    @on(Choice.Turned)
    def _turned(self, event: Choice.Turned) -> None:
        match event.name:
            case "theme":
                self.app.theme = event.word
            case "symbols":
                self.app.post_message(UseSymbols(event.word))
            case "animations":
                self.app.animation_level = "full" if event.word == "on" else "none"
                self.app.remember(animations=event.word)
            case "notice":
                self.app.remember(notice=event.word)
            case "rules":
                self.keep(replace(self._choices, rules=event.word))
                return
        self._say_kept()

    @on(Input.Submitted)
    @on(Input.Blurred)
    def _typed(self, event: Input.Submitted | Input.Blurred) -> None:
        name, value = event.input.name, event.value.strip()
        if value == getattr(self._choices, name or ""):
            return
        try:
            (zone_named if name == "timezone" else time_of_day)(value)
        except ValueError:
            self._say(f"“{value}” is not {RIGHT[name or '']}.", wrong=True)
            return
        self.keep(replace(self._choices, **{name or "": value}))

    @work(thread=True, exclusive=True, exit_on_error=False)
    def keep(self, choices: Choices) -> None:
        app = self.app  # a screen that is closed meanwhile has none
        try:
            app.model.choose(app.in_view.account, choices)
        except TrackerError as error:
            self.post_message(Kept(choices, str(error)))
            return
        app.post_message(UseChoices(choices))
        self.post_message(Kept(choices))

    @on(Kept)
    def _kept(self, event: Kept) -> None:
        if event.problem:
            self._say(event.problem, wrong=True)
            return
        self._choices = event.choices
        self._say_kept()

    def _say_kept(self) -> None:
        """Asks the app, once it has done what it was told and tried to remember it; a closed screen hears no more."""
        self.app.call_later(self.call_later, self._say_whether_kept)

    def _say_whether_kept(self) -> None:
        problem = getattr(self.app._preferences, "problem", "")
        self._say(problem or "Kept.", wrong=bool(problem))

    def _say(self, sentence: str, wrong: bool = False) -> None:
        self.query_one("#status", Static).update(Content.styled(sentence, "$error" if wrong else "$quiet"))
