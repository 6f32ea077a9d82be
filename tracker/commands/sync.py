"""`tracker sync`: import for every account."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tracker.errors import AccountClosed, DatabaseBusy, NetworkUnreachable, RateLimited, SourceError

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--full, --json."""
    parser.add_argument("--full", action="store_true", help="read everything again, and say what changed")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Imports account after account; one that fails does not keep the others from it.

    Only a server that asks to wait, or that two accounts in a row did not reach, ends it.
    """
    from tracker.commands.import_ import adjustments, tell
    from tracker.commands.progress import ProgressLine
    from tracker.sources.connection import open_lichess
    from tracker.sync import sync

    progress = ProgressLine(context.err)
    documents: list[dict[str, Any]] = []
    code = 0
    unreached = 0
    with context.open_store() as store, open_lichess(context.settings, context.environ, sleep=context.sleep) as lichess:
        accounts = store.accounts()
        for account in accounts:
            try:
                report = sync(store, lichess, account.user_id, full=args.full, now=context.now, on_event=progress)
            except (SourceError, DatabaseBusy) as error:
                context.warn(f"{account.name}: {error}")
                code = code if isinstance(error, AccountClosed) else 1
                unreached = unreached + 1 if isinstance(error, NetworkUnreachable) else 0
                if isinstance(error, RateLimited) or unreached == 2:
                    break
                continue
            finally:
                progress.close()
            unreached = 0
            documents.append(report.document(adjustments(store, report)))
            if not args.json:
                tell(report, documents[-1]["adjustments"], context)
    if args.json:
        context.print_json(documents)
    elif not accounts:
        context.print("No account is tracked yet; run `tracker import NAME` with your Lichess name.")
    return code
