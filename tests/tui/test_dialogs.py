"""Dialogs: what stays in sight behind them, and how they close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tui.conftest import made_up
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.help_screen import HelpScreen, help_text
from tracker.tui.main_screen import MainScreen
from tracker.tui.themes import OWN


@pytest.mark.parametrize("theme", OWN)
@pytest.mark.parametrize("key", ["i", "question_mark"])
async def test_the_screen_behind_a_dialog_stays_in_sight(
    theme: str,
    key: str,
    model: Any,
    memory: Any,
    make_app: Callable[..., TrackerApp],
    lines: Callable[[TrackerApp], list[str]],
) -> None:
    memory.values = {"theme": theme}
    app = make_app(model)
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(app, pilot)
        before = lines(app)
        await pilot.press(key)
        await settle(app, pilot)
        after = lines(app)
        assert "Esc closes" in "\n".join(after)
        assert any("LICHESS" in line for line in before)
        beside = [(was[:8], now[:8]) for was, now in zip(before, after, strict=True) if was[:8].strip()]
        assert len(beside) > 30
        assert all(was == now for was, now in beside)


@pytest.mark.parametrize("theme", OWN)
async def test_games_arrive_in_sight_behind_a_dialog(
    theme: str,
    model: Any,
    memory: Any,
    make_app: Callable[..., TrackerApp],
    lines: Callable[[TrackerApp], list[str]],
) -> None:
    memory.values = {"theme": theme}
    app = make_app(model)
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press("i")
        await settle(app, pilot)
        before = lines(app)
        model.players["Player_dBQPD0"]["blitz"] = made_up("Player_dBQPD0", "blitz", 750)
        app.main.reload()
        await settle(app, pilot)
        after = lines(app)
        assert "750 games" in after[0]
        assert [line[:20] for line in before[3:9]] != [line[:20] for line in after[3:9]]


async def test_a_click_beside_the_help_closes_it(model: Any, make_app: Callable[..., TrackerApp]) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press("question_mark")
        await settle(app, pilot)
        await pilot.click(offset=(60, 20))
        assert isinstance(app.screen, HelpScreen)
        await pilot.click(offset=(3, 20))
        assert isinstance(app.screen, MainScreen)


async def test_the_help_calls_things_by_name_and_says_how_to_bind_keys(
    model: Any, make_app: Callable[..., TrackerApp]
) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        text = help_text(app.screen)
        blocks = [block.split("\n") for block in text.plain.split("\n\n")]
        assert [block[0] for block in blocks] == [
            "On this screen", "Accounts", "Timeline", "Filter", "Games", "Why", "Everywhere", "Other keys",
        ]  # fmt: skip
        for block in blocks[:-1]:
            names = [line.split()[-1] for line in block if line.startswith("  ")]
            assert names, f"{block[0]} has no keys"
            assert all("." in name for name in names)
        assert "`" not in text.plain
        assert '"main.axis" = "f6"' in text.plain
        assert [line.split()[:3] for line in text.plain.split("\n") if "range" in line and "main." in line] == [
            ["[", "shorter", "range"],
            ["]", "longer", "range"],
        ]
        narrow = help_text(app.screen, 36).plain
        assert "main.shorter" not in narrow
        assert all(len(line) <= 36 for line in narrow.split("\n"))


async def test_keys_go_by_the_names_in_the_help(model: Any, make_app: Callable[..., TrackerApp]) -> None:
    app = make_app(model, keys={"detail.down": "f6,f7", "side.open": "f8"})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        app.screen.query_one("#detail").focus()
        await pilot.press("f7")
        assert app.screen.query_one("#detail").scroll_y > 0
        app.screen.query_one("#side").focus()
        await pilot.press("j", "f8")
        await settle(app, pilot)
        assert app.main.perf == "rapid"
