"""A range of Lichess ratings for the moves of one game's sides, or a refusal in words.

The range is the 10 % to 90 % range of the rating given the moves: what players who move like this are rated. It says
nothing about who of the two played better (see the model card), and is never mixed into a rating.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tracker.errors import FileUnreadable
from tracker.game import Color, TimeControl, speed_of
from tracker.strength.evaluations import Evaluations, complete_part
from tracker.strength.features import MovesSeen, see
from tracker.strength.model import Ending, Model, Seen, game_quantiles, own_quantiles, shipped
from tracker.strength.net import Floats
from tracker.strength.scale import REFERENCE, Scale, to_reference

COVERAGE = 0.8
LEAST_MOVES = 15
"""Own moves; below, there is next to nothing to learn from (facts: R² 0.05)."""
FEW_MOVES = 20
LEAST_CONTESTED = 15
"""Own moves with a win chance of 15 to 85 per cent; with fewer, and fewer than half, most of what was seen was over."""
LOWEST, HIGHEST = 600, 2800
POINTS_A_SCALE = 530
"""Rating points by which an estimate moves when the scale is wrong by a factor of e (+248 for 1.6)."""

WIDER_BLITZ = 1.25
"""800 points as in facts 6.4: a net that knows only rapid errs by a sixth more in blitz (258 against 221)."""
WIDER_FEW_MOVES = 1.15
WIDER_DECIDED = 1.25
WIDER_NO_TIME = 1.25
LEAST_DECIDED = 400.0
"""Half of the range at least, where most own moves were made when it was over: the usual one is about 320."""

CALIBRATED = ("blitz", "rapid")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What a level is made from: no players, no ratings. `winner` and `status` serve the level of the game only."""

    moves: tuple[str, ...]
    """SAN."""
    evaluations: Evaluations | None
    """One a ply, as they were made; the move that mates may lack its own."""
    scale: Scale = REFERENCE
    variant: str = "standard"
    initial_fen: str | None = None
    time_control: TimeControl | None = None
    speed: str | None = None
    """Lichess's word; None: by the time control."""
    winner: Color | None = None
    status: str = ""
    clocks: tuple[int, ...] = ()
    """Hundredths of a second left after each ply, where known. For mistakes under time pressure, not for the level."""

    @property
    def usual_speed(self) -> str | None:
        """The speed, None where neither record nor time control tells it."""
        if self.speed is not None:
            return self.speed
        control = self.time_control
        if control is None:
            return None
        return "correspondence" if control.initial is None else speed_of(control.initial, control.increment or 0)


@dataclass(frozen=True, slots=True)
class Level:
    """A range of ratings, unrounded."""

    estimate: float
    low: float
    high: float
    reasons: tuple[str, ...] = ()
    """Why the range is wider than usual, or what to keep in mind."""

    @property
    def shown(self) -> tuple[int, int]:
        """The range as a person reads it: in fifties, between 600 and 2800."""
        low, high = (min(HIGHEST, max(LOWEST, round(value / 50) * 50)) for value in (self.low, self.high))
        return low, max(high, low + 50)

    def __str__(self) -> str:
        low, high = self.shown
        return f"typical of players rated {low} to {high} on Lichess"

    def as_json(self) -> dict[str, Any]:
        """`estimate` in tens, the range in fifties, its level, and the reasons."""
        low, high = self.shown
        estimate = round(min(high, max(low, self.estimate)) / 10) * 10
        return {"estimate": estimate, "low": low, "high": high, "level": COVERAGE, "reasons": list(self.reasons)}


@dataclass(frozen=True, slots=True)
class Refusal:
    """No range, and why."""

    reason: str

    def __str__(self) -> str:
        return f"no level: {self.reason}"

    def as_json(self) -> dict[str, Any]:
        """`refused`: the reason."""
        return {"refused": self.reason}


class Unplayable(Refusal):
    """The moves cannot be played."""


class GameLevel(NamedTuple):
    """Both sides, each from its own moves, and the level of the game from both and how it ended."""

    white: Level | Refusal
    black: Level | Refusal
    game: Level | Refusal


class Circumstances(NamedTuple):
    """What widens a side's range."""

    moves: int
    contested: int
    decided: int | None
    """Move number after which the win chance stayed outside 15 to 85 per cent, if it did."""
    speed: str | None
    timed: bool
    scale: Scale
    unseen: int
    """Plies after the last evaluation, a mating move apart."""


def refusal(record: GameRecord) -> Refusal | None:
    """Why no side of this game gets a range; None if they may."""
    if record.variant not in ("standard", "fromPosition"):
        return Refusal("the level is known for standard chess only, not for variants")
    if record.initial_fen is not None or record.variant == "fromPosition":
        return Refusal("the game did not begin from the usual position")
    speed = record.usual_speed
    if speed is not None and speed not in CALIBRATED:
        return Refusal(f"{speed} games are not calibrated; the level is known for blitz and rapid")
    if not record.moves:
        return Refusal("the moves of this game are not known")
    moves = (len(record.moves) + 1) // 2
    if moves < LEAST_MOVES:
        return Refusal(f"{moves} own moves are too few; {LEAST_MOVES} are needed")
    if not record.evaluations or not complete_part(record.evaluations):
        return Refusal(
            "there are no evaluations from the first move on, of Lichess or of a local engine; get Stockfish"
        )
    return None


