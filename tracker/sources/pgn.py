"""PGN as Lichess has exported it since 2013 -> Game. Pure: the text of one game in, one value or one reason out.

Only headers and the bare moves are read; comments, clocks, evaluations and variations stay in the text, which the
store keeps. A PGN has no end times and no provisional marks, and its clocks are whole seconds, so those stay unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from tracker.game import SPEEDS, Color, Game, Side, TimeControl, pool, speed_of
from tracker.sources.lichess import UnreadableError

LONGEST_GAME = 4 * 1024 * 1024
"""Bytes. What is longer is handed on in pieces, each refused by `decode`."""

DEEPEST_VARIATION = 12
"""Variations within variations that are looked through; a game with deeper ones is refused."""

VARIANTS = {
    "standard": "standard",
    "chess960": "chess960",
    "crazyhouse": "crazyhouse",
    "antichess": "antichess",
    "atomic": "atomic",
    "horde": "horde",
    "kingofthehill": "kingOfTheHill",
    "racingkings": "racingKings",
    "threecheck": "threeCheck",
    "fromposition": "fromPosition",
}
"""Variant headers, in letters and digits only, lower case -> Lichess's key."""

RESULTS: dict[str, Color | None] = {"1-0": "white", "0-1": "black", "1/2-1/2": None, "*": None}

DIFFS_SINCE = 1_496_275_200_000
"""2017-06-01 UTC in epoch ms: exports of later games have UTCDate, UTCTime and the rating changes."""

_HEADER = re.compile(rb'\[\s*([A-Za-z0-9_]+)\s+".*\]\s*$')
_OPENERS = (b"Event", b"Site")
_GLUED = b'[Event "'
_RESULT_ENDS = (b"1-0", b"0-1", b"1/2-1/2", b"*")

