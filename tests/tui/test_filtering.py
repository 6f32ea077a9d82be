"""Line, title and rows of the table agree, whatever is opened, typed or imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from tui.conftest import FakeModel, made_up
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.detail import DetailPane, Page
from tracker.tui.filter_line import FilterInput

Make = Callable[..., TrackerApp]
Lines = Callable[[TrackerApp], list[str]]
PLAYER = "Player_dBQPD0"


async def typed(app: TrackerApp, pilot: Pilot[None], line: str) -> None:
    await settle(app, pilot)
    await pilot.press("slash")
    app.main.query_one(FilterInput).value = line
    await settle(app, pilot)


def outcomes(app: TrackerApp) -> set[str | None]:
    games = app.main.table.games
    assert games is not None
    return {row.outcome for row in games.page(0, games.count)}


def agree(app: TrackerApp, perf: str) -> None:
    """Only wins of the perf, said by line and title."""
    main = app.main
    games = main.table.games
    assert games is not None
    assert main.query_one(FilterInput).value == "result:win"
    assert str(main.table.border_title).endswith(f"Games · {games.count} · filtered")
    assert outcomes(app) == {"win"}
    assert {row.perf for row in games.page(0, games.count)} == {perf}


async def test_the_filter_holds_whatever_is_opened(model: FakeModel, make_app: Make) -> None:
    model.players["Other"] = {"blitz": made_up("Other", "blitz", 90)}
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await typed(app, pilot, "result:win")
        await pilot.press("enter")
        agree(app, "blitz")
        stays = ("s", "S", "left_square_bracket", "right_square_bracket", "x")
        for key, perf in (("p", "rapid"), ("p", "bullet"), ("P", "rapid"), *((key, "rapid") for key in stays)):
            await pilot.press(key)
            await settle(app, pilot)
            agree(app, perf)
        assert app.main.table.sorted_by == ("opponent", False)
        app.main.open("Other", None)
        await settle(app, pilot)
        agree(app, "blitz")
        assert app.main.table.sorted_by == ("opponent", False)
        model.players["Other"]["blitz"] = made_up("Other", "blitz", 120)
        app.main.reload()
        await settle(app, pilot)
        agree(app, "blitz")
        await pilot.press("escape")
        await settle(app, pilot)
        assert outcomes(app) == {"win", "draw", "loss", None}
        assert app.main.table.border_title == "Games · 120 · 1 adjustment"


async def test_a_filter_typed_while_a_perf_is_read_holds(model: FakeModel, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press("slash")
        app.main.open(PLAYER, "rapid")
        app.main.query_one(FilterInput).value = "result:win"
        await settle(app, pilot)
        agree(app, "rapid")


async def test_the_perf_of_the_filter_is_what_the_table_shows(model: FakeModel, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await typed(app, pilot, "perf:rapid")
        assert app.main.table.count == 61
        await pilot.press("enter", "p", "p")
        await settle(app, pilot)
        assert app.main.perf == "bullet"
        assert app.main.table.count == 61
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.main.table.count == 8


@pytest.mark.parametrize(
    ("line", "said", "found"),
    [
        ("opp>>1500", "Below: all games.", {"win", "draw", "loss", None}),
        ("result:win opp>>1500", "Below: what the other words find.", {"win"}),
        ("opp>99999999999999999999", "below a million", {"win", "draw", "loss", None}),
        ("result:win until:9999", "“until” is a day, a month or a year", {"win"}),
    ],
)
async def test_rows_below_an_error_are_said(
    line: str, said: str, found: set[str | None], model: FakeModel, make_app: Make, lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press(
            "slash", *[{" ": "space", ":": "colon", ">": "greater_than_sign"}.get(one, one) for one in line]
        )
        await settle(app, pilot)
        assert said in "\n".join(lines(app))
        assert outcomes(app) == found
        assert ("filtered" in str(app.main.table.border_title)) == (found == {"win"})


async def test_where_no_game_fits_none_is_explained(model: FakeModel, make_app: Make, lines: Lines) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        pane = app.main.query_one(DetailPane)
        assert "White's first move" in "\n".join(lines(app))
        await typed(app, pilot, "opp>9000")
        assert "No game fits the filter" in "\n".join(lines(app))
        assert (pane.border_title, "White's first move" in "\n".join(lines(app))) == ("Why?", False)
        await pilot.press("enter")
        app.main.chart.focus()
        await pilot.press("left")  # the timeline still has its games
        await settle(app, pilot)
        assert "White's first move" in pane.query_one("#why", Page).render().plain
        await pilot.press("escape")
        await settle(app, pilot)
        assert "White's first move" in pane.query_one("#why", Page).render().plain


async def test_an_account_without_games_shows_none(model: Any, make_app: Make, lines: Lines) -> None:
    model.players["Silent"] = {}
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        app.main.open("Silent", None)
        await settle(app, pilot)
        assert "No games of Silent here yet" in "\n".join(lines(app))
        assert (app.main.table.count, app.main.table.border_title, app.main.perf) == (0, "Games", None)
        assert "White's first move" not in "\n".join(lines(app))
        app.main.open(PLAYER, None)
        await settle(app, pilot)
        assert app.main.table.count == 601