def judge(record: GameRecord, model: Model | None = None) -> GameLevel:
    """The levels of one game."""
    return judge_all([record], model)[0]


def judge_all(records: Sequence[GameRecord], model: Model | None = None) -> list[GameLevel]:
    """The levels of many games, at less cost than one by one."""
    model = model or shipped()
    refusals = [refusal(record) for record in records]
    seen: dict[int, Seen] = {}
    for index, record in enumerate(records):
        if refusals[index] is None:
            try:
                seen[index] = seen_game(record)
            except FileUnreadable as error:
                refusals[index] = Unplayable(_as_reason(error))
    games = list(seen.values())
    own, both = own_quantiles(model, games), game_quantiles(model, games)
    levels: list[GameLevel] = []
    place = {index: row for row, index in enumerate(seen)}
    for index, (record, refused) in enumerate(zip(records, refusals, strict=True)):
        if refused is not None:
            levels.append(GameLevel(refused, refused, refused))
            continue
        row = place[index]
        sides = [circumstances(record, seen[index].moves, white) for white in (True, False)]
        white, black = (side_level(own[2 * row + side], sides[side]) for side in (0, 1))
        least = min(sides, key=lambda side: side.moves)
        levels.append(GameLevel(white, black, side_level(both[row], least)))
    return levels


def _as_reason(error: FileUnreadable) -> str:
    """Its sentence behind a colon."""
    text = str(error)
    return text[0].lower() + text[1:].rstrip(".")


def seen_game(record: GameRecord) -> Seen:
    """The game as the net needs it. Raises FileUnreadable for a move that cannot be played."""
    values = to_reference(complete_part(record.evaluations or ()), record.scale)
    control = record.time_control
    seconds: float | None = None
    if control is not None and control.initial is not None:
        seconds = control.initial + 40 * (control.increment or 0)
    increment = control is not None and bool(control.increment)
    return Seen(see(record.moves, values), seconds, increment, record.winner, ending(record.status))


def ending(status: str) -> Ending:
    """How a game ended, in the model's words, from Lichess's status."""
    if status == "mate" or status == "resign":
        return "mate" if status == "mate" else "resign"
    return "time" if status in ("outoftime", "timeout") else "other"


def circumstances(record: GameRecord, moves: MovesSeen, white: bool) -> Circumstances:
    """What bears on the width of a side's range."""
    wins = moves.wins[0 if white else 1 :: 2]
    contested = [15 < win < 85 for win in wins]
    last = max((index for index, open_ in enumerate(contested) if open_), default=-1)
    decided = last + 1 if last + 1 < len(wins) else None
    timed, unseen = record.time_control is not None, len(record.moves) - len(moves.wins)
    return Circumstances(len(wins), sum(contested), decided, record.usual_speed, timed, record.scale, unseen)


class Widening(NamedTuple):
    """How a range differs from the net's."""

    factor: float
    """About the estimate."""
    least: float
    """On each side of the estimate."""
    reasons: tuple[str, ...]


def widening(side: Circumstances) -> Widening:
    """What the circumstances of a side do to its range."""
    factor, least = 1.0, 0.0
    reasons: list[str] = []
    if side.moves < FEW_MOVES:
        factor *= WIDER_FEW_MOVES
        reasons.append(f"only {side.moves} own moves")
    if side.contested < min(LEAST_CONTESTED, side.moves / 2):
        factor, least = factor * WIDER_DECIDED, LEAST_DECIDED
        by = f"decided by move {side.decided}: " if side.decided else ""
        made = "1 own move was" if side.contested == 1 else f"{side.contested or 'no'} own moves were"
        reasons.append(f"{by}{'only ' if side.contested else ''}{made} made while the game was open")
    if not side.timed:
        factor *= WIDER_NO_TIME
        reasons.append("the time control is not known")
    if side.unseen > 1:  # some engines leave out the last position
        reasons.append(f"the last {side.unseen} half-moves were not looked at: the evaluations end, or have a gap")
    if side.speed == "blitz":
        factor *= WIDER_BLITZ
    if side.scale.doubtful:
        reasons.append(f"the scale of the evaluations is not sure: {side.scale}")
    return Widening(factor, least, tuple(reasons))


def side_level(quantiles: Floats, side: Circumstances) -> Level | Refusal:
    """The range of one side from the net's three quantiles."""
    if side.moves < LEAST_MOVES:
        return Refusal(f"{side.moves} own moves with evaluations are too few; {LEAST_MOVES} are needed")
    wider = widening(side)
    low, estimate, high = (float(value) for value in quantiles)
    doubt = POINTS_A_SCALE * side.scale.doubt if side.scale.doubtful else 0.0
    below, above = (
        (max(wider.factor * half, wider.least) ** 2 + doubt**2) ** 0.5 for half in (estimate - low, high - estimate)
    )
    return Level(estimate, estimate - below, estimate + above, wider.reasons)


def as_json(level: GameLevel) -> Mapping[str, Any]:
    """`white`, `black`, `game`."""
    return {name: side.as_json() for name, side in zip(level._fields, level, strict=True)}
