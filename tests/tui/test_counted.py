"""One is said as one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tui.conftest import FakeModel, made_up
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.import_screen import progress_lines
from tracker.tui.model import ImportProgress
from tracker.tui.notation import counted

MANY = re.compile(r"(?<![\d.,:/])1 (?:\w+ )?(?:games|sessions|adjustments|changes|rows|lines)\b|\b1 of 1 games")


@pytest.mark.parametrize(("count", "size"), [(1, (40, 15)), (1, (80, 60)), (1, (120, 80)), (2, (80, 60))])
async def test_the_only_game_is_one_game(
    count: int, size: tuple[int, int], make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    app = make_app(FakeModel({"Newcomer": {"blitz": made_up("Newcomer", "blitz", count)}}))
    seen = ""
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        for keys in ("", "tab", "tab tab", "t", "v", "b"):
            await pilot.press(*keys.split())
            await settle(app, pilot)
            seen += "\n".join(lines(app)) + "\n"
            while app.screen is not app.main:
                await pilot.press("escape")
    assert not MANY.findall(seen)
    assert f"{counted(count, 'game')}" in seen


def test_one_game_in_sentences() -> None:
    assert progress_lines(ImportProgress("A", 1, None, 0.0), 0, 60, False).plain == "1 game is safe"
    assert (counted(1, "game"), counted(0, "game"), counted(2907, "game")) == ("1 game", "0 games", "2,907 games")
