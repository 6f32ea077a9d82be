"""The app as its screens know it: model, memory, look, what is in view and the running import. Knows no screen."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import Any, NamedTuple

from textual import work
from textual.app import App
from textual.filter import LineFilter
from textual.timer import Timer

from tracker.errors import TrackerError
from tracker.settings import LICHESS
from tracker.times import epoch_ms
from tracker.tui.alphabet import ALPHABETS
from tracker.tui.memory import NoMemory
from tracker.tui.model import AccountCard, ImportProgress, Model, PerfCard, Preferences, Query
from tracker.tui.plot import Look
from tracker.tui.themes import SHADES, THEMES, fitting
from tracker.tui.work import Imported, Progress


class InView(NamedTuple):
    """What the first screen shows; the others begin from it."""

    accounts: Sequence[AccountCard]
    account: str | None
    perfs: Sequence[PerfCard]
    """Of the account."""
    perf: str | None
    asked: Query | None
    """The games in the table."""


class Host(App[None]):
    """What screens may use of the app; what takes another screen they ask for by a wish (`wishes.py`)."""

    def __init__(
        self,
        model: Model,
        *,
        preferences: Preferences | None = None,
        zone: tzinfo = UTC,
        now: Callable[[], int] = epoch_ms,
        account: str | None = None,
        site: str = LICHESS,
        keys: Mapping[str, str] | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        super().__init__()
        self.model, self.zone, self.now, self.site = model, zone, now, site
        self._preferences = preferences or NoMemory()
        self.memory: dict[str, str] = dict(self._preferences.load())
        self.named = (account or "").strip()
        """The account that the user asked for at the start, until it is there or was missed."""
        self.wanted_account = self.named or self.memory.get("account")
        self.wanted_perf = self.memory.get("perf") if self.wanted_account == self.memory.get("account") else None
        self._look = Look(symbols=self._symbols(environ))
        self.importing: ImportProgress | None = None
        """The import that is running, if one is."""
        self.import_ended: Imported | None = None
        self._told_at = 0
        self._ticking: Timer | None = None
        self._stop_import = False
        self._keys = dict(keys or {})
        for theme in THEMES:
            self.register_theme(theme)
        remembered = self.memory.get("theme")
        known = remembered if remembered in self.available_themes else None
        self.theme = fitting(self.console.color_system, known, "NO_COLOR" in environ)

    def _symbols(self, environ: Mapping[str, str]) -> Any:
        """The Linux console has no braille."""
        remembered = self.memory.get("symbols")
        if remembered in ("braille", "block", "ascii"):
            return remembered
        return "block" if environ.get("TERM") == "linux" else "braille"

    @property
    def look(self) -> Look:
        """How the timeline is drawn now, and with which characters everything is."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        spelled_anew = look.symbols != self._look.symbols
        self._look = look
        if spelled_anew:
            self.refresh_css(animate=False)

    def get_line_filters(self) -> Sequence[LineFilter]:
        alphabet = ALPHABETS.get(self._look.symbols)
        return [*super().get_line_filters(), *([alphabet] if alphabet else [])]

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return SHADES[self.current_theme.dark]

    def on_mount(self) -> None:
        if self._keys:
            self.set_keymap(self._keys)
        if self.memory.get("animations") == "off":
            self.animation_level = "none"
        self.theme_changed_signal.subscribe(self, lambda theme: self.remember(theme=theme.name))

    @property
    @abstractmethod
    def in_view(self) -> InView:
        """What the first screen shows now."""

    def remember(self, **values: str) -> None:
        """Keeps words for the next start."""
        if any(self.memory.get(name) != value for name, value in values.items()):
            self.memory.update(values)
            self._preferences.save(self.memory)

    def link(self, game_id: str) -> str:
        return f"{self.site}/{game_id}"

    def copy(self, text: str) -> None:
        """To the clipboard by the terminal (OSC 52)."""
        self.copy_to_clipboard(text)
        self.notify(f"Copied {text}", timeout=3)

    # Import: one at a time, in a thread of its own, whatever screen is open

    def start_import(self, name: str) -> None:
        if self.importing is None:
            self._stop_import = False
            self.import_ended = None
            self.take_progress(ImportProgress(name, 0, None, 0.0))
            self._ticking = self.set_interval(1, self.tell_screens)  # a wait counts down, and silence up
            self._import(name)

    def take_progress(self, progress: ImportProgress | None) -> None:
        """Where the import stands now; None when it is over."""
        self.importing, self._told_at = progress, self.now()
        if progress is None and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    @property
    def stopping(self) -> bool:
        """The running import was told to stop, and has not yet."""
        return self._stop_import and self.importing is not None

    @property
    def import_told(self) -> float:
        """Seconds since the running import told something."""
        return max(0.0, (self.now() - self._told_at) / 1000)

    @abstractmethod
    def tell_screens(self) -> None:
        """Whatever shows the import draws it anew."""

    def stop_import(self) -> None:
        self._stop_import = True

    @work(thread=True, exclusive=True, group="import", exit_on_error=False)
    def _import(self, name: str) -> None:
        try:
            sentence = self.model.import_account(
                name, lambda progress: self._progressed(progress), lambda: self._stop_import or not self.is_running
            )
        except TrackerError as error:
            self.post_message(Imported(name, str(error), True))
        else:
            self.post_message(Imported(name, sentence, False))

    def _progressed(self, progress: ImportProgress) -> None:
        self.post_message(Progress(progress))
