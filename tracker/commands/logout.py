"""`tracker logout`: the token revoked at Lichess and removed here."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tracker.errors import SourceError

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_args: argparse.Namespace, context: Context) -> int:
    """Removes the token in any case; where it could not be revoked, says how to do that by hand."""
    from tracker.sources.api import Lichess
    from tracker.sources.connection import kept_tokens
    from tracker.sources.tokens import VARIABLE

    settings = context.settings
    tokens = kept_tokens()
    token = tokens.get(settings.url)
    code = 0
    if token is None:
        context.print("No token is stored.")
    else:
        try:
            with Lichess.connect(settings.url, token=token, contact=settings.contact, sleep=context.sleep) as lichess:
                lichess.revoke()
        except SourceError as error:
            context.warn(
                f"The token could not be revoked ({error}) It was removed here; revoke it at {settings.url} under "
                "Preferences, API access tokens."
            )
            code = 1
        tokens.remove(settings.url)
        if not code:
            context.print("The token is revoked and removed.")
    if context.environ.get(VARIABLE):
        context.warn(f"{VARIABLE} is still set in the environment; unset it to go on without a token.")
    return code
