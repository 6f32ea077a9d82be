"""Game files -> store: the same as an import, without a server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from tracker.errors import FileUnreadable, NotTracked, UsageError
from tracker.sources.files import Found, GameFile, Unread, names, players, read
from tracker.sources.lichess import side_of
from tracker.sources.patience import Stopped, never
from tracker.store import Account, Store
from tracker.sync.events import Event, Finished, Progress, unwatched
from tracker.sync.intake import Intake, keeping_what_came, try_again, unfinished
from tracker.sync.report import Report
from tracker.sync.seen import SeenIds
from tracker.times import epoch_ms
from tracker.wording import counted

UNREAD_HELD = 1000
"""Pieces that are held back until a first game shows that the file is one of games at all."""


def import_files(
    store: Store,
    files: Sequence[GameFile],
    name: str | None,
    *,
    now: Callable[[], int] = epoch_ms,
    clock: Callable[[], float] = time.monotonic,
    on_event: Callable[[Event], None] = unwatched,
    should_stop: Callable[[], bool] = never,
) -> Report:
    """Stores the games of one account; without a name, of the one player who is in every game.

    Games of others are left out and counted. Raises FileUnreadable where no file held anything of use, UsageError
    where the player cannot be told or played none of the games, StoreError.
    """
    account = _account(store, files, name.strip()) if name else _account_of_all(store, files)
    report = Report(account.name)
    with store.importing(account.id):
        account = store.account(account.user_id)
        intake = Intake(store, account, report, from_server=False, now=now, clock=clock)
        reader = _Reader(intake, clock, on_event, should_stop)
        with keeping_what_came(intake):
            try_again(intake)
            for file in files:
                reader.read(file)
    report.stored = store.counts(account.id).all
    report.pending = unfinished(store, account.id)
    if reader.others:
        was = "was" if reader.others == 1 else "were"
        report.remarks.append(f"{counted(reader.others, 'game')} of other players {was} left out.")
    on_event(Finished(report))
    return report


class _Reader:
    """Reads file after file into an intake."""

    def __init__(
        self,
        intake: Intake,
        clock: Callable[[], float],
        on_event: Callable[[Event], None],
        should_stop: Callable[[], bool],
    ) -> None:
        self._intake, self._clock, self._on_event, self._should_stop = intake, clock, on_event, should_stop
        self._stored = intake.store.counts(intake.account.id).all
        self._began = clock()
        self._received = 0
        self._seen = SeenIds()
        self.others = 0

    def read(self, file: GameFile) -> None:
        """One file; what is wrong with it as a whole becomes a failure of the report."""
        failures = self._intake.report.failures
        self._seen = SeenIds()
        unread: list[Unread] | None = []
        try:
            for piece in read(file):
                if isinstance(piece, Found):
                    self._take(piece)
                    self._refuse(unread)
                    unread = None
                elif unread is None or len(unread) >= UNREAD_HELD:
                    self._refuse([piece])
                else:
                    unread.append(piece)
                if self._intake.due():
                    self._write()
                    if self._should_stop():
                        raise Stopped
        except FileUnreadable as error:
            failures.append(str(error))
        else:
            if unread:
                failures.append(f"{file.name} holds no games of Lichess ({unread[0].reason}); check the file.")
        self._write()

    def _refuse(self, pieces: Iterable[Unread] | None) -> None:
        for piece in pieces or ():
            self._intake.refuse(piece.raw, piece.reason)

    def _take(self, piece: Found) -> None:
        if side_of(piece.game, self._intake.account.user_id) is None:
            self.others += 1
            return
        self._received += 1
        if not self._seen.add(piece.game.id):
            self._intake.report.repeated += 1
        self._intake.add(piece.game, piece.raw, piece.format)

    def _write(self) -> None:
        new = self._intake.flush()
        self._stored += new
        elapsed = self._clock() - self._began
        rate = self._received / elapsed if elapsed > 0 else 0.0
        self._on_event(Progress(self._received, self._intake.report.new, self._stored, None, rate, None))


def _account(store: Store, files: Sequence[GameFile], named: str) -> Account:
    """The account of that name; a new one is begun only for somebody who played, in the spelling of the games."""
    try:
        return store.account(named)
    except NotTracked:
        spelling = next(
            (name for found in _all_players(files) for name in found if name.lower() == named.lower()), None
        )
    if spelling is not None:
        return store.ensure_account(spelling.lower(), spelling)
    if any(_all_players(files)):
        raise UsageError(f"{named} played none of these games; check the spelling of --account.")
    raise _no_games(files)


def _account_of_all(store: Store, files: Sequence[GameFile]) -> Account:
    """The account of the one player who is in every game; the spelling that the server once told stands."""
    spelling = _player_of_all(store, files)
    try:
        return store.account(spelling)
    except NotTracked:
        return store.ensure_account(spelling.lower(), spelling)


def _all_players(files: Sequence[GameFile]) -> Iterator[list[str]]:
    for file in files:
        with suppress(FileUnreadable):  # the import itself says so
            yield from players(file)


def _player_of_all(store: Store, files: Sequence[GameFile]) -> str:
    """The one player who is in every game. Raises UsageError where there is none or more than one."""
    common = _common(players(file) for file in files)
    if common is None:
        raise _no_games(files)
    if not common:  # a broken game may hold a broken name: only whole games count then
        whole = ((names(piece.game) for piece in read(file) if isinstance(piece, Found)) for file in files)
        common = _common(whole) or {}
    if len(common) > 1:
        tracked = {account.user_id for account in store.accounts()} & common.keys()
        common = {key: common[key] for key in tracked} if len(tracked) == 1 else common
    if len(common) == 1:
        return next(iter(common.values()))
    if not common:
        raise UsageError("No player is in every game; say whose they are with --account NAME.")
    raise UsageError(f"{' and '.join(sorted(common.values()))} are in every game; say whose with --account NAME.")


def _common(files: Iterable[Iterable[list[str]]]) -> dict[str, str] | None:
    """Lower-cased name -> spelling, of those who are in every game; None where there are no games."""
    common: dict[str, str] | None = None
    for games in files:
        try:
            for found in games:
                spelled = {name.lower(): name for name in found}
                common = spelled if common is None else {key: common[key] for key in common if key in spelled}
                if not common:
                    return common
        except FileUnreadable:
            continue  # the import itself says so
    return common


def _no_games(files: Sequence[GameFile]) -> FileUnreadable:
    """What is wrong with files that hold none. Raises FileUnreadable for a single file that is refused as a whole."""
    if len(files) == 1:
        for piece in read(files[0]):
            if isinstance(piece, Unread):
                return FileUnreadable(f"{files[0].name} holds no games of Lichess ({piece.reason}); check the file.")
    return FileUnreadable("There are no games to read.")
