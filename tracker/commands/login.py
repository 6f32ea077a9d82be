"""`tracker login`: a token by browser, or pasted. Optional: with one, Lichess sends games faster."""

from __future__ import annotations

import argparse
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from tracker.errors import SourceError, UsageError

if TYPE_CHECKING:
    from tracker.commands.context import Context

PATIENCE = 300.0
"""Seconds that the user has for the browser."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--paste, --no-browser."""
    parser.add_argument("--paste", action="store_true", help="read a token (made at lichess.org) from standard input")
    parser.add_argument("--no-browser", action="store_true", help="only print the address to open")


def run(args: argparse.Namespace, context: Context, *, browse: Callable[[str], object] = webbrowser.open) -> int:
    """Gets a token, tries it, and only then keeps it in place of the one before."""
    from tracker.sources.api import Lichess
    from tracker.sources.connection import kept_tokens
    from tracker.sources.tokens import VARIABLE

    settings = context.settings
    tokens = kept_tokens()
    before = tokens.get(settings.url)
    try:
        token = _pasted(context) if args.paste else _by_browser(context, None if args.no_browser else browse)
        with Lichess.connect(settings.url, token=token, contact=settings.contact, sleep=context.sleep) as lichess:
            owner = lichess.owner()
    except SourceError as error:
        stays = " The token from before stays in use." if before else ""
        raise type(error)(f"{error}{stays}") from error
    where = tokens.keep(settings.url, token)
    context.print(f"Connected as {owner.name}; the token is in {where}. `tracker logout` revokes it.")
    if context.environ.get(VARIABLE):
        context.warn(f"{VARIABLE} is set in the environment and comes first; unset it to use the new token.")
    return 0


def _pasted(context: Context) -> str:
    """A token from the keyboard, unseen, or from a pipe."""
    if context.stdin.isatty():
        from getpass import getpass

        token = getpass("Token: ").strip()
    else:
        token = context.stdin.readline().strip()
    if not token:
        raise UsageError("No token came; make one at lichess.org under Preferences, API access tokens (no scope).")
    return token


def _by_browser(context: Context, browse: Callable[[str], object] | None) -> str:
    from tracker.sources.api import Lichess
    from tracker.sources.oauth import Login

    settings = context.settings
    with Login(settings.url) as login:
        if browse is None or not browse(login.address):
            context.warn("Open this address in a browser on this computer:", login.address)
        else:
            context.warn("Your browser asks for permission; waiting for your answer there (Ctrl-C gives up).")
        form = login.wait(PATIENCE)
    with Lichess.connect(settings.url, contact=settings.contact, sleep=context.sleep) as lichess:
        return lichess.exchange(form)
