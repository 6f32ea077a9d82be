"""What is written: batched upserts through SQLAlchemy Core, one transaction each."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, bindparam, delete, select, tuple_, update
from sqlalchemy.dialects.sqlite import insert

from tracker.store.database import open_engine, plain_errors
from tracker.store.packing import unpack
from tracker.store.rows import COUNTED, Row, merge, says_more
from tracker.store.schema import (
    AccountRow,
    DerivedRow,
    EvaluationRow,
    GameRow,
    PendingRow,
    RecordRow,
    SetAsideRow,
)

IDS_PER_QUESTION = 500
"""SQLite's limit on variables is 999 in old builds."""


def _table(model: type[Any]) -> Table:
    table: Table = model.__table__
    return table


ACCOUNT, GAME, RECORD = _table(AccountRow), _table(GameRow), _table(RecordRow)
PENDING, SET_ASIDE, DERIVED, EVALUATION = map(_table, (PendingRow, SetAsideRow, DerivedRow, EvaluationRow))


@cache
def spare_the_collector() -> None:
    """Once a process: what is loaded by now stays, and looking through it again and again would slow the writing."""
    gc.freeze()


class Writer:
    """The writing side of the store; every method is one transaction that takes the write lock at its beginning."""

    def __init__(self, path: Path) -> None:
        spare_the_collector()
        self._path = path
        self._engine: Engine = open_engine(path)

    def close(self) -> None:
        """Gives the file back."""
        self._engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A connection inside a transaction. Raises StoreError in words."""
        with plain_errors(self._path), self._engine.begin() as connection:
            yield connection

    def upsert(self, table: Table, rows: Sequence[Row], connection: Connection) -> None:
        """Inserts the rows, or replaces those with the same key. All rows have the same columns.

        Core writes the statement; the values go to the driver as they are, which takes a third of the time: every
        column holds what SQLite stores.
        """
        if not rows:
            return
        statement = insert(table).values({name: bindparam(name) for name in rows[0]})
        keys = [column.name for column in table.primary_key]
        rest = {name: statement.excluded[name] for name in rows[0] if name not in keys}
        if rest:
            statement = statement.on_conflict_do_update(index_elements=keys, set_=rest)
        else:
            statement = statement.on_conflict_do_nothing()
        compiled = statement.compile(dialect=connection.dialect)
        values = itemgetter(*(compiled.positiontup or ()))
        connection.exec_driver_sql(str(compiled), [values(row) for row in rows])

    def add_account(self, user_id: str, name: str) -> None:
        """Adds the account, or changes the spelling of its name."""
        with self.transaction() as connection:
            statement = insert(ACCOUNT).values(user_id=user_id, name=name, closed=False)
            connection.execute(statement.on_conflict_do_update(index_elements=["user_id"], set_={"name": name}))

    def update_account(self, account_id: int, fields: Row) -> None:
        """Sets columns of the account."""
        with self.transaction() as connection:
            connection.execute(update(ACCOUNT).where(ACCOUNT.c.id == account_id).values(**fields))

    def forget(self, account_id: int) -> None:
        """Removes the account and all that hangs on it, out of the file too and not only out of sight."""
        own = select(GAME.c.id).where(GAME.c.account_id == account_id)
        others = select(GAME.c.id).where(GAME.c.account_id != account_id)
        with plain_errors(self._path), self._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
        with self.transaction() as connection:
            only_here = EVALUATION.c.game_id.in_(own) & EVALUATION.c.game_id.not_in(others)
            connection.execute(delete(EVALUATION).where(only_here))
            connection.execute(delete(ACCOUNT).where(ACCOUNT.c.id == account_id))
        self._give_room_back()

    def _give_room_back(self) -> None:
        """Shortens the file and its log."""
        plain = self._engine.raw_connection()
        try:
            with suppress(sqlite3.OperationalError):  # somebody reads, or there is no room to work in: later, then
                for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                    plain.cursor().execute(statement).fetchall()
        finally:
            plain.close()

    def save_games(
        self, account_id: int, rows: Sequence[Row], records: Sequence[Row], *, richer: bool
    ) -> tuple[list[str], list[str]]:
        """Stores games and their records; returns the ids that are new and those that changed.

        A record takes the place of one in the same format if it is `richer` or says more.
        """
        with self.transaction() as connection:
            stored = self._stored(account_id, [row["id"] for row in rows], connection)
            new: list[str] = []
            changed: list[str] = []
            through: int | None = None
            written: dict[str, Row] = {}
            for row in rows:
                before = written.get(row["id"]) or stored.get(row["id"])
                after = row if before is None else merge(before, row, richer=richer)
                if before == after:
                    continue
                if row["id"] not in written:
                    (new if before is None else changed).append(row["id"])
                written[row["id"]] = after
                if before is not None and all(before[name] == after[name] for name in COUNTED):
                    continue  # an analysis, a name: no rating depends on it
                earliest = after["ended_at"] if before is None else min(before["ended_at"], after["ended_at"])
                through = earliest if through is None else min(through, earliest)
            self.upsert(GAME, list(written.values()), connection)
            kept = records if richer else self._saying_more(account_id, records, connection)
            self.upsert(RECORD, kept, connection)
            if through is not None:
                connection.execute(
                    delete(DERIVED).where(DERIVED.c.account_id == account_id, DERIVED.c.through >= through)
                )
        return new, changed

    @staticmethod
    def _stored(account_id: int, ids: Sequence[str], connection: Connection) -> dict[str, Row]:
        found: dict[str, Row] = {}
        for start in range(0, len(ids), IDS_PER_QUESTION):
            some = ids[start : start + IDS_PER_QUESTION]
            question = select(GAME).where(GAME.c.account_id == account_id, GAME.c.id.in_(some))
            found |= {row["id"]: dict(row) for row in connection.execute(question).mappings()}
        return found

    @staticmethod
    def _saying_more(account_id: int, records: Sequence[Row], connection: Connection) -> list[Row]:
        """Those of the records that are the first of their game and format, or say more than the stored one."""
        stored: dict[tuple[str, str], bytes] = {}
        for start in range(0, len(records), IDS_PER_QUESTION):
            some = [record["game_id"] for record in records[start : start + IDS_PER_QUESTION]]
            question = select(RECORD).where(RECORD.c.account_id == account_id, RECORD.c.game_id.in_(some))
            stored |= {(row.game_id, row.format): row.raw for row in connection.execute(question)}
        kept: list[Row] = []
        for record in records:
            key = record["game_id"], record["format"]
            if key not in stored or says_more(unpack(record["raw"]), unpack(stored[key])):
                stored[key] = record["raw"]
                kept.append(record)
        return kept

    def set_pending(self, account_id: int, ids: Sequence[str], reason: str, now: int) -> None:
        """Marks games to be asked for again; one that is marked already keeps its first moment."""
        if not ids:
            return
        rows = [{"account_id": account_id, "game_id": i, "reason": reason, "first_seen_at": now} for i in ids]
        with self.transaction() as connection:
            statement = insert(PENDING)
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["account_id", "game_id"], set_={"reason": statement.excluded.reason}
                ),
                rows,
            )

    def drop_pending(self, account_id: int, ids: Sequence[str]) -> None:
        """Takes the mark away."""
        self._delete_keys(PENDING, [(account_id, i) for i in ids], PENDING.c.account_id, PENDING.c.game_id)

    def set_aside(self, rows: Sequence[Row]) -> None:
        """Keeps lines that could not be read; the same line twice is kept once."""
        with self.transaction() as connection:
            for row in rows:
                same = (SET_ASIDE.c.account_id == row["account_id"]) & (SET_ASIDE.c.line == row["line"])
                changed = connection.execute(
                    update(SET_ASIDE).where(same).values(reason=row["reason"], program_version=row["program_version"])
                )
                if not changed.rowcount:
                    connection.execute(insert(SET_ASIDE).values(**row))

    def drop_set_aside(self, ids: Sequence[int]) -> None:
        """Forgets lines that could be read after all."""
        self._delete_keys(SET_ASIDE, [(i,) for i in ids], SET_ASIDE.c.id)

    def _delete_keys(self, table: Table, keys: Sequence[tuple[Any, ...]], *columns: Any) -> None:
        with self.transaction() as connection:
            for start in range(0, len(keys), IDS_PER_QUESTION // len(columns)):
                some = keys[start : start + IDS_PER_QUESTION // len(columns)]
                connection.execute(delete(table).where(tuple_(*columns).in_(some)))

    def keep_derived(self, account_id: int, name: str, through: int, content: bytes) -> None:
        """Keeps a computed result; `through` is the end of the last game in it."""
        row = {"account_id": account_id, "name": name, "through": through, "content": content}
        with self.transaction() as connection:
            self.upsert(DERIVED, [row], connection)

    def save_evaluations(self, game_id: str, engine: str, nodes: int, content: str) -> None:
        """Keeps a local engine's evaluations of one game."""
        row = {"game_id": game_id, "engine": engine, "nodes": nodes, "content": content}
        with self.transaction() as connection:
            self.upsert(EVALUATION, [row], connection)
