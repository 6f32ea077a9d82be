"""Fixtures that several rooms' tests share."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

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
