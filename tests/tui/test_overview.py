"""The overview: a line a system, whole sentences in the screen's own signs, and keys that scroll."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from typing import Any

import pytest
from textual.containers import VerticalScroll
from tui.conftest import FakeModel
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.model import PerfCard
from tracker.tui.notation import typographic
from tracker.tui.overview import card_content

Lines = Callable[[TrackerApp], list[str]]
NOTE = (
    "K fell in 2 of 4 rating periods because K x games may not exceed 700; the busiest was 2020-08 with 164 games and "
    "K 4: the list moved by -34.1, Elo game by game by +52.8."
)


def card(**changes: Any) -> PerfCard:
    values = {
        "perf": "correspondence", "games": 47, "rated": 1, "rating": 1500, "wins": 18, "draws": 4, "losses": 25,
        "fide_list": 1021, "fide_live": 1021.0, "fide_k": 20, "fide_note": NOTE, "elo": 1000.0,
        "recent": (5, -7, -6, 7, -6, 6, -4, -5, 6, -4, 7, 8),
    }  # fmt: skip
    return PerfCard(**values | changes)


@pytest.mark.parametrize("width", [37, 76, 116, 200])
def test_each_system_and_the_games_have_lines_of_their_own(width: int) -> None:
    lines = card_content(card(), width, UTC, ascii_only=False).plain.split("\n")
    assert all(len(line) <= width for line in lines)
    assert all(line.startswith("  ") for line in lines[1:])
    heads = [line.split()[0] for line in lines[1:]]
    assert heads.index("LICHESS") < heads.index("FIDE") < heads.index("47") < heads.index("last")
    assert not any("ELO" in line and "games" in line for line in lines)


def test_sentences_have_the_screens_minus_and_keep_dates_and_words() -> None:
    text = card_content(card(), 300, UTC, ascii_only=False).plain
    assert "busiest was 2020-08" in text
    assert "by −34.1" in text
    assert "K × games" in text
    assert typographic("a one-off of (-5) to -0.5, T-1, 3-4") == "a one-off of (−5) to −0.5, T-1, 3-4"


async def test_keys_scroll_through_it_where_it_is_small(
    model: Any, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=(40, 15)) as pilot:
        await settle(app, pilot)
        await pilot.press("2")
        await settle(app, pilot)
        cards = app.screen.query_one("#cards", VerticalScroll)
        assert "Bullet" not in "\n".join(lines(app))
        await pilot.press("pagedown")
        first = cards.scroll_y
        assert 5 < first < cards.size.height
        await pilot.press("space", "pagedown", "pagedown", "pagedown", "pagedown")
        await settle(app, pilot)
        assert "Bullet" in "\n".join(lines(app))
        await pilot.press("home")
        assert cards.scroll_y == 0
        await pilot.press("end", "pageup")
        assert 0 < cards.scroll_y < cards.max_scroll_y


@pytest.mark.parametrize("keys", ["2", "2 v"])
async def test_an_account_without_games_is_told_what_to_do(
    keys: str, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    app = make_app(FakeModel({"Newcomer": {}}))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press(*keys.split())
        await settle(app, pilot)
        shown = "\n".join(lines(app))
        assert "Newcomer ▸ all perfs" in shown
        assert "Esc, then i to look for new ones" in shown
