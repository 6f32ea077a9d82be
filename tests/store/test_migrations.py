"""Old files come up to date whole, or stay as they were."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tracker.errors import StoreError
from tracker.store import Store, database
from tracker.store.schema import Table

NEXT = '''"""A revision that only the tests know."""
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "0002", "0001", None, None

def upgrade():
    with op.batch_alter_table("account") as batch:
        batch.add_column(sa.Column("flair", sa.String(), nullable=True))
    op.execute("UPDATE game SET status = upper(status)")
    {then}
'''


@pytest.fixture
def next_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A copy of `migrations` with one more revision, which the program takes for its newest."""

    def install(then: str = "pass") -> None:
        folder = tmp_path / "migrations"
        (folder / "versions").mkdir(parents=True)
        real = database.migrations_folder()
        for name in ("env.py", "script.py.mako", *(f"versions/{p.name}" for p in (real / "versions").glob("*.py"))):
            (folder / name).write_text((real / name).read_text())
        (folder / "versions" / "0002_next.py").write_text(NEXT.format(then=then))
        monkeypatch.setattr(database, "HEAD", "0002")
        monkeypatch.setattr(database, "migrations_folder", lambda: folder)

    return install


def filled(path: Path) -> None:
    with Store(path) as store:
        store.ensure_account("anna", "Anna")
        with sqlite3.connect(path) as connection:
            connection.executemany(
                "INSERT INTO game (account_id, id, perf, speed, variant, rated, started_at, ended_at, color, status, "
                "analysed, first_seen_at) VALUES (1, ?, 'blitz', 'blitz', 'standard', 1, 1, 1, 'white', 'mate', 0, 1)",
                [(f"game{i}",) for i in range(50)],
            )
        connection.close()


def test_the_migrations_make_the_tables_that_the_program_uses(tmp_path: Path) -> None:
    Store(tmp_path / "tracker.db").close()
    engine = database.open_engine(tmp_path / "tracker.db")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"render_as_batch": True})
        assert compare_metadata(context, Table.metadata) == []
    engine.dispose()


def test_there_is_one_newest_revision_and_the_program_knows_it() -> None:
    assert ScriptDirectory(str(database.migrations_folder())).get_heads() == [database.HEAD]


def test_an_old_file_is_backed_up_and_keeps_every_row(tmp_path: Path, next_revision) -> None:
    path = tmp_path / "tracker.db"
    filled(path)
    next_revision()
    with Store(path) as store:
        assert store.one("SELECT count(*) FROM game WHERE status = 'MATE'") == 50
        assert store.one("SELECT flair FROM account") is None
    with sqlite3.connect(tmp_path / "tracker.db.revision-0001.bak") as copy:
        assert copy.execute("SELECT count(*) FROM game WHERE status = 'mate'").fetchone() == (50,)
    copy.close()


def test_a_failed_step_leaves_the_old_file_usable(tmp_path: Path, next_revision, monkeypatch) -> None:
    path = tmp_path / "tracker.db"
    filled(path)
    next_revision(then="op.execute('INSERT INTO nowhere VALUES (1)')")
    with pytest.raises(StoreError, match="did not do its work"):
        Store(path)
    monkeypatch.undo()
    with Store(path) as store:
        assert store.one("SELECT count(*) FROM game WHERE status = 'mate'") == 50


def test_read_only_media_still_allow_viewing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tracker.db"
    filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    monkeypatch.setattr(database.os, "access", lambda *_: False)  # root may write anywhere
    with Store(path) as store:
        assert store.read_only
        assert store.one("SELECT count(*) FROM game") == 50
        with pytest.raises(StoreError, match="cannot be written"):
            store.ensure_account("ben", "Ben")
