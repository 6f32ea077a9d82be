"""A game as Lichess writes it in JSON -> Game. Pure: one line in, one value or one reason out.

Fields that nobody has seen yet are ignored (the line itself is kept by the store). Both generations of field names
are read: `arenaTour`/`swissTour` and `tournament`/`swiss`, `user` and the `userId` of the API of 2016, statuses as
words and as numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from tracker.game import SPEEDS, UNFINISHED, Color, Game, Side, TimeControl, pool, speed_of

STATUSES = {
    10: "created",
    20: "started",
    25: "aborted",
    30: "mate",
    31: "resign",
    32: "stalemate",
    33: "timeout",
    34: "draw",
    35: "outoftime",
    36: "cheat",
    37: "noStart",
    38: "unknownFinish",
    39: "insufficientMaterialClaim",
    60: "variantEnd",
}
"""Lichess's status numbers, as the live endpoints and old answers give them."""

CLOCK_ENDINGS = frozenset({"outoftime", "timeout"})
"""Statuses of games whose end was decided by the clock, after the last move."""

NO_ANALYSIS = (b"", b"null", b"[]")

MS_PER_DAY = 86_400_000

Milliseconds = Annotated[int, Meta(ge=10**12, le=253_402_300_799_999)]
"""Epoch milliseconds between 2001 and 9999: seconds by mistake are refused."""
Number = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Text = Annotated[str, Meta(max_length=2000)]


class UnreadableError(ValueError):
    """A line that is no game; `str()` of it is the reason shown to the user."""


class _User(Struct):
    name: Text | None = None
    id: Text | None = None
    title: Text | None = None


class _Analysis(Struct):
    inaccuracy: Number | None = None
    mistake: Number | None = None
    blunder: Number | None = None
    acpl: Number | None = None
    accuracy: Number | None = None


NOT_ANALYSED = _Analysis()


class _Player(Struct, rename="camel"):
    user: _User | None = None
    user_id: Text | None = None
    name: Text | None = None
    rating: Number | None = None
    rating_diff: Number | None = None
    provisional: bool | None = None
    ai_level: Number | None = None
    berserk: bool | None = None
    analysis: Any = None


class _Players(Struct):
    white: _Player | None
    black: _Player | None


class _Tour(Struct):
    id: Text | None = None


class _Key(Struct):
    key: Text


class _Core(Struct, rename="camel"):
    """What must be right for a rating to be right."""

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    players: _Players
    created_at: Milliseconds | None = None
    timestamp: Milliseconds | None = None
    last_move_at: Milliseconds | None = None
    rated: bool | None = None
    variant: Text | _Key | None = None
    speed: Text | None = None
    perf: Text | _Key | None = None
    status: Text | int | None = None
    winner: Literal["white", "black"] | None = None
    moves: str | None = None
    turns: Number | None = None


class _Clock(Struct):
    initial: Number
    increment: Number = 0


class _Opening(Struct):
    eco: Text | None = None
    name: Text | None = None
    ply: Number | None = None


class _Record(_Core, rename="camel"):
    """The core and what surrounds it. A surrounding field of an unknown shape never costs the game."""

    source: Text | None = None
    clock: _Clock | None = None
    clocks: Sequence[Number] | None = None
    days_per_turn: Number | None = None
    initial_fen: Text | None = None
    opening: _Opening | None = None
    arena_tour: _Tour | None = None
    swiss_tour: _Tour | None = None
    tournament: Text | _Tour | None = None
    swiss: Text | _Tour | None = None
    analysis: msgspec.Raw = msgspec.Raw()


class _Mark(NamedTuple):
    """The little that a list of unfinished games is read for."""

    id: str
    unfinished: bool


_RECORD = msgspec.json.Decoder(_Record, strict=False)
_CORE = msgspec.json.Decoder(_Core, strict=False)
_ANY = msgspec.json.Decoder()

_SECRET_IN_FRONT = re.compile(rb'"fullId"\s*:\s*"[^"]*"\s*,\s*')
_SECRET_BEHIND = re.compile(rb',?\s*"fullId"\s*:\s*"?[^",}]*"?')


def without_secret(line: bytes) -> bytes:
    """The line without `fullId`, the key with which anybody could play on in that player's name."""
    if b'"fullId"' not in line:
        return line
    return _SECRET_BEHIND.sub(b"", _SECRET_IN_FRONT.sub(b"", line))


def decode(line: bytes | str) -> Game:
    """One game. Raises UnreadableError with the reason."""
    try:
        record: _Core = _RECORD.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        record = _core(line)
    started_at = record.created_at if record.created_at is not None else record.timestamp
    if started_at is None:
        raise UnreadableError("the game has no start (createdAt)")
    return _game(record, started_at)


def _core(line: bytes | str) -> _Core:
    try:
        return _CORE.decode(line)
    except msgspec.ValidationError as error:
        raise UnreadableError(f"not a game as Lichess writes it: {error}") from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableError(f"not JSON: {error}") from error
    except RecursionError as error:
        raise UnreadableError("not JSON that a game could be: nested too deeply") from error


