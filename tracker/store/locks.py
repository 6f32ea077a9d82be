"""One import of an account at a time, over all processes that use the same database."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tracker.errors import DatabaseBusy, StoreError


@contextmanager
def exclusive(path: Path, user_id: str, name: str) -> Iterator[None]:
    """Holds the account's lock; the system drops it when the process dies, however it dies.

    Raises DatabaseBusy where another process holds it, StoreError where there is no room for the lock's file.
    """
    key = hashlib.sha256(f"{path.resolve()}\0{user_id}".encode()).hexdigest()[:24]
    who = os.getuid() if hasattr(os, "getuid") else "user"
    try:
        lock = Path(tempfile.gettempdir()) / f"tracker-{who}-{key}.lock"
        file = _locked(lock)
    except OSError as error:
        raise StoreError(
            f"The system's folder for temporary files takes none ({error.strerror or error}); make room there, or name "
            "another one with TMPDIR."
        ) from error
    if file is None:
        raise DatabaseBusy(f"Games of {name} are being imported by another tracker; wait until it is done.")
    with file:
        try:
            yield
        finally:
            with suppress(OSError):  # Windows removes no open file
                lock.unlink()


def _locked(lock: Path) -> IO[bytes] | None:
    """The file with the lock on it; None where somebody else has it. Raises OSError."""
    flags = os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
    while True:
        file = os.fdopen(os.open(lock, flags, 0o600), "r+b")
        if not _try_lock(file):
            file.close()
            return None
        if _is_still_there(lock, file):
            return file
        file.close()


def _is_still_there(lock: Path, file: IO[bytes]) -> bool:
    """Whether the locked file is still the one of that name: its last holder removes it at the end."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), lock.stat())
    except FileNotFoundError:
        return False


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
