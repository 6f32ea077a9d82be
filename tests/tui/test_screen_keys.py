"""Every key of the other screens' help does what it says: overview, form, calculators, import, export, settings."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input
from tui.conftest import FakeModel, made_up
from tui.settling import settle
from tui.test_keys import bound

from tracker.tui.app import TrackerApp
from tracker.tui.chart import RatingChart
from tracker.tui.help_screen import help_text
from tracker.tui.main_screen import MainScreen
from tracker.tui.model import ImportProgress
from tracker.tui.settings_screen import Choice

Look = Callable[[Any], object]


def screen(app: TrackerApp) -> str:
    return type(app.screen).__name__


LOOKS: dict[str, Look] = {
    "app.pop_screen": screen,
    "app.help": screen,
    "dismiss": screen,
    "timeline": screen,
    "app.focus_next": lambda app: app.focused,
    "app.focus_previous": lambda app: app.focused,
    "perf(1)": lambda app: app.screen.perf,
    "perf(-1)": lambda app: app.screen.perf,
    "multiples": lambda app: app.screen.multiples,
    "switch_axis": lambda app: app.screen.query(RatingChart).first().view.by,
    "which": lambda app: app.screen.shown_only,
    "start": lambda app: (app.importing, app.import_ended),
    "stop": lambda app: str(app.screen.query_one("#status").content),
    "give_up": lambda app: app.screen.query_one(Input).value,
    "submit": lambda app: app.focused,
    "cursor_right_end": lambda app: app.screen.query_one(Input).value,
}
"""Action -> what must look different after its key; scrolling is looked at below."""


@dataclass
class Case:
    """A screen: keys that lead to it, the size in which its keys have work, and keys that make room for an action."""

    name: str
    keys: str
    size: tuple[int, int] = (40, 15)
    first: dict[str, str] | None = None
    scrolled: str = "VerticalScroll"


CASES = (
    Case("OverviewScreen", "2", scrolled="#cards", first={
        "switch_axis": "v", "scroll(-2)": "j j", "page(-1)": "pagedown", "edge(0)": "G", "edge(1)": "g"}),
    Case("FormScreen", "3", scrolled="#body", first={
        "scroll(-2)": "j j", "scroll(-15)": "pagedown pagedown", "edge(0)": "G", "edge(1)": "g"}),
    Case("CalculatorScreen", "c tab", scrolled="#form", first={"page(-1)": "pagedown"}),
    Case("WhatIfScreen", "w", (40, 7), scrolled="#form", first={"page(-1)": "pagedown"}),
    Case("ImportScreen", "i", (80, 24)),
    Case("ExportScreen", "e", (80, 24)),
    Case("SettingsScreen", "comma", (80, 24)),
    Case("HelpScreen", "question_mark", first={"scroll(-1)": "j", "scroll(-10)": "pagedown"}),
)  # fmt: skip


async def press(app: TrackerApp, pilot: Pilot[None], keys: str) -> None:
    if keys:
        await pilot.press(*keys.split())
        await settle(app, pilot)


async def home(app: TrackerApp, pilot: Pilot[None]) -> None:
    """To the first screen."""
    while not isinstance(app.screen, MainScreen):
        await pilot.press("escape")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_keys_of_the_screen(case: Case, model: Any, make_app: Callable[..., TrackerApp]) -> None:
    def place(app: TrackerApp) -> object:
        return app.screen.query_one(case.scrolled).scroll_y

    app = make_app(model)
    async with app.run_test(size=case.size) as pilot:
        await settle(app, pilot)
        await press(app, pilot, case.keys)
        assert screen(app) == case.name
        for key, action in bound(app.screen):
            await home(app, pilot)
            app.main.chart.set_look(strength=False)
            await press(app, pilot, case.keys)
            await press(app, pilot, (case.first or {}).get(action, ""))
            if action == "stop":
                continue  # test_stopping_an_import_and_going_on
            look = place if action.startswith(("scroll", "page", "edge")) else LOOKS[action]
            was = look(app)
            await press(app, pilot, key)
            assert look(app) != was, f"{key} ({action}) changed nothing"


async def test_the_words_of_the_settings_turn(model: Any, make_app: Callable[..., TrackerApp]) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await press(app, pilot, "comma")
        choice = next(one for one in app.screen.query(Choice) if one.name == "symbols")
        for key, _action in bound(choice):
            choice.focus()
            was = choice.word
            await press(app, pilot, key)
            assert choice.word != was, key
            assert app.look.symbols == choice.word


async def test_keys_of_the_filter(model: Any, make_app: Callable[..., TrackerApp]) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        typed = {"tab": "slash r e s", "escape": "slash a", "enter": "slash a"}
        await press(app, pilot, "slash")
        for key, action in bound(app.focused):
            await press(app, pilot, typed[key])
            if key == "tab":
                await pilot.pause(0.1)  # the suggestion is made beside
            was = LOOKS[action](app)
            await press(app, pilot, key)
            assert LOOKS[action](app) != was, key
            await press(app, pilot, "slash escape")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_every_screen_has_a_help_that_names_its_keys(
    case: Case, model: Any, make_app: Callable[..., TrackerApp]
) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await press(app, pilot, case.keys)
        text = help_text(app.screen).plain
        for key, _action in bound(app.screen):
            words = next(one.description for one in app.screen._bindings.key_to_bindings[key] if one.id)
            assert words in text
        if case.name != "HelpScreen":
            await press(app, pilot, "f1")
            assert screen(app) == "HelpScreen"


class SlowModel(FakeModel):
    """An import that goes on until it is stopped, then to its end."""

    def import_account(self, name: str, progress: Callable[[ImportProgress], None], stopped: Callable[[], bool]) -> str:
        kept = getattr(self, "arrived", 0)
        waiting = threading.Event()
        for arrived in range(kept + 1, 81):
            progress(ImportProgress(name, arrived, 80, 20.0, (80 - arrived) / 20))
            self.arrived = arrived
            if stopped():
                return f"Stopped: {arrived} games of {name} arrived and are kept; Enter goes on from there."
            if arrived < 40 or kept:
                continue
            waiting.wait(0.01)  # half of the games are there; more will come
            while not stopped():
                waiting.wait(0.01)
        return super().import_account(name, progress, stopped)


async def test_stopping_an_import_and_going_on(
    make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    model = SlowModel()
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await press(app, pilot, "i")
        await pilot.press(*"Slow", "enter")
        while app.importing is None or app.importing.stored < 40:
            await pilot.pause(0.01)
        shown = "\n".join(lines(app))
        assert "40 of about 80 games are safe" in shown
        await pilot.press("ctrl+x")
        await settle(app, pilot)
        assert "arrived and are kept; Enter goes on" in "\n".join(lines(app))
        assert model.arrived < 80
        await pilot.press("enter")
        await settle(app, pilot)
        assert "80 new games of Slow." in "\n".join(lines(app))


async def test_the_newest_game_stays_in_view_while_games_arrive(
    model: Any, make_app: Callable[..., TrackerApp]
) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        at_top = app.main.table.current
        model.players["Player_dBQPD0"]["blitz"] = made_up("Player_dBQPD0", "blitz", 700)
        app.main.reload()
        await settle(app, pilot)
        newest, chart = app.main.table.current, app.main.chart
        assert app.main.table.cursor == 0
        assert newest is not None
        assert newest != at_top
        assert chart.curves is not None
        assert newest.key == chart.curves.series.keys[-1] == chart.curves.series.keys[chart.selected or 0]
        await press(app, pilot, "tab down down")
        chosen = app.main.table.current
        assert chosen is not None
        model.players["Player_dBQPD0"]["blitz"] = made_up("Player_dBQPD0", "blitz", 800)
        app.main.reload()
        await settle(app, pilot)
        assert app.main.table.current is not None
        assert app.main.table.current.key == chosen.key
