"""`tracker import NAME`: download and store what is new of a player's games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.store import Store
    from tracker.sync import Report

SHOWN = 10
"""Ids of changed games that a person is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --full, --json."""
    parser.add_argument("name", metavar="NAME", help="a Lichess name")
    parser.add_argument("--full", action="store_true", help="read everything again, and say what changed")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Imports one account."""
    from tracker.commands.progress import ProgressLine
    from tracker.sources.connection import open_lichess
    from tracker.sync import sync

    progress = ProgressLine(context.err)
    with (
        open_lichess(context.settings, context.environ, sleep=context.sleep) as lichess,
        context.open_store(create=True) as store,
    ):
        try:
            report = sync(store, lichess, args.name, full=args.full, now=context.now, on_event=progress)
        finally:
            progress.close()
        document = report.document(adjustments(store, report))
    if args.json:
        context.print_json(document)
    else:
        tell(report, document["adjustments"], context)
    return 1 if report.failures else 0


def adjustments(store: Store, report: Report) -> int:
    """How often the account's ratings moved without a game."""
    from tracker.account import adjustment_count

    return adjustment_count(store, store.account(report.account).id)


def tell(report: Report, moved: int, context: Context) -> None:
    """The report for a person."""
    from tracker.wording import counted

    parts = [counted(report.new, "new game"), f"{report.updated:,} updated"]
    if report.repeated:
        parts.append(counted(report.repeated, "repeated line"))
    context.print(f"{report.account}: {', '.join(parts)}; {counted(report.stored, 'game')} stored.")
    if report.changed:
        more = "" if report.updated <= SHOWN else f" and {report.updated - SHOWN:,} more"
        context.print(f"Changed since they were stored: {', '.join(report.changed[:SHOWN])}{more}.")
    if report.pending:
        are, their = ("is", "its") if report.pending == 1 else ("are", "their")
        context.print(
            f"{counted(report.pending, 'game')} {are} still being played; the next import looks for {their} end."
        )
    if report.set_aside:
        were, them = ("was", "it") if report.set_aside == 1 else ("were", "them")
        context.print(
            f"{counted(report.set_aside, 'line')} could not be read and {were} set aside; "
            f"`tracker set-aside {report.account}` shows {them}."
        )
    if moved:
        context.print(
            f"The rating moved {f'{moved:,} times' if moved > 1 else 'once'} without a game; "
            f"`tracker ledger {report.account}` shows where."
        )
    context.print(*report.remarks)
    context.warn(*report.failures)
