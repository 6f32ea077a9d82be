"""`tracker accounts`: what is tracked."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tracker.times import iso_utc

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Lists the accounts with the number of their games and the time of the last import."""
    with context.open_store() as store:
        listed = [
            {
                "account": account.name,
                "games": store.counts(account.id).all,
                "last_import": iso_utc(account.last_import_at),
                "closed": account.closed,
            }
            for account in store.accounts()
        ]
    if args.json:
        context.print_json(listed)
        return 0
    if not listed:
        context.print("No account is tracked yet; run `tracker import NAME` with your Lichess name.")
    width = max((len(str(row["account"])) for row in listed), default=0)
    for row in listed:
        seen = f"last import {row['last_import']}" if row["last_import"] else "no complete import from Lichess yet"
        closed = "  (closed on Lichess)" if row["closed"] else ""
        context.print(
            f"{row['account']:<{width}}  {row['games']:>9,} {'game ' if row['games'] == 1 else 'games'}  {seen}{closed}"
        )
    return 0
