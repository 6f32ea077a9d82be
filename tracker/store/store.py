"""The store as the other rooms see it: open it, put games in, read them back in the order ratings were applied."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tracker import __version__
from tracker.errors import NotTracked, StoreError
from tracker.game import Game, PlayedGame
from tracker.store.database import connect, plain_errors, prepare
from tracker.store.locks import exclusive
from tracker.store.packing import pack, unpack
from tracker.store.rows import PLAYED_COLUMNS, row_of

if TYPE_CHECKING:
    from tracker.store.writing import Writer

APPLIED_ORDER = "ended_at, started_at, id"
"""The order in which ratings were applied, as well as the records tell it."""

Format = Literal["json", "pgn", "csv"]


@dataclass(frozen=True, slots=True)
class Account:
    """A tracked player."""

    id: int
    user_id: str
    name: str
    closed: bool
    cursor: int | None
    """Start of the newest game known to be complete, epoch ms."""
    last_import_at: int | None
    profile: dict[str, Any] | None
    """The profile as Lichess last sent it."""
    options: dict[str, Any]
    """The rating options remembered for the account."""


class Entry(NamedTuple):
    """A game to be stored, with the record it was read from (None: there is none, as from a CSV)."""

    game: Game
    raw: bytes | None
    format: Format


class Saved(NamedTuple):
    """Ids that were new, and ids whose stored row changed."""

    new: list[str]
    updated: list[str]


class Pending(NamedTuple):
    """Why a game will be asked for again (`unfinished` or `no-change`), and since when (epoch ms)."""

    reason: str
    first_seen_at: int


class SetAside(NamedTuple):
    """A line that could not be read."""

    id: int
    line: bytes
    reason: str
    at: int
    program_version: str


class Counts(NamedTuple):
    """Stored games of an account: all but unfinished ones, and the rated among them."""

    all: int
    rated: int


class PerfCount(NamedTuple):
    """Stored games of one perf."""

    perf: str
    games: int
    rated: int
    moved: int
    """Rated games that moved the rating."""


class Store:
    """One database file. Reads at once; imports SQLAlchemy at the first write.

    Not for use by two threads at the same time: each opens its own.
    """

    def __init__(self, path: Path) -> None:
        """Opens the file, creating or migrating it first. Raises StoreError in words."""
        self.path = path
        self.read_only = prepare(path)
        with plain_errors(path):
            self.connection: sqlite3.Connection = connect(path, read_only=self.read_only)

    def close(self) -> None:
        """Gives the file back."""
        self.connection.close()
        if "writer" in self.__dict__:
            self.writer.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    @cached_property
    def writer(self) -> Writer:
        """The writing side."""
        if self.read_only:
            raise StoreError(f"{self.path} cannot be written; make it writable or choose another --db.")
        from tracker.store.writing import Writer

        return Writer(self.path)

    def query(self, sql: str, *values: object) -> Iterator[Any]:
        """Rows of a plain question. Raises StoreError in words."""
        with plain_errors(self.path):
            yield from self.connection.execute(sql, values)

    def one(self, sql: str, *values: object) -> Any:
        """The first column of the first row, or None."""
        return next((row[0] for row in self.query(sql, *values)), None)

    # Accounts

    def accounts(self) -> list[Account]:
        """All tracked players, by name."""
        return list(self._accounts("ORDER BY user_id"))

    def account(self, name: str) -> Account:
        """The account of that name, whatever its capitals. Raises NotTracked."""
        for account in self._accounts("WHERE user_id = ?", name.strip().lower()):
            return account
        raise NotTracked(f"{name.strip()} is not tracked here; run `tracker import {name.strip()}` first.")

    def accounts_named(self, names: Iterable[str]) -> list[Account]:
        """The accounts of these names, each once, in the order named. Raises NotTracked."""
        return list({account.id: account for account in map(self.account, names)}.values())

    def _accounts(self, clause: str, *values: object) -> Iterator[Account]:
        columns = "id, user_id, name, closed, cursor, last_import_at, profile, options"
        for *plain, profile, options in self.query(f"SELECT {columns} FROM account {clause}", *values):
            row: list[Any] = [*plain, json.loads(profile) if profile else None, json.loads(options) if options else {}]
            yield Account(*row)

    def ensure_account(self, user_id: str, name: str) -> Account:
        """The account, added if it is new; the shown spelling follows `name`."""
        known = [account.name for account in self._accounts("WHERE user_id = ?", user_id)]
        if known != [name]:
            self.writer.add_account(user_id, name)
        return self.account(user_id)

    def update_account(self, account_id: int, **fields: Any) -> None:
        """Sets `name`, `closed`, `cursor`, `last_import_at`, `profile`, `options` (dicts) or `daily_list` (list)."""
        plain = {name: json.dumps(value) if isinstance(value, dict | list) else value for name, value in fields.items()}
        self.writer.update_account(account_id, plain)

    def daily_list(self, account_id: int) -> list[Any] | None:
        """Lichess's own daily ratings as last sent; None where it never sent any."""
        text = self.one("SELECT daily_list FROM account WHERE id = ?", account_id)
        found: list[Any] | None = json.loads(text) if text else None
        return found

    def forget(self, account_id: int) -> None:
        """Removes the account with its games, records and marks."""
        self.writer.forget(account_id)

    @contextmanager
    def importing(self, account_id: int) -> Iterator[None]:
        """Held while games of the account are written. Raises DatabaseBusy if another process holds it."""
        account = next(self._accounts("WHERE id = ?", account_id))
        with exclusive(self.path, account.user_id, account.name):
            yield

    # Games

    def save(self, account: Account, entries: Iterable[Entry], *, richer: bool, now: int) -> Saved:
        """Stores a batch in one transaction: all of it, or nothing.

        `richer`: these are the server's own records and win over what is stored where both know a field; otherwise
        they only fill what is blank, and replace a record only where they say more. Raises ValueError for a game in
        which the account did not play.
        """
        rows, records = [], []
        for game, raw, kind in entries:
            rows.append(row_of(game, account.id, account.user_id, now))
            if raw is not None:
                records.append({"account_id": account.id, "game_id": game.id, "format": kind, "raw": pack(raw)})
        return Saved(*self.writer.save_games(account.id, rows, records, richer=richer))

    def games(self, account_id: int, perf: str | None = None, *, after: int | None = None) -> Iterator[PlayedGame]:
        """The account's games in the order ratings were applied; with `after`, those that ended later than it (ms)."""
        clause, values = "account_id = ?", [account_id]
        for column, value in (("perf =", perf), ("ended_at >", after)):
            if value is not None:
                clause += f" AND {column} ?"
                values.append(value)  # type: ignore[arg-type]
        question = f"SELECT {PLAYED_COLUMNS} FROM game WHERE {clause} ORDER BY {APPLIED_ORDER}"
        yield from map(PlayedGame._make, self.query(question, *values))

    def game(self, account_id: int, game_id: str) -> PlayedGame:
        """One game. Raises NotTracked."""
        question = f"SELECT {PLAYED_COLUMNS} FROM game WHERE account_id = ? AND id = ?"
        for row in self.query(question, account_id, game_id):
            return PlayedGame._make(row)
        raise NotTracked(f"No game {game_id} is stored for this account; import it first, or check the id.")

    def accounts_with(self, game_id: str) -> list[Account]:
        """The tracked accounts that played this game."""
        return list(self._accounts("WHERE id IN (SELECT account_id FROM game WHERE id = ?)", game_id))

    def moves(self, account_id: int, game_id: str) -> tuple[str | None, str | None]:
        """SAN moves separated by blanks, and the start position where it is not the usual one."""
        question = "SELECT moves, initial_fen FROM game WHERE account_id = ? AND id = ?"
        return next(((m, fen) for m, fen in self.query(question, account_id, game_id)), (None, None))

    def records(self, account_id: int, game_id: str) -> dict[str, bytes]:
        """The game as received, by format (`json`, `pgn`)."""
        question = "SELECT format, raw FROM record WHERE account_id = ? AND game_id = ?"
        received = list(self.query(question, account_id, game_id))
        with plain_errors(self.path):
            return {kind: unpack(raw) for kind, raw in received}

    def counts(self, account_id: int) -> Counts:
        """Stored games with a result, or ended without one."""
        question = (
            "SELECT count(*), total(rated) FROM game WHERE account_id = ? AND status NOT IN ('created', 'started')"
        )
        games, rated = next(self.query(question, account_id))
        return Counts(games, int(rated))

    def played(self, account_id: int) -> int:
        """Stored games as a profile counts them: those with a result."""
        question = (
            "SELECT count(*) FROM game WHERE account_id = ? AND status NOT IN ('created', 'started', 'aborted') "
            "AND source IS NOT 'import'"
        )
        found: int = self.one(question, account_id)
        return found

    def with_record(self, account_id: int, ids: Sequence[str], kind: Format) -> set[str]:
        """Those of the games that are stored with a record in that format."""
        question = (
            "SELECT game_id FROM record WHERE account_id = ? AND format = ? AND game_id IN "
            "(SELECT value FROM json_each(?))"
        )
        return {game_id for (game_id,) in self.query(question, account_id, kind, json.dumps(list(ids)))}

    def perfs(self, account_id: int) -> list[PerfCount]:
        """The perfs of the account, most played first."""
        question = (
            "SELECT perf, count(*), sum(rated), sum(rated AND change IS NOT NULL) FROM game WHERE account_id = ? "
            "GROUP BY perf ORDER BY 2 DESC, 1"
        )
        return [PerfCount(*row) for row in self.query(question, account_id)]

    def newest_started(self, account_id: int) -> int | None:
        """Start of the newest stored game, epoch ms."""
        newest: int | None = self.one("SELECT max(started_at) FROM game WHERE account_id = ?", account_id)
        return newest

    # Marks

    def pending(self, account_id: int) -> dict[str, Pending]:
        """Games that must be asked for again, by id."""
        question = "SELECT game_id, reason, first_seen_at FROM pending WHERE account_id = ? ORDER BY 1"
        return {game_id: Pending(reason, at) for game_id, reason, at in self.query(question, account_id)}

    def set_pending(self, account_id: int, ids: Sequence[str], reason: str, now: int) -> None:
        """Marks games to be asked for again."""
        self.writer.set_pending(account_id, ids, reason, now)

    def drop_pending(self, account_id: int, ids: Sequence[str]) -> None:
        """Takes the mark away."""
        if ids:
            self.writer.drop_pending(account_id, ids)

    def set_aside(self, account_id: int, lines: Sequence[tuple[bytes, str, int]]) -> None:
        """Keeps (line, reason, epoch ms) of what could not be read."""
        names = ("line", "reason", "at")
        common = {"account_id": account_id, "program_version": __version__}
        if lines:
            self.writer.set_aside([dict(zip(names, line, strict=True)) | common for line in lines])

    def set_aside_lines(self, account_id: int) -> list[SetAside]:
        """What could not be read, oldest first."""
        question = "SELECT id, line, reason, at, program_version FROM set_aside WHERE account_id = ? ORDER BY id"
        return [SetAside(*row) for row in self.query(question, account_id)]

    def drop_set_aside(self, ids: Sequence[int]) -> None:
        """Forgets lines that could be read after all."""
        if ids:
            self.writer.drop_set_aside(ids)

    # Kept results

    def derived(self, account_id: int, name: str) -> bytes | None:
        """A kept result that is still valid for all games up to the last one in it."""
        kept: bytes | None = self.one("SELECT content FROM derived WHERE account_id = ? AND name = ?", account_id, name)
        return kept

    def keep_derived(self, account_id: int, name: str, through: int, content: bytes) -> None:
        """Keeps a result; it goes when a game that ended at or before `through` (epoch ms) is added or changes."""
        if not self.read_only:
            self.writer.keep_derived(account_id, name, through, content)

    def evaluations(self, game_id: str) -> list[tuple[str, int, Any]]:
        """(engine, nodes, one entry a ply) of what a local engine thought, most nodes first."""
        question = "SELECT engine, nodes, content FROM evaluation WHERE game_id = ? ORDER BY nodes DESC, engine DESC"
        return [(engine, nodes, json.loads(content)) for engine, nodes, content in self.query(question, game_id)]

    def save_evaluations(self, game_id: str, engine: str, nodes: int, content: Any) -> None:
        """Keeps a local engine's evaluations of one game."""
        self.writer.save_evaluations(game_id, engine, nodes, json.dumps(content))
