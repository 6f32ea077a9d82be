"""One simulation for all tests of the room: it takes a third of a second."""

from __future__ import annotations

import pytest

from tracker.demo.player import DemoHistory, demo_history

NOW = 1_788_253_200_000
"""2026-09-01 09:00 UTC."""


@pytest.fixture(scope="session")
def now() -> int:
    return NOW


@pytest.fixture(scope="session")
def history() -> DemoHistory:
    return demo_history(NOW)
