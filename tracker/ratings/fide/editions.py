"""FIDE's rating regulations by date: what each edition says, for each of the three lists."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, fields
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from tracker.ratings.options import Rules

FideList = Literal["standard", "rapid", "blitz"]
FIDE_LISTS: tuple[FideList, ...] = ("standard", "rapid", "blitz")

Cap = Literal["every-game", "once-per-event", "own-below-2650", "none"]
"""Who benefits from the 400-point rule (8.3.1), and how often."""

STARTS: dict[str, date] = {
    "2014-07": date(2014, 7, 1),
    "2017-07": date(2017, 7, 1),
    "2022-01": date(2022, 1, 1),
    "2024-03": date(2024, 3, 1),
    "2025-10": date(2025, 10, 1),
}
"""Edition -> first day; a tournament follows the edition in force on the day it starts (0.1)."""

GAP_600_FROM = date(2024, 12, 1)
"""Rapid and blitz 7.3.1 as amended."""

FIRST_POINT_FROM = date(2018, 1, 1)
"""From here to 2021 a first event in rapid or blitz needed a whole point."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Points on which the regulations are silent or their date is not known, each with the recommended reading."""

    rounding: Literal["period", "event"] = "period"
    """The change is rounded once a period (8.3.4), or once an event."""
    half_percent_up: bool = True
    """A score of exactly a half per cent goes up, as in the Title Regulations."""
    half_point_up: bool = True
    """A first rating that ends in exactly .5 goes up."""
    round_before_floor: bool = True
    """A first rating is rounded before it is compared with the floor."""
    pool: Literal["sliding", "restart"] = "sliding"
    """Results older than 26 periods drop out one by one, or start the pool anew."""
    zero_event: Literal["rated-opponents", "whole-event"] = "rated-opponents"
    """Which games of the first event must all be lost for it to be disregarded."""
    keep_games_below_floor: bool = True
    """The counter of games survives a fall below the floor."""
    k_limit_from: date = date(2017, 7, 1)
    """First day of K x n <= 700."""
    half_away_from: date = date(2022, 1, 1)
    """First day of rounding 0.5 away from zero; before, 0.5 went up whatever the sign."""
    rapid_blitz_k_from: date = date(2022, 10, 1)
    """First day of the standard list's K in rapid and blitz; before, 20 for everybody. Lists printed 20 to 2022-12."""
    rapid_blitz_uncapped_from: date = date(2018, 7, 1)
    """First day without a 400-point rule in rapid and blitz, which came back in 2022."""
    edition_by: Literal["event-start", "period"] = "event-start"
    """The day that chooses the edition under `by-date`."""
    unrated_below_1800: bool = True
    """An unrated player counts as below 1800 for the time that standard games need; else as any rating."""


RECOMMENDED = Readings()


@dataclass(frozen=True, slots=True)
class Edition:
    """The regulations in force on one day for one list."""

    name: str
    fide_list: FideList
    cap: Cap
    gap_600: bool
    """A gap of 600 or more with a player above 2600 is not rated."""
    k_by_player: bool
    """K 40, 20 or 10 by the player; else 20 for everybody."""
    k_limit: int | None
    """Largest K x n in a period (8.3.3)."""
    half_away: bool
    """0.5 is rounded away from zero."""
    two_draws: bool
    """A first rating counts two draws against 1800 and has a ceiling; else +20 for each half point above 50 %."""
    ceiling: int | None
    """Highest first rating."""
    floor: int
    """Lowest published rating (7.1.4)."""
    first_event_halves: int
    """Half points that a first event needs to count at all."""
    standard_limits: tuple[int, int]
    """Ratings from which standard games need 90 and 120 minutes."""


def edition_name(day: date) -> str:
    """The edition in force on a day; anything older than the oldest is taken for it."""
    return next((name for name, start in reversed(STARTS.items()) if day >= start), "2014-07")


def edition_on(day: date, fide_list: FideList, readings: Readings = RECOMMENDED) -> Edition:
    """The regulations in force on a day for one list."""
    days = _days_of_change(readings)
    return _edition_from(days[bisect_right(days, day) - 1], fide_list, readings)


@lru_cache(maxsize=16)
def _days_of_change(readings: Readings) -> list[date]:
    """The days on which anything changed on any list; between two of them nothing does."""
    dated = (value for value in (getattr(readings, each.name) for each in fields(readings)) if isinstance(value, date))
    return sorted({date.min, FIRST_POINT_FROM, GAP_600_FROM, *STARTS.values(), *dated})


@lru_cache(maxsize=256)
def _edition_from(day: date, fide_list: FideList, readings: Readings) -> Edition:
    name = edition_name(day)
    new = name in ("2024-03", "2025-10")
    quick = fide_list != "standard"
    return Edition(
        name=name,
        fide_list=fide_list,
        cap=_cap(day, name, quick, readings),
        gap_600=quick and day >= GAP_600_FROM,
        k_by_player=not quick or day >= readings.rapid_blitz_k_from,
        k_limit=700 if day >= readings.k_limit_from else None,
        half_away=day >= readings.half_away_from,
        two_draws=new,
        ceiling=2200 if new else None,
        floor=1400 if new else 1000,
        first_event_halves=2 if quick and FIRST_POINT_FROM <= day < STARTS["2022-01"] else 1,
        standard_limits=(1600, 2200) if day < STARTS["2022-01"] else (1800, 2400),
    )


def edition_named(rules: Rules, fide_list: FideList, readings: Readings = RECOMMENDED) -> Edition:
    """An edition as it stood on its last day, with the amendments made while it was in force.

    `by-date` has no edition of its own; it stands here for the newest.
    """
    names = list(STARTS)
    follower = names[names.index(rules) + 1 :] if rules in STARTS else []
    return edition_on(STARTS[follower[0]] - timedelta(days=1) if follower else date.max, fide_list, readings)


def _cap(day: date, name: str, quick: bool, readings: Readings) -> Cap:
    if name == "2022-01":
        return "once-per-event"
    if quick and readings.rapid_blitz_uncapped_from <= day < STARTS["2022-01"]:
        return "none"
    return "own-below-2650" if name == "2025-10" and not quick else "every-game"
