"""What one screen wishes of another: it comes by the app, once, and in the look that the timeline has."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from textual.widgets import Input
from tui.conftest import FakeModel
from tui.settling import PATIENCE, settle

from tracker.tui.app import TrackerApp
from tracker.tui.chart import RatingChart
from tracker.tui.game_screen import GameScreen
from tracker.tui.header import Header
from tracker.tui.model import Choices

Make = Callable[..., TrackerApp]


async def test_a_game_that_is_asked_for_twice_opens_once(model: Any, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        app.main.action_board()
        app.main.action_board()
        await settle(app, pilot)
        assert isinstance(app.screen, GameScreen)
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.screen is app.main


@pytest.mark.parametrize("key", ["ctrl+p", "colon"])
async def test_the_palette_opens_a_perf(key: str, model: Any, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press(key, *"Rapid")
        await settle(app, pilot)
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.screen is app.main
        assert (app.main.perf, app.in_view.perf) == ("rapid", "rapid")


async def test_small_timelines_are_drawn_as_the_large_one(model: Any, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("d", "f", "2", "v")
        await settle(app, pilot)
        small = list(app.screen.query(RatingChart))
        assert len(small) == 3
        assert {chart.look for chart in small} == {app.main.chart.look}
        assert (small[0].look.band, small[0].look.second) == (False, "elo")


async def test_small_timelines_wait_for_nothing_that_only_the_large_one_gets(
    model: Any, make_app: Make, lines: Callable[[TrackerApp], list[str]]
) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("t", "v", "2", "v")
        await settle(app, pilot)
        shown = "\n".join(lines(app))
        assert "Lichess  ┅ FIDE live  ░ deviation" in shown
        assert "strength" not in shown
        assert "level" not in shown


async def test_a_zone_is_used_below_the_settings(model: Any, make_app: Make, memory: Any) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("comma")
        zone = next(one for one in app.screen.query(Input) if one.name == "timezone")
        zone.value = "Asia/Tokyo"
        zone.focus()
        await pilot.press("enter")
        await settle(app, pilot)
        assert [str(zone) for zone in (app.zone, app.main.chart.zone, app.main.query_one(Header).zone)] == [
            "Asia/Tokyo"
        ] * 3
        assert memory.values["timezone"] == "Asia/Tokyo"


class SlowToChoose(FakeModel):
    """Takes its choices only when it may."""

    def choose(self, account: str | None, choices: Choices) -> None:
        self.may.wait(PATIENCE)  # type: ignore[attr-defined]
        super().choose(account, choices)


async def test_what_the_model_takes_is_used_though_the_settings_are_closed(
    model: Any, make_app: Make, memory: Any
) -> None:
    slow = SlowToChoose(model.players)
    slow.may = threading.Event()  # type: ignore[attr-defined]
    app = make_app(slow)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("comma")
        zone = next(one for one in app.screen.query(Input) if one.name == "timezone")
        zone.value = "Asia/Tokyo"
        zone.focus()
        await pilot.press("enter", "escape")
        assert app.screen is app.main
        slow.may.set()  # type: ignore[attr-defined]
        end = time.monotonic() + PATIENCE
        while memory.values.get("timezone") != "Asia/Tokyo":
            assert time.monotonic() < end, "it was taken and forgotten"
            await pilot.pause(0.01)
        await settle(app, pilot)
        assert str(app.zone) == "Asia/Tokyo"
