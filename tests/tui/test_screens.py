"""Every screen at three sizes, as plain text beside a file that was looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tui.settling import settle

from tracker.tui.app import TrackerApp

SIZES = ((40, 15), (80, 24), (120, 40))
SCREENS = {
    "main": "",
    "table": "tab",
    "side": "a",
    "filter": "slash r e s u l t : l o s s",
    "game": "b",
    "overview": "2",
    "multiples": "2 v",
    "calculator": "c",
    "what_if": "w",
    "import": "i",
    "export": "e",
    "settings": "comma",
    "form": "3",
    "strength": "t",
    "level": "v v",
    "help": "question_mark",
}
"""Name of the golden -> the keys that lead there."""
STATES = {
    "by_game": "x",
    "elo_and_mean": "f m",
    "walked": "left left left",
    "zoomed": "plus plus",
    "wrong_filter": "slash o p p > x",
    "game_middle": "b left left left",
    "form_end": "3 end",
    "no_level": "p p v",
}
"""The same, for what is looked at in one size."""


@pytest.mark.parametrize(
    ("name", "size"),
    [(name, size) for name in SCREENS for size in SIZES] + [(name, SIZES[1]) for name in STATES],
    ids=lambda value: value if isinstance(value, str) else f"{value[0]}x{value[1]}",
)
async def test_screen(
    name: str,
    size: tuple[int, int],
    model: Any,
    make_app: Callable[..., TrackerApp],
    lines: Callable[[TrackerApp], list[str]],
    golden: Callable[[str, str], None],
) -> None:
    app = make_app(model)
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        for key in (SCREENS | STATES)[name].split():
            await pilot.press(key)
        await settle(app, pilot)
        golden(f"{name}_{size[0]}x{size[1]}.txt", "\n".join(lines(app)) + "\n")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_an_empty_database_says_what_to_do_first(
    size: tuple[int, int],
    model: Any,
    make_app: Callable[..., TrackerApp],
    lines: Callable[[TrackerApp], list[str]],
    golden: Callable[[str, str], None],
) -> None:
    model.players.clear()
    app = make_app(model)
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        shown = "\n".join(lines(app)) + "\n"
    assert "press i" in shown
    golden(f"empty_{size[0]}x{size[1]}.txt", shown)


async def test_blocks_and_ascii_need_no_braille(
    model: Any, make_app: Callable[..., TrackerApp], memory: Any, lines: Callable[[TrackerApp], list[str]]
) -> None:
    for symbols in ("block", "ascii"):
        memory.values = {"symbols": symbols}
        app = make_app(model)
        async with app.run_test(size=(100, 30)) as pilot:
            await settle(app, pilot)
            shown = "\n".join(lines(app))
            assert not any("⠀" < char <= "⣿" for char in shown)
            assert ("█" if symbols == "block" else "*") in shown


async def test_an_error_is_a_sentence_in_place(
    model: Any, make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    model.fail = "The database is busy; try again in a moment."
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        assert "The database is busy; try again in a moment." in "\n".join(lines(app))
        await pilot.press("x", "f", "tab", "down", "b")  # nothing to work on, nothing breaks
        assert app.is_running


async def test_sizes_change_while_open(
    model: Any, make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    app = make_app(model)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        for width, height in ((40, 15), (250, 70), (80, 24), (20, 8), (120, 40)):
            await pilot.resize_terminal(width, height)
            await settle(app, pilot)
            shown = lines(app)
            assert len(shown) == height
            assert any(len(line) > width / 2 for line in shown)
        assert "Timeline" in "\n".join(shown)
