"""`tracker export NAME`: the comparison as CSV or JSON."""

from __future__ import annotations

import argparse
import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from tracker.commands.rating_options import add_rating_options, rating_options
from tracker.errors import DiskFull, TrackerError, UsageError
from tracker.settings import is_folder, visible
from tracker.wording import counted

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, -o, --format, the selection, the rating options."""
    parser.add_argument("names", metavar="NAME", nargs="+", help="the account; several go into one file")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="file to write; - or none for stdout")
    parser.add_argument("--format", choices=("csv", "json"), default="csv", help="default csv")
    parser.add_argument("--json", action="store_const", const="json", dest="format", help="same as --format json")
    parser.add_argument("--perf", metavar="P", help="one perf only, as blitz")
    parser.add_argument("--since", metavar="DATE", help="games that ended on that day or later")
    parser.add_argument("--until", metavar="DATE", help="games that ended before that day")
    add_rating_options(parser)


def run(args: argparse.Namespace, context: Context) -> int:
    """Writes all rows; ratings are computed from the whole history whatever is selected."""
    from tracker.account import comparison_of, known_perf
    from tracker.commands.computing import computing
    from tracker.export import WRITERS, select, together

    check(args.output)
    zone = context.settings.zone()
    since, until = (_day(value, context) for value in (args.since, args.until))
    with context.open_store() as store:
        accounts = store.accounts_named(args.names)
        perf = known_perf(store, accounts[0], args.perf, *accounts[1:])
        with computing(context) as tell:
            comparisons = {
                account.name: comparison_of(store, account, rating_options(args, account), context.now(), tell)
                for account in accounts
            }
        rows = together({name: comparison.rows() for name, comparison in comparisons.items()})
        with opened(args.output, context) as stream:
            count = WRITERS[args.format](select(rows, perf, since, until), stream, zone)
    if args.output != "-":
        context.warn(f"{counted(count, 'row')} written to {args.output}.")
    return 0


def _day(text: str | None, context: Context) -> int | None:
    from tracker.times import parse_day

    if text is None:
        return None
    try:
        return parse_day(text, context.settings.zone(), context.settings.day_begins())
    except ValueError as error:
        raise UsageError(f"{text!r} is no date; write it as 2024-02-17.") from error


def check(name: str) -> None:
    """Raises UsageError or TrackerError for what can be no file, before anything is computed."""
    if not name:
        raise UsageError("-o needs the name of a file, or - for stdout.")
    if is_folder(Path(name)):
        raise TrackerError(f"{name} is a folder; give -o the name of a file in it.")


@contextmanager
def opened(name: str, context: Context) -> Iterator[TextIO]:
    """A stream that writes UTF-8 with the line ends it is given; a file appears whole or not at all.

    A device or a pipe is written to, and never replaced. Raises TrackerError for what cannot be written.
    """
    if name == "-":
        buffer = getattr(context.out, "buffer", None)
        if buffer is None:
            yield context.out
            return
        stream = io.TextIOWrapper(buffer, encoding="utf-8", newline="", write_through=True)
        try:
            yield stream
        finally:
            stream.detach()
        return
    path = Path(name)
    device = visible(path) and not path.is_file()
    if not device:
        path = Path(os.path.realpath(path))  # a link goes on leading to its file
    unfinished = path if device else path.with_name(path.name + ".part")
    try:
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            yield file
        if not device:
            unfinished.replace(path)
    except OSError as error:
        kind = DiskFull if error.errno == errno.ENOSPC else TrackerError
        raise kind(f"{name} cannot be written ({error.strerror}); choose another place with -o.") from error
    finally:
        if not device:
            with suppress(OSError):  # it has its own name by now, or never was
                unfinished.unlink()
