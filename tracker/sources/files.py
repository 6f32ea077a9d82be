"""Files of games -> games: NDJSON, JSON (arrays, pretty-printed, concatenated) and PGN, also compressed.

What a file is is seen from its bytes, never from its name. Files are streamed, so their size does not matter; what
cannot be read is handed on with the reason, and its neighbours are read all the same.
"""

from __future__ import annotations

import codecs
import io
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from tracker.errors import FileUnreadable
from tracker.game import Game
from tracker.settings import path_of, visible
from tracker.sources import jsontext, lichess, pgn
from tracker.sources.lines import EndlessLineError, split_lines
from tracker.sources.packed import PORTION, unpacked

SUFFIXES = (".ndjson", ".jsonl", ".json", ".pgn")
PACKED = (".gz", ".bz2", ".zst")
HEAD = 4096
"""Bytes looked at to see what a file is."""

_JSON = re.compile(rb'\{\s*["}]|\[\s*[\[{\]]|[\[{]\s*$')
"""How JSON begins, and no PGN does: an object, or an array of objects."""

UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Found(NamedTuple):
    """A game and the record it was read from."""

    game: Game
    raw: bytes
    format: Literal["json", "pgn"]


class Unread(NamedTuple):
    """A piece of a file that is no game, and why."""

    raw: bytes
    reason: str


class GameFile(NamedTuple):
    """A file that can be read more than once."""

    path: Path
    name: str
    """As the user knows it."""


def find(words: Sequence[str], stdin: IO[bytes], spool: Path) -> list[GameFile]:
    """The files behind the words of a command line: files, folders (with all in them), `-` for standard input.

    Standard input, and what is a pipe as in `<(zcat games.gz)`, is copied into the folder `spool`, so that it can be
    read twice. Raises FileUnreadable.
    """
    found: list[GameFile] = []
    for word in words:
        path = path_of(word)
        if word == "-":
            found.append(_copied(stdin, spool / str(len(found)), "standard input"))
        elif not visible(path):
            raise FileUnreadable(f"There is no file {word} that could be read; check its name.")
        elif path.is_dir():
            inside = sorted(each for each in path.rglob("*") if each.is_file() and _looks_like_games(each))
            if not inside:
                raise FileUnreadable(f"The folder {word} holds no {', '.join(SUFFIXES)} files; name the files.")
            found.extend(GameFile(each, str(each)) for each in inside)
        elif path.is_file():
            found.append(GameFile(path, word))
        else:
            found.append(_piped(path, spool / str(len(found)), word))
    return found


def _piped(path: Path, target: Path, name: str) -> GameFile:
    try:
        with path.open("rb") as stream:
            return _copied(stream, target, name)
    except OSError as error:
        raise FileUnreadable(f"{name} cannot be read ({error.strerror or error}); check the file.") from error


def _copied(stream: IO[bytes], target: Path, name: str) -> GameFile:
    try:
        with target.open("wb") as copy:
            shutil.copyfileobj(stream, copy)
    except OSError as error:
        raise FileUnreadable(
            f"{name} cannot be copied to {target.parent} ({error.strerror or error}); make room there, or put it into "
            "a file and name that."
        ) from error
    return GameFile(target, name)


def _looks_like_games(path: Path) -> bool:
    name = path.with_suffix("") if path.suffix.lower() in PACKED else path
    return name.suffix.lower() in SUFFIXES


def read(file: GameFile) -> Iterator[Found | Unread]:
    """All games of a file in its order, and what could not be read. Raises FileUnreadable."""
    with _opened(file) as (kind, portions):
        yield from _pgn(portions) if kind == "pgn" else _json(portions)


def players(file: GameFile) -> Iterator[list[str]]:
    """The names of each game's players. Of a PGN at a glance, broken games included. Raises FileUnreadable."""
    with _opened(file) as (kind, portions):
        if kind == "pgn":
            yield from map(pgn.names, pgn.split_games(split_lines(portions)))
            return
        for piece in _json(portions):
            if isinstance(piece, Found):
                yield names(piece.game)


