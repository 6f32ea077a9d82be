"""The application: model, memory, theme, and the ways from one screen to another."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, ClassVar

from textual import on, work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from tracker.errors import TrackerError
from tracker.times import epoch_ms
from tracker.tui.main_screen import MainScreen
from tracker.tui.model import ImportProgress, Model, Preferences
from tracker.tui.plot import Look
from tracker.tui.themes import OWN, SHADES, THEMES, fitting
from tracker.tui.work import Imported, Progress

LICHESS = "https://lichess.org"


class NoMemory:
    """Preferences that are forgotten, for a look around."""

    def load(self) -> Mapping[str, str]:
        return {}

    def save(self, values: Mapping[str, str]) -> None:
        del values


class TrackerApp(App[None]):
    """`TrackerApp(model).run()`."""

    TITLE = "tracker"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    ENABLE_COMMAND_PALETTE = True
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (116, "-wide")]  # noqa: RUF012  no ClassVar in Textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-middle"), (32, "-high")]  # noqa: RUF012
    COMMANDS = App.COMMANDS | {lambda: _places()}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "quit", id="app.quit"),
        Binding("question_mark,f1", "help", "help", id="app.help", show=False),
        Binding("colon", "command_palette", "palette", id="app.palette", show=False),
    ]

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
        self.wanted_account = account or self.memory.get("account")
        self.wanted_perf = self.memory.get("perf") if self.wanted_account == self.memory.get("account") else None
        self.look = Look(symbols=self._symbols(environ))
        self.importing: ImportProgress | None = None
        """The import that is running, if one is."""
        self.import_ended: Imported | None = None
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

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return SHADES[self.current_theme.dark]

    def get_default_screen(self) -> Screen[None]:
        return MainScreen()

    def on_mount(self) -> None:
        if self._keys:
            self.set_keymap(self._keys)
        if self.memory.get("animations") == "off":
            self.animation_level = "none"
        self.theme_changed_signal.subscribe(self, lambda theme: self.remember(theme=theme.name))

    def remember(self, **values: str) -> None:
        """Keeps words for the next start."""
        if any(self.memory.get(name) != value for name, value in values.items()):
            self.memory.update(values)
            self._preferences.save(self.memory)

    @property
    def main(self) -> MainScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, MainScreen))

    # Ways to other screens; each is imported when it is first opened

    def open_game(self, account: str, key: int) -> None:
        from tracker.tui.game_screen import GameScreen

        self.push_screen(GameScreen(account, key))

    def action_overview(self) -> None:
        from tracker.tui.overview import OverviewScreen

        self._open(OverviewScreen)

    def action_form(self) -> None:
        from tracker.tui.form_screen import FormScreen

        main = self.main
        if not isinstance(self.screen, FormScreen):
            self.push_screen(FormScreen(main.account, main.perf, [card.perf for card in main.perfs if card.rated]))

    def show_strength(self, account: str, perf: str) -> None:
        """The timeline with strength and its changes drawn."""
        main = self.main
        while self.screen is not main:
            self.pop_screen()
        main.open(account, perf)
        main.draw_strength()

    def action_calculator(self) -> None:
        from tracker.tui.calculator import CalculatorScreen

        self._open(CalculatorScreen)

    def action_what_if(self) -> None:
        from tracker.tui.calculator import WhatIfScreen

        self._open(WhatIfScreen)

    def action_imports(self) -> None:
        from tracker.tui.import_screen import ImportScreen

        self._open(ImportScreen)

    def action_export(self) -> None:
        from tracker.tui.export_screen import ExportScreen

        self._open(ExportScreen)

    def action_settings(self) -> None:
        from tracker.tui.settings_screen import SettingsScreen

        self._open(SettingsScreen)

    def action_help(self) -> None:
        from tracker.tui.help_screen import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def _open(self, kind: type[Screen[Any]]) -> None:
        """Opens a screen unless it is open already."""
        if not isinstance(self.screen, kind):
            self.push_screen(kind())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        yield from super().get_system_commands(screen)
        yield SystemCommand("Overview", "All perfs at a glance", self.action_overview)
        yield SystemCommand("Form", "Is it form, or chance?", self.action_form)
        yield SystemCommand("Calculator", "FIDE, Elo and Lichess arithmetic", self.action_calculator)
        yield SystemCommand("What if", "What the next results would do", self.action_what_if)
        yield SystemCommand("Import", "Add an account or look for new games", self.action_imports)
        yield SystemCommand("Export", "The comparison as CSV", self.action_export)
        yield SystemCommand("Settings", "Zone, day start, rules, theme, symbols", self.action_settings)

    # Services to screens

    def link(self, game_id: str) -> str:
        return f"{self.site}/{game_id}"

    def copy(self, text: str) -> None:
        """To the clipboard by the terminal (OSC 52)."""
        self.copy_to_clipboard(text)
        self.notify(f"Copied {text}", timeout=3)

    def set_symbols(self, symbols: str) -> None:
        """Braille, blocks or ASCII, everywhere and from now on."""
        main = self.main
        main.chart.set_look(symbols=symbols)
        self.look = main.chart.look
        main.table.ascii_only = symbols == "ascii"
        main.table.redraw()
        self.remember(symbols=symbols)

    def set_zone(self, zone: tzinfo) -> None:
        """Dates in another zone, everywhere; ratings and days are read again."""
        main = self.main
        self.zone = main.chart.zone = zone
        main.set_zone(zone)
        main.reload()

    # Import: one at a time, in a thread of its own, whatever screen is open

    def start_import(self, name: str) -> None:
        if self.importing is None:
            self._stop_import = False
            self.import_ended = None
            self.importing = ImportProgress(name, 0, None, 0.0)
            self._import(name)

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

    @on(Progress)
    def _show_progress(self, event: Progress) -> None:
        if self.importing is None:
            return
        self.importing = event.progress
        if self.wanted_account is None:
            self.wanted_account = event.progress.account
        self._tell_screens()
        if event.progress.stored:
            self.main.arrived(time.monotonic())

    @on(Imported)
    def _import_ended(self, event: Imported) -> None:
        self.importing, self.import_ended = None, event
        self._tell_screens()
        self.main.reload()
        if type(self.screen).__name__ != "ImportScreen":
            self.notify(event.sentence, severity="error" if event.failed else "information", timeout=8)

    def _tell_screens(self) -> None:
        for screen in self.screen_stack:
            if (show := getattr(screen, "show_import", None)) is not None:
                show()

    @on(Worker.StateChanged)
    def _worker_failed(self, event: Worker.StateChanged) -> None:
        """What no one foresaw is said in a sentence, and the screen stays."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            self.log.error(error)
            if event.worker.group == "import":
                self.importing = None
                self._tell_screens()
            self.notify(f"That did not work: {error}", title="Please report this", severity="error", timeout=15)


def _places() -> Any:
    from tracker.tui.palette import Places

    return Places


__all__ = ["OWN", "TrackerApp"]
