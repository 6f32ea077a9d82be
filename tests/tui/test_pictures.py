"""A few screens with their colors, as pictures; the terminal's own frame and the ids of a picture are left out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tui.settling import settle

from tracker.tui.app import TrackerApp


def steady(svg: str) -> str:
    """Without the ids that differ from run to run."""
    return re.sub(r"terminal-\d+", "terminal", svg)


@pytest.mark.parametrize(
    ("name", "size", "theme", "keys"),
    [
        ("main_dark", (120, 40), "tracker-dark", ""),
        ("main_light", (80, 24), "tracker-light", ""),
        ("main_contrast", (80, 24), "tracker-contrast", "tab down"),
        ("main_ansi", (80, 24), "tracker-ansi", "tab down"),
        ("game_dark", (120, 40), "tracker-dark", "b left"),
    ],
)
async def test_picture(
    name: str,
    size: tuple[int, int],
    theme: str,
    keys: str,
    model: Any,
    memory: Any,
    make_app: Callable[..., TrackerApp],
    golden: Callable[[str, str], None],
) -> None:
    memory.values = {"theme": theme}
    app = make_app(model)
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        for key in keys.split():
            await pilot.press(key)
        await settle(app, pilot)
        golden(f"{name}.svg", steady(app.export_screenshot()))


def test_sixteen_colors_get_their_own_theme() -> None:
    from tracker.tui.themes import fitting

    assert fitting("standard", "tracker-dark", no_color=False) == "tracker-ansi"
    assert fitting("truecolor", "tracker-light", no_color=False) == "tracker-light"
    assert fitting("truecolor", None, no_color=False) == "tracker-dark"
    assert fitting(None, None, no_color=True) == "tracker-dark"
