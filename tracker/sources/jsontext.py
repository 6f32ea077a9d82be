"""JSON that is not one object a line -> the text of one object after the other.

Arrays, pretty-printed and concatenated objects, and the pages of the API of 2016 are taken apart as they stream by.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

LONGEST_OBJECT = 1 << 22
"""Characters. What has no end by then is broken."""
NEAR_THE_END = 12
"""Characters: an error so close to the end of what was read may be but a missing rest."""
PORTION = 1 << 16
"""Characters that are collected before another look."""

_DECODER = json.JSONDecoder()
_SOMETHING = re.compile(r"[^\s,\[\]\ufeff]")
_IN_A_GAME = '"players"'
_OBJECT = re.compile(r'\{\s*"')


def is_object(line: bytes) -> bool:
    """Whether the line is one whole JSON object."""
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (msgspec.MsgspecError, RecursionError):
        return False


def objects(portions: Iterable[bytes]) -> Iterator[bytes]:
    """The texts of the objects at the top (or in the array, or on the page), and of what is broken between them."""
    for text, value in _Scanner(portions).pieces():
        page = value.get("currentPageResults") if value is not None else None
        if isinstance(page, list):
            for each in page:
                yield json.dumps(each, ensure_ascii=False).encode("utf-8", "replace")
        else:
            yield text.encode("utf-8", "replace")


class _Scanner:
    """A window over the text that moves from object to object."""

    def __init__(self, portions: Iterable[bytes]) -> None:
        self._portions = iter(portions)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._ended = False

    def pieces(self) -> Iterator[tuple[str, dict[str, Any] | None]]:
        """(text, object), or (text, None) for what is broken."""
        self._more()
        while True:
            found = _SOMETHING.search(self._text)
            self._skip_to(found.start() if found else len(self._text))
            if not self._text:
                if self._ended:
                    return
                self._more()
                continue
            value, end = self._object(0)
            if end is None and not self._ended and len(self._text) < LONGEST_OBJECT:
                self._more()
                continue
            if value is None:
                end = self._next_game()
            text = self._text[:end]
            self._skip_to(len(text))
            yield text.strip(), value

    def _more(self) -> None:
        """Reads on, at least as much again as is there, so that looking again stays cheap."""
        wanted = max(PORTION, len(self._text))
        read: list[str] = []
        length = 0
        while length < wanted and not self._ended:
            portion = next(self._portions, None)
            self._ended = portion is None
            read.append(self._decoder.decode(portion or b"", final=self._ended))
            length += len(read[-1])
        self._text += "".join(read)

    def _skip_to(self, at: int) -> None:
        self._text = self._text[at:]

    def _object(self, at: int) -> tuple[dict[str, Any] | None, int | None]:
        """The object that begins here and its end; no object: (None, 0); perhaps not all of it read: (None, None)."""
        try:
            value, end = _DECODER.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            open_end = error.pos >= len(self._text) - NEAR_THE_END or error.msg.startswith("Unterminated")
            return None, None if open_end else 0
        except (RecursionError, ValueError):
            return None, 0
        return (value, end) if isinstance(value, dict) else (None, 0)

    def _next_game(self) -> int:
        """Where the next whole game begins behind a broken one, or the end of the text."""
        at = 1
        while True:
            last = self._text.rfind(_IN_A_GAME)  # looking for a game where there is none takes long in what is nested
            for found in _OBJECT.finditer(self._text, at, max(last, at)):
                value, end = self._object(found.start())
                if value is not None and "players" in value:
                    return found.start()
                if end is None and not self._ended:
                    at = found.start()
                    break
            else:
                at = len(self._text)
            if self._ended or len(self._text) > LONGEST_OBJECT:
                return len(self._text)
            self._more()
