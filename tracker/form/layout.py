"""Tables and sentences for a terminal of any width: what matters least goes first where room is short. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

ROOM = 78
"""Columns used of a terminal of 80 or more."""
LEAST = 36
"""Columns below which nothing is made narrower."""
LABEL, SHORTEST = 26, 12
"""Columns of a table's first cell at most, and at least before another column goes."""


class Column(NamedTuple):
    """One column, right-aligned."""

    head: str
    width: int
    rank: int = 0
    """Goes the sooner the higher; 0 stays."""


class Table:
    """A table whose first column takes what the others leave."""

    def __init__(self, room: int, columns: Sequence[Column], *, label: int = LABEL, shortest: int = SHORTEST) -> None:
        kept = list(range(len(columns)))

        def left() -> int:
            return room - sum(columns[index].width + 1 for index in kept)

        for index in sorted(kept, key=lambda index: -columns[index].rank):
            if left() < shortest and columns[index].rank:
                kept.remove(index)
        self._columns, self._kept, self.label = columns, kept, max(1, min(label, left()))

    def has(self, head: str) -> bool:
        """Whether there was room for a column."""
        return any(self._columns[index].head == head for index in self._kept)

    def heads(self, title: str = "") -> str:
        """The line above the rows."""
        return self.row(title, [column.head for column in self._columns])

    def row(self, label: str, cells: Sequence[str]) -> str:
        """A row; the label is cut off where it is too long."""
        said = label if len(label) <= self.label else label[: self.label - 1] + "…"
        parts = [f"{cells[index]:>{self._columns[index].width}}" for index in self._kept]
        return " ".join([f"{said:<{self.label}}", *parts])


def room_of(width: int) -> int:
    """Columns used of a terminal."""
    return max(LEAST, min(width, ROOM))


def said(text: str, room: int, indent: str = "") -> list[str]:
    """A sentence in as many lines as it takes, the later ones indented."""
    return wrap(text, room, subsequent_indent=indent)
