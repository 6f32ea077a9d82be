"""Imports begun on the screen and broken off there: what is in the end is what an unbroken import brings."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sync.conftest import rows_of
from textual.pilot import Pilot
from textual.widgets import Static
from tui.settling import settle

from tracker.settings import Settings
from tracker.store import Store
from tracker.tui.app import TrackerApp
from tracker.tui.live import LiveModel
from tracker.tui.model import ImportProgress, Query

NAME = "Player_PimJYI"
GAMES = 400
NOW = int(datetime(2025, 10, 10, 7, tzinfo=UTC).timestamp() * 1000)
RATE = 20
"""Games a second, as Lichess sends them to anybody."""
PATIENCE = 60
"""Seconds after which something must be wrong."""


class Watched(LiveModel):
    """Tells when its import has let go of the database, even if the screen is gone by then."""

    def __init__(self, database: Path, url: str, sleep: Callable[[float], None] = time.sleep) -> None:
        super().__init__(Settings(str(database), url=url, timezone="UTC"), {}, lambda: NOW, sleep)
        self.idle = threading.Event()

    def import_account(self, name: str, progress: Callable[[ImportProgress], None], stopped: Callable[[], bool]) -> str:
        self.idle.clear()
        try:
            return super().import_account(name, progress, stopped)
        finally:
            self.idle.set()


def app_of(model: LiveModel) -> TrackerApp:
    return TrackerApp(model, zone=UTC, now=lambda: NOW, environ={})


def outcome(model: LiveModel, database: Path) -> tuple[list[tuple[Any, ...]], str]:
    """The stored rows, and the exported CSV."""
    csv = io.StringIO(newline="")
    model.export(Query(NAME), csv)
    with Store(database) as store:
        return rows_of(store), csv.getvalue()


def stored(database: Path) -> int:
    with Store(database) as store:
        return store.counts(1).all


@pytest.fixture
def stub(stand_in: ModuleType, shared: Path) -> Iterator[Any]:
    """The newest games of a real player."""
    games = stand_in.read_games(shared / "data" / "histories" / "blitz_2023_2025.ndjson")[-GAMES:]
    with stand_in.LichessStub({NAME: games}) as server:
        yield server


@pytest.fixture
def unbroken(stub: Any, tmp_path: Path) -> tuple[list[tuple[Any, ...]], str]:
    """What an import without the screen and without a break leaves."""
    database = tmp_path / "unbroken.db"
    model = Watched(database, stub.url)
    assert model.import_account(NAME, lambda _progress: None, lambda: False).startswith(f"{NAME}: {GAMES} new games")
    return outcome(model, database)


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came to that"
        await pilot.pause(0.01)


async def begin(app: TrackerApp, pilot: Pilot[None]) -> None:
    """As a user does who has nothing yet."""
    await settle(app, pilot)
    await pilot.press("i", *NAME, "enter")


async def arriving(app: TrackerApp, pilot: Pilot[None], kept: int) -> None:
    """Until games have come beyond those that were kept before."""
    await until(pilot, lambda: app.importing is not None and app.importing.stored > kept)


def said(app: TrackerApp) -> str:
    return app.screen.query_one("#status", Static).content.plain  # type: ignore[union-attr]


async def seen_whole(app: TrackerApp, pilot: Pilot[None]) -> None:
    """The first screen shows all that is stored, though it was filled by and by."""
    await settle(app, pilot)
    await pilot.press("escape")
    await settle(app, pilot)
    assert app.screen is app.main
    assert app.main.chart.curves is not None
    assert len(app.main.chart.curves) == app.main.perfs[0].rated == GAMES
    assert app.main.table.count >= GAMES
    assert app.main.perfs[0].fide_live is not None


async def test_stopped_on_the_screen_and_gone_on(stub: Any, unbroken: Any, tmp_path: Path) -> None:
    database = tmp_path / "stopped.db"
    model = Watched(database, stub.url)
    app = app_of(model)
    async with app.run_test(size=(100, 30)) as pilot:
        stub.rate = RATE
        await begin(app, pilot)
        kept = 0
        for _ in range(2):
            await arriving(app, pilot, kept)
            await pilot.press("ctrl+x")
            await settle(app, pilot)
            assert said(app).startswith("Stopped: ")
            assert kept < stored(database) < GAMES
            kept = stored(database)
            await pilot.press("enter")
        stub.rate = None
        await settle(app, pilot)
        assert said(app).endswith(f"{GAMES} stored.")
        await seen_whole(app, pilot)
    assert outcome(model, database) == unbroken


async def test_stopped_while_nothing_comes(stub: Any, unbroken: Any, tmp_path: Path) -> None:
    database = tmp_path / "silent.db"
    model = Watched(database, stub.url)
    app = app_of(model)
    stub.inject(kind="stall", after=120, seconds=PATIENCE)
    async with app.run_test(size=(100, 30)) as pilot:
        await begin(app, pilot)
        await until(pilot, lambda: bool(stub.fired))
        await pilot.press("ctrl+x")
        await settle(app, pilot)
        assert said(app).startswith("Stopped: ")
        assert stored(database) <= 120
        await pilot.press("enter")
        await seen_whole(app, pilot)
    assert outcome(model, database) == unbroken


async def test_stopped_in_the_wait_after_a_cut(stub: Any, unbroken: Any, tmp_path: Path) -> None:
    database = tmp_path / "waiting.db"
    model = Watched(database, stub.url)
    app = app_of(model)
    stub.inject(kind="cut", after=157, mid_line=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await begin(app, pilot)
        await until(pilot, lambda: app.importing is not None and bool(app.importing.waiting))
        assert "what is stored is safe" in said(app)
        await pilot.press("ctrl+x")
        await settle(app, pilot)
        assert said(app).startswith("Stopped: 157 new games")
        assert stored(database) == 157
        await pilot.press("enter")
        await seen_whole(app, pilot)
    assert outcome(model, database) == unbroken


@pytest.mark.parametrize("mid_line", [True, False])
async def test_cut_in_the_middle(mid_line: bool, stub: Any, unbroken: Any, tmp_path: Path) -> None:
    database = tmp_path / "cut.db"
    model = Watched(database, stub.url, sleep=lambda _seconds: None)
    app = app_of(model)
    for after in (157, 61):
        stub.inject(kind="cut", after=after, mid_line=mid_line)
    async with app.run_test(size=(100, 30)) as pilot:
        await begin(app, pilot)
        await settle(app, pilot)
        assert len(stub.fired) == 2
        assert said(app).startswith(f"{NAME}: {GAMES} new games, {GAMES} stored.")
        await seen_whole(app, pilot)
    assert outcome(model, database) == unbroken


async def test_left_in_the_middle(stub: Any, unbroken: Any, tmp_path: Path) -> None:
    database = tmp_path / "left.db"
    model = Watched(database, stub.url)
    app = app_of(model)
    stub.rate = RATE
    async with app.run_test(size=(100, 30)) as pilot:
        await begin(app, pilot)
        await arriving(app, pilot, 0)
        await pilot.press("escape", "q")
    assert model.idle.wait(PATIENCE)
    assert 0 < stored(database) < GAMES
    stub.rate = None
    again = app_of(model)
    async with again.run_test(size=(100, 30)) as pilot:
        await settle(again, pilot)
        await pilot.press("i", "enter")  # the name stands there already
        await seen_whole(again, pilot)
    assert outcome(model, database) == unbroken


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
def test_the_program_leaves_one_file(stub: Any, tmp_path: Path) -> None:
    """In a terminal of its own: what has arrived stands in the database, not in a log beside it."""
    import pty

    folder = tmp_path / "database"
    environ = os.environ | dict.fromkeys(("HOME", "XDG_CONFIG_HOME"), str(tmp_path))
    environ |= {
        "TRACKER_DB": str(folder / "tracker.db"), "TRACKER_LICHESS_URL": stub.url, "TRACKER_TIMEZONE": "UTC",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring", "TERM": "xterm-256color",
    }  # fmt: skip
    stub.rate = 100
    outer, inner = pty.openpty()
    shown = bytearray()

    def read() -> None:
        with suppress(OSError):  # nobody writes any more
            while piece := os.read(outer, 65536):
                shown.extend(piece)

    def wait(true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, shown.decode(errors="replace")
            time.sleep(0.02)

    process = subprocess.Popen([sys.executable, "-m", "tracker"], env=environ, stdin=inner, stdout=inner, stderr=inner)
    os.close(inner)
    reader = threading.Thread(target=read)
    reader.start()
    try:
        wait(lambda: b"No games here yet" in shown)
        os.write(outer, b"i")
        wait(lambda: b"Import from Lichess" in shown)
        os.write(outer, NAME.encode() + b"\r")
        wait(lambda: stub.sent >= 100)
        os.write(outer, b"\x11")  # Ctrl-Q
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        reader.join()
        os.close(outer)
    assert [file.name for file in folder.iterdir()] == ["tracker.db"]
    assert 0 < stored(folder / "tracker.db") < GAMES
