"""The rating change from known games at a known rating: events, a period, and each game's share, exact."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from tracker.ratings.fide.difference import counted_difference, too_uneven, upgraded_game
from tracker.ratings.fide.editions import RECOMMENDED, Edition, Readings
from tracker.ratings.fide.expected import expected_by
from tracker.ratings.fide.first_rating import Result
from tracker.ratings.fide.k_factor import limited_k
from tracker.ratings.fide.period import rounded_change, rounded_sum
from tracker.ratings.options import Method

SCORES = (Decimal(0), Decimal("0.5"), Decimal(1))
"""Half points -> score."""


class RatedGame(NamedTuple):
    """One game's share of a rating change."""

    opponent: int
    halves: int
    rated: bool
    """False where the gap is too large for rapid or blitz; the next three are then None."""
    difference: int | None
    """Own rating minus opponent's, as it counts."""
    expected: Decimal | None
    gain: Decimal | None
    """Score minus expected score."""
    capped: bool
    """The 400-point rule changed the difference."""


class Event(NamedTuple):
    """Games of one tournament, met with the list rating in force on its first day."""

    own: int
    games: Sequence[Result]
    edition: Edition


class PeriodChange(NamedTuple):
    """What a period's events make of a rating."""

    events: list[list[RatedGame]]
    n: int
    k_list: int
    k: int
    sum: Decimal
    change: Decimal
    rounded: int
    rounded_each_game: int
    """What rounding game by game, as many calculators do, would have made of it."""


def rate_event(event: Event, method: Method = "table", cap: bool = True) -> list[RatedGame]:
    """Each game of an event: difference, expected score and gain (FIDE Rating Regulations 8.3.1, 8.3.2).

    `cap=False` leaves the 400-point rule out.
    """
    own, games, edition = event
    best = upgraded_game(opponent for opponent, _ in games)
    rated = []
    for position, (opponent, halves) in enumerate(games):
        if too_uneven(own, opponent, edition):
            rated.append(RatedGame(opponent, halves, False, None, None, None, False))
            continue
        difference = own - opponent
        counted = counted_difference(own, opponent, edition, position == best) if cap else difference
        expected = expected_by(method, counted)
        rated.append(
            RatedGame(opponent, halves, True, counted, expected, SCORES[halves] - expected, counted != difference)
        )
    return rated


def rate_period(
    events: Sequence[Event],
    k_list: int,
    method: Method = "table",
    *,
    cap: bool = True,
    games_in_period: int | None = None,
    readings: Readings = RECOMMENDED,
) -> PeriodChange:
    """The change from a period's events, at least one of them, rounded once (8.3.3, 8.3.4).

    `games_in_period` counts also games that are not given here. K and rounding follow the last event's edition.
    """
    rated = [rate_event(event, method, cap) for event in events]
    edition = events[-1].edition
    given = sum(game.rated for event in rated for game in event)
    n = given if games_in_period is None else max(given, games_in_period)
    k = limited_k(k_list, n, edition)
    gains = [[game.gain for game in event if game.gain is not None] for event in rated]
    sums = [sum(event, Decimal(0)) for event in gains]
    total = sum(sums, Decimal(0))
    return PeriodChange(
        events=rated,
        n=n,
        k_list=k_list,
        k=k,
        sum=total,
        change=k * total,
        rounded=rounded_sum((k * event for event in sums), edition, readings),
        rounded_each_game=sum(rounded_change(k * gain, edition) for event in gains for gain in event),
    )
