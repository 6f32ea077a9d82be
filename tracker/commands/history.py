"""`tracker history NAME`: where a player stands in every perf, in both systems, with a small chart each."""

from __future__ import annotations

import argparse
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tracker.commands.rating_options import add_rating_options, rating_options

if TYPE_CHECKING:
    from datetime import tzinfo

    from tracker.account import AccountHistory
    from tracker.commands.context import Context
    from tracker.history import PerfHistory
    from tracker.store import Store

CHART_WIDTH, CHART_HEIGHT = 78, 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --no-chart, --json, the rating options."""
    parser.add_argument("name", metavar="NAME", help="the account")
    parser.add_argument("--no-chart", action="store_true", help="numbers only")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    add_rating_options(parser)


def run(args: argparse.Namespace, context: Context) -> int:
    """Prints the standing of every perf."""
    with context.open_store() as store:
        show(store, args, context)
    return 0


def show(store: Store, args: argparse.Namespace, context: Context) -> None:
    """The report of one account."""
    from tracker.account import history_of

    account = store.account(args.name)
    found = history_of(store, account, rating_options(args, account), context.now())
    if args.json:
        context.print_json(document(found))
        return
    zone = context.settings.zone()
    games = sum(one.games for one in found.perfs)
    context.print(f"{account.name} · {games:,} games" + (" · closed on Lichess" if account.closed else ""))
    for one in found.perfs:
        context.print("", *lines(one, found, zone))
        if not args.no_chart and one.rated:
            context.print(*chart(one.perf, found, zone, context))
    for name, standing in found.fide_lists.items():
        context.print("", f"FIDE {name}: " + _fide_text(standing))
    for remark in found.remarks:
        context.print("", remark)


def document(found: AccountHistory) -> dict[str, Any]:
    """`history --json`."""
    from tracker.history import documents, standing_document

    lists = {"fide_lists": [standing_document(name, standing) for name, standing in found.fide_lists.items()]}
    return {
        "account": found.account,
        "perfs": list(documents(found.perfs)),
        **(lists if found.comparison.options.lists == "fide" else {}),
        "notes": found.remarks,
    }


def lines(one: PerfHistory, found: AccountHistory, zone: tzinfo) -> list[str]:
    """A perf's numbers for a person."""
    from tracker.ledger import remarks
    from tracker.ratings.fide.exact import plain
    from tracker.ratings.fide.remarks import k_summary
    from tracker.times import moment

    said = [f"{one.title} · {one.rated:,} rated of {one.games:,} games"]
    if one.rating is None:
        return [*said, "  no rated game yet"]
    either = "" if one.deviation is None else f" ±{2 * one.deviation:.0f} (95 %)"
    estimated = ", deviation estimated after the newest game" if one.deviation_estimated else ""
    mark = "? provisional" if one.provisional else ""
    said.append(f"  Lichess  {one.rating}{mark}{either}{estimated}")
    for doubt in one.doubts:
        said += wrap(doubt, 78, initial_indent=" " * 11, subsequent_indent=" " * 11)
    for title, peak in (("peak", one.peak_established), ("provisional peak", one.peak)):
        if peak is not None and (title == "peak" or peak.provisional):
            said.append(f"           {title} {peak.rating} on {moment(peak.at, zone):%Y-%m-%d}, game {peak.game_id}")
    if one.fide is not None:
        said.append("  FIDE     " + _fide_text(one.fide))
    if one.elo is not None:
        said.append(f"  Elo      {plain(round(one.elo, 1))} game by game, never rounded in between")
    compared = found.comparison.perfs[one.perf]
    if compared.fide is not None and (summary := k_summary(compared.fide)):
        said += wrap(summary, 78, initial_indent=" " * 11, subsequent_indent=" " * 11)
    if one.ledger is not None:
        for remark in remarks(one.ledger):
            said += wrap(remark, 78, initial_indent="  ", subsequent_indent="  ")
    return said


def _fide_text(standing: Any) -> str:
    from tracker.ratings.fide.exact import plain

    if standing.list_rating is None:
        need = "a first rating needs 5 counted games and the close of their period"
        return f"unrated, {standing.games_counted} games counted; {need} (rules {standing.rules})"
    reduced = "" if standing.k == standing.k_list else f" of {standing.k_list}"
    return (
        f"{standing.list_rating} list · {plain(standing.live)} live · K {standing.k}{reduced} · "
        f"{standing.games_in_period} games in {standing.period} (rules {standing.rules})"
    )


def chart(perf: str, found: AccountHistory, zone: tzinfo, context: Context) -> list[str]:
    """The timeline of a perf in a few lines: Lichess solid, FIDE dashed."""
    from tracker.tui.curves import Curves, whole
    from tracker.tui.plot import Look, draw
    from tracker.tui.series import series_of

    compared = found.comparison.perfs[perf]
    curves = Curves(series_of(found.account, compared, {game.id: i for i, game in enumerate(compared.games)}))
    encoding = (getattr(context.out, "encoding", None) or "ascii").lower()
    look = Look(symbols="braille" if encoding.startswith("utf") else "ascii", band=False)
    picture = draw(curves, whole(curves, "date"), CHART_WIDTH, CHART_HEIGHT, look, zone)
    return ["".join(text for text, _ink in line).rstrip() for line in picture.lines]
