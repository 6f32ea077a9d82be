"""Fixtures that several rooms' tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.pop("NO_COLOR", None)  # a monochrome filter would change every picture
SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors, cases and real histories that stands beside the project in its workshop."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with vectors, cases and real histories is not here")
    return SHARED
