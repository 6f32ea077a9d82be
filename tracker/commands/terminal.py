"""How wide the reader's terminal is."""

from __future__ import annotations

import os
from contextlib import suppress
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from tracker.commands.context import Context

USUAL = 80
"""Columns where nobody says: in a pipe or a file."""
LONGEST = 78
"""Columns of a line that rewrites itself, at most."""


def width_of(context: Context) -> int:
    """COLUMNS where it is set, else the terminal's columns where output goes to one, else 80."""
    given = context.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    with suppress(OSError, ValueError, AttributeError):  # a stream in memory has no number
        if context.out.isatty():
            return os.get_terminal_size(context.out.fileno()).columns or USUAL
    return USUAL


def rewritable(stream: TextIO) -> int:
    """Columns of a line that rewrites itself: fewer than its terminal has, for a full line would wrap and stay."""
    columns = 0
    with suppress(OSError, ValueError):
        columns = os.get_terminal_size(stream.fileno()).columns
    return min(LONGEST, (columns or get_terminal_size().columns) - 1)
