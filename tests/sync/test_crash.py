"""The program dies in the middle: by signal 9, by Ctrl-C, by a disk that fills up. Nothing is lost that was stored."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tracker.cli import main
from tracker.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and file size limits of POSIX")
KILLS = int(os.environ.get("TRACKER_TEST_KILLS", "4"))
"""Random moments; more of them are worth a run by hand."""


@pytest.fixture
def begin(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Starts `tracker import test_player` in a process of its own, which hears Ctrl-C even if this one does not."""

    def start(url: str, database: Path, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
        environ = os.environ | {
            "XDG_CONFIG_HOME": str(tmp_path),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "TRACKER_DB": str(database),
        }

        def prepare() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            if before is not None:
                before()

        command = [sys.executable, "-m", "tracker", "import", "test_player", "--url", url]
        return subprocess.Popen(command, env=environ, text=True, stderr=subprocess.PIPE, preexec_fn=prepare)

    return start


def wait_for(stub: Any, games: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 30
    while stub.sent < games and process.poll() is None and time.monotonic() < until:
        time.sleep(0.002)


def csv(database: Path, target: Path) -> bytes:
    assert main(["--db", str(database), "export", "test_player", "-o", str(target)]) == 0
    return target.read_bytes()


@pytest.mark.slow
def test_kill_9_at_random_moments(
    begin: Any, fresh: Any, stand_in: ModuleType, make: Any, rows: Any, tmp_path: Path
) -> None:
    """Case 3. Each run is killed somewhere; the last one goes on from there and ends as an unbroken import."""
    games = [make(n) for n in range(900)]
    noise = random.Random()
    database = tmp_path / "killed.db"
    reached = []
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        whole = fresh()
        whole(stub.url)
        stub.rate = 1500
        for _ in range(KILLS):
            stub.sent = 0
            process = begin(stub.url, database)
            wait_for(stub, noise.randint(1, 250), process)
            time.sleep(noise.random() * 0.05)
            process.kill()
            process.communicate()
            if database.exists() and database.stat().st_size:
                with Store(database) as store:
                    assert [row for (row,) in store.query("PRAGMA integrity_check")] == ["ok"]
                    reached.append(store.played(1))
        assert reached == sorted(reached), "what was stored stays"
        stub.rate = None
        process = begin(stub.url, database)
        _, said = process.communicate()
        assert process.returncode == 0, said
        with Store(database) as store:
            assert rows(store) == rows(whole.store)
        assert csv(database, tmp_path / "a.csv") == csv(whole.store.path, tmp_path / "b.csv")


@pytest.mark.slow
def test_ctrl_c_keeps_what_arrived(begin: Any, stand_in: ModuleType, make: Any, tmp_path: Path) -> None:
    database = tmp_path / "stopped.db"
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(900)]}, rate=300) as stub:
        process = begin(stub.url, database)
        wait_for(stub, 200, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        assert process.returncode == 130
        assert "Traceback" not in said
        with Store(database) as store:
            assert 150 <= store.played(1) < 900


@pytest.mark.slow
def test_a_full_disk(begin: Any, fresh: Any, stand_in: ModuleType, make: Any, rows: Any, tmp_path: Path) -> None:
    """A limit on the size of files stands in for it: what was stored stays, and the rest comes once there is room."""
    import resource

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    database = tmp_path / "full.db"
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(1200)]}) as stub:
        whole = fresh()
        whole(stub.url)
        stub.rate = 1200
        process = begin(stub.url, database, small)
        _, said = process.communicate(timeout=60)
        stub.rate = None
        assert process.returncode == 1
        assert "disk" in said
        assert "Traceback" not in said
        with Store(database) as store:
            assert 0 < store.played(1) < 1200
        process = begin(stub.url, database)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said
        with Store(database) as store:
            assert rows(store) == rows(whole.store)
