"""Every key that the help names does what it says: each is pressed, and what it speaks of must change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.chart import RatingChart
from tracker.tui.filter_line import FilterLine
from tracker.tui.game_screen import GameScreen
from tracker.tui.help_screen import HelpScreen, help_text, keys_of
from tracker.tui.main_screen import MainScreen

Look = Callable[[TrackerApp], object]

OBSERVED: dict[str, Look] = {
    "app.help": lambda app: type(app.screen).__name__,
    "app.imports": lambda app: type(app.screen).__name__,
    "app.export": lambda app: type(app.screen).__name__,
    "app.overview": lambda app: type(app.screen).__name__,
    "app.form": lambda app: type(app.screen).__name__,
    "strength": lambda app: app.main.chart.look.strength,
    "level": lambda app: app.main.chart.look.level,
    "app.settings": lambda app: type(app.screen).__name__,
    "app.calculator": lambda app: type(app.screen).__name__,
    "app.what_if": lambda app: type(app.screen).__name__,
    "app.pop_screen": lambda app: type(app.screen).__name__,
    "help": lambda app: type(app.screen).__name__,
    "command_palette": lambda app: type(app.screen).__name__,
    "board": lambda app: type(app.screen).__name__,
    "open": lambda app: type(app.screen).__name__,
    "back": lambda app: type(app.screen).__name__,
    "quit": lambda app: app._exit,
    "filter": lambda app: app.main.query_one(FilterLine).has_class("open"),
    "clear": lambda app: app.main.asked,
    "switch_axis": lambda app: app.main.chart.view.by,
    "range(-1)": lambda app: app.main.chart.range,
    "range(1)": lambda app: app.main.chart.range,
    "second": lambda app: app.main.chart.look.second,
    "mean": lambda app: app.main.chart.look.mean,
    "band": lambda app: app.main.chart.look.band,
    "perf(1)": lambda app: app.main.perf,
    "perf(-1)": lambda app: app.main.perf,
    "sidebar": lambda app: app.main.focused and app.main.focused.id,
    "sort": lambda app: app.main.table.sorted_by,
    "reverse": lambda app: app.main.table.sorted_by,
    "copy_id": lambda app: app.clipboard,
    "copy_link": lambda app: app.clipboard,
    "browse": lambda app: list(app.opened),  # type: ignore[attr-defined]
    "turn(1)": lambda app: app.main.focused and app.main.focused.id,
    "turn(-1)": lambda app: app.main.focused and app.main.focused.id,
    "walk(-1)": lambda app: app.main.chart.selected,
    "walk(1)": lambda app: app.main.chart.selected,
    "walk(-10)": lambda app: app.main.chart.selected,
    "walk(10)": lambda app: app.main.chart.selected,
    "end(0)": lambda app: app.main.chart.selected,
    "end(1)": lambda app: app.main.chart.selected,
    "zoom(0.6)": lambda app: app.main.chart.view.span,
    "zoom(1.6667)": lambda app: app.main.chart.view.span,
    "pan(-0.5)": lambda app: app.main.chart.view,
    "pan(0.5)": lambda app: app.main.chart.view,
    "preset('all')": lambda app: app.main.chart.range,
    "move(-1)": lambda app: app.main.table.cursor,
    "move(1)": lambda app: app.main.table.cursor,
    "page(-1)": lambda app: app.main.table.cursor,
    "page(1)": lambda app: app.main.table.cursor,
    "jump(0)": lambda app: app.main.table.cursor,
    "jump(1)": lambda app: app.main.table.cursor,
}
"""Action -> what must look different after its key."""

FIRST: dict[str, tuple[str, ...]] = {
    "range(1)": ("left_square_bracket", "left_square_bracket"),
    "walk(1)": ("left", "left"),
    "walk(10)": ("home",),
    "end(1)": ("home",),
    "end(0)": ("left",),
    "zoom(1.6667)": ("plus", "plus"),
    "pan(-0.5)": ("plus", "plus"),
    "pan(0.5)": ("plus", "plus", "home", "pageup"),
    "preset('all')": ("plus",),
    "move(-1)": ("down", "down"),
    "page(-1)": ("pagedown", "pagedown"),
    "jump(0)": ("down",),
    "clear": ("slash", "l", "o", "s", "s", "enter"),
    "reverse": (),
    "copy_link": (),
}
"""Action -> keys that make room for it."""


class Watched(TrackerApp):
    """Notes which pages would have been opened."""

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        del new_tab
        self.opened.append(url)  # type: ignore[attr-defined]


@pytest.fixture
def app(model: Any, make_app: Callable[..., TrackerApp]) -> TrackerApp:
    made = make_app(model)
    made.__class__ = Watched
    made.opened = []  # type: ignore[attr-defined]
    return made


def bound(node: Any) -> list[tuple[str, str]]:
    """(key, action) of everything that the help shows of a screen, widget or app."""
    names = {key.name for key in keys_of(node)}
    return [
        (binding.key, binding.action)
        for many in node._bindings.key_to_bindings.values()
        for binding in many
        if binding.id in names
    ]


async def walk(app: TrackerApp, pilot: Pilot[None], node: Any, focus: str | None = None) -> None:
    """Presses every key of a node, from the same start."""
    for key, action in bound(node):
        if action == "quit":
            continue
        if focus is not None:
            app.main.query_one(focus).focus()
        if before := FIRST.get(action):
            await pilot.press(*before)
            await settle(app, pilot)
        look = OBSERVED[action]
        was = look(app)
        await pilot.press(key)
        await settle(app, pilot)
        assert look(app) != was, f"{key} ({action}) changed nothing"
        while not isinstance(app.screen, MainScreen):
            await pilot.press("escape")
        if app.main.query_one(FilterLine).has_class("open"):
            app.main.query_one(FilterLine).query_one(Input).focus()
            await pilot.press("escape")
        if app.main.chart.range != "all":
            app.main.chart.action_preset("all")
            await settle(app, pilot)


async def test_keys_of_the_chart(app: TrackerApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await walk(app, pilot, app.main.chart, "#chart")


async def test_keys_of_the_table(app: TrackerApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await walk(app, pilot, app.main.table, "#games")


async def test_keys_of_the_main_screen_and_the_app(app: TrackerApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await walk(app, pilot, app.main, "#chart")
        await walk(app, pilot, app, "#chart")


async def test_keys_of_the_game(app: TrackerApp) -> None:
    looks: dict[str, Look] = {
        "step(-1)": lambda app: app.screen.ply,  # type: ignore[attr-defined]
        "step(1)": lambda app: app.screen.ply,  # type: ignore[attr-defined]
        "go(0)": lambda app: app.screen.ply,  # type: ignore[attr-defined]
        "go(-1)": lambda app: app.screen.ply,  # type: ignore[attr-defined]
        "flip": lambda app: app.screen.flipped,  # type: ignore[attr-defined]
        "pane('level')": lambda app: app.screen.pane,  # type: ignore[attr-defined]
        "turn(1)": lambda app: app.screen.focused,
        "turn(-1)": lambda app: app.screen.focused,
        **dict.fromkeys(
            ("scroll(2)", "scroll(-2)", "page(1)", "page(-1)"), lambda app: app.screen.query_one("#why").scroll_y
        ),
    }
    why = ("v", "tab", "tab", "pageup", "pageup")
    first = {
        "step(1)": ("home",),
        "go(-1)": ("home",),
        "go(0)": ("end",),
        "scroll(2)": why,
        "scroll(-2)": (*why, "j", "j"),
        "page(1)": why,
        "page(-1)": (*why, "pagedown"),
        "pane('level')": why,
        "copy_link": ("y",),
    }
    async with app.run_test(size=(40, 15)) as pilot:
        await settle(app, pilot)
        await pilot.press("b")
        await settle(app, pilot)
        for key, action in bound(app.screen):
            if not isinstance(app.screen, GameScreen):
                await pilot.press("b")
            app.copy_to_clipboard("")
            for before in first.get(action, ()):
                await pilot.press(before)
            await settle(app, pilot)
            look = (OBSERVED | looks)[action]
            was = look(app)
            await pilot.press(key)
            await settle(app, pilot)
            assert look(app) != was, f"{key} ({action}) changed nothing"
            if isinstance(app.screen, HelpScreen):
                await pilot.press("escape")


async def test_q_quits(app: TrackerApp) -> None:
    async with app.run_test() as pilot:
        await settle(app, pilot)
        await pilot.press("q")
        await pilot.pause()
        assert app._exit


async def test_the_help_names_every_pane(app: TrackerApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        text = help_text(app.screen).plain
        for title in ("On this screen", "Timeline", "Games", "Everywhere", "quit", "rolling mean", "page down"):
            assert title in text


async def test_keys_can_be_bound_anew(model: Any, make_app: Callable[..., TrackerApp]) -> None:
    app = make_app(model, keys={"main.axis": "f6"})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press("x")
        assert app.main.chart.view.by == "date"
        await pilot.press("f6")
        assert app.main.chart.view.by == "game"


async def test_the_newcomers_tour_by_keyboard_alone(
    model: Any, make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    model.players.clear()
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert "press i" in "\n".join(lines(app))
        await pilot.press("i", *"nobody", "enter")
        await settle(app, pilot)
        assert "No account of that name: nobody." in "\n".join(lines(app))
        await pilot.press(*["backspace"] * 6, *"Newcomer", "enter")
        await settle(app, pilot)
        assert "80 new games of Newcomer." in "\n".join(lines(app))
        await pilot.press("escape")
        await settle(app, pilot)
        shown = "\n".join(lines(app))
        assert "Newcomer ▸ Blitz" in shown
        assert app.main.table.count == 81  # and one adjustment
        await pilot.press("tab", "down", "enter")
        await settle(app, pilot)
        assert isinstance(app.screen, GameScreen)
        await pilot.press("left", "escape", "2", "escape", "c", "tab", "escape", "question_mark", "escape")
        assert isinstance(app.screen, MainScreen)


async def test_chart_and_table_move_together(app: TrackerApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        chart, table = app.main.chart, app.main.table
        await pilot.press("left", "left")
        await settle(app, pilot)
        assert table.current is not None
        assert chart.curves is not None
        assert chart.selected is not None
        assert table.current.key == chart.curves.series.keys[chart.selected]
        await pilot.press("x")
        assert chart.curves.series.keys[chart.selected] == table.current.key
        await pilot.press("tab", "pagedown", "pagedown")
        await settle(app, pilot)
        assert table.current.key == chart.curves.series.keys[chart.selected]


async def test_what_was_open_comes_back(model: Any, memory: Any, make_app: Callable[..., TrackerApp]) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press("p", "left_square_bracket")
        await settle(app, pilot)
    assert (memory.values["account"], memory.values["perf"], memory.values["range"]) == ("Player_dBQPD0", "rapid", "1y")
    again = make_app(model)
    async with again.run_test(size=(120, 40)) as pilot:
        await settle(again, pilot)
        assert (again.main.perf, again.main.chart.range) == ("rapid", "1y")


async def test_the_mouse_sorts_selects_and_opens(app: TrackerApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.click("#games", offset=(20, 1))
        await settle(app, pilot)
        assert app.main.table.sorted_by[0] == "opponent"
        await pilot.click("#games", offset=(20, 5))
        assert app.main.table.cursor == 3
        await pilot.click("#chart", offset=(30, 5))
        assert app.main.chart.selected != 599
        await pilot.click("#games", offset=(20, 4), times=2)
        await settle(app, pilot)
        assert isinstance(app.screen, GameScreen)


async def test_choosing_in_the_side_bar(app: TrackerApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("a")
        side = app.main.query_one("#side", OptionList)
        assert side.has_focus
        await pilot.press("down", "enter")
        await settle(app, pilot)
        assert app.main.perf == "rapid"
        assert not side.display
        assert isinstance(app.focused, RatingChart)
