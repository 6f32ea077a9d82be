"""What a sheet says -> lines: cells in aligned columns, sentences within the width of a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

GAP = "  "
WIDTH = 80


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The header and the rows, right-aligned in columns as wide as their widest cell; an empty row is a blank line."""
    widths = [max(len(row[column]) for row in (header, *rows) if row) for column in range(len(header))]
    return [
        GAP.join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() if row else ""
        for row in (header, *rows)
    ]


def wrapped(text: str) -> list[str]:
    """A sentence in lines of at most 80 columns, the later ones indented."""
    return wrap(text, WIDTH, subsequent_indent=GAP, break_on_hyphens=False)
