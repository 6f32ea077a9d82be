"""Cells to write on: characters, what each of them means, and the alphabets they come from. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby

from tracker.tui.notation import SCALE


class Ink(IntEnum):
    """What a cell shows; the widget gives each its style."""

    BLANK = 0
    AXIS = 1
    LABEL = 2
    FIRST = 3
    SECOND = 4
    BAND = 5
    MEAN = 6
    PEAK = 7
    PAUSE = 8
    MARK = 9
    CURSOR = 10
    VOLUME = 11


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of one alphabet."""

    line: str = "⣿"
    """Stands for the first series in the legend."""
    dash: str = "┅"
    rise: str = "┇"
    band: str = "░"
    mean: str = "•"
    middle: str = "~"
    change: str = "┊"
    change_span: str = "━"
    pause: str = "╎"
    peak: str = "▲"
    peak_provisional: str = "△"
    point: str = "●"
    cursor: str = "│"
    adjustment: str = "◆"
    axis: str = "─"
    tick: str = "┬"
    list_date: str = "┴"
    both: str = "┼"
    corner: str = "└"
    side: str = "│"
    side_tick: str = "┤"
    scale: str = " " + SCALE


GLYPHS = {
    "braille": Glyphs(),
    "block": Glyphs(
        line="█", dash="─", rise="│", mean="·", change="│", change_span="═", pause="│", peak_provisional="^",
        point="■", adjustment="♦", scale=" ▄█",
    ),
    "ascii": Glyphs(
        line="*", dash="-", rise=":", band=".", mean="o", change="!", change_span="=", pause="|", peak="^",
        peak_provisional="^", point="@", cursor="|", adjustment="#",
        axis="-", tick="+", list_date="'", both="+", corner="+", side="|", side_tick="+", scale=" .:|",
    ),
}  # fmt: skip

Line = list[tuple[str, Ink]]


class Sheet:
    """Cells to write on."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.chars = [[" "] * width for _ in range(height)]
        self.inks = [bytearray(width) for _ in range(height)]

    def put(self, row: int, column: int, text: str, ink: Ink) -> None:
        if not 0 <= row < self.height:
            return
        chars, inks = self.chars[row], self.inks[row]
        for at, char in enumerate(text, column):
            if 0 <= at < self.width:
                chars[at] = char
                inks[at] = ink

    def free(self, row: int, column: int, length: int) -> bool:
        """Nothing but blanks and band there, and inside."""
        if not (0 <= row < self.height and column >= 0 and column + length <= self.width):
            return False
        return all(ink in (Ink.BLANK, Ink.BAND) for ink in self.inks[row][column : column + length])

    def lines(self) -> list[Line]:
        result: list[Line] = []
        for chars, inks in zip(self.chars, self.inks, strict=True):
            line: Line = []
            start = 0
            for ink, run in groupby(inks):
                stop = start + sum(1 for _ in run)
                line.append(("".join(chars[start:stop]), Ink(ink)))
                start = stop
            result.append(line)
        return result
