"""Records of games -> what the level and the figures need: Lichess's JSON, PGN with `%eval` comments."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TextIO

import chess
import chess.pgn

from tracker.game import SPEEDS, Color, TimeControl
from tracker.strength.evaluations import (
    MATE,
    MATE_FLOOR,
    Evaluations,
    complete_part,
    from_lichess,
    from_mate,
)
from tracker.strength.level import LEAST_MOVES, GameRecord, Refusal, refusal
from tracker.strength.scale import UNDATED, Scale, engine_scale, lichess_scale, lichess_scale_at

DAY = 24 * 3600
_WINNERS: dict[str, Color] = {"1-0": "white", "0-1": "black"}
_EVALUATION = re.compile(r"\[%eval\s+(?:#([+-]?\d+)|([+-]?\d*\.?\d+))(?:,\d+)?\s*\]")
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


NO_GAME = NamedGame("", "", "", Refusal("no game"))
"""What stands in a file and is none."""


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
        clocks=tuple(record.get("clocks") or ()),
    )


def read_pgn(stream: TextIO) -> Iterator[NamedGame]:
    """The games of a PGN file. Text without a header or a move is none."""
    while (game := chess.pgn.read_game(stream, Visitor=_Reader)) is not None:
        if game is not NO_GAME:
            yield game


class _Reader(chess.pgn.BaseVisitor[NamedGame]):
    """Headers, the moves of the main line as written, and the evaluations in their comments."""

    def __init__(self) -> None:
        self._headers = chess.pgn.Headers({})
        self._moves: list[str] = []
        self._values: list[int | None] = []
        self._board: chess.Board | None = None
        self._error: Exception | None = None

    def begin_headers(self) -> chess.pgn.Headers:
        return self._headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self._headers[tagname] = tagvalue

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def parse_san(self, board: chess.Board, san: str) -> chess.Move:
        move = super().parse_san(board, san)
        if not move:
            raise ValueError(f"{san} is no move")
        self._moves.append(san)
        self._values.append(None)
        return move

    def visit_board(self, board: chess.Board) -> None:
        self._board = board

    def visit_comment(self, comment: str) -> None:
        found = _EVALUATION.search(comment)
        if found and self._values and self._board is not None:
            self._values[-1] = _evaluation(found, self._board)

    def visit_result(self, result: str) -> None:
        if self._headers.get("Result", "*") == "*":
            self._headers["Result"] = result

    def handle_error(self, error: Exception) -> None:
        self._error = self._error or error

    def result(self) -> NamedGame:
        headers = self._headers
        if not headers and not self._moves and self._error is None:
            return NO_GAME
        record: GameRecord | Refusal
        if self._error is not None:
            record = Refusal(f"its moves cannot be read ({self._error})")
        else:
            if self._board is not None and self._moves and not self._moves[-1].endswith("#"):
                self._moves[-1] += "#" if self._board.is_checkmate() else ""
            record = _pgn_record(headers, tuple(self._moves), self._values)
        return NamedGame(_name(headers), headers.get("White", "?"), headers.get("Black", "?"), record)


def _evaluation(found: re.Match[str], board: chess.Board) -> int:
    """`0.35` pawns or `#-3`; `#0` is the mate on the board."""
    mate, pawns = found.groups()
    if mate is None:
        return max(1 - MATE_FLOOR, min(MATE_FLOOR - 1, round(100 * float(pawns))))
    if int(mate):
        return from_mate(int(mate))
    return -MATE if board.turn == chess.WHITE else MATE


def _pgn_record(headers: chess.pgn.Headers, moves: tuple[str, ...], values: list[int | None]) -> GameRecord:
    """The game that a PGN's headers and main line tell, with its evaluations as far as they go."""
    variant = re.sub(r"[^a-z0-9]", "", headers.get("Variant", "standard").lower())
    last = max((ply for ply, value in enumerate(values) if value is not None), default=-1)
    winner = _WINNERS.get(headers.get("Result", "*"))
    control = _control(headers.get("TimeControl", "?"))
    word = _SPEED_WORD.search(headers.get("Event", ""))
    speed = next((one for one in SPEEDS if word and one.lower() == word[1].lower()), None)
    return GameRecord(
        moves=moves,
        evaluations=values[: last + 1] or None,
        scale=_scale(headers),
        variant="standard" if variant in ("standard", "fromposition", "normal", "chess") else variant,
        initial_fen=_unusual_start(headers),
        time_control=control,
        speed=speed if control is None else None,
        winner=winner,
        status=_status(headers.get("Termination", ""), moves, winner),
    )


