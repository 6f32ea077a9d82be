"""The screen in fewer characters: ASCII alone, or those of the first PCs (CP437), which the Linux console's fonts have.

A filter over finished lines, so that frames, scroll bars and whatever the toolkit draws are spelled as well. A line
keeps its length: each character stands for one, and a few sequences for as many.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

CP437 = frozenset(bytes(range(128, 256)).decode("cp437") + "•○♦►◄↕¶§▬↑↓→←↔▲▼")
"""Its upper half, and those of its lower half that are drawn here."""

_NEAREST = {
    **dict.fromkeys("−–—‐‑─━┄┅┈┉╌╍═╴╶", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏║▌▐▏▎▍▕·", "|"),
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╂", "+"),
    **dict.fromkeys("▁▂▃", "_"),
    **dict.fromkeys("▄▅▆", "="),
    **dict.fromkeys("▇█▀■▒▓▊▉▋◆♦", "#"),
    **dict.fromkeys("▲△▴↑⇧", "^"),
    **dict.fromkeys("▼▽▾↓", "v"),
    **dict.fromkeys("▸▶►›→»", ">"),
    **dict.fromkeys("◂◀◄‹←«", "<"),
    **dict.fromkeys("●○•◉", "o"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("░…", "."),
    "▬": "=", "×": "x", "±": "~", "≤": "<", "≥": ">", "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
_NEAREST_CP437 = {
    **dict.fromkeys("━┄┅┈┉╌╍╴╶", "─"),
    **dict.fromkeys("┃┆┇┊┋╎╏▏▎▍▕", "│"),
    **dict.fromkeys("╭┏", "┌"), **dict.fromkeys("╮┓", "┐"), **dict.fromkeys("╰┗", "└"), **dict.fromkeys("╯┛", "┘"),
    **dict.fromkeys("┣┫┳┻╋╂", "┼"),
    **dict.fromkeys("▃▅▆", "▄"), "▇": "█", "▉": "█", "▊": "█", "▋": "▌",
    "▸": "►", "▶": "►", "›": "»", "‹": "«", "◀": "◄", "▴": "▲", "▾": "▼", "▽": "▼", "●": "•", "◆": "♦",
}  # fmt: skip
_LONGER = (("⇧Tab ", "S-Tab"),)
_LONGER_ASCII = (*_LONGER, (" ± ", " +-"), (" ±", "+-"), (" → ", " ->"))


class Alphabet(LineFilter):
    """Spells each line in some characters, with the nearest of them for every other."""

    def __init__(self, kept: frozenset[str], nearest: Mapping[str, str], longer: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._kept, self._nearest, self._longer = kept, nearest, longer

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        del background
        return [
            segment if segment.text.isascii() else Segment(self.spelled(segment.text), segment.style, segment.control)
            for segment in segments
        ]

    def spelled(self, text: str) -> str:
        """Letters lose their accents, and those of other scripts, as in a player's name, stay."""
        for sign, instead in self._longer:
            text = text.replace(sign, instead)
        return "".join(map(self._letter, text))

    def _letter(self, char: str) -> str:
        if char.isascii() or char in self._kept:
            return char
        if char in self._nearest:
            return self._nearest[char]
        if char.isalnum():
            plain = unicodedata.normalize("NFKD", char)[0]
            return plain if plain.isascii() and cell_len(char) == 1 else char
        return "?" * cell_len(char)


ALPHABETS = {
    "block": Alphabet(CP437, _NEAREST | _NEAREST_CP437, _LONGER),
    "ascii": Alphabet(frozenset(), _NEAREST, _LONGER_ASCII),
}
"""Symbols that do without others -> how."""
