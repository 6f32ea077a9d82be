"""The export dialog: what it writes, and what it asks or refuses first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static
from tui.settling import settle

from tracker.tui.app import TrackerApp


async def said(app: TrackerApp, pilot: Any, name: str) -> str:
    """What the open dialog answers to a file's name."""
    app.screen.query_one(Input).value = name
    await pilot.press("enter")
    await settle(app, pilot)
    return str(app.screen.query_one("#status", Static).content)


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


async def test_a_file_is_written_and_replaced_only_when_asked_again(
    model: Any, make_app: Callable[..., TrackerApp], tmp_path: Path
) -> None:
    file = tmp_path / "games.csv"
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("e")
        assert await said(app, pilot, " games.csv ") == f"601 rows written to {file}."
        file.write_text("mine")
        assert await said(app, pilot, "games.csv") == "games.csv exists; Enter once more replaces it."
        assert file.read_text() == "mine"
        (tmp_path / "other.csv").touch()
        assert await said(app, pilot, "other.csv") == "other.csv exists; Enter once more replaces it."
        assert await said(app, pilot, "games.csv") == "games.csv exists; Enter once more replaces it."
        assert await said(app, pilot, "games.csv") == f"601 rows written to {file}."
        assert await said(app, pilot, "games.csv") == "games.csv exists; Enter once more replaces it."


async def test_what_can_be_no_file(model: Any, make_app: Callable[..., TrackerApp], tmp_path: Path) -> None:
    needed = "A name for the file is needed, such as Player_dBQPD0.csv."
    (tmp_path / "folder").mkdir()
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("e")
        for name, sentence in (
            ("", needed),
            ("  ", needed),
            ("/", needed),
            (".", needed),
            ("folder", "folder is a folder; name a file in it, such as folder/Player_dBQPD0.csv."),
            ("~", f"{tmp_path} is a folder; name a file in it, such as {tmp_path}/Player_dBQPD0.csv."),
            ("new/", "new is a folder; name a file in it, such as new/Player_dBQPD0.csv."),
            ("nowhere/a.csv", "nowhere/a.csv cannot be written (No such file or directory); choose another file."),
        ):
            for _ in range(2):  # insisting does not help
                assert await said(app, pilot, name) == sentence
        assert [file.name for file in tmp_path.iterdir()] == ["folder"]
