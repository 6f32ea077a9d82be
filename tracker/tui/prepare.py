"""Large histories are compared in a process of their own: the screen stays quick and small meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tracker.errors import NotAvailable, TrackerError

if TYPE_CHECKING:
    from tracker.settings import Settings


def run_beside(settings: Settings, account: str) -> None:
    """Makes and keeps the columns of an account; waits until that is done, in a worker thread.

    Raises NotAvailable with the reason where it could not be done.
    """
    command = [sys.executable, "-m", "tracker.tui.prepare", settings.db, settings.url, account]
    ended = subprocess.run(
        command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if ended.returncode:
        last = (ended.stderr.strip() or f"the process ended with code {ended.returncode}").splitlines()[-1]
        raise NotAvailable(
            f"{account}'s games could not be compared, so that only Lichess's ratings are shown ({last.rstrip('.')}); "
            f"run `tracker history {account}` to see more."
        )


def main() -> int:
    """`python -m tracker.tui.prepare DATABASE URL ACCOUNT`."""
    import time

    from tracker.settings import Settings
    from tracker.tui.live import LiveModel

    if hasattr(os, "nice"):
        os.nice(5)
    database, url, account = sys.argv[1:4]
    model = LiveModel(Settings(database, url), {}, lambda: time.time_ns() // 1_000_000, time.sleep)
    try:
        model.make(model.store().account(account))
    except TrackerError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    finally:
        model.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
