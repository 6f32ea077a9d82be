"""What is seen of an import from the first screen: how it goes, whose games are open then, and who is missing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from textual.widgets import Input
from tui.conftest import NOW, FakeModel, made_up
from tui.settling import PATIENCE, settle

from tracker.tui.app import TrackerApp
from tracker.tui.import_line import pause_line, short_lines
from tracker.tui.keybar import KeyBar
from tracker.tui.model import ImportProgress

Make = Callable[..., TrackerApp]
Lines = Callable[[TrackerApp], list[str]]
PLAYER = "Player_dBQPD0"
SLOW = ImportProgress("Newcomer", 1234, None, 20.0, None, "Lichess asks to slow down", 60.0)


def notices(app: TrackerApp) -> list[str]:
    return [notice.message for notice in app._notifications]


def words(shown: list[str]) -> str:
    """What is shown without frames and line breaks."""
    return " ".join("\n".join(shown).replace("│", " ").split())


class Held(FakeModel):
    """An import that says where it stands, and goes on when it may."""

    def import_account(self, name: str, progress: Callable[[ImportProgress], None], stopped: Callable[[], bool]) -> str:
        progress(self.stands)  # type: ignore[attr-defined]
        assert self.may.wait(PATIENCE)  # type: ignore[attr-defined]
        return super().import_account(name, progress, stopped)


@pytest.fixture
def held(model: FakeModel) -> Iterator[Held]:
    made = Held(model.players)
    made.stands, made.may = SLOW, threading.Event()  # type: ignore[attr-defined]
    yield made
    made.may.set()  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
async def test_a_running_import_is_seen_below_and_counts_down(
    size: tuple[int, int], held: Any, make_app: Make, lines: Lines
) -> None:
    app = make_app(held)
    now = NOW
    app.now = lambda: now
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        await pilot.press("i", *["backspace"] * len(PLAYER), *"Newcomer", "enter")
        while app.importing != SLOW:
            await pilot.pause(0.01)
        assert "Lichess asks to slow down: waiting 1 min 0 s" in words(lines(app))
        await pilot.press("escape")
        for gone, said in ((15, "waiting 45 s"), (40, "waiting 20 s"), (70, "asking again")):
            now = NOW + gone * 1000
            app.tell_screens()
            await pilot.pause()
            below = lines(app)[-1]
            assert below.rstrip().endswith(f"  {said}" if size[0] == 40 else said)
            assert ("importing 1,234 · " in below) == (size[0] > 40)
            assert "? help" in below
            assert "q quit" in below
        held.may.set()
        await settle(app, pilot)
        assert "importing" not in lines(app)[-1]
        assert app._ticking is None


async def test_time_is_told_anew_every_second(held: Any, make_app: Make) -> None:
    app = make_app(held)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        app.start_import("Newcomer")
        timer = app._ticking
        assert timer is not None
        assert (timer._interval, timer._callback) == (1, app.tell_screens)
        held.may.set()
        await settle(app, pilot)


def test_what_an_import_says_of_itself() -> None:
    going = ImportProgress("A", 1234, None, 20.0)
    assert (short_lines(going, 1), pause_line(going, 1)) == (["importing 1,234"], "")
    assert short_lines(going, 12.9) == ["importing 1,234 · no answer for 12 s", "no answer 12 s"]
    assert pause_line(going, 75) == "No answer for 1 min 15 s"
    assert pause_line(SLOW, 0.2) == "Lichess asks to slow down: waiting 1 min 0 s"
    assert pause_line(SLOW, 61) == "Lichess asks to slow down: asking again"


async def test_an_import_takes_the_place_of_an_account_without_games(model: FakeModel, make_app: Make) -> None:
    model.players = {"Silent": {}}
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert app.main.account == "Silent"
        await pilot.press("i", *["backspace"] * 6, *"Newcomer", "enter")
        await settle(app, pilot)
        assert (app.main.account, app.main.perf, app.main.table.count) == ("Newcomer", "blitz", 81)
        assert app.import_ended is not None
        assert "press a" not in app.import_ended.sentence


async def test_an_import_beside_an_account_with_games_says_how_to_get_there(
    model: FakeModel, make_app: Make, lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("i", *["backspace"] * len(PLAYER), *"Newcomer", "enter")
        await settle(app, pilot)
        assert app.main.account == PLAYER
        assert "To see Newcomer, press a for the accounts." in words(lines(app))
        await pilot.press("escape", "a")
        await settle(app, pilot)
        assert "▸ Newcomer" in "\n".join(lines(app))
        app.start_import("newcomer")
        await settle(app, pilot)
        assert any("To see newcomer" in notice for notice in notices(app))
        app.main.open("Newcomer", None)
        await settle(app, pilot)
        app.start_import("Newcomer")  # the one that is open
        await settle(app, pilot)
        assert "To see" not in notices(app)[-1]


async def test_a_failed_import_leaves_what_is_open(model: FakeModel, make_app: Make) -> None:
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        app.start_import("nobody")
        await settle(app, pilot)
        assert notices(app) == ["No account of that name: nobody."]
        assert app.main.account == PLAYER


async def test_an_account_that_is_not_tracked_is_missed_once(model: FakeModel, make_app: Make, lines: Lines) -> None:
    app = make_app(model, account="NoSuch")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        said = f"NoSuch is not tracked here yet: press i, then Enter, to import it. Open now: {PLAYER}."
        assert notices(app) == [said]
        app.main.reload()
        await settle(app, pilot)
        assert notices(app) == [said]
        await pilot.press("i")
        assert app.screen.query_one(Input).value == "NoSuch"
        await pilot.press("enter", "escape")
        await settle(app, pilot)
        assert app.main.account == "NoSuch"  # as was asked for


async def test_where_nothing_is_tracked_the_missing_one_is_named_in_place(
    model: FakeModel, make_app: Make, lines: Lines
) -> None:
    model.players.clear()
    app = make_app(model, account="NoSuch")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert "NoSuch is not tracked here yet: press i, then Enter, to import it." in "\n".join(lines(app))
        assert notices(app) == []


@pytest.mark.parametrize("name", [PLAYER, PLAYER.lower(), f" {PLAYER.upper()} "])
async def test_a_name_is_found_whatever_its_capitals(name: str, model: FakeModel, make_app: Make) -> None:
    model.players = {"Other": {"blitz": made_up("Other", "blitz", 30)}, **model.players}
    app = make_app(model, account=name)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert (app.main.account, notices(app), app.named) == (PLAYER, [], "")


async def test_an_error_is_said_once(model: FakeModel, make_app: Make, lines: Lines) -> None:
    model.fail = "The database is busy; try again in a moment."
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert "\n".join(lines(app)).count("The database is busy") == 1
        assert notices(app) == []
    model.fail = ""
    app = make_app(model)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        model.fail = "The database is busy; try again in a moment."
        app.main.reload()  # what is shown stays in sight
        await settle(app, pilot)
        assert notices(app) == [model.fail]
        assert app.main.query_one(KeyBar).display
