"""`tracker set-aside NAME`: lines that could not be read, with the reason."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.commands.context import Context

SHOWN = 160
"""Characters of a line that a person is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --json."""
    parser.add_argument("name", metavar="NAME", help="the account")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Lists them, oldest first."""
    from tracker.times import iso_utc

    with context.open_store() as store:
        account = store.account(args.name)
        lines = store.set_aside_lines(account.id)
    listed = [
        {
            "line": each.line.decode("utf-8", "replace"),
            "reason": each.reason,
            "at": iso_utc(each.at),
            "program_version": each.program_version,
        }
        for each in lines
    ]
    if args.json:
        context.print_json(listed)
        return 0
    if not listed:
        context.print(f"Every line of {account.name}'s games could be read.")
    for row in listed:
        text = " ".join(str(row["line"]).split())
        context.print(f"{row['at']}  {row['reason']}", f"    {text[:SHOWN]}{'…' if len(text) > SHOWN else ''}")
    return 0
