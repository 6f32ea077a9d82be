"""`tracker ledger NAME`: every rated game's change in the order ratings were applied, and what came without a game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import tzinfo

    from tracker.commands.context import Context
    from tracker.game import PlayedGame
    from tracker.ledger import Row


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --perf, --last, --json."""
    parser.add_argument("name", metavar="NAME", help="the account")
    parser.add_argument("--perf", metavar="P", help="one perf only, as blitz")
    parser.add_argument("--last", type=int, metavar="N", help="the newest N rows of each perf only")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Prints the ledger of each perf, oldest row first."""
    from tracker.account import known_perf, ledger_of
    from tracker.commands.computing import computing

    with context.open_store() as store, computing(context, promise="") as tell:
        account = store.account(args.name)
        perf = known_perf(store, account, args.perf)
        tell(f"putting the games of {account.name} in order")
        rows, summaries, games = ledger_of(store, account, perf)
    perfs = [perf] if perf else list(summaries)
    chosen = {name: [row for row in rows if row.perf == name][-(args.last or 0) :] for name in perfs}
    if args.json:
        context.print_json([document(row) for lines in chosen.values() for row in lines])
        return 0
    from tracker.game import PERF_NAMES
    from tracker.ledger import remarks
    from tracker.tui.notation import signed
    from tracker.wording import counted

    zone = context.settings.zone()
    for name, lines in chosen.items():
        summary = summaries[name]
        rated = counted(summary.games, "rated game")
        context.print(f"{PERF_NAMES.get(name, name)}: {rated}, opening {known(summary.opening)}")
        for row in lines:
            context.print("  " + line(row, games, zone))
        context.print(
            f"  opening {known(summary.opening)} {signed(summary.changes)} from games "
            f"{signed(summary.adjustments)} in {counted(summary.adjustment_count, 'adjustment')} "
            f"= closing {known(summary.closing)}"
            + (f" (residual {signed(summary.residual)})" if summary.residual else ""),
            *(f"  {remark}" for remark in remarks(summary)),
            "",
        )
    if not chosen:
        context.print(f"{account.name} has no rated games here yet.")
    return 0


def known(rating: int | None) -> str:
    """A rating, or a dash where no record shows one."""
    return "–" if rating is None else str(rating)


def document(row: Row) -> dict[str, Any]:
    """A row for JSON."""
    from tracker.times import iso_utc

    return {
        "kind": row.kind,
        "perf": row.perf,
        "game_id": row.game_id,
        "at": iso_utc(row.at),
        "change": row.change,
        "before": row.before,
        "rating": row.after,
        "note": row.note,
        "between": list(row.between) if row.between else None,
    }


def line(row: Row, games: dict[str, PlayedGame], zone: tzinfo) -> str:
    """A row for a person."""
    from tracker.ledger import describe
    from tracker.times import moment
    from tracker.tui.notation import signed

    when = f"{moment(row.at, zone):%Y-%m-%d %H:%M}"
    game = games.get(row.game_id or "")
    if game is None:
        what = f"{'adjustment':<33}"
    else:
        against = f"{game.opponent} {game.opponent_rating or ''}".rstrip()
        what = f"{game.id:<8}  {game.outcome or '–':<4} {against:<18.18}"
    said = describe(row)
    return f"{when}  {what}  {signed(row.change):>5} → {known(row.after):>4}  {said or ''}".rstrip()
