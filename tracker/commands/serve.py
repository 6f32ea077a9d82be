"""`tracker serve`: the terminal interface in a web page, for this machine only."""

from __future__ import annotations

import argparse
import shlex
import socket
import sys
from typing import TYPE_CHECKING

from tracker.errors import NotAvailable

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """[NAME], --port."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the account to open with; else the last one")
    parser.add_argument("--port", type=port, default=8000, metavar="N", help="default 8000; 0 takes one that is free")


def port(word: str) -> int:
    """A port's number. Raises ArgumentTypeError."""
    if not word.isascii() or not word.isdigit() or not int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"{word!r} is no port; give a number up to 65535")
    return int(word)


def run(args: argparse.Namespace, context: Context) -> int:
    """Serves on 127.0.0.1 until Ctrl-C."""
    from tracker.tui.rebinding import checked

    try:
        from tracker.commands.web_page import HOST, Page
    except ImportError as error:
        raise NotAvailable(
            "The web page needs one more package; install it with `pip install 'lichess-rating-tracker[serve]'`."
        ) from error
    checked(context.settings)  # the screen would say it to nobody
    try:
        listener = socket.create_server((HOST, args.port))
    except OSError as error:
        reason = (error.strerror or "").partition(" (")[0]
        raise NotAvailable(
            f"Port {args.port} cannot be had ({reason}); choose another one with --port, or any with --port 0."
        ) from error
    with listener:
        page = Page(shlex.join(command(context.settings, args.name)), listener)
        context.warn(f"Open {page.address} in a browser; Ctrl-C ends it.")
        page.run()
    return 0


def command(settings: Settings, name: str | None) -> list[str]:
    """The words that open the terminal interface with these settings."""
    words = [sys.executable, "-m", "tracker", "--db", settings.db, "--url", settings.url]
    words += ["--day-start", settings.day_start]
    if settings.timezone:
        words += ["--timezone", settings.timezone]
    return [*words, "tui", *([name] if name else [])]
