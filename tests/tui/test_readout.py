"""What stands around the timeline: the selected game below it, and the legend in its frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tui.settling import settle

from tracker.tui.app import TrackerApp

Lines = Callable[[TrackerApp], list[str]]
NUMBERS = {"1645", "+6", "1651", "±45", "+1.5", "1516.8", "+7.5", "1683.8", "→", "Lichess", "Li", "FIDE", "Elo"}


def readout(shown: list[str]) -> list[str]:
    """The lines between the timeline's axis and its frame."""
    end = next(at for at, line in enumerate(shown) if "by date" in line)
    found = []
    for line in reversed(shown[:end]):
        text = line.split("│")[-2].strip()
        if "→" in text or re.search("(won|beat)", text):
            found.append(text)
        else:
            break
    return found[::-1]


async def test_numbers_below_the_timeline_are_whole_at_every_width(
    model: Any, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=(40, 15)) as pilot:
        await settle(app, pilot)
        short = readout(lines(app))
        assert short == ["3 Oct 25 beat Player_x8 1667", "Li +6 → 1651 ±45  FIDE +1.5 → 1516.8"]
        for width, height in ((36, 15), (44, 15), (59, 30), (71, 24), (80, 24), (110, 24), (124, 40), (144, 30)):
            await pilot.resize_terminal(width, height)
            await settle(app, pilot)
            said = readout(lines(app))
            assert 1 <= len(said) <= 2
            figures = re.split(r"(?:won against|beat) Player_x8(?: 1667)?", " ".join(said))[1]
            assert "1651" in figures
            assert set(figures.split()) <= NUMBERS
        await pilot.resize_terminal(250, 70)
        await settle(app, pilot)
        assert readout(lines(app)) == [
            "3 Oct 2025 19:00  won against Player_x8 1667   "
            "Lichess 1645 +6 → 1651 ±45   FIDE +1.5 → 1516.8   Elo +7.5 → 1683.8"
        ]
        await pilot.resize_terminal(40, 15)
        await settle(app, pilot)
        assert readout(lines(app)) == short


@pytest.mark.parametrize(
    ("keys", "named", "band"),
    [
        ("", "░ deviation", True),
        ("d", "", False),
        ("t", "~ strength  ░ range", True),
        ("d t", "~ strength", False),
        ("t d", "~ strength", False),
    ],
)
async def test_the_legend_names_the_band_that_is_drawn(
    keys: str, named: str, band: bool, model: Any, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        if keys:
            await pilot.press(*keys.split())
        await settle(app, pilot)
        shown = lines(app)
        at = next(at for at, line in enumerate(shown) if "⣿ Lichess" in line)
        assert named in shown[at]
        assert ("░" in shown[at]) == band == ("░" in "".join(shown[at + 1 : at + 6]))


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
async def test_why_there_are_no_levels_is_said_whole(
    size: tuple[int, int], model: Any, make_app: Callable[..., TrackerApp], lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        await pilot.press("p", "p", "v")
        await settle(app, pilot)
        inside = " ".join(line.split("│")[-2] for line in lines(app) if line.count("│") >= 2)
        assert "Bullet games are not calibrated: the level is known for blitz and rapid." in " ".join(inside.split())
