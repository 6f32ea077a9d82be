"""What the screen remembers: only what can be used, and a word where it cannot be written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.memory import FileMemory

GOOD = {
    "account": "Player_dBQPD0", "perf": "rapid", "theme": "tracker-light", "range": "1y", "symbols": "block",
    "animations": "off", "notice": "on", "timezone": "Asia/Tokyo", "day_start": "04:00",
}  # fmt: skip
Make = Callable[..., TrackerApp]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "screen.json"


def test_good_values_come_back(file: Path) -> None:
    FileMemory(file).save(GOOD)
    assert FileMemory(file).load() == GOOD


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("range", "weird"),
        ("symbols", "runes"),
        ("animations", "perhaps"),
        ("notice", "ON"),
        ("timezone", "Mars/Olympus"),
        ("timezone", "Europe"),
        ("day_start", "25:00"),
        ("day_start", "04:00+02:00"),
        ("day_start", ""),
        ("account", "\ud800"),
        *((name, value) for name in GOOD for value in (5, 1e400, None, True, ["all"], {"all": "all"})),
    ],
)
def test_a_value_that_will_not_do_is_forgotten_alone(file: Path, name: str, value: object) -> None:
    file.write_text(json.dumps(GOOD | {name: value}))
    assert FileMemory(file).load() == {other: word for other, word in GOOD.items() if other != name}


@pytest.mark.parametrize(
    "text", ["", "not JSON", "[]", "5", "null", '"all"', "[" * 100_000, '{"a": ' * 100_000, "\x00"]
)
def test_a_broken_file_is_begun_anew(file: Path, text: str) -> None:
    file.write_text(text)
    memory = FileMemory(file)
    assert memory.load() == {}
    memory.save(GOOD)
    assert (memory.load(), memory.problem) == (GOOD, "")


def test_a_file_of_other_bytes_or_a_folder_is_no_memory(file: Path) -> None:
    file.write_bytes(b"\xff\xfe{")
    assert FileMemory(file).load() == {}
    file.unlink()
    file.mkdir()
    memory = FileMemory(file)
    assert memory.load() == {}
    memory.save(GOOD)
    assert memory.problem == f"Only until you quit: {file} cannot be written (Is a directory)."


@pytest.mark.parametrize(
    "remembered",
    [
        dict.fromkeys(GOOD, "☃"),
        {"account": "nobody", "perf": "weird"},
        {"account": "Player_dBQPD0", "perf": "weird", "theme": "no-theme"},
        {"account": "", "perf": "", "theme": "", "range": "", "symbols": ""},
    ],
)
async def test_the_screen_opens_with_any_memory(
    model: Any, make_app: Make, file: Path, remembered: dict[str, str]
) -> None:
    file.write_text(json.dumps(remembered))
    app = make_app(model, preferences=FileMemory(file))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        assert (app.main.chart.view.by, app.main.chart.range) == ("date", "all")
        await pilot.press("comma", "escape", "2", "escape", "3")
        await settle(app, pilot)


@pytest.mark.parametrize("writable", [True, False])
async def test_the_settings_say_whether_they_are_kept(model: Any, make_app: Make, file: Path, writable: bool) -> None:
    if not writable:
        file.mkdir()
    said = "Kept." if writable else f"Only until you quit: {file} cannot be written (Is a directory)."
    app = make_app(model, preferences=FileMemory(file))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("comma")
        for choice in app.screen.query("Choice"):
            choice.focus()
            await pilot.press("right")
            await settle(app, pilot)
            assert str(app.screen.query_one("#status", Static).content) == said, choice.name
            app.screen.query_one("#status", Static).update("")
        zone = next(one for one in app.screen.query(Input) if one.name == "timezone")
        zone.value = "Asia/Tokyo"
        zone.focus()
        await pilot.press("enter")
        await settle(app, pilot)
        assert str(app.screen.query_one("#status", Static).content) == said
        await pilot.press("down", "right", "escape")  # gone before it is said
        await settle(app, pilot)
        assert app.screen is app.main


async def test_a_day_start_with_a_zone_of_its_own_is_refused(model: Any, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("comma")
        start = next(one for one in app.screen.query(Input) if one.name == "day_start")
        start.value = "04:00+02:00"
        start.focus()
        await pilot.press("enter")
        await settle(app, pilot)
        status = str(app.screen.query_one("#status", Static).content)
        assert status == "“04:00+02:00” is not a time of day such as 04:00."
        assert model.kept.day_start == "00:00"
