"""The application: its screens, the ways from one to another, and what they wish of each other."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from textual import on
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from tracker.tui.host import Host, InView
from tracker.tui.keybar import KeyBar
from tracker.tui.main_screen import MainScreen
from tracker.tui.model import ImportProgress
from tracker.tui.wishes import DrawStrength, OpenGame, OpenPerf, UseChoices, UseSymbols
from tracker.tui.work import Imported, Progress


class TrackerApp(Host):
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
        Binding("ctrl+p,colon", "command_palette", "palette", id="app.palette", show=False),
    ]

    def get_default_screen(self) -> Screen[None]:
        return MainScreen()

    @property
    def main(self) -> MainScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, MainScreen))

    @property
    def in_view(self) -> InView:
        main = self.main
        return InView(main.accounts, main.account, main.perfs, main.perf, main.asked)

    # Ways to other screens; each is imported when it is first opened

    def action_overview(self) -> None:
        from tracker.tui.overview import OverviewScreen

        self._open(OverviewScreen)

    def action_form(self) -> None:
        from tracker.tui.form_screen import FormScreen

        main = self.main
        if not isinstance(self.screen, FormScreen):
            self.push_screen(FormScreen(main.account, main.perf, [card.perf for card in main.perfs if card.rated]))

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

    # What screens wish

    @on(OpenGame)
    def _open_game(self, event: OpenGame) -> None:
        from tracker.tui.game_screen import GameScreen

        if not isinstance(self.screen, GameScreen):
            self.push_screen(GameScreen(event.account, event.key))

    @on(OpenPerf)
    def _open_perf(self, event: OpenPerf) -> None:
        self.main.open(event.account, event.perf)

    @on(DrawStrength)
    def _draw_strength(self, event: DrawStrength) -> None:
        main = self.main
        while self.screen is not main:
            self.pop_screen()
        main.open(event.account, event.perf)
        main.draw_strength()

    @on(UseSymbols)
    def _use_symbols(self, event: UseSymbols) -> None:
        self.main.use_symbols(event.symbols)
        self.remember(symbols=event.symbols)

    @on(UseChoices)
    def _use_choices(self, event: UseChoices) -> None:
        self.remember(timezone=event.choices.timezone, day_start=event.choices.day_start)
        self.zone = ZoneInfo(event.choices.timezone)
        self.main.use_zone(self.zone)

    # How the import goes on

    @on(Progress)
    def _show_progress(self, event: Progress) -> None:
        if self.importing is None:
            return
        self.take_progress(event.progress)
        self.tell_screens()
        if event.progress.stored:
            self.main.arrived(event.progress.account, time.monotonic())

    @on(Imported)
    def _import_ended(self, event: Imported) -> None:
        reached = self.importing or ImportProgress(event.account, 0, None, 0.0)
        self.take_progress(None)
        sentence = event.sentence
        if event.failed and not reached.stored:
            self.main.reload()
        elif not self.main.show_imported(reached.account):
            sentence += f" To see {reached.account}, press a for the accounts."
        self.import_ended = Imported(reached.account, sentence, event.failed)
        self.tell_screens()
        if type(self.screen).__name__ != "ImportScreen":
            self.notify(sentence, severity="error" if event.failed else "information", timeout=8)

    def tell_screens(self) -> None:
        for screen in self.screen_stack:
            if (show := getattr(screen, "show_import", None)) is not None:
                show()
            for bar in screen.query(KeyBar):
                bar.draw()

    @on(Worker.StateChanged)
    def _worker_failed(self, event: Worker.StateChanged) -> None:
        """What no one foresaw is said in a sentence, and the screen stays."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            self.log.error(error)
            if event.worker.group == "import":
                self.take_progress(None)
                self.tell_screens()
            self.notify(f"That did not work: {error}", title="Please report this", severity="error", timeout=15)


def _places() -> Any:
    from tracker.tui.palette import Places

    return Places
