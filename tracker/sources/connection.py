"""Settings -> a client of Lichess, with the token that is meant for that server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tracker.settings import Settings, config_folder
from tracker.sources.api import Lichess
from tracker.sources.tokens import VARIABLE, Tokens, system_keyring


def kept_tokens(folder: Path | None = None) -> Tokens:
    """The tokens that `tracker login` stored."""
    return Tokens(config_folder() if folder is None else folder, system_keyring())


def open_lichess(
    settings: Settings, environ: Mapping[str, str], *, sleep: Callable[[float], None] = time.sleep
) -> Lichess:
    """A client, closed by the caller. Raises UsageError, BadToken or NotAvailable for settings that do not work."""
    token = environ.get(VARIABLE, "").strip() or kept_tokens().get(settings.url)
    return Lichess.connect(settings.url, token=token, contact=settings.contact, sleep=sleep)
