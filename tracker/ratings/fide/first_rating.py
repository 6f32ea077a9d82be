"""The first rating of an unrated player: which games count, and what they are worth, by edition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tracker.ratings.fide.editions import RECOMMENDED, Edition, Readings
from tracker.ratings.fide.exact import round_fraction
from tracker.ratings.fide.expected import rating_difference, whole_percent

MINIMUM_GAMES = 5
POOL_MONTHS = 26
VIRTUAL_OPPONENT = 1800

Result = tuple[int, int]
"""Opponent's rating, own score in half points."""


class FirstRating(NamedTuple):
    """What a pool of games gives an unrated player."""

    rating: int | None
    """None where nothing is published."""
    average: Fraction | None
    """Ra, with the two virtual opponents where the edition has them; None without games."""
    computed: int | None
    """Ru before the floor."""
    reason: str
    """One sentence."""


def counts_as_first_event(halves: int, edition: Edition) -> bool:
    """Whether the first event of an unrated player counts: it needs half a point, once a whole one (8.2.1)."""
    return halves >= edition.first_event_halves


def unrounded_rating(
    games: Sequence[Result], edition: Edition, readings: Readings = RECOMMENDED
) -> tuple[Fraction, Fraction]:
    """Ra and Ru of at least one game, before rounding, ceiling and floor (8.2.2, 8.2.3)."""
    count, halves = len(games), sum(result[1] for result in games)
    total = sum(result[0] for result in games)
    if edition.two_draws:
        count, halves, total = count + 2, halves + 2, total + 2 * VIRTUAL_OPPONENT
    average = Fraction(total, count)
    above = halves - count
    if above > 0 and not edition.two_draws:
        return average, average + 20 * above
    return average, average + rating_difference(whole_percent(halves, count, half_up=readings.half_percent_up))


def computed_rating(games: Sequence[Result], edition: Edition, readings: Readings = RECOMMENDED) -> int:
    """Ru of at least one game: rounded, then at most the ceiling."""
    rating = round_fraction(unrounded_rating(games, edition, readings)[1], half_up=readings.half_point_up)
    return rating if edition.ceiling is None else min(rating, edition.ceiling)


def reaches_floor(games: Sequence[Result], edition: Edition, floor: int, readings: Readings = RECOMMENDED) -> bool:
    """Whether Ru is high enough to be published (7.1.4)."""
    if readings.round_before_floor:
        return computed_rating(games, edition, readings) >= floor
    return unrounded_rating(games, edition, readings)[1] >= floor


def first_rating(
    events: Sequence[Sequence[Result]], edition: Edition, readings: Readings = RECOMMENDED, floor: int | None = None
) -> FirstRating:
    """The first rating from the events of a pool, oldest first (FIDE Rating Regulations 8.2).

    `floor` is that of the list, where it differs from the edition's.
    """
    floor = edition.floor if floor is None else floor
    pooled = list(events)
    if pooled and not counts_as_first_event(sum(result[1] for result in pooled[0]), edition):
        pooled = pooled[1:]
        if not pooled:
            least = "half a point" if edition.first_event_halves == 1 else "one point"
            return FirstRating(None, None, None, f"A first event with less than {least} is disregarded.")
    games = [result for event in pooled for result in event]
    if not games:
        return FirstRating(None, None, None, "No games against rated opponents.")
    average = unrounded_rating(games, edition, readings)[0]
    rating = computed_rating(games, edition, readings)
    if len(games) < MINIMUM_GAMES:
        left = MINIMUM_GAMES - len(games)
        reason = f"{len(games)} of the {MINIMUM_GAMES} games against rated opponents that are needed: {left} to go."
        return FirstRating(None, average, rating, reason)
    if not reaches_floor(games, edition, floor, readings):
        return FirstRating(None, average, rating, f"{rating} is below {floor}, the lowest rating that FIDE publishes.")
    reason = f"Published from {len(games)} games."
    if edition.ceiling is not None and rating == edition.ceiling:
        reason = f"Published from {len(games)} games; a first rating is at most {edition.ceiling}."
    return FirstRating(rating, average, rating, reason)