def names(game: Game) -> list[str]:
    """The names of the players that have one."""
    return [side.name or side.id for side in (game.white, game.black) if side.id is not None]


@contextmanager
def _opened(file: GameFile) -> Iterator[tuple[Literal["pgn", "json"], Iterator[bytes]]]:
    """What a file is, and its content, unpacked and in portions."""
    try:
        with file.path.open("rb") as stream:
            plain = _plain(stream, file.name)
            kind = _kind(plain, file.name)
            yield kind, iter(lambda: plain.read1(PORTION), b"")
    except OSError as error:
        raise FileUnreadable(f"{file.name} cannot be read ({error.strerror or error}); check the file.") from error
    except EndlessLineError as error:
        raise FileUnreadable(f"{file.name} holds no games: {error}.") from error


def _plain(stream: IO[bytes], name: str) -> io.BufferedReader:
    portions: Any = _Chunks(unpacked(stream, name))
    return io.BufferedReader(portions, PORTION)


def _kind(plain: io.BufferedReader, name: str) -> Literal["pgn", "json"]:
    """Reads past a byte order mark. An empty file passes for either."""
    head = plain.peek(HEAD)[:HEAD]
    if head.startswith(UTF16):
        raise FileUnreadable(f"{name} is written in UTF-16; save it as UTF-8 and try again.")
    if head.startswith(codecs.BOM_UTF8):
        plain.read(len(codecs.BOM_UTF8))
        head = head[len(codecs.BOM_UTF8) :]
    start = head.lstrip()
    if _JSON.match(start):
        return "json"
    if start.startswith(b"<"):
        raise FileUnreadable(f"{name} is a web page and holds no games; download the games again.")
    if start and not pgn.looks_like(start):
        raise FileUnreadable(f"{name} holds no games: it is neither NDJSON nor JSON nor PGN of Lichess.")
    return "pgn"


class _Chunks(io.RawIOBase):
    """An iterator of portions as a stream that can be peeked into."""

    def __init__(self, portions: Iterator[bytes]) -> None:
        self._portions = portions
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: bytearray) -> int:  # type: ignore[override]
        while not self._left:
            portion = next(self._portions, None)
            if portion is None:
                return 0
            self._left = portion
        count = min(len(target), len(self._left))
        target[:count] = self._left[:count]
        self._left = self._left[count:]
        return count


def _pgn(portions: Iterable[bytes]) -> Iterator[Found | Unread]:
    for raw in pgn.split_games(split_lines(portions)):
        try:
            yield Found(pgn.decode(raw), pgn.without_secret(raw), "pgn")
        except lichess.UnreadableError as error:
            yield Unread(pgn.without_secret(raw), str(error))


def _json(portions: Iterator[bytes]) -> Iterator[Found | Unread]:
    """Line by line if the first line is a whole object, else object by object."""
    lines = split_lines(portions)
    first = next((line for line in lines if line.strip()), b"")
    if not jsontext.is_object(first):
        yield from _pieces(_joined(first, lines))
        return
    yield from _line(first)
    for line in lines:
        yield from _line(line)


def _joined(first: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    yield first
    for line in lines:
        yield b"\n"
        yield line


def _line(line: bytes) -> Iterator[Found | Unread]:
    line = line.strip()
    if not line:
        return
    try:
        game = lichess.decode(line)
    except lichess.UnreadableError as error:
        pieces = list(_pieces([line]))
        if any(isinstance(piece, Found) for piece in pieces):
            yield from pieces
        else:
            yield Unread(lichess.without_secret(line), str(error))
    else:
        yield Found(game, lichess.without_secret(line), "json")


def _pieces(portions: Iterable[bytes]) -> Iterator[Found | Unread]:
    for text in jsontext.objects(portions):
        try:
            yield Found(lichess.decode(text), lichess.without_secret(text), "json")
        except lichess.UnreadableError as error:
            yield Unread(lichess.without_secret(text), str(error))
