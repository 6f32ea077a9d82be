"""Large histories are compared in a process of their own: the screen stays quick and small meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.settings import Settings


def run_beside(settings: Settings, account: str) -> None:
    """Makes and keeps the columns of an account; waits until that is done, in a worker thread."""
    command = [sys.executable, "-m", "tracker.tui.prepare", settings.db, settings.url, account]
    subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> int:
    """`python -m tracker.tui.prepare DATABASE URL ACCOUNT`."""
    import time

    from tracker.settings import Settings
    from tracker.tui.live import LiveModel

    if hasattr(os, "nice"):
        os.nice(5)
    database, url, account = sys.argv[1:4]
    model = LiveModel(Settings(database, url), {}, lambda: time.time_ns() // 1_000_000, time.sleep)
    model.make(model.store().account(account))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
