"""Records of games -> what the level and the figures need: Lichess's JSON, PGN with `%eval` comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TextIO

import chess
import chess.pgn

from tracker.game import SPEEDS, Color, TimeControl
from tracker.strength.evaluations import Evaluations, from_lichess, from_score
from tracker.strength.level import GameRecord, Refusal
from tracker.strength.scale import UNDATED, Scale, engine_scale, lichess_scale, lichess_scale_at

_SPEED_WORD = re.compile(rf"\b({'|'.join(SPEEDS)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game of a file with the names that a list shows; nothing of them goes into a level."""

    name: str
    """Its id or address, else `White - Black`."""
    white: str
    black: str
    record: GameRecord | Refusal
    """A refusal where the moves cannot be read."""


def from_json(record: Mapping[str, Any]) -> GameRecord:
    """A Lichess game record (`/game/export`), with its own evaluations if it has any."""
    clock = record.get("clock")
    control: TimeControl | None = None
    if isinstance(clock, Mapping):
        control = TimeControl(int(clock["initial"]), int(clock.get("increment") or 0))
    elif record.get("speed") == "correspondence":
        control = TimeControl(days=record.get("daysPerTurn"))
    analysis = record.get("analysis")
    return GameRecord(
        moves=tuple(str(record.get("moves", "")).split()),
        evaluations=from_lichess(analysis) if analysis else None,
        scale=lichess_scale_at(int(record["createdAt"])),
        variant=str(record.get("variant", "standard")),
        initial_fen=record.get("initialFen"),
        time_control=control,
        speed=record.get("speed"),
        winner=record.get("winner"),
        status=str(record.get("status", "")),
    )


def read_pgn(stream: TextIO) -> Iterator[NamedGame]:
    """The games of a PGN file."""
    while (game := chess.pgn.read_game(stream)) is not None:
        headers = game.headers
        record = Refusal(f"its moves cannot be read ({game.errors[0]})") if game.errors else from_pgn(game)
        yield NamedGame(_name(headers), headers.get("White", "?"), headers.get("Black", "?"), record)


def from_pgn(game: chess.pgn.Game) -> GameRecord:
    """A game's main line, with the evaluations in its comments as far as they go."""
    headers = game.headers
    variant = re.sub(r"[^a-z0-9]", "", headers.get("Variant", "standard").lower())
    moves: list[str] = []
    values: list[int | None] = []
    for node in game.mainline():
        moves.append(node.san())
        score = node.eval()
        values.append(None if score is None else from_score(score, node.board()))
    while values and values[-1] is None:
        values.pop()
    winner: Color | None = {"1-0": "white", "0-1": "black"}.get(headers.get("Result", "*"))  # type: ignore[assignment]
    control = _control(headers.get("TimeControl", "?"))
    word = _SPEED_WORD.search(headers.get("Event", ""))
    speed = next((one for one in SPEEDS if word and one.lower() == word[1].lower()), None)
    return GameRecord(
        moves=tuple(moves),
        evaluations=values or None,
        scale=_scale(headers),
        variant="standard" if variant in ("standard", "fromposition", "normal", "chess") else variant,
        initial_fen=_unusual_start(headers),
        time_control=control,
        speed=speed if control is None else None,
        winner=winner,
        status=_status(headers.get("Termination", ""), moves, winner),
    )


def local(record: GameRecord, values: Evaluations, engine: str) -> GameRecord:
    """The same game with a local engine's evaluations."""
    return replace(record, evaluations=values, scale=engine_scale(engine))


def _name(headers: chess.pgn.Headers) -> str:
    site = headers.get("Site", "?")
    if "://" in site:
        return site
    return headers.get("GameId") or f"{headers.get('White', '?')} - {headers.get('Black', '?')}"


def _scale(headers: chess.pgn.Headers) -> Scale:
    """By the engine that the PGN names, else by the year as if Lichess had made the evaluations."""
    annotator = headers.get("Annotator", "")
    if "stockfish" in annotator.lower():
        return engine_scale(annotator[annotator.lower().index("stockfish") :])
    date = re.match(r"(\d{4})", headers.get("UTCDate") or headers.get("Date") or "")
    this_year = datetime.now(UTC).year
    if date is None or not 1990 <= int(date[1]) <= this_year + 1:
        return UNDATED
    return lichess_scale(int(date[1]))


def _control(text: str) -> TimeControl | None:
    """`600+5`, `600`, `-` (none, as in correspondence); None for what says nothing."""
    if text == "-":
        return TimeControl()
    found = re.fullmatch(r"(\d+)(?:\+(\d+))?", text.strip())
    return TimeControl(int(found[1]), int(found[2] or 0)) if found else None


def _unusual_start(headers: chess.pgn.Headers) -> str | None:
    fen = headers.get("FEN")
    return None if fen is None or fen.split()[:4] == chess.STARTING_FEN.split()[:4] else fen


def _status(termination: str, moves: list[str], winner: Color | None) -> str:
    """Lichess's status, from what a PGN tells of the end."""
    if moves and moves[-1].endswith("#"):
        return "mate"
    if "time" in termination.lower():
        return "outoftime"
    return "resign" if winner is not None else "draw"
