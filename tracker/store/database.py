"""The database file: found, created, checked, migrated, opened.

Reading uses the standard library's sqlite3 directly, so that a look at the data never waits for SQLAlchemy's import;
Alembic is imported only when the stored revision is not the newest.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import DatabaseBroken, DatabaseBusy, DatabaseTooNew, DiskFull, StoreError
from tracker.store.packing import DamagedRecordError

if TYPE_CHECKING:
    from sqlalchemy import Engine

HEAD = "0001"
"""The newest revision in `migrations/versions`."""

BUSY_SECONDS = 10.0
"""How long a writer waits for another one before it says so."""

sqlite3.register_converter("BOOLEAN", lambda text: text != b"0")


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turns SQLite's failures, raw or wrapped by SQLAlchemy, into the program's own sentences."""
    try:
        yield
    except Exception as error:
        cause = getattr(error, "orig", error)
        if isinstance(cause, UnicodeDecodeError | DamagedRecordError):
            raise _damaged(path) from error
        if not isinstance(cause, sqlite3.Error):
            raise
        raise _explained(cause, path) from error


def _explained(error: sqlite3.Error, path: Path) -> StoreError:
    text = str(error)
    if "full" in text:
        return DiskFull(f"The disk that holds {path} is full; free some room, then try again.")
    if "locked" in text or "busy" in text:
        return DatabaseBusy(f"Another program is writing to {path}; wait until it is done and try again.")
    if any(sign in text for sign in ("malformed", "not a database", "Could not decode")):
        return _damaged(path)
    if "readonly" in text or "read-only" in text:
        return StoreError(f"{path} cannot be written; make it writable or choose another --db.")
    if "unable to open" in text:
        return StoreError(
            f"{path} cannot be opened; check that its folder exists and is yours, or choose another --db."
        )
    if "disk I/O" in text:
        return DiskFull(
            f"The disk that holds {path} does not take the data; check its room and health, then try again."
        )
    return StoreError(f"The database {path} did not do its work ({text}); try again, or choose another --db.")


def _damaged(path: Path) -> DatabaseBroken:
    return DatabaseBroken(f"{path} is damaged or no tracker database; restore a copy or choose another --db.")


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection for reading, with foreign keys on and booleans as `bool`."""
    address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    side_files = [Path(f"{path}{end}") for end in ("-wal", "-shm")]
    if read_only and not os.access(path.parent, os.W_OK) and not all(each.exists() for each in side_files):
        address += "&immutable=1"  # no room for WAL's side files beside it
    connection = sqlite3.connect(
        address,
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        detect_types=sqlite3.PARSE_DECLTYPES,
        check_same_thread=False,
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def prepare(path: Path) -> bool:
    """Makes the file ready for use: creates it (mode 0600), checks it, migrates it. True when it can only be read.

    Raises StoreError where it cannot be opened, DatabaseTooNew for a file of a later version.
    """
    _create(path)
    with plain_errors(path):
        read_only = not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK)
        connection = connect(path, read_only=read_only)
        try:
            found = revision(connection)
            if found == HEAD:
                return read_only
            _refuse_foreign(connection, found, path)
            if read_only:
                raise StoreError(
                    f"{path} was made by an earlier version and must be brought up to date, but cannot be written; "
                    "copy it to a place where it can be, and name that with --db."
                )
            if found is not None:
                _back_up(connection, path, found)
            else:
                connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
        _migrate(path)
    return False


def _create(path: Path) -> None:
    try:
        if path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(
            f"The database {path} cannot be created ({error.strerror}); choose another place with --db."
        ) from error


def revision(connection: sqlite3.Connection) -> str | None:
    """The schema's revision, or None in a file without one."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None


def _refuse_foreign(connection: sqlite3.Connection, found: str | None, path: Path) -> None:
    if found is None:
        if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise DatabaseBroken(f"{path} is a database of another program; choose another file with --db.")
    elif not found.isdigit() or found > HEAD:
        raise DatabaseTooNew(
            f"{path} was written by a newer version of tracker; install that version, or choose another file with --db."
        )


def _back_up(connection: sqlite3.Connection, path: Path, found: str) -> None:
    """A copy beside the file, named after the revision it holds; an earlier one of the same name is kept."""
    copy = path.with_name(f"{path.name}.revision-{found}.bak")
    if copy.exists():
        return
    unfinished = copy.with_name(copy.name + ".part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_RDWR, 0o600))
    target = sqlite3.connect(unfinished)
    try:
        connection.backup(target)
    except sqlite3.Error:
        unfinished.unlink(missing_ok=True)
        raise
    finally:
        target.close()
    unfinished.replace(copy)


def migrations_folder() -> Path:
    """`migrations`: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parent / "migrations"


def _migrate(path: Path) -> None:
    """All pending revisions in one transaction; a failure leaves the file as it was."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    engine = open_engine(path, foreign_keys=False)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise DatabaseBroken(
                    f"{path} refers to rows that are missing ({len(broken)} of them); it was left as it is. "
                    "Restore a copy or choose another --db."
                )
    finally:
        engine.dispose()


def open_engine(path: Path, *, foreign_keys: bool = True) -> Engine:
    """SQLAlchemy's engine over the file; every transaction takes the write lock at its beginning.

    SQLite's own transactions are begun by hand: the driver would commit before statements that change the schema.
    """
    from sqlalchemy import Connection, create_engine, event
    from sqlalchemy.pool import StaticPool

    engine = create_engine(
        "sqlite://",
        poolclass=StaticPool,
        creator=lambda: sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False),
    )

    @event.listens_for(engine, "connect")
    def _on_connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
