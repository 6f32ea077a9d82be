"""What worker threads report to the screen. Each is a message; progress replaces what was not handled yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from tracker.tui.curves import Curves
from tracker.tui.level_panel import LevelLine
from tracker.tui.model import (
    AccountCard,
    Day,
    FormFound,
    GameDetail,
    GamesView,
    ImportProgress,
    PerfCard,
    Query,
    Run,
    Section,
)
from tracker.tui.strength_line import StrengthLine


@dataclass
class AccountsLoaded(Message):
    """What is tracked, and the perfs of the account that is to be opened."""

    accounts: Sequence[AccountCard]
    account: str | None
    perfs: Sequence[PerfCard]
    runs: Sequence[Run]
    today: Day
    session: int | None


@dataclass
class SeriesLoaded(Message):
    """A perf's line, ready to draw."""

    account: str
    perf: str
    curves: Curves
    again: bool
    """A more complete version of what was shown."""


@dataclass
class Computing(Message):
    """What the rest of a perf's numbers waits for, and how far it is."""

    account: str
    perf: str
    sentence: str

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Computing)


@dataclass
class GamesLoaded(Message):
    """A query's games, opened."""

    query: Query
    games: GamesView
    whole: bool = True
    """False for the newest ones alone."""


@dataclass
class DetailLoaded(Message):
    """One game with its steps."""

    detail: GameDetail


@dataclass
class LevelLoaded(Message):
    """What a game's moves show."""

    key: int
    sections: Sequence[Section]


@dataclass
class FormLoaded(Message):
    """The form of a perf."""

    account: str
    perf: str
    found: FormFound


@dataclass
class OverlayLoaded(Message):
    """What is drawn over or below a series, on request."""

    curves: Curves
    strength: StrengthLine | None = None
    levels: LevelLine | None = None


@dataclass
class Failed(Message):
    """A sentence for the user."""

    sentence: str


@dataclass
class Imported(Message):
    """An import ended."""

    account: str
    sentence: str
    failed: bool


@dataclass
class Progress(Message):
    """Where an import stands."""

    progress: ImportProgress

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Progress)
