"""Waiting for the screen to come to rest: by what it still does, never by the clock."""

from __future__ import annotations

import asyncio
import time

from textual.pilot import Pilot

from tracker.tui.app import TrackerApp
from tracker.tui.main_screen import MainScreen

PATIENCE = 60
"""Seconds after which something must be wrong, however slow the machine is."""


async def settle(app: TrackerApp, pilot: Pilot[None]) -> None:
    """Until no thread works, no cursor waits to be explained and no message is on its way."""
    quiet, end = 0, time.monotonic() + PATIENCE
    while quiet < 2:
        assert time.monotonic() < end, "the screen never came to rest"
        await pilot.pause()
        waiting = any(isinstance(screen, MainScreen) and screen.waiting for screen in app.screen_stack)
        if waiting or any(not worker.is_finished for worker in app.workers):
            quiet = 0
            await asyncio.sleep(0.005)
        else:
            quiet += 1
