"""What a screen asks of the app because it takes another screen.

Posted to the app itself, not to the screen: that one may be closing.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from tracker.tui.model import Choices


@dataclass
class OpenGame(Message):
    """A game's own screen."""

    account: str
    key: int


@dataclass
class OpenPerf(Message):
    """Another account or perf on the first screen; no perf means the account's newest."""

    account: str
    perf: str | None


@dataclass
class DrawStrength(Message):
    """The timeline of a perf with strength and its changes drawn."""

    account: str
    perf: str


@dataclass
class UseSymbols(Message):
    """Braille, blocks or ASCII, everywhere and from now on."""

    symbols: str


@dataclass
class UseChoices(Message):
    """What the model has taken: dates in its zone, everywhere, also at the next start; all is read again."""

    choices: Choices
