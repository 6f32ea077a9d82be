"""The way into the terminal interface: memory, settings, model and app put together."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from tracker.settings import Settings, config_folder
from tracker.tui.app import TrackerApp
from tracker.tui.live import LiveModel
from tracker.tui.memory import FileMemory, NoMemory


def open_screen(
    settings: Settings,
    *,
    name: str | None = None,
    environ: Mapping[str, str],
    now: Callable[[], int],
    remember: bool = True,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Runs the terminal interface until the user leaves it; returns the exit code."""
    memory = FileMemory(config_folder() / "screen.json") if remember else NoMemory()
    kept = memory.load()
    settings = replace(
        settings,
        timezone=settings.timezone or kept.get("timezone", ""),
        day_start=settings.day_start if settings.day_start != "00:00" else kept.get("day_start", "00:00"),
    )
    model = LiveModel(settings, environ, now, sleep)
    app = TrackerApp(
        model, preferences=memory, zone=model.zone, now=now, account=name, site=settings.url, keys=settings.keys,
        environ=environ,
    )  # fmt: skip
    try:
        app.run()
    finally:
        model.close()
    return app.return_code or 0
