"""`tracker import-file FILE...`: games from NDJSON, JSON or PGN files."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE..., --account, --json."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="NDJSON, JSON or PGN, also packed (.gz, .bz2, .zst); a folder; - for standard input",
    )
    parser.add_argument("--account", metavar="NAME", help="whose games; not needed where one name is in every game")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace, context: Context) -> int:
    """Imports the files."""
    from tempfile import TemporaryDirectory

    from tracker.commands.import_ import adjustments, tell
    from tracker.commands.progress import ProgressLine
    from tracker.sources.files import find
    from tracker.sync import import_files

    progress = ProgressLine(context.err)
    with TemporaryDirectory(prefix="tracker-") as folder:
        files = find(args.files, _bytes_of(context), Path(folder))
        with context.open_store(create=True) as store:
            try:
                report = import_files(store, files, args.account, now=context.now, on_event=progress)
            finally:
                progress.close()
            document = report.document(adjustments(store, report))
    if args.json:
        context.print_json(document)
        context.warn(*report.failures)
    else:
        tell(report, document["adjustments"], context)
    return 1 if report.failures else 0


def _bytes_of(context: Context) -> IO[bytes]:
    buffer: IO[bytes] | None = getattr(context.stdin, "buffer", None)
    return io.BytesIO(context.stdin.read().encode()) if buffer is None else buffer
