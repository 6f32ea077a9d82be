"""`tracker serve`: the terminal interface in a web page, for this machine only."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING

from tracker.errors import NotAvailable

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """[NAME], --port."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the account to open with; else the last one")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="default 8000")


def run(args: argparse.Namespace, context: Context) -> int:
    """Serves on 127.0.0.1, because everybody who reaches the port is the user."""
    try:
        from textual_serve.server import Server
    except ImportError as error:
        raise NotAvailable(
            "The web page needs one more package; install it with `pip install 'lichess-rating-tracker[serve]'`."
        ) from error
    settings = context.settings
    words = [
        sys.executable,
        "-m",
        "tracker",
        "--db",
        settings.db,
        "--url",
        settings.url,
        "--day-start",
        settings.day_start,
    ]
    if settings.timezone:
        words += ["--timezone", settings.timezone]
    words += ["tui", *([args.name] if args.name else [])]
    context.warn(f"Open http://127.0.0.1:{args.port} in a browser; Ctrl-C ends it.")
    Server(shlex.join(words), host="127.0.0.1", port=args.port, title="tracker").serve()
    return 0