def from_received(received: Mapping[str, bytes]) -> GameRecord | None:
    """A game from what the store keeps of it by format (`json`, `pgn`); None where that tells nothing."""
    if "json" in received:
        return from_json(json.loads(received["json"]))
    if "pgn" in received:
        for found in read_pgn(io.StringIO(received["pgn"].decode("utf-8", "replace"))):
            if isinstance(found.record, GameRecord):
                return found.record
    return None


def with_local(record: GameRecord, kept: Iterable[tuple[str, int, Any]]) -> GameRecord:
    """The game with a local engine's evaluations where it has none, or none on a scale that is sure (2023).

    `kept`: (engine, nodes, evaluations), as the store hands them out, the best first.
    """
    if record.evaluations is None or record.scale.doubtful:
        for engine, _nodes, values in kept:
            if isinstance(values, list) and values:
                return local(record, values, engine)
    return record


def local(record: GameRecord, values: Evaluations, engine: str) -> GameRecord:
    """The same game with a local engine's evaluations."""
    return replace(record, evaluations=values, scale=engine_scale(engine))


def lacks_only_evaluations(record: GameRecord) -> bool:
    """Whether an engine could make a level of at least one side possible that is not so yet."""
    evaluated = (len(complete_part(record.evaluations or ())) + 1) // 2
    return evaluated < LEAST_MOVES and refusal(replace(record, evaluations=[0])) is None


def _name(headers: chess.pgn.Headers) -> str:
    site = headers.get("Site", "?")
    if "://" in site:
        return site
    return headers.get("GameId") or f"{headers.get('White', '?')} - {headers.get('Black', '?')}"


def _scale(headers: chess.pgn.Headers) -> Scale:
    """By the engine that the PGN names, else by the year as if Lichess had made the evaluations.

    Unless the PGN comes from somewhere else: who made them is then not known.
    """
    annotator = headers.get("Annotator", "")
    if "stockfish" in annotator.lower():
        return engine_scale(annotator[annotator.lower().index("stockfish") :])
    date = re.match(r"(\d{4})", headers.get("UTCDate") or headers.get("Date") or "")
    this_year = datetime.now(UTC).year
    site = headers.get("Site", "?")
    if site not in ("", "?") and not any("lichess" in value.lower() for value in headers.values()):
        return replace(UNDATED, origin=f"unknown engine ({site})")
    if date is None or not 1990 <= int(date[1]) <= this_year + 1:
        return UNDATED
    return lichess_scale(int(date[1]))


def _control(text: str) -> TimeControl | None:
    """As the PGN standard (9.6.1) has it: `600`, `600+5`, stages as `40/7200:3600`, `1/86400` (a day a move); `-` is
    none, as in correspondence. A stage counts with its whole time. None for what says nothing.
    """
    if text == "-":
        return TimeControl()
    stages = [re.fullmatch(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?", stage) for stage in text.strip().split(":")]
    found = [stage for stage in stages if stage is not None]
    if not found or len(found) < len(stages):
        return None
    if found[0][1] == "1" and int(found[0][2]) >= DAY:
        return TimeControl(days=int(found[0][2]) // DAY)
    return TimeControl(sum(int(stage[2]) for stage in found), int(found[0][3] or 0))


def _unusual_start(headers: chess.pgn.Headers) -> str | None:
    fen = headers.get("FEN")
    return None if fen is None or fen.split()[:4] == chess.STARTING_FEN.split()[:4] else fen


def _status(termination: str, moves: Sequence[str], winner: Color | None) -> str:
    """Lichess's status, from what a PGN tells of the end."""
    if moves and moves[-1].endswith("#"):
        return "mate"
    if "time" in termination.lower():
        return "outoftime"
    return "resign" if winner is not None else "draw"
