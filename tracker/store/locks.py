"""One import of an account at a time, over all processes that use the same database."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tracker.errors import DatabaseBusy


@contextmanager
def exclusive(path: Path, user_id: str, name: str) -> Iterator[None]:
    """Holds the account's lock; the system drops it when the process dies, however it dies. Raises DatabaseBusy."""
    key = hashlib.sha256(f"{path.resolve()}\0{user_id}".encode()).hexdigest()[:24]
    who = os.getuid() if hasattr(os, "getuid") else "user"
    lock = Path(tempfile.gettempdir()) / f"tracker-{who}-{key}.lock"
    with os.fdopen(os.open(lock, os.O_CREAT | os.O_RDWR, 0o600), "r+b") as file:
        if not _try_lock(file):
            raise DatabaseBusy(f"Games of {name} are being imported by another tracker; wait until it is done.")
        yield


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
