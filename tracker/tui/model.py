"""What the screen asks of the rest of the program, as a protocol and plain values; no widget knows a store.

Every method of `Model` but `GamesView.page` and `GamesView.find` may be slow and is called from a worker thread.
Foreseeable failures are raised as TrackerError; the screen shows the sentence in place.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import time
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TextIO

from tracker.filters import Filter
from tracker.game import Color, Outcome

if TYPE_CHECKING:
    from tracker.form.mistakes import Mistakes
    from tracker.form.summary import Form
    from tracker.strength.level import Level

PROVISIONAL = 1
"""Flag of a point: Lichess called the rating provisional after this game."""
ADJUSTMENT = 2
"""Flag of a point: before this game the rating moved without a game."""
LIST = 4
"""Flag of a point: first game under a new FIDE list."""
OVERLAP = 8
"""Flag of a point: the game began before the previous one ended."""


@dataclass(frozen=True, slots=True)
class Series:
    """One perf's rated games in the order ratings were applied, as compact columns of equal length.

    `band`, `fide` and `elo` may be empty (not known yet, or never); else NaN stands only before the first value, and a
    value is carried over games that do not count.
    """

    account: str
    perf: str
    keys: array[int]
    """`q`: the row keys of the games (`GameRow.key`)."""
    times: array[int]
    """`q`: ends of the games in epoch milliseconds, never falling."""
    lichess: array[float]
    """`d`: the running rating after each game."""
    flags: bytearray
    band: array[float] = field(default_factory=lambda: array("d"))
    """`d`: the rating deviation after each game."""
    fide: array[float] = field(default_factory=lambda: array("d"))
    """`d`: list rating plus changes so far in the period."""
    elo: array[float] = field(default_factory=lambda: array("d"))
    complete: bool = True
    """False while FIDE, Elo and the band are still being computed."""

    def __len__(self) -> int:
        return len(self.times)


class AccountCard(NamedTuple):
    """One tracked account, for the side bar."""

    name: str
    games: int
    last_import: int | None
    """Epoch milliseconds."""
    closed: bool = False


def named(name: str | None, among: Iterable[str]) -> str | None:
    """An account's name as it is stored, however it was typed; None where it is none of these."""
    typed = (name or "").strip().lower()
    return next((one for one in among if one.lower() == typed), None)


class Peak(NamedTuple):
    """A highest rating and when it was reached (epoch milliseconds)."""

    rating: int
    at: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class PerfCard:
    """One perf's numbers, for the side bar, the header and the overview."""

    perf: str
    games: int
    """All games stored, rated or not."""
    rated: int
    rating: int | None
    deviation: float | None = None
    provisional: bool = False
    month_change: int | None = None
    """Points over the last 30 days."""
    peak: Peak | None = None
    peak_established: Peak | None = None
    recent: tuple[int, ...] = ()
    """The last 12 changes, oldest first."""
    spark: tuple[float, ...] = ()
    """Up to some 40 ratings over the whole time."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    fide_list: int | None = None
    fide_live: float | None = None
    fide_k: int | None = None
    fide_k_list: int | None = None
    fide_note: str = ""
    """In words, where there is no FIDE rating or its K has shrunk."""
    elo: float | None = None
    new_today: int = 0
    remarks: tuple[str, ...] = ()
    """What has to be known of the account, as sentences."""


class GameRow(NamedTuple):
    """One row of the games table: a game, or an adjustment (rating moved without a game)."""

    key: int
    """Positive for games, the negated key of the game that shows it for adjustments."""
    kind: Literal["game", "adjustment"]
    perf: str
    at: int
    """End of the game, epoch milliseconds."""
    game_id: str
    rated: bool = True
    color: Color = "white"
    opponent: str = ""
    opponent_title: str | None = None
    opponent_rating: int | None = None
    opponent_provisional: bool = False
    outcome: Outcome | None = None
    status: str = ""
    time_control: str | None = None
    """As players write it (`TimeControl.written`)."""
    opening_eco: str | None = None
    opening: str | None = None
    plies: int | None = None
    accuracy: int | None = None
    lichess_before: int | None = None
    lichess_change: int | None = None
    lichess_after: int | None = None
    provisional: bool = False
    deviation: float | None = None
    note: str | None = None
    fide_change: float | None = None
    fide_live: float | None = None
    elo_change: float | None = None
    elo_rating: float | None = None


SORTS = ("at", "opponent", "opponent_rating", "outcome", "lichess_change", "lichess_after", "time_control", "opening")
"""The fields of `GameRow` by which `Model.games` can sort."""


@dataclass(frozen=True, slots=True)
class Query:
    """Which games, in which order."""

    account: str
    perf: str | None = None
    """None for all perfs."""
    filter: Filter = field(default_factory=Filter)
    sort: str = "at"
    descending: bool = True


class GamesView(Protocol):
    """An opened query: pages of a table of any size. Quick enough for the event loop."""

    @property
    def count(self) -> int: ...

    @property
    def adjustments(self) -> int:
        """How many of the rows are no games."""

    def page(self, offset: int, limit: int) -> Sequence[GameRow]: ...

    def find(self, key: int) -> int | None:
        """The position of the row with this key; None where the filter leaves it out."""


class Step(NamedTuple):
    """One step behind a number."""

    name: str
    value: str
    rule: str = ""


class Section(NamedTuple):
    """The steps behind one system's change (`Lichess`, `FIDE`, `Elo`)."""

    title: str
    headline: str
    """Such as `1407 −5 → 1402`."""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class GameDetail:
    """One game with everything that is known of it."""

    row: GameRow
    url: str = ""
    white: str = ""
    black: str = ""
    moves: tuple[str, ...] = ()
    """SAN."""
    initial_fen: str | None = None
    clocks: tuple[int, ...] = ()
    """Centiseconds left after each ply."""
    evals: tuple[int | None, ...] = ()
    """Centipawns from White's side after each ply; mates as ±(10000 − moves)."""
    sections: tuple[Section, ...] = ()


