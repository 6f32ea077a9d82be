"""How far a goal is: points, games and odds, by simulation against the account's own opponents. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import NamedTuple

from tracker.form.chances import SLOPE
from tracker.form.results import TODAY_S_ERA, Results, established
from tracker.form.smoother import Strength
from tracker.ratings.glicko2 import change_one

PATHS = 200
HORIZON = 1000
"""Games after which a path is given up."""
RECENT = 300
"""Games whose opponents are drawn from, as distances from the own rating."""
MARKS = (50, 100, 200, 500, 1000)
DEVIATION = 45.0
"""Lichess's floor, where an active player's deviation stands."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The way to a rating at the present strength."""

    rating: int
    name: str
    """`peak`, `round` or `own`."""
    points: float
    """Still needed; 0 or less when it is reached."""
    odds: dict[int, float]
    """Games -> chance of having touched the goal by then."""
    expected_games: float | None
    """Mean number of games; None where some paths have not arrived after HORIZON games."""
    median_games: int | None
    """Games by which half of the paths have arrived; None if fewer than half ever do."""
    games: int
    """Own games whose opponents were drawn from."""


def goals(results: Results, now: Strength, own: int | None = None) -> list[Goal]:
    """The peak, the next round hundred and the own number, as far as they lie ahead; the own number always."""
    rating, peak = standing(results)
    wanted = {"peak": peak, "round": (int(rating) // 100 + 1) * 100}
    chosen = {name: value for name, value in wanted.items() if value > rating and value != own}
    if own is not None:
        chosen["own"] = own
    return [goal(results, now, rating, value, name) for name, value in chosen.items()]


def standing(results: Results) -> tuple[int, int]:
    """Rating after the last game, and the highest established one, or else the highest, after any game.

    Raises ValueError without a shown rating.
    """
    shown = [
        (game.rating + (game.change or 0), settled)
        for game, settled in zip(results.games, established(results.games), strict=True)
        if game.rating is not None
    ]
    if not shown:
        raise ValueError("no game shows a rating")
    return shown[-1][0], max([after for after, settled in shown if settled] or [after for after, _ in shown])


def goal(results: Results, now: Strength, rating: float, wanted: int, name: str, random: Random | None = None) -> Goal:
    """Odds of touching `wanted`, playing on at strength `now` (drawn anew for every path, as it is uncertain)."""
    random = random or Random(wanted)
    opponents = [_opponent(distance, results.perf) for distance in opponent_distances(results)]
    arrivals = sorted(
        _arrival(random, opponents, results.draws, random.gauss(now.mean, now.sd), rating, wanted) for _ in range(PATHS)
    )
    half = arrivals[PATHS // 2]
    return Goal(
        wanted,
        name,
        wanted - rating,
        {mark: sum(arrival <= mark for arrival in arrivals) / PATHS for mark in MARKS},
        sum(arrivals) / PATHS if arrivals[-1] <= HORIZON else None,
        half if half <= HORIZON else None,
        len(opponents),
    )


def opponent_distances(results: Results) -> list[int]:
    """The recent opponents' ratings less the own one; an equal opponent where no game shows both."""
    return [
        game.opponent_rating - game.rating
        for game in results.games[-RECENT:]
        if game.rating is not None and game.opponent_rating is not None
    ] or [0]


class _Opponent(NamedTuple):
    """An opponent at a distance from the own rating, which alone decides what a game moves."""

    distance: float
    loss: float
    draw: float
    win: float


def _opponent(distance: int, perf: str) -> _Opponent:
    gain = TODAY_S_ERA.gain_of(perf)
    changes = [change_one(0.0, DEVIATION, distance, DEVIATION, score, 0.0) for score in (0.0, 0.5, 1.0)]
    return _Opponent(distance, *(change * gain if change > 0.0 else change for change in changes))


def _arrival(
    random: Random, opponents: Sequence[_Opponent], draws: float, strength: float, rating: float, wanted: float
) -> int:
    """Games until the rating touches `wanted`; HORIZON + 1 if it does not within HORIZON."""
    played, count, luck = 0, len(opponents), random.random
    while rating < wanted:
        if played == HORIZON:
            return HORIZON + 1
        distance, loss, draw, win = opponents[int(luck() * count)]
        e = 1.0 / (1.0 + exp(SLOPE * (rating + distance - strength)))
        half, drawn = 2.0 * draws * e * (1.0 - e), luck()
        rating += win if drawn < e - half else draw if drawn < e + half else loss
        played += 1
    return played
