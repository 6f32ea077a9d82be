"""How wide the reader's terminal is."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.commands.context import Context

USUAL = 80
"""Columns where nobody says: in a pipe or a file."""


def width_of(context: Context) -> int:
    """COLUMNS where it is set, else the terminal's columns where output goes to one, else 80."""
    given = context.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    with suppress(OSError, ValueError, AttributeError):  # a stream in memory has no number
        if context.out.isatty():
            return os.get_terminal_size(context.out.fileno()).columns or USUAL
    return USUAL
