"""The stream of an account's games, from any start to its end, through breaks and early ends."""

from __future__ import annotations

import time
from collections.abc import Callable

from tracker.sources.api import Lichess
from tracker.sources.http import ConnectionBrokenError
from tracker.sources.lichess import UnreadableError, decode, side_of, without_secret
from tracker.sync.events import Event, Progress, Resumed, unwatched
from tracker.sync.intake import Intake
from tracker.sync.seen import SeenIds

ORDER_KEPT = 86_400_000
"""Milliseconds by which a game may come late and the answer still counts as oldest first: the overlap covers it."""


class _Answer:
    """What one answer has brought so far."""

    def __init__(self, since: int | None) -> None:
        self.since = since
        self.seen = SeenIds()
        self.newest: int | None = None
        self.disorder = 0
        """The most by which a game began before one that came earlier, ms."""
        self.doubtful: tuple[bytes, str] | None = None
        """The line that could not be read, while it is the last one: it may be but a part of one."""

    @property
    def in_order(self) -> bool:
        """Whether it came oldest first, so that what came is all there is up to the newest."""
        return self.disorder < ORDER_KEPT

    def take(self, started_at: int) -> None:
        """Notes the start of a game."""
        if self.newest is None or started_at > self.newest:
            self.newest = started_at
        else:
            self.disorder = max(self.disorder, self.newest - started_at)

    def reached(self) -> int | None:
        """Where to go on: behind what came, if it came oldest first; else only the same question finds the rest."""
        if self.newest is None or not self.in_order:
            return self.since
        return max(self.newest - self.disorder, self.since or 0)


class Stream:
    """Reads an account's games into an intake."""

    def __init__(
        self,
        lichess: Lichess,
        name: str,
        intake: Intake,
        moment: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        on_event: Callable[[Event], None] = unwatched,
    ) -> None:
        """`moment`: when the games being played were listed, epoch ms; the cursor does not pass it."""
        self.lichess, self.name, self.intake = lichess, name, intake
        self._moment, self._clock, self._on_event = moment, clock, on_event
        self._cursor = intake.account.cursor
        self._received = 0
        self._began = clock()
        self._cut_lines: set[bytes] = set()
        self.safe = intake.store.counts(intake.account.id).all
        """Games on disk."""
        self.reread_at = int((intake.account.profile or {}).get("reread_at") or 0)
        """When a month was read again, epoch ms."""

    def read_all(self, since: int | None) -> int | None:
        """All games that began at `since` (epoch ms) or later; asks again until nothing more comes.

        Gives the place from which to go on.
        """
        while True:
            before = self.intake.report.new
            reached = self._read(since)
            if self.intake.report.new == before and reached == since:
                return reached
            since = reached

    def _read(self, since: int | None) -> int | None:
        """One answer to its proper end, through breaks. Where the next question should begin."""
        while True:
            answer = _Answer(since)
            try:
                for line in self.lichess.games(self.name, since=since):
                    self._take(line, answer)
                self._judge_last_line(answer)
            except ConnectionBrokenError as error:
                self._write(answer)
                since = answer.reached()
                self.lichess.patience.after_break(error)
                self._on_event(Resumed(self.safe))
            else:
                self._write(answer, complete=True)
                return answer.reached()

    def _take(self, line: bytes, answer: _Answer) -> None:
        self.lichess.patience.check()
        line = line.strip()
        if not line:
            return
        if answer.doubtful is not None:
            self.intake.refuse(*answer.doubtful)
            answer.doubtful = None
        self._take_game(line, answer)
        if self.intake.due():
            self._write(answer)

    def _take_game(self, line: bytes, answer: _Answer) -> None:
        raw = without_secret(line)
        try:
            game = decode(raw)
        except UnreadableError as error:
            answer.doubtful = raw, str(error)
            return
        if side_of(game, self.intake.account.user_id) is None:
            self.intake.refuse(raw, f"{self.intake.account.name} is none of the two players")
            return
        self._received += 1
        if not answer.seen.add(game.id):
            self.intake.report.repeated += 1
        answer.take(game.started_at)
        self.intake.add(game, raw, "json")

    def _judge_last_line(self, answer: _Answer) -> None:
        """An answer that ends with half a line was cut, even if it ended well; the same half twice is no cut."""
        if answer.doubtful is None:
            return
        line, reason = answer.doubtful
        if line not in self._cut_lines:
            self._cut_lines.add(line)
            answer.doubtful = None
            raise ConnectionBrokenError("the answer ended within a line")
        self.intake.refuse(line, reason)

    def _write(self, answer: _Answer, *, complete: bool = False) -> None:
        """A batch into the store, then the cursor: a death in between means reading a little twice."""
        new = self.flush()
        if new or answer.reached() != answer.since:
            self.lichess.patience.went_well()
        if answer.newest is not None and (complete or answer.in_order):
            cursor = min(answer.newest, self._moment)
            if self._cursor is None or cursor > self._cursor:
                self.intake.store.update_account(self.intake.account.id, cursor=cursor)
                self._cursor = cursor
        self._tell()

    def flush(self) -> int:
        """Writes what was collected; the number of new games."""
        new = self.intake.flush()
        self.safe += new
        return new

    def _tell(self) -> None:
        listed = self.intake.report.listed
        expected = None if listed is None else max(listed, self.safe)
        elapsed = self._clock() - self._began
        rate = self._received / elapsed if elapsed > 0 else 0.0
        left = (expected - self.safe) / rate if expected is not None and rate > 0 else None
        self._on_event(Progress(self._received, self.intake.report.new, self.safe, expected, rate, left))
