"""The README's pictures, from the demo player at a fixed moment, always the same. Run by hand:

    python tests/bench/pictures.py [FOLDER]     docs/timeline.png and docs/game.png, unless FOLDER says where

Needs Chromium, and a monospaced font that has braille and chess pieces, as DejaVu Sans Mono.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tui.settling import settle

from tracker.demo.player import DEMO_NAME
from tracker.demo.server import DemoServer
from tracker.settings import Settings
from tracker.sources.api import Lichess
from tracker.store import Store
from tracker.sync import sync
from tracker.tui.app import TrackerApp
from tracker.tui.live import LiveModel
from tracker.tui.wishes import OpenGame

NOW = int(datetime(2026, 3, 14, 19, 30, tzinfo=UTC).timestamp() * 1000)
SIZE = (120, 40)
SCALE = 0.8
"""Of Textual's pictures, whose letters are 12.2 pixels wide."""
MARGIN, HEAD = 9, 41
"""Pixels of the drawn window's frame at the sides and at the top."""
FONT = "DejaVu Sans Mono"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def now() -> int:
    """The fixed moment, in epoch milliseconds."""
    return NOW


def player(folder: Path) -> Path:
    """A database with the demo player's games."""
    database = folder / "demo.db"
    with DemoServer(NOW) as server, Store(database) as store, Lichess.connect(server.url) as lichess:
        sync(store, lichess, DEMO_NAME, now=now)
    return database


def analysed(model: LiveModel) -> int:
    """Row key of the newest blitz game of 30 to 45 moves whose level fits the demo player's rating."""
    found = model.levels(DEMO_NAME, "blitz", lambda: False)
    for key, level in reversed(list(zip(found.keys, found.levels, strict=True))):
        row = model.detail(DEMO_NAME, key).row
        if 60 <= (row.plies or 0) <= 90 and level.low <= (row.lichess_after or 0) <= level.high:
            return key
    raise SystemExit("The demo player has no such game.")


async def pictures(database: Path, folder: Path) -> None:
    """Both pictures out of one run."""
    model = LiveModel(Settings(str(database), timezone="Europe/Paris"), {}, now, time.sleep)
    app = TrackerApp(model, zone=model.zone, now=now, account=DEMO_NAME, environ={})
    app.theme, app.animation_level = "tracker-dark", "none"
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        app.main.open(DEMO_NAME, "blitz")
        await settle(app, pilot)
        await pilot.press(*["left"] * 60)
        await settle(app, pilot)
        write(app.export_screenshot(), folder / "timeline.png")
        app.post_message(OpenGame(DEMO_NAME, analysed(model)))
        await settle(app, pilot)
        await pilot.press(*["left"] * 24)
        await settle(app, pilot)
        write(app.export_screenshot(), folder / "game.png")


def write(svg: str, file: Path) -> None:
    """The screen alone, without the frame of a window around it, as PNG."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise SystemExit("No Chromium is here to draw with; install chromium.")
    width, height = (float(value) for value in re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups())  # type: ignore[union-attr]
    window = f"{round((width - 2 * MARGIN) * SCALE)},{round((height - HEAD - MARGIN) * SCALE)}"
    drawing = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONT)
    place = f"transform-origin: 0 0; transform: scale({SCALE}) translate(-{MARGIN}px, -{HEAD}px); width: {width}px"
    page = f"<body style='margin: 0; overflow: hidden'><div style='{place}'>{drawing}</div>"
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "screen.html"
        source.write_text(f"<meta charset='utf-8'>{page}", encoding="utf-8")
        subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--hide-scrollbars",
             f"--screenshot={file}", f"--window-size={window}", source.as_uri()],
            check=True, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs"
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        asyncio.run(pictures(player(Path(made)), target))
