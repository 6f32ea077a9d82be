"""`tracker` and `tracker tui [NAME]`: the terminal interface."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """[NAME]."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the account to open with; else the last one")


def run(args: argparse.Namespace, context: Context) -> int:
    """Opens the terminal interface; an empty database is fine, the screen says what to do first."""
    from tracker.tui.rebinding import checked
    from tracker.tui.start import open_screen

    return open_screen(checked(context.settings), name=args.name, environ=context.environ, now=context.now)
