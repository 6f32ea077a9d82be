"""Fixtures that several rooms' tests share."""

from __future__ import annotations

import importlib.util
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tracker.sources import files
from tracker.store import Entry, Store

os.environ.pop("NO_COLOR", None)  # a monochrome filter would change every picture
SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors, cases and real histories that stands beside the project in its workshop."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with vectors, cases and real histories is not here")
    return SHARED


@pytest.fixture(scope="session")
def stand_in(shared: Path) -> ModuleType:
    """The module `lichess_stub`: a server that speaks like Lichess, with faults on order."""
    spec = importlib.util.spec_from_file_location("lichess_stub", shared / "referee" / "lichess_stub.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tracked(tmp_path: Path) -> Callable[[Path, str], Path]:
    """(file, account's name) -> a database that holds the file's games."""

    def fill(file: Path, name: str) -> Path:
        database = tmp_path / "tracker.db"
        with Store(database) as store:
            account = store.ensure_account(name.lower(), name)
            (found,) = files.find([str(file)], io.BytesIO(), io.BytesIO())
            games = [piece for piece in files.read(found) if isinstance(piece, files.Found)]
            entries = [Entry(piece.game, piece.raw, piece.format) for piece in games]
            store.save(account, entries, richer=False, now=1_700_000_000_000)
        return database

    return fill


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Runs the program as a user would, in a process and a home of its own."""

    def start(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
        home = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
        home |= {"TRACKER_TIMEZONE": "UTC", "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("TRACKER_", "LICHESS_"))}
        return subprocess.run(
            [sys.executable, "-m", "tracker", *map(str, words)],
            capture_output=True,
            env=clean
            | home
            | {"TRACKER_TIMEZONE": "UTC", "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
            | environment,
            cwd=tmp_path,
            timeout=120,
            check=False,
        )

    return start
