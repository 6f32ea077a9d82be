"""`tracker history NAME`: where a player stands in every perf, in both systems, with a small chart each."""

from __future__ import annotations

import argparse
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tracker.commands.rating_options import add_rating_options, rating_options
from tracker.commands.terminal import width_of
from tracker.wording import counted

if TYPE_CHECKING:
    from datetime import tzinfo

    from tracker.account import AccountHistory
    from tracker.commands.context import Context
    from tracker.history import PerfHistory
    from tracker.ratings.fide.rows import FideReplay

WIDTH, LEAST = 78, 36
"""Columns used at most, and below which nothing is made narrower."""
CHART_HEIGHT = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --no-chart, --json, the rating options."""
    parser.add_argument("names", metavar="NAME", nargs="+", help="the account, or several")
    parser.add_argument("--no-chart", action="store_true", help="numbers only")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    add_rating_options(parser)


def run(args: argparse.Namespace, context: Context) -> int:
    """Prints the standing of every perf; several accounts one after the other, then side by side."""
    from tracker.account import history_of
    from tracker.commands.computing import computing

    with context.open_store() as store, computing(context) as tell:
        found = [
            history_of(store, account, rating_options(args, account), context.now(), tell)
            for account in store.accounts_named(args.names)
        ]
    if args.json:
        documents = [document(one) for one in found]
        context.print_json(documents[0] if len(documents) == 1 else documents)
        return 0
    for one in found:
        show(one, args, context)
    if len(found) > 1:
        context.print(*side_by_side(found, room_of(context)))
    return 0


def room_of(context: Context) -> int:
    """Columns used of the reader's terminal."""
    return max(LEAST, min(width_of(context), WIDTH))


def side_by_side(found: list[AccountHistory], room: int = WIDTH) -> list[str]:
    """A line a perf with every account's rating: the accounts of one person, seen together."""
    perfs = {one.perf: one.title for history in found for one in history.perfs}
    said = [f"Together · {counted(sum(one.games for history in found for one in history.perfs), 'game')}"]
    for perf, title in perfs.items():
        standings = [
            f"{history.account} {'–' if one.rating is None else one.rating} ({one.rated:,} rated)"
            for history in found
            for one in history.perfs
            if one.perf == perf
        ]
        said += hanging(title, " · ".join(standings), room)
    return said


def show(found: AccountHistory, args: argparse.Namespace, context: Context) -> None:
    """The report of one account."""
    zone, room = context.settings.zone(), room_of(context)
    games = sum(one.games for one in found.perfs)
    context.print(f"{found.account} · {counted(games, 'game')}")
    for one in found.perfs:
        context.print("", *lines(one, found, zone, room))
        if not args.no_chart and one.rating is not None:
            context.print(*chart(one.perf, found, zone, context, room))
    for name, standing in found.fide_lists.items():
        context.print("", *hanging(f"FIDE {name}", _fide_text(standing), room))
        context.print(*fallen(found.comparison.fide_lists[name], found, room))
    for remark in found.remarks:
        context.print("", *wrap(remark, room))
    context.print("")


def document(found: AccountHistory) -> dict[str, Any]:
    """`history --json`."""
    from tracker.history import documents, k_documents, standing_document

    comparison = found.comparison
    perfs = list(documents(found.perfs))
    for one in perfs:
        compared = comparison.perfs.get(one["perf"])
        one["fide"]["k_reduced"] = k_documents(comparison, None if compared is None else compared.fide)
    lists = [
        standing_document(name, standing) | {"k_reduced": k_documents(comparison, comparison.fide_lists[name])}
        for name, standing in found.fide_lists.items()
    ]
    return {
        "account": found.account,
        "perfs": perfs,
        **({"fide_lists": lists} if comparison.options.lists == "fide" else {}),
        "notes": found.remarks,
    }


def lines(one: PerfHistory, found: AccountHistory, zone: tzinfo, room: int = WIDTH) -> list[str]:
    """A perf's numbers for a person."""
    from tracker.ledger import remarks
    from tracker.ratings.fide.exact import plain
    from tracker.times import moment

    said = [f"{one.title} · {one.rated:,} rated of {counted(one.games, 'game')}"]
    if one.ledger is None:
        return [*said, "  no rated game yet"]
    either = "" if one.deviation is None else f" ±{2 * one.deviation:.0f} (95 %)"
    estimated = ", deviation estimated after the newest game" if one.deviation_estimated else ""
    mark = "? provisional" if one.provisional else ""
    shown = "no rating known" if one.rating is None else f"{one.rating}{mark}{either}{estimated}"
    said += hanging("  Lichess", shown, room)
    for doubt in one.doubts:
        said += wrap(doubt, room, initial_indent=" " * 11, subsequent_indent=" " * 11)
    for title, peak in (("peak", one.peak_established), ("provisional peak", one.peak)):
        if peak is not None and (title == "peak" or peak.provisional):
            at = f"{moment(peak.at, zone):%Y-%m-%d}"
            said += hanging(" " * 9, f"{title} {peak.rating} on {at}, game {peak.game_id}", room)
    if one.fide is not None:
        said += hanging("  FIDE   ", _fide_text(one.fide), room)
    if one.elo is not None:
        said += hanging("  Elo    ", f"{plain(round(one.elo, 1))} game by game, never rounded in between", room)
    said += fallen(found.comparison.perfs[one.perf].fide, found, room)
    for remark in remarks(one.ledger):
        said += wrap(remark, room, initial_indent="  ", subsequent_indent="  ")
    return said


def fallen(replay: FideReplay | None, found: AccountHistory, room: int = WIDTH) -> list[str]:
    """The periods in which so many games were played that K fell, and what Elo shows instead."""
    from tracker.ratings.fide.remarks import k_summary

    summary = None if replay is None else k_summary(replay, found.comparison.pairs(replay))
    return [] if summary is None else wrap(summary, room, initial_indent=" " * 11, subsequent_indent=" " * 11)


def hanging(title: str, text: str, room: int = WIDTH) -> list[str]:
    """A titled text in lines of `room` columns, the later ones below its beginning."""
    return wrap(f"{title}  {text}", room, subsequent_indent=" " * (len(title) + 2))


def _fide_text(standing: Any) -> str:
    from tracker.ratings.fide.exact import plain

    if standing.list_rating is None:
        need = "a first rating needs 5 counted games and the close of their period"
        return f"unrated, {counted(standing.games_counted, 'game')} counted; {need} (rules {standing.rules})"
    reduced = "" if standing.k == standing.k_list else f" of {standing.k_list}"
    return (
        f"{standing.list_rating} list · {plain(round(standing.live, 2))} live · K {standing.k}{reduced} · "
        f"{counted(standing.games_in_period, 'game')} in {standing.period} (rules {standing.rules})"
    )


def chart(perf: str, found: AccountHistory, zone: tzinfo, context: Context, room: int = WIDTH) -> list[str]:
    """The timeline of a perf in a few lines: Lichess solid, FIDE dashed."""
    from tracker.tui.curves import Curves, whole
    from tracker.tui.plot import Look, draw
    from tracker.tui.series import series_of

    compared = found.comparison.perfs[perf]
    curves = Curves(series_of(found.account, compared, lambda _id: 0))
    encoding = (getattr(context.out, "encoding", None) or "ascii").lower()
    look = Look(symbols="braille" if encoding.startswith("utf") else "ascii", band=False)
    picture = draw(curves, whole(curves, "date"), room, CHART_HEIGHT, look, zone)
    return ["".join(text for text, _ink in line).rstrip() for line in picture.lines]
