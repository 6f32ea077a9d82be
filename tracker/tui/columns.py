"""The columns of the games table: what each shows, and which stay when the width shrinks. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from typing import Literal, NamedTuple

from rich.cells import cell_len, set_cell_size

from tracker.game import PERF_NAMES, Outcome
from tracker.times import day_of
from tracker.tui.model import Day, GameRow
from tracker.tui.notation import MONTHS, local, number, signed

Tone = Literal["plain", "muted", "good", "bad", "accent"]


Cell = tuple[str, Tone]
"""Text and how it is meant; the text alone must tell everything."""
NOTHING: Cell = ("", "plain")
OUTCOMES: dict[Outcome, Tone] = {"win": "good", "loss": "bad", "draw": "plain"}


class Moment(NamedTuple):
    """What rows are told apart by: the user's zone and today, the start of this session, and this year."""

    zone: tzinfo
    today: Day
    session: int | None
    year: int


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `rank` 0 is the last to go."""

    name: str
    title: str
    width: int
    rank: int
    cell: Callable[[GameRow, Moment], Cell]
    right: bool = False
    sort: str | None = None
    flexible: int = 0
    """Cells that it may grow beyond its width."""


def _tone(value: float | None) -> Tone:
    return "muted" if not value else "good" if value > 0 else "bad"


def _when(row: GameRow, moment: Moment) -> Cell:
    """A day as the user has it: what was played after midnight and before the day's start has a plus before it."""
    at, begins = local(row.at, moment.zone), moment.today.begins
    clock = f"+{at.hour}:{at:%M}" if at.time() < begins else f"{at:%H:%M}"
    if moment.today.start <= row.at < moment.today.end:
        return f"today {clock}", "plain"
    day = day_of(row.at, moment.zone, begins)
    date = f"{day.day:>2} {MONTHS[day.month - 1]}"
    if day.year != moment.year:
        return f"{date} {day.year}", "muted"
    return f"{date} {clock}" if len(clock) < 6 else f"{date}{clock}", "muted"


def _opponent(row: GameRow, _moment: Moment) -> Cell:
    if row.kind == "adjustment":
        return "adjustment, not from a game", "accent"
    return f"{row.opponent_title} {row.opponent}" if row.opponent_title else row.opponent, "plain"


def _opponent_rating(row: GameRow, _moment: Moment) -> Cell:
    if row.opponent_rating is None:
        return NOTHING
    return f"{row.opponent_rating}{'?' if row.opponent_provisional else ' '}", "muted"


def _result(row: GameRow, _moment: Moment) -> Cell:
    if row.kind == "adjustment":
        return NOTHING
    if row.outcome is None:
        return "–", "muted"
    return row.outcome, OUTCOMES[row.outcome]


def _after(row: GameRow, _moment: Moment) -> Cell:
    if row.lichess_after is None:
        return NOTHING
    return f"{row.lichess_after}{'*' if row.note else '?' if row.provisional else ' '}", "plain"


def _opening(row: GameRow, _moment: Moment) -> Cell:
    return " ".join(filter(None, (row.opening_eco, row.opening))), "muted"


def _moves(row: GameRow, _moment: Moment) -> Cell:
    return "" if row.plies is None else str((row.plies + 1) // 2), "muted"


COLUMNS = (
    Column("at", "when", 12, 4, _when, sort="at"),
    Column("color", "", 1, 7, lambda row, _: ("" if row.kind == "adjustment" else row.color[0].upper(), "muted")),
    Column("opponent", "opponent", 13, 0, _opponent, sort="opponent", flexible=18),
    Column("opponent_rating", "rating", 6, 6, _opponent_rating, right=True, sort="opponent_rating"),
    Column("outcome", "res", 4, 1, _result, sort="outcome"),
    Column("lichess_change", "Lichess±", 8, 2,
           lambda row, _: (signed(row.lichess_change), _tone(row.lichess_change)), right=True,
           sort="lichess_change"),
    Column("lichess_after", "Lichess", 7, 5, _after, right=True, sort="lichess_after"),
    Column("fide_change", "FIDE±", 6, 3, lambda row, _: (signed(row.fide_change, 1), _tone(row.fide_change)),
           right=True),
    Column("fide_live", "FIDE", 6, 8, lambda row, _: (number(row.fide_live, 1), "plain"), right=True),
    Column("elo_change", "Elo±", 6, 9, lambda row, _: (signed(row.elo_change, 1), _tone(row.elo_change)),
           right=True),
    Column("elo_rating", "Elo", 6, 10, lambda row, _: (number(row.elo_rating, 1), "plain"), right=True),
    Column("time_control", "time", 7, 11, lambda row, _: (row.time_control or "", "muted"), sort="time_control"),
    Column("perf", "perf", 10, 13, lambda row, _: (PERF_NAMES.get(row.perf, row.perf), "muted")),
    Column("plies", "moves", 5, 14, _moves, right=True),
    Column("opening", "opening", 14, 12, _opening, sort="opening", flexible=40),
)  # fmt: skip


class Placed(NamedTuple):
    """A column with the width it got."""

    column: Column
    width: int


def fit(width: int, without: frozenset[str] = frozenset()) -> list[Placed]:
    """The columns that fit, in their order, a blank between two; the least important go first."""
    wanted = [column for column in COLUMNS if column.name not in without]
    kept: list[Column] = []
    room = width
    for column in sorted(wanted, key=lambda each: each.rank):
        if room < column.width + (1 if kept else 0):
            break
        room -= column.width + (1 if kept else 0)
        kept.append(column)
    extra = {}
    for column in kept:
        if column.flexible:
            extra[column.name] = min(column.flexible, room if column.name != "opponent" else -(-room // 2))
            if not any(other.flexible and other is not column for other in kept):
                extra[column.name] = room
            room -= extra[column.name]
    return [Placed(column, column.width + extra.get(column.name, 0)) for column in wanted if column in kept]


def cell_text(text: str, width: int, right: bool) -> str:
    """Exactly `width` cells, wide characters counted as two; what is cut ends in `…`."""
    length = len(text) if text.isascii() else cell_len(text)
    if length > width:
        text = set_cell_size(text, width - 1) + "…" if width > 1 else set_cell_size(text, width)
        length = cell_len(text)
    blank = " " * (width - length)
    return blank + text if right else text + blank


def mark(row: GameRow, moment: Moment, ascii_only: bool = False) -> str:
    """The sign at the left edge: this session, or today."""
    if row.at >= moment.today.end:
        return " "
    if moment.session is not None and row.at >= moment.session:
        return "#" if ascii_only else "┃"
    if row.at >= moment.today.start:
        return ":" if ascii_only else "╎"
    return " "
