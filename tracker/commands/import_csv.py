"""`tracker import-csv FILE`: the comparison CSV back into another database."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from tracker.errors import FileUnreadable

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.game import Game
    from tracker.store import Store

BATCH = 1000
"""Games per transaction."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --json."""
    parser.add_argument("file", metavar="FILE", help="a CSV that `tracker export` wrote; - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Stores the games of the file; what is stored already is only filled up where it was blank."""
    from tracker.comparison_csv import read_csv
    from tracker.wording import counted

    with _opened(args.file, context) as stream, context.open_store(create=True) as store:
        counts: dict[str, dict[str, int]] = {}
        games = read_csv(stream)
        while batch := list(islice(games, BATCH)):
            _save(batch, store, counts, context.now())
        reports = [_report(name, found, store) for name, found in counts.items()]
    if args.json:
        context.print_json(reports[0] if len(reports) == 1 else reports)
        return 0
    for report in reports:
        context.print(
            f"{report['account']}: {counted(report['new'], 'new game')}, {report['updated']:,} filled up, "
            f"{report['stored']:,} stored."
        )
    if not reports:
        context.print("The file holds no games.")
    return 0


@contextmanager
def _opened(name: str, context: Context) -> Iterator[TextIO]:
    if name == "-":
        buffer = getattr(context.stdin, "buffer", None)
        yield io.TextIOWrapper(buffer, encoding="utf-8-sig", newline="") if buffer else context.stdin
        return
    try:
        with Path(name).open(encoding="utf-8-sig", newline="") as stream:
            yield stream
    except OSError as error:
        raise FileUnreadable(f"{name} cannot be opened ({error.strerror}); check the path.") from error


def _save(batch: list[tuple[str, Game]], store: Store, counts: dict[str, dict[str, int]], now: int) -> None:
    from tracker.store import Entry

    by_account: dict[str, list[Game]] = {}
    for name, game in batch:
        by_account.setdefault(name, []).append(game)
    for name, games in by_account.items():
        account = store.ensure_account(name.lower(), name)
        with store.importing(account.id):
            saved = store.save(account, [Entry(game, None, "csv") for game in games], richer=False, now=now)
        found = counts.setdefault(name, {"new": 0, "updated": 0, "repeated": 0})
        found["new"] += len(saved.new)
        found["updated"] += len(saved.updated)
        found["repeated"] += len(games) - len({game.id for game in games})


def _report(name: str, found: dict[str, int], store: Store) -> dict[str, Any]:
    from tracker.account import adjustment_count
    from tracker.sync.intake import unfinished

    account = store.account(name)
    return {
        "account": account.name,
        **found,
        "set_aside": 0,
        "stored": store.counts(account.id).all,
        "listed": None,
        "pending": unfinished(store, account.id),
        "adjustments": adjustment_count(store, account.id),
    }