def mark(line: bytes) -> _Mark | None:
    """Id of a listed game, and whether it is still being played; None for what has no id."""
    try:
        value = _ANY.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        return None
    return _Mark(value["id"], _status(value.get("status")) in UNFINISHED)


def _status(value: object) -> str:
    if isinstance(value, str) and value.isdigit():
        value = int(value)
    return STATUSES.get(value, str(value)) if isinstance(value, int) else str(value or "unknownFinish")


def _game(record: _Core, started_at: int) -> Game:
    around = record if isinstance(record, _Record) else _Record(record.id, record.players)
    clock, days, opening = around.clock, around.days_per_turn, around.opening or _Opening()
    perf_key = _key(record.perf)
    speed = record.speed or (
        speed_of(clock.initial, clock.increment) if clock else perf_key if perf_key in SPEEDS else "correspondence"
    )
    variant = _key(record.variant) or (perf_key if perf_key and perf_key not in SPEEDS else "standard")
    perf = perf_key or (speed if variant in ("standard", "fromPosition") else variant)
    white, black = _side(record.players.white), _side(record.players.black)
    plies = len(record.moves.split()) if record.moves is not None else record.turns
    status = _status(record.status)
    return Game(
        id=record.id,
        rated=bool(record.rated),
        variant=variant,
        speed=speed,
        perf=pool(perf, started_at),
        started_at=started_at,
        last_move_at=record.last_move_at,
        finished_at=finished_at(status, record.last_move_at, plies, around.clocks, clock, days),
        status=status,
        white=white,
        black=black,
        winner=record.winner,
        source=around.source,
        time_control=_time_control(clock, days, speed),
        tournament=_tour(around.arena_tour) or _tour(around.tournament),
        swiss=_tour(around.swiss_tour) or _tour(around.swiss),
        opening_eco=opening.eco,
        opening_name=opening.name,
        opening_ply=opening.ply,
        initial_fen=around.initial_fen,
        moves=record.moves,
        plies=plies,
        clocks=None if around.clocks is None else tuple(around.clocks),
        analysed=bytes(around.analysis) not in NO_ANALYSIS or white.acpl is not None or black.acpl is not None,
    )


def _key(value: str | _Key | None) -> str | None:
    return (value or None) if value is None or isinstance(value, str) else value.key


def _tour(value: str | _Tour | None) -> str | None:
    return (value or None) if value is None or isinstance(value, str) else value.id


def _time_control(clock: _Clock | None, days: int | None, speed: str) -> TimeControl | None:
    if clock is not None:
        return TimeControl(clock.initial, clock.increment)
    if days is not None:
        return TimeControl(days=days)
    return TimeControl() if speed == "correspondence" else None


def _side(player: _Player | None) -> Side:
    """A side; empty for the nameless, whose record is `{}`."""
    if player is None:
        return Side()
    user = player.user or _User()
    name = user.name or player.user_id or user.id or player.name
    known = user.id or player.user_id or user.name
    analysis = _analysis(player.analysis)
    return Side(
        id=known.lower() if known else None,
        name=name,
        title=user.title,
        rating=player.rating,
        change=player.rating_diff,
        provisional=bool(player.provisional) if player.rating is not None else None,
        ai_level=player.ai_level,
        berserk=player.berserk,
        inaccuracies=analysis.inaccuracy,
        mistakes=analysis.mistake,
        blunders=analysis.blunder,
        acpl=analysis.acpl,
        accuracy=analysis.accuracy,
    )


def _analysis(value: Any) -> _Analysis:
    if value is None:
        return NOT_ANALYSED
    try:
        return msgspec.convert(value, _Analysis, strict=False)
    except msgspec.ValidationError:
        return _Analysis()


def finished_at(
    status: str,
    last_move_at: int | None,
    plies: int | None,
    clocks: Sequence[int] | None,
    clock: _Clock | None,
    days: int | None,
) -> int | None:
    """The end as well as it is known, epoch ms; None while the game goes on.

    The record tells the last move. Where the clock ended the game, the side to move had thought since then: by what
    its clock showed after its own last move, less what it shows at the end (the entry beyond the last ply), or for the
    whole time a move of a correspondence game.
    """
    if last_move_at is None or status in UNFINISHED:
        return None
    if status not in CLOCK_ENDINGS:
        return last_move_at
    if days is not None:
        return last_move_at + days * MS_PER_DAY
    if not clocks or plies is None or len(clocks) < plies:
        return last_move_at
    left_before = clocks[plies - 2] if plies >= 2 else clock.initial * 100 if clock else None
    if left_before is None or (len(clocks) == plies and status == "timeout"):
        return last_move_at
    left_at_end = clocks[plies] if len(clocks) > plies else 0
    return last_move_at + max(left_before - left_at_end, 0) * 10


def side_of(game: Game, user_id: str) -> Color | None:
    """The color that the player had, or None."""
    return "white" if game.white.id == user_id else "black" if game.black.id == user_id else None
