"""Points to characters: the lowest and highest of every half-cell column, as braille, blocks or ASCII. Pure.

Extremes survive any shrinking because a column is drawn from its lowest to its highest point and never averaged.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import Literal, NamedTuple

Symbols = Literal["braille", "block", "ascii"]

BLOCK = 64
"""Points summed up in one entry of an `Extremes` index."""


class Extremes:
    """Values with an index of the lowest and highest of every 64, so that a redraw does not read all of them."""

    def __init__(self, values: array[float]) -> None:
        self.values = values
        self.first = _first_number(values)
        """Index of the first value that is a number; `len(values)` where there is none."""
        starts = range(0, len(values), BLOCK)
        self._lows = array("d", (min(values[start : start + BLOCK]) for start in starts))
        self._highs = array("d", (max(values[start : start + BLOCK]) for start in starts))

    def __len__(self) -> int:
        return len(self.values)

    def span(self, start: int, stop: int) -> tuple[float, float]:
        """Lowest and highest of `values[start:stop]`, which must not be empty and start at or after `first`."""
        left, right = -(-start // BLOCK), stop // BLOCK
        values = self.values
        if left >= right:
            part = values[start:stop]
            return min(part), max(part)
        lows, highs = self._lows[left:right], self._highs[left:right]
        low, high = min(lows), max(highs)
        for edge in (values[start : left * BLOCK], values[right * BLOCK : stop]):
            if edge:
                low, high = min(low, min(edge)), max(high, max(edge))
        return low, high


def _first_number(values: array[float]) -> int:
    """NaN stands only before the first value, so halving finds it."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] == values[middle]:
            high = middle
        else:
            low = middle + 1
    return low


class Column(NamedTuple):
    """The points that fall into one column of the picture."""

    x: int
    start: int
    stop: int
    low: float
    high: float
    entry: float
    """First value."""
    exit: float
    """Last value."""


def columns(values: Extremes, edges: Sequence[int]) -> list[Column]:
    """The columns that hold points. `edges` are the indexes at which each column starts, and the end of the last."""
    result: list[Column] = []
    known, raw = values.first, values.values
    if known == len(raw):
        return result
    for x, (begin, stop) in enumerate(pairwise(edges)):
        start = begin if begin > known else known
        if start < stop:
            low, high = (raw[start], raw[start]) if stop - start == 1 else values.span(start, stop)
            result.append(Column(x, start, stop, low, high, raw[start], raw[stop - 1]))
    return result


def _spans(bits: Sequence[int]) -> list[list[int]]:
    """`[a][b]`: the dots from row a to row b of one dot column of a cell."""
    return [[sum(bits[a : b + 1]) for b in range(len(bits))] for a in range(len(bits))]


_DOTS = {
    "braille": (_spans((0x01, 0x02, 0x04, 0x40)), _spans((0x08, 0x10, 0x20, 0x80))),
    "block": (_spans((1, 2)),),
    "ascii": (_spans((1,)),),
}
_GLYPHS = {
    "braille": [" ", *(chr(0x2800 + mask) for mask in range(1, 256))],
    "block": list(" ▀▄█"),
    "ascii": list(" *"),
}


class Raster:
    """A field of dots behind a field of cells; braille has 2 × 4 dots a cell, blocks 1 × 2, ASCII 1."""

    def __init__(self, width: int, height: int, symbols: Symbols = "braille") -> None:
        self.width, self.height = width, height
        self._spans = _DOTS[symbols]
        self._glyphs = _GLYPHS[symbols]
        self.across, self.down = len(self._spans), len(self._spans[0])
        self.masks = [bytearray(width) for _ in range(height)]

    @property
    def dots_wide(self) -> int:
        return self.width * self.across

    @property
    def dots_high(self) -> int:
        return self.height * self.down

    def vertical(self, x: int, top: int, bottom: int) -> None:
        """All dots of column `x` between two rows, both included, in either order; outside is cut off."""
        if top > bottom:
            top, bottom = bottom, top
        if not 0 <= x < self.dots_wide or bottom < 0 or top >= self.dots_high:
            return
        top, bottom = max(top, 0), min(bottom, self.dots_high - 1)
        spans, cell = self._spans[x % self.across], x // self.across
        down, masks = self.down, self.masks
        first, last = top // down, bottom // down
        if first == last:
            masks[first][cell] |= spans[top % down][bottom % down]
            return
        masks[first][cell] |= spans[top % down][down - 1]
        for row in range(first + 1, last):
            masks[row][cell] |= spans[0][down - 1]
        masks[last][cell] |= spans[0][bottom % down]

    def line(self, x0: int, y0: int, x1: int, y1: int, dotted: bool = False) -> None:
        """A line between two dots, x0 ≤ x1; every second column only when dotted."""
        slope, at = (y1 - y0) / max(x1 - x0, 1), y0
        for x in range(max(x0, 0), min(x1, self.dots_wide - 1) + 1):
            if x == 0 > x0:
                at = round(y0 - x0 * slope)
            to = floor(y0 + (x - x0 + 0.5) * slope + 0.5) if x < x1 else y1
            if not dotted or x % 2 == 0:
                self.vertical(x, at, to if x == x1 or to == at else to + (1 if to < at else -1))
            at = to

    def row(self, y: int) -> str:
        """One line of cells as text."""
        glyphs = self._glyphs
        return "".join([glyphs[mask] for mask in self.masks[y]])

    def lines(self) -> list[str]:
        return [self.row(y) for y in range(self.height)]
