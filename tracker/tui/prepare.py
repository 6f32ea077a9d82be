"""Large histories are compared in a process of their own: the screen stays quick and small meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

from tracker.errors import NotAvailable, TrackerError
from tracker.tui.model import Tell, unheard

if TYPE_CHECKING:
    from tracker.settings import Settings


def run_beside(settings: Settings, account: str, tell: Tell = unheard) -> None:
    """Makes and keeps the columns of an account; waits until that is done, in a worker thread.

    Raises NotAvailable with the reason where it could not be done.
    """
    command = [sys.executable, "-m", "tracker.tui.prepare", settings.db, settings.url, account]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8", errors="replace"
        )
        with process:
            for line in process.stdout or ():
                tell(line.strip())
        errors.seek(0)
        said = errors.read().strip()
    if process.returncode:
        last = (said or f"the process ended with code {process.returncode}").splitlines()[-1]
        raise NotAvailable(
            f"{account}'s games could not be compared, so that only Lichess's ratings are shown ({last.rstrip('.')}); "
            f"run `tracker history {account}` to see more."
        )


def _say(sentence: str) -> None:
    """To the screen, if it is still there; what is made is kept all the same."""
    with suppress(OSError):
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()


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
        model.make(model.store().account(account), _say)
    except TrackerError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    finally:
        model.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
