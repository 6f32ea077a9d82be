"""`tracker form NAME`: expected against actual, and whether it is more than chance."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from tracker.wording import counted

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.form.results import Results
    from tracker.form.stakes import Stake
    from tracker.store import Account, Store

BAD_SESSION = (
    "The last session ran far below expectation: chance does that once in a hundred sessions. A break may help."
)
LOWEST, HIGHEST = 100, 4000
"""Ratings that a goal or an opponent may have: Lichess keeps its own between 400 and 4000."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --perf, --last or --since, --goal, --against, --pause, --notice, --json."""
    from tracker.commands.rating_options import add_rating_options

    parser.add_argument("name", metavar="NAME", help="the account")
    parser.add_argument("--perf", metavar="P", help="as blitz; the most played one if not given")
    stretch = parser.add_mutually_exclusive_group()
    stretch.add_argument(
        "--last",
        type=int,
        metavar="N",
        help="look at the newest N games; unasked, the last 100 or the stretch in which a change shows, and rows, "
        "sessions and mistakes over all games",
    )
    stretch.add_argument("--since", metavar="DAY", help="look at the games since that day, as 2026-01-31")
    parser.add_argument("--goal", type=int, metavar="R", help="a rating to reach")
    parser.add_argument("--against", type=int, metavar="R", help="what the next game against this rating is worth")
    parser.add_argument("--pause", type=int, default=60, metavar="MINUTES", help="a longer pause ends a session")
    parser.add_argument("--notice", action="store_true", help="say when the last session ran far below expectation")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    add_rating_options(parser)


def run(args: argparse.Namespace, context: Context) -> int:
    """Prints the form of one perf."""
    from tracker.account import is_large
    from tracker.commands.computing import computing
    from tracker.commands.terminal import width_of
    from tracker.form.document import document
    from tracker.form.layout import room_of, said
    from tracker.form.report import lines
    from tracker.form.stakes import DEVIATION
    from tracker.form.summary import form
    from tracker.stored_games import stored_mistakes

    check(args)
    zone, day_begins = context.settings.zone(), context.settings.day_begins()
    since = since_of(args.since, context)
    with context.open_store() as store, computing(context, promise="") as tell:
        account = store.account(args.name)
        perf = chosen_perf(store, account, args.perf)
        deviation = None
        if args.against is not None or not is_large(store, account):  # else a first comparison takes a minute
            deviation = deviation_now(args, context, store, account, perf, tell)
        tell(f"reading the {perf} games of {account.name}")
        games = list(store.games(account.id, perf))
        tell(f"comparing {counted(len(games), 'game')} with what was expected")
        found = form(
            games,
            perf,
            zone,
            day_begins=day_begins,
            pause_minutes=args.pause,
            last=args.last,
            since=since,
            goal=args.goal,
            now=context.now(),
            deviation=deviation,
        )
        tell("looking at the analysed games")
        mistakes = stored_mistakes(store, account.id, found.results, len(found.results) - found.covered)
        stakes = []
        if args.against is not None:
            stakes = stakes_of(args, context, account, found.results, deviation or DEVIATION)
    if args.json:
        notice = {"notice": found.notice is not None} if args.notice else {}
        context.print_json(document(found, mistakes, stakes) | notice)
        return 0
    context.print(*lines(found, zone, mistakes, stakes, args.against, width_of(context)))
    if args.notice and found.notice is not None:
        context.print("", *said(BAD_SESSION, room_of(width_of(context))))
    return 0


def check(args: argparse.Namespace) -> None:
    """Raises UsageError for numbers that make no sense."""
    from tracker.errors import UsageError

    for name in ("last", "pause"):
        value = getattr(args, name)
        if value is not None and value < 1:
            raise UsageError(f"--{name} {value} makes no sense; give 1 or more.")
    for name in ("goal", "against"):
        value = getattr(args, name)
        if value is not None and not LOWEST <= value <= HIGHEST:
            raise UsageError(f"--{name} {value} is no rating; give {LOWEST} to {HIGHEST}.")


def since_of(day: str | None, context: Context) -> int | None:
    """Epoch ms at which the user's day begins. Raises UsageError."""
    from tracker.errors import UsageError
    from tracker.times import parse_day

    if day is None:
        return None
    try:
        return parse_day(day, context.settings.zone(), context.settings.day_begins())
    except ValueError as error:
        raise UsageError(f"{day!r} is no day; write --since as 2026-01-31.") from error


def chosen_perf(store: Store, account: Account, perf: str | None) -> str:
    """The perf asked for, or the one with most rated games. Raises NotTracked without any."""
    from tracker.account import known_perf
    from tracker.errors import NotTracked

    known = known_perf(store, account, perf)
    if known is not None:
        return known
    perfs = store.perfs(account.id)
    if not perfs:
        raise NotTracked(f"{account.name} has no games here yet; run `tracker import {account.name}` first.")
    return max(perfs, key=lambda one: (one.rated, one.games)).perf


def deviation_now(
    args: argparse.Namespace,
    context: Context,
    store: Store,
    account: Account,
    perf: str,
    tell: Callable[[str], None],
) -> float | None:
    """The rating deviation as it is now: the profile's where it is fresh, else a replay's."""
    from tracker.account import history_of
    from tracker.commands.rating_options import rating_options

    standings = history_of(store, account, rating_options(args, account), context.now(), tell).perfs
    return next((one.deviation_now for one in standings if one.perf == perf), None)


def stakes_of(
    args: argparse.Namespace, context: Context, account: Account, results: Results, deviation: float
) -> list[Stake]:
    """What a game against --against is worth in each system where the account has a rating."""
    from tracker.account import today
    from tracker.commands.rating_options import rating_options
    from tracker.form.stakes import lichess_stake, table_stake
    from tracker.form.summary import has_rating, rating_now
    from tracker.ratings.elo import replay_elo
    from tracker.ratings.fide.replay import replay_fide

    stakes = []
    perf, now = results.perf, context.now()
    options = rating_options(args, account)
    if has_rating(results):
        stakes.append(lichess_stake(rating_now(results), args.against, "white", perf, now, deviation))
    standing = replay_fide(results.games, perf, options, today(now)).current(today(now))
    if standing.list_rating is not None and standing.k is not None:
        stakes.append(table_stake("fide", standing.list_rating, args.against, standing.k))
    elo = next((row for row in reversed(replay_elo(results.games, perf, options)) if row is not None), None)
    if elo is not None:
        stakes.append(table_stake("elo", round(elo.rating), args.against, elo.k))
    return stakes