class FormFound(NamedTuple):
    """The form of one perf; `mistakes` is None where no game carries evaluations."""

    form: Form
    mistakes: Mistakes | None


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels that the moves of a perf's analysed games show, oldest first; never a rating."""

    keys: Sequence[int]
    """Row keys of the games."""
    levels: Sequence[Level]
    games: int
    """All rated games of the perf."""
    why_none: str = ""
    """In words, where no game shows a level."""


class Run(NamedTuple):
    """A day, a session or a streak, in numbers."""

    title: str
    games: int
    wins: int
    draws: int
    losses: int
    change: int
    """Lichess points."""


class Day(NamedTuple):
    """A day of the user's."""

    start: int
    """Epoch milliseconds."""
    end: int
    """That of the next day's start."""
    begins: time = time()
    """On the clock: what was played earlier belongs to the day before."""


class ImportProgress(NamedTuple):
    """Where an import stands."""

    account: str
    stored: int
    """Games that are safe now."""
    expected: int | None
    """Games that the profile promises."""
    rate: float
    """Games a second."""
    seconds_left: float | None = None
    waiting: str = ""
    """Why nothing arrives at the moment, in words; empty while games arrive."""
    wait: float = 0.0
    """Seconds from when this was told to the next request."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Settings a person can change on the screen; the model keeps the rating options, the screen the rest."""

    timezone: str = "UTC"
    day_start: str = "00:00"
    rules: str = "2025-10"


Tell = Callable[[str], None]


def unheard(_sentence: str) -> None:
    """The `Tell` of nobody."""


class Model(Protocol):
    """Everything the screen can ask for."""

    def accounts(self) -> Sequence[AccountCard]: ...

    def perfs(self, account: str) -> Sequence[PerfCard]:
        """The perfs with games, most played first."""

    def newest_perf(self, account: str) -> str | None:
        """The perf of the newest rated game; quick."""

    def series(self, account: str, perf: str, tell: Tell = unheard) -> Iterable[Series]:
        """Ever more complete versions: the first as soon as Lichess's line is read, the last with all systems.

        `tell` hears what is being computed in between, and how far it is.
        """

    def first_games(self, query: Query) -> GamesView | None:
        """The newest games at once, where opening all of them takes a while; None where it does not."""

    def games(self, query: Query) -> GamesView: ...

    def detail(self, account: str, key: int) -> GameDetail: ...

    def level(self, account: str, key: int) -> Sequence[Section]:
        """What the moves of a game show, a section a side, or one that says why they show nothing."""

    def form(self, account: str, perf: str) -> FormFound: ...

    def levels(self, account: str, perf: str, stopped: Callable[[], bool]) -> Levels:
        """May take seconds where many games are analysed; `stopped` is asked now and then."""

    def runs(self, account: str, perf: str | None, now: int) -> Sequence[Run]:
        """Today, this session, the current streak, by the user's own zone and day start."""

    def today(self, now: int) -> Day:
        """The user's day that holds `now` (epoch milliseconds)."""

    def session_start(self, account: str, now: int) -> int | None:
        """Start of the session still going on at `now`, epoch milliseconds."""

    def import_account(self, name: str, progress: Callable[[ImportProgress], None], stopped: Callable[[], bool]) -> str:
        """Download what is new; returns one sentence that says what happened."""

    def export(self, query: Query, stream: TextIO) -> int:
        """Write the comparison CSV; returns the number of rows."""

    def calculate(self, kind: str, values: Mapping[str, str]) -> Sequence[str]:
        """Lines of the calculator `fide`, `expected`, `performance`, `first`, `lichess` or `stake`."""

    def what_if(self, account: str, perf: str, text: str) -> Sequence[Section]:
        """What a row of results (`1500=win 1620=0.5`) would do to today's ratings, for each system."""

    def choices(self, account: str | None) -> Choices: ...

    def choose(self, account: str | None, choices: Choices) -> None:
        """Zone and day start for the screen, rules for the account. Raises UsageError for what does not exist."""


class Preferences(Protocol):
    """What the screen remembers between two starts: a small mapping of words to words."""

    def load(self) -> Mapping[str, str]: ...

    def save(self, values: Mapping[str, str]) -> None: ...
