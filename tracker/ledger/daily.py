"""Lichess's own list of daily ratings held against the ledger's daily closes. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from tracker.ledger.entries import Row


class DayDifference(NamedTuple):
    """A day on which the two do not meet."""

    day: date
    """UTC, as Lichess counts days."""
    lichess: int | None
    """None where only the ledger has games on that day."""
    ledger: int | None
    """Rating at the close of the day; None before the first game."""
    reason: str


class _Closes(NamedTuple):
    days: dict[date, int]
    """Day -> rating after its last game."""
    moved: list[tuple[date, date, int]]
    """An adjustment: (day of the game before, day of the game that shows it, rating after)."""


def daily_differences(points: Iterable[Sequence[int]], rows: Iterable[Row]) -> list[DayDifference]:
    """Where `/rating-history` and one perf's ledger disagree, oldest first.

    `points` are the endpoint's (year, month from 0, day, rating): the last rating of each day with a game; a refund
    overwrites or adds that of its own day. Without points there are no differences, for anonymous answers are empty.
    Days after the newest point are not judged: the endpoint is cached.
    """
    shown = {date(year, month + 1, day): rating for year, month, day, rating in points}
    if not shown:
        return []
    closes = _closes(rows)
    newest = max(shown)
    found = []
    close: int | None = None
    for day in sorted(shown.keys() | {day for day in closes.days if day <= newest}):
        close = closes.days.get(day, close)
        rating = shown.get(day)
        if rating == close or any(first <= day <= last and rating == after for first, last, after in closes.moved):
            continue
        found.append(DayDifference(day, rating, close, _reason(rating, day in closes.days)))
    return found


def _reason(rating: int | None, played: bool) -> str:
    if rating is None:
        return "Lichess lists no rating for this day"
    if not played:
        return "no game of this day is stored"
    return "the day closes otherwise: a game near midnight, or games that are missing"


def _closes(rows: Iterable[Row]) -> _Closes:
    closes = _Closes({}, [])
    day: date | None = None
    for row in rows:
        here = datetime.fromtimestamp(row.at / 1000, UTC).date()
        if row.kind == "adjustment":
            closes.moved.append((day or here, here, row.after))
        else:
            day = here
            closes.days[day] = row.after
    return closes
