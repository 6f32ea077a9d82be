"""Keys in the settings file: what they may be, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tui.settling import settle

from tracker.errors import UsageError
from tracker.settings import Settings
from tracker.tui.app import TrackerApp
from tracker.tui.form_screen import FormScreen
from tracker.tui.rebinding import actions, checked


@pytest.mark.parametrize(
    ("words", "spelled"),
    [
        ("f3", "f3"),
        ("F3, Ctrl+O", "f3,ctrl+o"),
        ("?", "question_mark"),
        ("+", "plus"),
        ("comma", "comma"),
        ("G", "G"),
        ("é", "é"),
        ("shift+Tab", "shift+tab"),
        ("ctrl+?", "ctrl+question_mark"),
        ("question_mark", "question_mark"),
        ("PageDown", "pagedown"),
    ],
)
def test_keys_as_people_write_them(words: str, spelled: str) -> None:
    assert checked(Settings(db="", keys={"app.quit": words})).keys == {"app.quit": spelled}


@pytest.mark.parametrize("words", ["", "f3,", ",", "f99", "strg+q", "esc", "ctrl+", "<any>", "ctrl+ctrl", "page down"])
def test_what_is_no_key(words: str) -> None:
    with pytest.raises(UsageError) as told:
        checked(Settings(db="", keys={"app.quit": words}))
    assert str(told.value).startswith("In the settings file ")
    assert str(told.value).endswith(
        f'settings.toml, keys.app.quit must be a key such as "f3" or "ctrl+o", or several with commas, not {words!r}.'
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("quit", "keys.quit is no action of the interface; near it: app.quit."),
        ("main.fliter", "keys.main.fliter is no action of the interface; near it: main.filter"),
        ("zzz", "keys.zzz is no action of the interface; known are app.help, app.palette, app.quit, "),
    ],
)
def test_an_action_that_no_screen_has(name: str, said: str) -> None:
    with pytest.raises(UsageError) as told:
        checked(Settings(db="", keys={"app.quit": "f10", name: "f3"}))
    assert said in str(told.value)


def test_without_keys_nothing_is_read() -> None:
    settings = Settings(db="")
    assert checked(settings) is settings


async def test_every_action_can_be_rebound(model: Any, make_app: Callable[..., TrackerApp]) -> None:
    keys = checked(Settings(db="", keys={**dict.fromkeys(actions(), "f20"), "main.form": "?,F9"})).keys
    app = make_app(model, keys=keys)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("3")
        assert app.screen is app.main
        await pilot.press("question_mark")
        assert isinstance(app.screen, FormScreen)
        await settle(app, pilot)


def test_the_commands_say_it_before_a_screen_opens(run: Any, tmp_path: Any) -> None:
    folder = tmp_path / "lichess-rating-tracker"
    folder.mkdir()
    (folder / "settings.toml").write_text('[keys]\nquit = "f3"\n')
    for command in ("tui", "serve"):
        done = run(command)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode() == (
            f"In the settings file {folder / 'settings.toml'}, keys.quit is no action of the interface; "
            "near it: app.quit.\n"
        )
