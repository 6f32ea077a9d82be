"""Rating periods: which one a moment belongs to, how they are named, and what a period's sum makes of a rating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal

from tracker.game import PlayedGame
from tracker.ratings.fide.editions import Edition, Readings
from tracker.ratings.fide.exact import round_away, round_up
from tracker.ratings.options import Period

MS_A_DAY = 86_400_000
EPOCH = date(1970, 1, 1).toordinal()
YEAR: dict[Period, int] = {"month": 12, "week": 52, "day": 365}
"""Periods in a year, after which a player without games is inactive."""
POOL: dict[Period, int] = {"month": 26, "week": 113, "day": 791}
"""Periods in the 26 months for which an unrated player's games are kept."""


def ordinal_of(at: int) -> int:
    """The ordinal of the UTC day of a moment in epoch milliseconds."""
    return EPOCH + at // MS_A_DAY


def day_of(at: int) -> date:
    """The UTC day of a moment in epoch milliseconds."""
    return date.fromordinal(ordinal_of(at))


def period_index(day: date, length: Period) -> int:
    """The running number of the period a day belongs to; the next period has the next number."""
    if length == "month":
        return day.year * 12 + day.month - 1
    ordinal = day.toordinal()
    return ordinal if length == "day" else (ordinal - 1) // 7


def period_start(index: int, length: Period) -> date:
    """The first day of a period, which is also the date of the list in force during it."""
    if length == "month":
        return date(index // 12, index % 12 + 1, 1)
    return date.fromordinal(index if length == "day" else index * 7 + 1)


def period_label(index: int, length: Period) -> str:
    """`2026-10`, the ISO week `2026-W41`, or `2026-10-09`."""
    start = period_start(index, length)
    if length == "month":
        return f"{start.year}-{start.month:02d}"
    if length == "week":
        year, week, _ = start.isocalendar()
        return f"{year}-W{week:02d}"
    return start.isoformat()


def by_period(games: Iterable[PlayedGame], length: Period) -> Iterator[tuple[int, list[PlayedGame]]]:
    """The games of each period, with its number: a game belongs to the period of its end, which never goes back."""
    number, until = 0, 0
    stretch: list[PlayedGame] = []
    for game in games:
        at = game.started_at if game.finished_at is None else game.finished_at
        if at >= until or not stretch:
            if stretch:
                yield number, stretch
            number, stretch = period_index(day_of(at), length), []
            until = (period_start(number + 1, length).toordinal() - EPOCH) * MS_A_DAY
        stretch.append(game)
    if stretch:
        yield number, stretch


def first_list_from(day: date, length: Period) -> int:
    """The number of the first period that starts on a day or after it."""
    return period_index(day - timedelta(days=1), length) + 1


def rounded_change(change: Decimal, edition: Edition) -> int:
    """A period's change as it moves the list (8.3.4): 0.5 away from zero, before 2022 upward whatever the sign."""
    return round_away(change) if edition.half_away else round_up(change)


def rounded_sum(changes: Iterable[Decimal], edition: Edition, readings: Readings) -> int:
    """What the changes of a period's events move the list by: rounded once, or once an event."""
    if readings.rounding == "event":
        return sum(rounded_change(change, edition) for change in changes)
    return rounded_change(sum(changes, Decimal(0)), edition)


def published(rating: int, floor: int) -> int | None:
    """The rating as the next list shows it: None below the floor, where the player is unrated (7.2.1)."""
    return rating if rating >= floor else None


def is_inactive(last_game: int, list_index: int, length: Period) -> bool:
    """No rated game in the year of periods before a list; `last_game` is the period of the last one (7.2.3)."""
    return list_index - last_game > YEAR[length]