_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)[ \t]+"([^\r\n]*?)"[ \t]*\](?=\s|\[|$)')
_COMMENT = re.compile(r"\{[^{}]*\}")
"""A brace within a comment means that one was never closed, and that moves would be lost in it."""
_LINE_COMMENT = re.compile(r";[^\n]*")
_VARIATION = re.compile(r"\([^()]*\)")
_CLUTTER = re.compile(r"\d+\.+|\$\d+|[!?]+")
_ZERO_CASTLES = re.compile(r"\b0-0(-0)?\b")
_MOVES = re.compile(
    r"(?:(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNK])?|O-O(?:-O)?|[PNBRQK]?@[a-h][1-8]|--)[+#]?(?: |$))*"
)
_GAME_URL = re.compile(r"(?:https?://)?[\w.:-]+/(\w{8})(?:\w{4})?(?:/(?:white|black))?/?(?:[?#].*)?")
_SECRET = re.compile(rb'(\[Site "[^"\r\n]*/\w{8})\w{4}(?=["/?#])')
_TOURNAMENT = re.compile(r"/(tournament|swiss)/(\w{8})")
_AI = re.compile(r"lichess AI level (\d+)", re.IGNORECASE)
_CONTROL = re.compile(r"(\d{1,6})(?:\+(\d{1,6}))?")
_DAYS = re.compile(r"1/(\d{1,9})")
_MOMENT = re.compile(r"(\d{4})\.(\d\d)\.(\d\d) (\d\d):(\d\d):(\d\d)")
_NAME = re.compile(rb'^\[(White|Black) "([^"\r\n]+)"\]', re.MULTILINE)
_RATED = re.compile(r"\b(unrated|casual|rated)\b", re.IGNORECASE)


def looks_like(start: bytes) -> bool:
    """Whether bytes from the beginning of a file are those of a PGN: a header comes before anything else of note."""
    return re.search(rb'(?:^|\n)\s*\[\s*[A-Za-z0-9_]+\s+"', start) is not None


def split_games(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The text of one game after the other.

    A header line after moves begins the next game, and so does whatever follows a result and a blank line. Inside a
    comment a header does so only where it is plainly one (after a blank line, or `Event` and `Site`), so that a comment
    that was never closed costs its own game and no other.
    """
    block = _Block()
    blanks = 0
    for line in _unglued(lines):
        if not line.strip():
            blanks += 1
            if block.lines:
                block.lines.append(line)
            continue
        header = _HEADER.match(line) if line.startswith(b"[") else None
        tag = None if header is None else header[1]
        if block.lines and block.ends_before(tag, blanks):
            yield b"\n".join(block.lines)
            block = _Block()
        block.add(line, tag)
        blanks = 0
    if block.lines:
        yield b"\n".join(block.lines)


class _Block:
    """The lines of one game so far."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._length = 0
        self._tags: set[bytes] = set()
        self._in_moves = self._in_comment = self._has_result = False

    def ends_before(self, tag: bytes | None, blanks: int) -> bool:
        """Whether the next line, a header of that name or none, behind so many blank ones, belongs to another game."""
        plain = blanks > 0 or tag in _OPENERS
        if self._length > LONGEST_GAME:
            return True
        if tag is None:
            return self._has_result and blanks > 0
        if self._in_moves:
            return plain or not self._in_comment
        return (plain and tag in self._tags) or (blanks > 0 and tag == b"Event") or blanks > 1

    def add(self, line: bytes, tag: bytes | None) -> None:
        """Takes a line that is not blank."""
        self.lines.append(line)
        self._length += len(line)
        if tag is not None and not self._in_moves:
            self._tags.add(tag)
            return
        self._in_moves = True
        if b"{" in line or b"}" in line:
            self._in_comment = line.rfind(b"{") > line.rfind(b"}")
        self._has_result = not self._in_comment and line.rstrip().endswith(_RESULT_ENDS)


def _unglued(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without carriage returns; a header that lost the line feed before it stands on a line of its own."""
    for line in lines:
        line = line.rstrip(b"\r")
        if (at := line.find(_GLUED)) > 0 and not line.startswith(b"["):
            yield line[:at]
            line = line[at:]
        yield line


class _Moves(NamedTuple):
    san: str
    plies: int
    result: str


def decode(raw: bytes) -> Game:
    """One game. Raises UnreadableError with the reason."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    tags, body = _tags(text)
    return _game(tags, body, _moves(body))


def without_secret(raw: bytes) -> bytes:
    """The text without the four signs behind the id of an address that a player copied from an own game."""
    return _SECRET.sub(rb"\1", raw, count=1)


def names(raw: bytes) -> list[str]:
    """The players' names at a glance, without a look at the rest of the game."""
    return [found[2].decode("utf-8", "replace") for found in _NAME.finditer(raw)]


def _tags(text: str) -> tuple[dict[str, str], str]:
    tags: dict[str, str] = {}
    at = 0
    while found := _TAG.match(text, at):
        tags.setdefault(found[1], found[2])
        at = found.end()
    body = text[at:].strip()
    if not tags:
        raise UnreadableError("no game: there are no headers")
    if body.startswith("[") and not body.startswith("[%"):
        raise UnreadableError(f"a header line is broken: {body.splitlines()[0][:60]}")
    return tags, body


def _moves(body: str) -> _Moves:
    if "{" in body or "}" in body:
        body = _COMMENT.sub(" ", body)
    if ";" in body:
        body = _LINE_COMMENT.sub(" ", body)
    for _level in range(DEEPEST_VARIATION if "(" in body else 0):
        body = _VARIATION.sub(" ", body)
    words = _CLUTTER.sub(" ", body).split()
    result = words.pop() if words and words[-1] in RESULTS else ""
    if not result:
        raise UnreadableError("the game breaks off: there is no result after the moves")
    moves = " ".join(words)
    if "0-0" in moves:
        moves = _ZERO_CASTLES.sub(lambda castle: castle[0].replace("0", "O"), moves)
    if not _MOVES.fullmatch(moves):
        wrong = next((word for word in moves.split() if not _MOVES.fullmatch(word)), moves)
        raise UnreadableError(f"the moves cannot be read at {wrong[:40]!r}")
    return _Moves(moves, len(words), result)


def _game(tags: dict[str, str], body: str, moves: _Moves) -> Game:
    if tags.get("Result", moves.result) != moves.result:
        raise UnreadableError(f"the header says {tags['Result']}, the moves end with {moves.result}")
    game_id = _game_id(tags)
    started_at = _started_at(tags)
    white, black = _side(tags, "White"), _side(tags, "Black")
    control, speed = _control(tags)
    key = re.sub(r"[^a-z0-9]", "", tags.get("Variant", "standard").lower())
    variant = VARIANTS.get(key)
    if variant is None:
        raise UnreadableError(f"no variant of Lichess: {tags['Variant'][:40]}")
    winner = RESULTS[moves.result]
    status = _status(tags.get("Termination", ""), moves, variant)
    nothing_played = moves.plies == 0 and status not in ("aborted", "noStart")
    tournament = _TOURNAMENT.search(tags.get("Event", ""))
    return Game(
        id=game_id,
        rated=_rated(tags, started_at, white, black),
        variant=variant,
        speed=speed,
        perf=pool(speed if variant in ("standard", "fromPosition") else variant, started_at),
        started_at=started_at,
        last_move_at=None,
        finished_at=None,
        status=status,
        white=white,
        black=black,
        winner=winner,
        time_control=control,
        tournament=tournament[2] if tournament and tournament[1] == "tournament" else None,
        swiss=tournament[2] if tournament and tournament[1] == "swiss" else None,
        opening_eco=_known(tags, "ECO"),
        opening_name=_known(tags, "Opening"),
        initial_fen=_known(tags, "FEN"),
        moves=None if nothing_played else moves.san,
        plies=None if nothing_played else moves.plies,
        analysed="[%eval " in body,
    )


def _known(tags: dict[str, str], name: str) -> str | None:
    value = tags.get(name)
    if value is None or value in ("", "?", "-"):
        return None
    if "\\" in value:
        value = value.replace('\\"', '"').replace("\\\\", "\\")
    return value.strip() or None


def _game_id(tags: dict[str, str]) -> str:
    named = tags.get("GameId", "").strip()
    if re.fullmatch(r"\w{8}", named, re.ASCII):
        return named
    address = _GAME_URL.fullmatch(tags.get("Site", "").strip())
    if address is None:
        raise UnreadableError("no game of Lichess: neither GameId nor Site names one")
    return address[1]


def _started_at(tags: dict[str, str]) -> int:
    """The start, epoch ms; midnight where an old export has only the day."""
    day = _known(tags, "UTCDate") or tags.get("Date", "")
    clock = _known(tags, "UTCTime") or "00:00:00"
    parts = _MOMENT.fullmatch(f"{day} {clock}")
    try:
        if parts is None:
            raise ValueError("other than YYYY.MM.DD HH:MM:SS")
        year, month, date, hour, minute, second = map(int, parts.groups())
        moment = datetime(year, month, date, hour, minute, second, tzinfo=UTC)
    except ValueError as error:
        raise UnreadableError(f"no date that can be read: {day[:20]} {clock[:20]}") from error
    return int(moment.timestamp()) * 1000


def _side(tags: dict[str, str], color: str) -> Side:
    name = _known(tags, color)
    rating = _number(tags, f"{color}Elo")
    if name is None and color not in tags:
        raise UnreadableError(f"there is no {color} header")
    if name is not None and (computer := _AI.fullmatch(name)):
        return Side(ai_level=int(computer[1]))
    if name is None or (name == "Anonymous" and rating is None):
        return Side()
    berserk = tags.get(f"{color}Berserk")
    return Side(
        id=name.lower(),
        name=name,
        title=_known(tags, f"{color}Title"),
        rating=rating,
        change=_number(tags, f"{color}RatingDiff"),
        berserk=None if berserk is None else berserk == "true",
    )


def _number(tags: dict[str, str], name: str) -> int | None:
    text = _known(tags, name)
    if text is None:
        return None
    try:
        number = int(text.rstrip("?"))
    except ValueError as error:
        raise UnreadableError(f"{name} is no number: {text[:20]}") from error
    if abs(number) > 10_000:
        raise UnreadableError(f"{name} is no rating: {text[:20]}")
    return number


def _control(tags: dict[str, str]) -> tuple[TimeControl | None, str]:
    """Time control and speed. Lichess writes `-` for correspondence and unlimited alike."""
    text = tags.get("TimeControl", "").strip()
    if found := _CONTROL.fullmatch(text):
        initial, increment = int(found[1]), int(found[2] or 0)
        return TimeControl(initial, increment), speed_of(initial, increment)
    if found := _DAYS.fullmatch(text):
        return TimeControl(days=max(1, round(int(found[1]) / 86_400))), "correspondence"
    if text not in ("", "-", "?"):
        raise UnreadableError(f"no time control of Lichess: {text[:20]}")
    event = tags.get("Event", "").lower()
    return None, "correspondence" if text == "-" else next(
        (speed for speed in SPEEDS if speed.lower() in event), "correspondence"
    )


def _rated(tags: dict[str, str], started_at: int, white: Side, black: Side) -> bool:
    """From a reported change, else from the event's name; tournaments of old had no changes and were mostly rated."""
    if white.change is not None or black.change is not None:
        return True
    event = tags.get("Event", "")
    if word := _RATED.search(event):
        return word[1].lower() == "rated"
    return started_at < DIFFS_SINCE and white.rating is not None and black.rating is not None


def _status(termination: str, moves: _Moves, variant: str) -> str:
    ended = moves.result != "*"
    match termination.strip().lower():
        case "time forfeit":
            return "outoftime"
        case "rules infraction":
            return "cheat"
        case "abandoned":
            return "noStart" if ended else "aborted"
        case "unterminated":
            return "started"
    if not ended:
        return "started" if not termination else "unknownFinish"
    if moves.result == "1/2-1/2":
        return "draw"
    if moves.san.endswith("#"):
        return "mate"
    return "resign" if termination.strip().lower() == "normal" and variant == "standard" else "unknownFinish"
