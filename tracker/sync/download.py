"""Lichess -> store: what is new since last time, whatever breaks on the way.

1. The profile; then the games being played, and the moment at which they were: the cursor never passes it, so that a
   game that began before and ends later is not passed over.
2. All finished games from a day before the cursor on, oldest first, unfiltered. A broken answer is asked for again from
   the newest game it brought; one that ended well too, until nothing more comes.
3. Games marked earlier (being played, or rated without a change) by their ids.
4. The profile's count against what is stored; where it is higher, deeper.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack

from tracker.errors import AccountClosed, NotTracked, UsageError
from tracker.sources.api import Lichess, Ongoing, Profile
from tracker.sources.patience import Stopped, never
from tracker.store import Account, Store
from tracker.sync.events import Event, Finished, Started, Waiting, unwatched
from tracker.sync.intake import UNFINISHED_GAME, Intake, keeping_what_came, try_again, unfinished
from tracker.sync.report import Report
from tracker.sync.rereading import reread
from tracker.sync.stream import Stream
from tracker.times import epoch_ms
from tracker.wording import counted

DAY = 86_400_000
"""Milliseconds; also how far before the cursor an import begins, for what shows up late on Lichess's side."""
MONTH = 30 * DAY
"""How far back is read once a week, for what changed since (an analysis, an opponent's name), and where the profile
counts more than is stored."""
WEEK = 7 * DAY
KEPT_OF_PROFILE = ("id", "username", "title", "createdAt", "count", "perfs")


def sync(
    store: Store,
    lichess: Lichess,
    name: str,
    *,
    full: bool = False,
    now: Callable[[], int] = epoch_ms,
    clock: Callable[[], float] = time.monotonic,
    on_event: Callable[[Event], None] = unwatched,
    should_stop: Callable[[], bool] = never,
) -> Report:
    """Brings the account up to date; begins tracking it if it is new. `full` reads everything again.

    What arrived is stored, however it ends. Raises SourceError for a refusal in words, StoreError for the database,
    DatabaseBusy where another import of the account is running.
    """
    typed = name.strip()
    if not typed:
        raise UsageError("Whose games? Give a Lichess name: `tracker import NAME`.")
    lichess.patience.should_stop = should_stop
    with ExitStack() as held:
        account = _tracked(store, typed)
        if account is not None:
            held.enter_context(store.importing(account.id))
        report = Report(typed if account is None else account.name)
        safe = 0 if account is None else store.counts(account.id).all
        lichess.patience.on_wait = lambda reason, seconds: on_event(Waiting(reason, seconds, safe))
        try:
            profile, ongoing = _ask(store, lichess, typed, account)
        except Stopped:
            report.stopped = True
            return _ended(store, account, report, on_event)
        known = store.ensure_account(profile.id, profile.name)
        if account is None:
            held.enter_context(store.importing(known.id))
        account = store.account(known.user_id)
        report.account, report.listed = account.name, profile.listed
        store.set_pending(account.id, ongoing.ids, UNFINISHED_GAME, now())
        moment = min(now(), ongoing.at or now())
        intake = Intake(store, account, report, from_server=True, now=now, clock=clock)
        stream = Stream(lichess, typed, intake, moment, clock=clock, on_event=on_event)
        lichess.patience.on_wait = lambda reason, seconds: on_event(Waiting(reason, seconds, stream.safe))
        on_event(Started(account.name, stream.safe, report.listed))
        with keeping_what_came(intake):
            stream.safe += try_again(intake)
            _bring_up_to_date(stream, frozenset(ongoing.ids), full=full, now=now())
            _finish(stream, profile, now())
        return _ended(store, account, report, on_event)


def _ask(store: Store, lichess: Lichess, typed: str, account: Account | None) -> tuple[Profile, Ongoing]:
    """The profile, and the games being played. Refusals show here, before anything is stored."""
    try:
        profile = lichess.profile(typed)
        ongoing = lichess.ongoing(typed)
    except AccountClosed:
        if account is not None:
            store.update_account(account.id, closed=True)
        raise
    if profile is None:  # and yet there are games: a fault of the server's that costs only the profile
        profile = Profile(typed.lower(), typed if account is None else account.name, False, {}, {}, {})
    return profile, ongoing


def _tracked(store: Store, name: str) -> Account | None:
    try:
        return store.account(name)
    except NotTracked:
        return None


def _bring_up_to_date(stream: Stream, ongoing: frozenset[str], *, full: bool, now: int) -> None:
    cursor, profile = stream.intake.account.cursor, stream.intake.account.profile or {}
    back = MONTH if now - int(profile.get("reread_at") or 0) >= WEEK else DAY
    since = None if full or cursor is None else cursor - back
    reached = stream.read_all(since)
    reread(stream, ongoing, now)
    _read_deeper(stream, since, reached)
    if since is None or back == MONTH:
        stream.reread_at = now


def _read_deeper(stream: Stream, since: int | None, reached: int | None) -> None:
    """Where the profile counts more than is stored, and more than was missing last time: on from where it ended, in
    case it ended early; then a month back, then all.

    Games that are missing after all was read are not asked for again until there are more of them.
    """
    report, account = stream.intake.report, stream.intake.account
    unsent_before = int((account.profile or {}).get("unsent") or 0)
    if _unsent(stream) > unsent_before:
        stream.read_all(reached)
    for depth in (MONTH, None):
        if since is None or _unsent(stream) <= unsent_before:
            break
        since = None if depth is None else since - depth
        stream.read_all(since)
    if unsent := _unsent(stream):
        listed, stored = counted(report.listed or 0, "game"), stream.intake.store.played(account.id)
        report.remarks.append(
            f"{unsent} listed {'game was' if unsent == 1 else 'games were'} not sent: the profile counts {listed}, "
            f"{stored:,} with a result are stored."
        )


def _unsent(stream: Stream) -> int:
    listed = stream.intake.report.listed
    return 0 if listed is None else max(0, listed - stream.intake.store.played(stream.intake.account.id))


def _finish(stream: Stream, profile: Profile, now: int) -> None:
    """Remembers the moment and what of the profile the other rooms need; nothing of the person."""
    account, store = stream.intake.account, stream.intake.store
    kept: dict[str, object] = {"unsent": _unsent(stream), "reread_at": stream.reread_at}
    kept |= {key: profile.raw[key] for key in KEPT_OF_PROFILE if key in profile.raw}
    store.update_account(account.id, last_import_at=now, closed=profile.closed, profile=kept)
    if daily := stream.lichess.daily_list(stream.name):
        store.update_account(account.id, daily_list=daily)


def _ended(store: Store, account: Account | None, report: Report, on_event: Callable[[Event], None]) -> Report:
    if account is not None:
        report.stored = store.counts(account.id).all
        report.pending = unfinished(store, account.id)
    on_event(Finished(report))
    return report
