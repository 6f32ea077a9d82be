"""What a replay by FIDE's rules hands out: a row per game, a row per period, and a standing on a day."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from tracker.ratings.fide.editions import Edition, FideList, edition_named, edition_on
from tracker.ratings.fide.k_factor import ListK, limited_k, list_k
from tracker.ratings.fide.period import is_inactive, period_index, period_label, period_start
from tracker.ratings.options import RatingOptions


class FideRow(NamedTuple):
    """What FIDE's rules make of one game. All but `notes` is None where the game moved no list."""

    list: str | None
    """`standard`, `rapid` or `blitz`."""
    rules: str | None
    """Edition of the regulations: `2025-10`."""
    period: str | None
    """`2026-10`, `2026-W41` or `2026-10-09`."""
    list_rating: int | None
    """Rating of the list in force."""
    expected: Decimal | None
    k_list: int | None
    """K before the reduction to K x n <= 700."""
    k: int | None
    change: Decimal | None
    """Unrounded."""
    live: Decimal | None
    """List rating plus the period's changes so far, unrounded."""
    notes: tuple[str, ...]


class FidePeriod(NamedTuple):
    """One rating period with games in it."""

    number: int
    """Running number, as `period_index` gives it."""
    period: str
    rules: str
    list_rating: int | None
    """Of the list in force during the period; None while unrated."""
    k_list: int | None
    k: int | None
    n: int
    """Games that counted."""
    sum: Decimal
    """Score minus expected score."""
    change: Decimal
    """k x sum."""
    rounded: int | None
    """None while the period is open, or unrated."""
    new_rating: int | None
    """Of the next list; None while the period is open, or where none is published."""
    notes: tuple[str, ...]


class Published(NamedTuple):
    """What the lists show of a player from one period on, until the next of these."""

    since: int
    """Running number of the first of these periods."""
    rating: int | None
    games: int
    """Completed, as the K rules count them."""
    peak: int | None
    last_game: int | None
    """The period of the last game."""


class FideStanding(NamedTuple):
    """Where the player stands on a day."""

    period: str
    rules: str
    list_rating: int | None
    """Of the list in force on that day."""
    live: Decimal | None
    k: int | None
    k_list: int | None
    games_in_period: int
    games_counted: int
    inactive: bool


@dataclass(frozen=True, slots=True)
class FideReplay:
    """A whole history on one list."""

    list: FideList
    rows: Sequence[FideRow | None]
    """One per game in the order given; None where FIDE's rules have nothing to say (casual, unplayed)."""
    periods: Sequence[FidePeriod]
    """Those with games, oldest first."""
    published: Sequence[Published]
    """What the lists showed, oldest first; a new one wherever that changed."""
    options: RatingOptions

    def current(self, today: date) -> FideStanding:
        """Where the player stands on `today`, the day of the replay or a later one."""
        length = self.options.period
        number = period_index(today, length)
        edition = edition_for(self.options, self.list, period_start(number, length))
        shown = self._shown_in(number)
        last = self.periods[-1] if self.periods and self.periods[-1].number == number else None
        rating, n, change = shown.rating, 0, Decimal(0)
        if last is not None:
            rating, n, change = last.list_rating, last.n, last.change
        k_list = None if rating is None else self.k_in(number).k
        return FideStanding(
            period=period_label(number, length),
            rules=edition.name,
            list_rating=rating,
            live=None if rating is None else rating + change,
            k=None if k_list is None else limited_k(k_list, n, edition),
            k_list=k_list,
            games_in_period=n,
            games_counted=sum(period.n for period in self.periods if period.number <= number),
            inactive=shown.last_game is not None and n == 0 and is_inactive(shown.last_game, number, length),
        )

    def k_in(self, number: int) -> ListK:
        """K on the list in force in a period, and why."""
        shown, start = self._shown_in(number), period_start(number, self.options.period)
        return list_k(
            edition_for(self.options, self.list, start),
            year=start.year,
            games=shown.games,
            peak=shown.peak,
            birth_year=self.options.birth_year,
        )

    def _shown_in(self, number: int) -> Published:
        place = bisect_right(self.published, number, key=lambda item: item.since)
        return self.published[max(0, place - 1)]


@dataclass(frozen=True, slots=True)
class FideLists:
    """A whole history on FIDE's three lists."""

    rows: Sequence[FideRow | None]
    """One per game in the order given."""
    lists: dict[FideList, FideReplay]
    """Each list alone, where it has games; their rows are those above."""


def edition_for(options: RatingOptions, fide_list: FideList, day: date) -> Edition:
    """The edition that the options choose for a day."""
    if options.rules == "by-date":
        return edition_on(day, fide_list)
    return edition_named(options.rules, fide_list)


def note_row(*notes: str) -> FideRow:
    """A game that moves no list, and why."""
    return FideRow(None, None, None, None, None, None, None, None, None, notes)
