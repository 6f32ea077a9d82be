"""The game's screen at any size: every pane is a Tab away, scrolls by keys, and the move is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.board import MoveTable, move_name
from tracker.tui.detail import fitting, fitting_pair, numbers, who
from tracker.tui.game_screen import GameScreen, places
from tracker.tui.notation import number

Lines = Callable[[TrackerApp], list[str]]


@pytest.mark.parametrize("size", [(40, 10), (72, 20), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_tab_reaches_every_pane_and_keys_scroll_it_to_its_end(
    size: tuple[int, int], model: Any, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    begins = {"board": "8  ♜", "why": "Lichess 1645", "moves": "e4", "level": "White 1350 to 1800"}
    ends = {"board": "⠛", "why": "expected score  .44", "moves": "▸Nbd7", "level": "15 are"}
    app = make_app(model)
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        await pilot.press("b")
        await settle(app, pilot)
        screen = app.screen
        assert isinstance(screen, GameScreen)
        shown, seen = [], []
        for _ in begins:
            for key in ["pageup"] * 5 + ["pagedown"] * 8:
                await pilot.press(key)
                await pilot.pause()
                shown.append("\n".join(lines(app)))
            seen.append(screen.pane)
            assert screen.focused is screen.query_one(f"#{screen.pane}")
            assert any(begins[screen.pane] in page for page in shown)
            assert any(" ".join(ends[screen.pane].split()) in " ".join(page.split()) for page in shown)
            await pilot.press("tab")
            await settle(app, pilot)
        alone = len(places(*size)) == 1
        assert seen == (["board", "why", "moves", "level"] if alone else ["why", "moves", "level", "why"])
        await pilot.press("shift+tab")
        assert screen.pane == ("level" if alone else "why")


@pytest.mark.parametrize("size", [(40, 15), (72, 20), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_arrows_always_show_what_they_step_through(
    size: tuple[int, int], model: Any, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        await pilot.press("b")
        await settle(app, pilot)
        assert "10… Nbd7" in "\n".join(lines(app))
        for tabs in range(4):
            await pilot.press(*["tab"] * tabs, "home", "right", "right", "right")
            await settle(app, pilot)
            text = "\n".join(lines(app))
            assert "2. Nf3  ply 3 of 20" in text or "▸Nf3" in text
            if "▸Nf3" in text:  # with its evaluation and clock, whole
                line = next(line for line in lines(app) if "▸Nf3" in line)
                assert "−0.6 4:54" in line


async def test_the_panes_follow_the_size(model: Any, make_app: Callable[..., TrackerApp], lines: Lines) -> None:
    app = make_app(model)
    async with app.run_test(size=(40, 15)) as pilot:
        await settle(app, pilot)
        await pilot.press("b")
        await settle(app, pilot)
        for width, height in ((120, 40), (40, 15), (80, 24), (250, 70), (40, 15)):
            await pilot.resize_terminal(width, height)
            await settle(app, pilot)
            text = "\n".join(lines(app))
            assert ("Level shown by the moves" in text) == (width >= 116)
            assert ("Board · Why · Moves · Level" in text) == (width < 72)
            assert all(len(line) <= width for line in lines(app))


async def test_a_click_on_a_name_turns_to_its_pane(
    model: Any, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=(40, 15)) as pilot:
        await settle(app, pilot)
        await pilot.press("b")
        await settle(app, pilot)
        await pilot.click("#tabs", offset=(16, 0))
        await settle(app, pilot)
        assert "Nbd7" in "\n".join(lines(app))
        assert isinstance(app.screen, GameScreen)
        assert app.screen.pane == "moves"


def test_a_move_is_named_with_its_number() -> None:
    moves = ["e4", "e5", "Nf3"]
    assert [move_name(moves, ply, False) for ply in range(4)] == ["start", "1. e4", "1… e5", "2. Nf3"]
    assert [move_name(moves, ply, True) for ply in range(4)] == ["start", "1… e4", "2. e5", "2… Nf3"]


def test_moves_stand_two_or_one_on_a_line() -> None:
    table = MoveTable(["e4", "e5", "Nf3"], [10, None, -60], [18000, 360000, 950], black_first=False)
    two, at = table.lines(3, 50)
    assert [line.plain for line in two] == [
        "1  e4      +0.1    3:00  e5           1:00:00",
        "2 ▸Nf3     −0.6     9.5",
    ]
    assert at == 1
    one, at = table.lines(2, 30)
    assert [line.plain for line in one] == [
        "1.  e4      +0.1    3:00",
        "1… ▸e5           1:00:00",
        "2.  Nf3     −0.6     9.5",
    ]
    assert at == 1
    begun, at = MoveTable(["e5", "Nf3"], [], [], black_first=True).lines(1, 40)
    assert [line.plain for line in begun] == ["1 …       ▸e5", "2  Nf3"]
    assert at == 0


def test_a_line_too_long_loses_what_matters_least_and_no_digit(model: Any) -> None:
    from datetime import UTC

    row = model.players["Player_dBQPD0"]["blitz"][1][-1]
    said, figures = who(row, UTC), numbers(row)
    values = {number(row.fide_live, 1), number(row.elo_rating, 1), str(row.lichess_after), str(row.lichess_before)}
    values |= {"+6", "+1.5", "+7.5", "±45", "→", "Lichess", "Li", "FIDE", "Elo"}
    for width in range(4, 120):
        line = fitting(figures, width)
        assert len(line) <= width
        assert set(line.split()) <= values
        first, second = fitting_pair(said, figures, width)
        assert len(first) + len(second) <= width
        assert set(second.split()) <= values
        assert not second or row.lichess_after is None or str(row.lichess_after) in second
    assert fitting(figures, 200) == str(figures)
    assert fitting(numbers(row, short=True), 200) == str(figures)
    assert fitting(said, 10) == "beat Play…"
