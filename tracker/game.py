"""The vocabulary: a game as its record tells it, and the same game as one player saw it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Color = Literal["white", "black"]
Outcome = Literal["win", "draw", "loss"]

SPEEDS = ("ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence")
"""Lichess's speeds, fastest first; each is also a perf of standard chess."""

PERF_NAMES = {
    "ultraBullet": "UltraBullet",
    "bullet": "Bullet",
    "blitz": "Blitz",
    "rapid": "Rapid",
    "classical": "Classical",
    "correspondence": "Correspondence",
    "chess960": "Chess960",
    "crazyhouse": "Crazyhouse",
    "antichess": "Antichess",
    "atomic": "Atomic",
    "horde": "Horde",
    "kingOfTheHill": "King of the Hill",
    "racingKings": "Racing Kings",
    "threeCheck": "Three-check",
}
"""Perf key -> the name players know, in the order in which perfs are shown."""

UNFINISHED = frozenset({"created", "started"})
UNPLAYED = frozenset({"created", "started", "aborted"})
"""Statuses of games that have no result."""

RAPID_SPLIT = 1_512_086_400_000
"""2017-12-01 UTC in epoch milliseconds: before, rapid and classical were one pool named classical."""


def pool(perf: str, started_at: int) -> str:
    """The perf whose rating a game moved, where the record names today's perf.

    Lichess split rapid off classical around 2017-12-01; games from before are exported as rapid though they moved the
    classical rating.
    """
    return "classical" if perf == "rapid" and started_at < RAPID_SPLIT else perf


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds plus increment, days a move, or unlimited."""

    initial: int | None = None
    """Seconds at the start."""
    increment: int | None = None
    """Seconds a move."""
    days: int | None = None
    """Days a move, of a correspondence game."""

    def __str__(self) -> str:
        if self.initial is not None:
            return f"{self.initial}+{self.increment or 0}"
        return f"{self.days}d" if self.days is not None else "unlimited"

    @property
    def written(self) -> str:
        """As players write it, in minutes: `5+3`, `1/2+0`, `1.5+0`; seconds that make no such minutes as `100s+0`."""
        if self.initial is None:
            return str(self)
        quarters = {15: "1/4", 30: "1/2", 45: "3/4"}
        hundredths, left = divmod(self.initial * 100, 60)
        minutes = f"{self.initial}s" if left else f"{hundredths / 100:g}"
        return f"{quarters.get(self.initial, minutes)}+{self.increment or 0}"

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """The inverse of `str()`. Raises ValueError for anything else."""
        if text == "unlimited":
            return cls()
        if text.endswith("d"):
            return cls(days=int(text[:-1]))
        initial, _, increment = text.partition("+")
        return cls(int(initial), int(increment))


def speed_of(initial: int, increment: int) -> str:
    """Lichess's speed of a real-time control, by `initial + 40 * increment` seconds."""
    estimate = initial + 40 * increment
    for limit, speed in ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (21600, "classical")):
        if estimate < limit:
            return speed
    return "correspondence"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players of a game, as the record shows them."""

    id: str | None = None
    """Lower-cased name; None for the computer and the nameless."""
    name: str | None = None
    title: str | None = None
    rating: int | None = None
    """Shown at the start of the game; may lag."""
    change: int | None = None
    """Whole points, None where no rating moved."""
    provisional: bool | None = None
    """None where the record cannot say (PGN)."""
    ai_level: int | None = None
    berserk: bool | None = None
    inaccuracies: int | None = None
    mistakes: int | None = None
    blunders: int | None = None
    acpl: int | None = None
    """Average centipawn loss."""
    accuracy: int | None = None
    """Per cent."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its record tells it. Times in epoch milliseconds UTC."""

    id: str
    rated: bool
    variant: str
    speed: str
    perf: str
    """The pool whose rating the game moved (`pool`)."""
    started_at: int
    last_move_at: int | None
    """None from PGN, which has no end time."""
    finished_at: int | None
    """The end as well as it is known: last move, plus the mover's remaining time where the clock ended the game."""
    status: str
    white: Side
    black: Side
    winner: Color | None = None
    source: str | None = None
    time_control: TimeControl | None = None
    """None where the record cannot say."""
    tournament: str | None = None
    swiss: str | None = None
    opening_eco: str | None = None
    opening_name: str | None = None
    opening_ply: int | None = None
    initial_fen: str | None = None
    moves: str | None = None
    """SAN, separated by blanks, no numbers; None where the record has none."""
    plies: int | None = None
    clocks: tuple[int, ...] | None = field(default=None, repr=False)
    """Centiseconds left after each ply, from the first mover on."""
    analysed: bool = False
    """The record carries an evaluation for the moves."""


class PlayedGame(NamedTuple):
    """A game as one of its players saw it: what the store hands out, in the order ratings were applied.

    A named tuple, because histories hold 500,000 of them and a row of the store becomes one without a copy.
    """

    id: str
    perf: str
    speed: str
    variant: str
    rated: bool
    started_at: int
    last_move_at: int | None
    finished_at: int | None
    time_control: str | None
    """`300+3`, `3d`, `unlimited`, or None where the record cannot say; `TimeControl.parse` reads it."""
    color: Color
    status: str
    source: str | None
    event: str | None
    """`arena:ID` or `swiss:ID`."""
    outcome: Outcome | None
    """None where there is none (unfinished, aborted)."""
    plies: int | None
    rating: int | None
    """Own rating shown at the start of the game."""
    change: int | None
    """Own change, whole points; None where no rating moved."""
    provisional: bool | None
    berserk: bool | None
    opponent_id: str | None
    opponent_name: str | None
    opponent_title: str | None
    opponent_rating: int | None
    opponent_change: int | None
    opponent_provisional: bool | None
    opponent_berserk: bool | None
    opponent_ai_level: int | None
    opening_eco: str | None
    opening_name: str | None
    analysed: bool
    inaccuracies: int | None
    mistakes: int | None
    blunders: int | None
    acpl: int | None
    accuracy: int | None

    @property
    def opponent(self) -> str:
        """The opponent as a person reads it."""
        if self.opponent_name:
            return self.opponent_name
        return f"computer level {self.opponent_ai_level}" if self.opponent_ai_level else "anonymous"

    @property
    def ended_at(self) -> int:
        """`finished_at`, or the start where the record has no end (PGN)."""
        return self.started_at if self.finished_at is None else self.finished_at

    @property
    def moved_rating(self) -> bool:
        """Lichess reported a change of rating for this game, be it 0."""
        return self.rated and self.change is not None

    @property
    def halves(self) -> int | None:
        """The score in half points: 2, 1 or 0; None without a result."""
        return None if self.outcome is None else SCORE_HALVES[self.outcome]


class Live(NamedTuple):
    """What the profile says of a perf now, where it is as new as the stored games."""

    rating: int
    deviation: float | None
    provisional: bool
    at: int | None = None
    """When the profile was read, epoch ms."""


SCORE_HALVES: dict[Outcome, int] = {"win": 2, "draw": 1, "loss": 0}


def outcome_for(color: Color, winner: Color | None, status: str) -> Outcome | None:
    """The result from one side. From the winner alone: running out of time without a winner is a draw."""
    if status in UNPLAYED:
        return None
    if winner is None:
        return "draw"
    return "win" if winner == color else "loss"
