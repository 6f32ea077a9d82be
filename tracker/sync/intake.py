"""Games and refused lines on their way into the store: collected, and written in batches by time or size."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tracker import __version__
from tracker.errors import DiskFull, StoreError
from tracker.game import UNFINISHED, UNPLAYED, Game
from tracker.sources import lichess, pgn
from tracker.sources.patience import Stopped
from tracker.store import Account, Entry, Store
from tracker.store.store import Format
from tracker.sync.report import Report
from tracker.wording import counted

BATCH_SECONDS = 0.25
BATCH_GAMES = 1000
BATCH_BYTES = 4 * 1024 * 1024
CHANGED_SHOWN = 1000

UNFINISHED_GAME = "unfinished"
NO_CHANGE = "no-change"
VANISHED = "vanished"
"""Reasons for a game to be asked for again: it was being played; it had no change of rating; it was not sent when
asked for by its id (once may be chance, twice is gone)."""


class Intake:
    """One account's games on their way in. Nothing of a batch is stored, or all of it."""

    def __init__(
        self,
        store: Store,
        account: Account,
        report: Report,
        *,
        from_server: bool,
        now: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`now`: epoch ms; `clock`: seconds, for the batches."""
        self.store, self.account, self.report = store, account, report
        self._from_server, self._now, self._clock = from_server, now, clock
        self._entries: list[Entry] = []
        self._refused: list[tuple[bytes, str, int]] = []
        self._refused_before: set[int] = set()
        self._unfinished: list[str] = []
        self._marked: set[str] = set()
        self._bytes = 0
        self._since = clock()
        self.pending = store.pending(account.id)
        """Marks as they stood at the beginning, less what arrived since."""

    def add(self, game: Game, raw: bytes, kind: Format) -> None:
        """Takes a game; one that is still being played is only marked."""
        if game.status in UNFINISHED:
            self._unfinished.append(game.id)
            return
        self._entries.append(Entry(game, raw, kind))
        self._bytes += len(raw)

    def refuse(self, line: bytes, reason: str) -> None:
        """Takes a line that could not be read; the same line counts once."""
        if (key := hash(line)) not in self._refused_before:
            self._refused_before.add(key)
            self._refused.append((line, reason, self._now()))
            self._bytes += len(line)

    def due(self) -> bool:
        """Whether it is time to write."""
        return (
            len(self._entries) >= BATCH_GAMES
            or self._bytes >= BATCH_BYTES
            or self._clock() - self._since >= BATCH_SECONDS
        )

    def flush(self) -> int:
        """Writes what was collected; the number of new games. Raises StoreError."""
        new = self._save_what_fits(self._entries) if self._entries else 0
        if self._refused:
            self.store.set_aside(self.account.id, self._refused)
            self.report.set_aside += len(self._refused)
        if self._unfinished:
            self.store.set_pending(self.account.id, self._unfinished, UNFINISHED_GAME, self._now())
        self._entries, self._refused, self._unfinished, self._bytes = [], [], [], 0
        self._since = self._clock()
        return new

    def _save_what_fits(self, entries: list[Entry]) -> int:
        """All, or on a disk that fills up as many as it takes. Raises DiskFull behind those, or another StoreError."""
        try:
            return self._save(entries)
        except DiskFull:
            if len(entries) == 1:
                raise
        half = len(entries) // 2
        return self._save_what_fits(entries[:half]) + self._save_what_fits(entries[half:])

    def _save(self, entries: list[Entry]) -> int:
        """The marks go first, so that a death in between leaves a mark too many and never one too few."""
        account, now = self.account, self._now()
        games = {entry.game.id: entry.game for entry in entries}
        lacking = {i for i, game in games.items() if lacks_change(game)} if self._from_server else set()
        fresh = lacking - self._marked - self.pending.keys()
        self.store.set_pending(account.id, sorted(fresh), NO_CHANGE, now)
        new, updated = self._write(entries, now)
        self.store.drop_pending(account.id, sorted(fresh - new))
        self._marked |= fresh & new
        done = [
            i for i in self.pending.keys() & games.keys() if self.pending[i].reason != NO_CHANGE or i not in lacking
        ]
        self.settle(done)
        self.report.new += len(new)
        self.report.updated += len(updated)
        self.report.changed += updated[: CHANGED_SHOWN - len(self.report.changed)]
        return len(new)

    def settle(self, ids: list[str]) -> None:
        """Takes marks away."""
        self.store.drop_pending(self.account.id, ids)
        for each in ids:
            self.pending.pop(each, None)

    def _write(self, entries: list[Entry], now: int) -> tuple[set[str], list[str]]:
        """A file's record fills blanks only, where the server's own is there; else JSON says more than what is."""
        if self._from_server:
            saved = self.store.save(self.account, entries, richer=True, now=now)
            return set(saved.new), saved.updated
        ids = [entry.game.id for entry in entries]
        known = self.store.with_record(self.account.id, ids, "json")
        new: set[str] = set()
        updated: list[str] = []
        for richer in (True, False):
            part = [e for e in entries if (e.format == "json" and e.game.id not in known) == richer]
            if part:
                saved = self.store.save(self.account, part, richer=richer, now=now)
                new.update(saved.new)
                updated += saved.updated
        return new, updated


@contextmanager
def keeping_what_came(intake: Intake) -> Iterator[None]:
    """Writes what was collected, however the block ends; a stop by the user ends it without an error."""
    try:
        yield
    except Stopped:
        intake.report.stopped = True
    except StoreError:
        raise
    except BaseException:
        intake.flush()
        raise
    intake.flush()


def unfinished(store: Store, account_id: int) -> int:
    """How many games of the account are known to be still played."""
    return sum(mark.reason == UNFINISHED_GAME for mark in store.pending(account_id).values())


def lacks_change(game: Game) -> bool:
    """Whether a change of rating may still come: Lichess writes it after the end."""
    return game.rated and game.status not in UNPLAYED and game.white.change is None and game.black.change is None


def try_again(intake: Intake) -> int:
    """Lines that an earlier version of the program set aside are tried anew; the number of games that were new."""
    read: list[int] = []
    still: list[tuple[bytes, str, int]] = []
    for aside in intake.store.set_aside_lines(intake.account.id):
        if aside.program_version == __version__:
            continue
        is_json = aside.line.lstrip().startswith(b"{")
        try:
            game = lichess.decode(aside.line) if is_json else pgn.decode(aside.line)
        except lichess.UnreadableError as error:
            still.append((aside.line, str(error), aside.at))
            continue
        if lichess.side_of(game, intake.account.user_id) is None:
            still.append((aside.line, aside.reason, aside.at))
            continue
        intake.add(game, aside.line, "json" if is_json else "pgn")
        read.append(aside.id)
    new = intake.flush()
    intake.store.set_aside(intake.account.id, still)
    intake.store.drop_set_aside(read)
    if read:
        intake.report.remarks.append(f"{counted(len(read), 'line')} set aside earlier could be read by this version.")
    return new
