"""`tracker demo`: a made-up player's games, served inside the program, imported over HTTP, and shown."""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.commands.rating_options import add_rating_options
from tracker.wording import counted

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--no-tui, --json, the rating options."""
    parser.add_argument("--no-tui", action="store_true", help="print the summary instead of opening the screen")
    parser.add_argument("--no-chart", action="store_true", help="numbers only in the summary")
    parser.add_argument("--json", action="store_true", help="the summary as one JSON document")
    add_rating_options(parser)


def run(args: argparse.Namespace, context: Context) -> int:
    """Imports into a temporary database, or into the one of --db, by the same road as a real import."""
    from tracker.demo.player import DEMO_NAME
    from tracker.demo.server import DemoServer
    from tracker.sources.api import Lichess
    from tracker.sync import sync

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tracker-demo-"))
        server = stack.enter_context(DemoServer(context.now()))
        settings = replace(context.settings, db=args.db or str(Path(folder) / "tracker.db"), url=server.url)
        demo = replace(context, settings=settings)
        with demo.open_store(create=True) as store, Lichess.connect(server.url) as lichess:
            report = sync(store, lichess, DEMO_NAME, now=context.now)
        context.warn(f"{counted(report.stored, 'game')} of the made-up player {DEMO_NAME} imported.")
        if args.no_tui or args.json or not context.out.isatty():
            from tracker.commands import history

            args.names = [DEMO_NAME]
            return history.run(args, demo)
        from tracker.tui.rebinding import checked
        from tracker.tui.start import open_screen

        return open_screen(checked(settings), name=DEMO_NAME, environ=context.environ, now=context.now, remember=False)
