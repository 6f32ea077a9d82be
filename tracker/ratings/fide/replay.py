"""A player's games replayed by FIDE's rules: period after period, list after list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from tracker.game import PlayedGame
from tracker.ratings.options import RatingOptions


class FideRow(NamedTuple):
    """What FIDE's rules make of one game. The cells before `notes` are None where the game moved no list."""

    list: str
    """`standard`, `rapid` or `blitz`."""
    rules: str
    """Edition of the regulations: `2025-10`."""
    period: str
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


class FideStanding(NamedTuple):
    """Where the player stands on a day."""

    period: str
    rules: str
    list_rating: int | None
    live: Decimal | None
    k: int | None
    k_list: int | None
    games_in_period: int
    games_counted: int
    inactive: bool


@dataclass(frozen=True, slots=True)
class FideReplay:
    """A whole history on one list."""

    list: str
    rows: list[FideRow | None]
    """One per game in the order given; None where FIDE's rules have nothing to say (casual, unplayed)."""
    periods: list[FidePeriod]

    def current(self, today: date) -> FideStanding:
        """Where the player stands on `today`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class FideLists:
    """A whole history on FIDE's three lists."""

    rows: list[FideRow | None]
    """One per game in the order given."""
    lists: dict[str, FideReplay]
    """`standard`, `rapid`, `blitz` -> that list alone, where it has games."""


def replay_fide(games: Iterable[PlayedGame], perf: str, options: RatingOptions, today: date) -> FideReplay:
    """Replay the games of one perf, given in the order ratings were applied."""
    raise NotImplementedError


def replay_fide_lists(games: Iterable[PlayedGame], options: RatingOptions, today: date) -> FideLists:
    """Replay the games of all perfs, given in the order ratings were applied, on FIDE's lists by time limit."""
    raise NotImplementedError
