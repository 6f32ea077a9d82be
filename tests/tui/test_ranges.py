"""Ranges of the timeline: where nothing was played in one, and when a view is the whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tui.conftest import NOW, FakeModel, Memory, made_up
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.curves import PRESETS
from tracker.tui.notation import DAY

Make = Callable[..., TrackerApp]
Lines = Callable[[TrackerApp], list[str]]
LATER = NOW + 400 * DAY
"""When the last game, of 3 October 2025, is more than a year ago."""


@pytest.fixture
def late(model: FakeModel, make_app: Make) -> Callable[[], TrackerApp]:
    def make() -> TrackerApp:
        app = make_app(model)
        app.now = lambda: LATER
        return app

    return make


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
async def test_a_range_without_games_says_so(
    size: tuple[int, int], late: Callable[[], TrackerApp], lines: Lines
) -> None:
    app = late()
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        for by in ("date", "game"):
            await pilot.press("left_square_bracket")
            await settle(app, pilot)
            shown = "\n".join(lines(app))
            assert "No games since 3 Oct 2025" in shown
            assert "⣿ Lichess" in shown
            assert (f"by {by} · 1y" if size[0] < 60 else "[1y]") in shown
            await pilot.press("0")
            await settle(app, pilot)
            assert "No games since" not in "\n".join(lines(app))
            await pilot.press("x")
        await pilot.press("left_square_bracket", "left")  # the cursor is always seen
        await settle(app, pilot)
        assert app.main.chart.range == ""
        assert "No games since" not in "\n".join(lines(app))


async def test_a_remembered_range_without_games_gives_way_and_is_not_forgotten(
    late: Callable[[], TrackerApp], model: FakeModel, make_app: Make, memory: Memory, lines: Lines
) -> None:
    memory.values = {"range": "3m"}
    app = late()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert app.main.chart.range == "all"
        assert "[all]" in "\n".join(lines(app))
        await pilot.press("d", "minus", "pagedown", "p", "P")  # nothing of that chooses a range
        await settle(app, pilot)
    assert memory.values["range"] == "3m"
    app = make_app(model)  # at a time at which there are games
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert app.main.chart.range == "3m"


async def test_a_first_import_shows_its_games_whatever_was_remembered(
    model: FakeModel, make_app: Make, memory: Memory
) -> None:
    model.players.clear()
    memory.values = {"range": "1m"}
    app = make_app(model)
    app.now = lambda: LATER
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("i", *"Newcomer", "enter")
        await settle(app, pilot)
        assert app.main.chart.range == "all"
        model.players["Newcomer"]["blitz"] = made_up("Newcomer", "blitz", 90)
        app.now = lambda: NOW  # games of the last month arrive: what was wished is in force again
        app.main.reload()
        await settle(app, pilot)
        assert app.main.chart.range == "1m"


async def test_what_memory_holds_may_be_no_range(model: FakeModel, make_app: Make, memory: Memory) -> None:
    memory.values = {"range": "decade"}
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert app.main.chart.range == "all"


@pytest.mark.parametrize("by", ["date", "game"])
@pytest.mark.parametrize("keys", ["minus", "pagedown", "pageup", "plus minus minus", "plus plus minus minus minus"])
async def test_a_view_of_everything_is_all_and_grows(by: str, keys: str, model: FakeModel, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        if by == "game":
            await pilot.press("x")
        await pilot.press(*keys.split())
        await settle(app, pilot)
        chart = app.main.chart
        assert chart.range == "all"
        model.players["Player_dBQPD0"]["blitz"] = made_up("Player_dBQPD0", "blitz", 700)
        app.main.reload()
        await settle(app, pilot)
        assert chart.view.end >= (700 if by == "game" else NOW - 2 * DAY)


async def test_a_range_stays_itself_while_keys_change_nothing(model: FakeModel, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("x", *["left_square_bracket"] * (len(PRESETS) - 1))
        assert app.main.chart.range == "1m"
        await pilot.press("pagedown")  # by game, a range ends with the last game
        assert app.main.chart.range == "1m"
        await pilot.press("pageup")
        assert app.main.chart.range == ""


async def test_the_legend_names_what_is_drawn(model: Any, make_app: Make, lines: Lines) -> None:
    """FIDE's line is computed after Lichess's is shown."""
    series, rows = model.players["Player_dBQPD0"]["blitz"]
    model.players["Player_dBQPD0"]["blitz"] = replace(series, fide=series.fide[:0], complete=False), rows
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        shown = lines(app)
        frame = next(line for line in shown if "⣿ Lichess" in line)
        assert "FIDE" not in frame
