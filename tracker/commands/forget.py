"""`tracker forget NAME`: remove an account and its games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tracker.errors import UsageError

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, --yes."""
    parser.add_argument("name", metavar="NAME", help="the account")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace, context: Context) -> int:
    """Asks, then removes. Raises UsageError where there is nobody to ask."""
    from tracker.wording import counted

    with context.open_store() as store:
        account = store.account(args.name)
        games = counted(store.counts(account.id).all, "game")
        if not args.yes:
            if not context.stdin.isatty():
                raise UsageError(f"To remove {account.name} with {games} without being asked, add --yes.")
            context.err.write(f"Remove {account.name} with {games} from this computer? [y/N] ")
            context.err.flush()
            if context.stdin.readline().strip().lower() not in ("y", "yes"):
                context.print("Nothing was removed.")
                return 0
        with store.importing(account.id):
            store.forget(account.id)
    context.print(f"{account.name}, with {games}, was removed from this computer.")
    return 0
