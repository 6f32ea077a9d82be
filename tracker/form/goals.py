"""How far a goal is: points, games and odds, by simulation against the account's own opponents. Pure.

What a game moves depends on the deviation: after a pause of months a win is worth several times as much. So every path
begins at the deviation as it is now, lets games shrink it, and lets it grow by the pauses that the account makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from tracker.form.chances import SLOPE
from tracker.form.results import TODAY_S_ERA, Results, established, first_guess
from tracker.form.smoother import MS_PER_DAY, Strength
from tracker.form.stakes import DEVIATION, VOLATILITY
from tracker.ratings.glicko2 import SCALE, evidence_of

if TYPE_CHECKING:
    import numpy as np

PATHS = 2000
HORIZON = 1000
"""Games after which a path is given up."""
RECENT = 300
"""Games whose opponents and pauses are drawn from, opponents as distances from the own rating."""
MARKS = (50, 100, 200, 500, 1000)
SETTLED = 60.0
"""A deviation to begin with where the first of the recent games was not the player's first."""
GROWTH = TODAY_S_ERA.periods_per_day * (SCALE * VOLATILITY) ** 2 / MS_PER_DAY
"""What a millisecond without a game adds to the square of the deviation, points squared."""
LEAST, MOST = TODAY_S_ERA.deviation_floor**2, TODAY_S_ERA.deviation_ceiling**2


class Rhythm(NamedTuple):
    """How certain Lichess is of a player, and how the pauses between games change that. Points squared."""

    variance: float
    """The square of the deviation now."""
    growths: Sequence[float]
    """What recent pauses added to it, one a game."""


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
    deviation: float
    """The own rating deviation at the start (points)."""


def goals(
    results: Results, now: Strength, own: int | None = None, *, at: int | None = None, deviation: float | None = None
) -> list[Goal]:
    """The peak, the next round hundred and the own number, as far as they lie ahead; the own number always.

    `at` is the moment from which on is played (epoch ms; not given: the end of the last game), `deviation` the rating
    deviation by then, where it is known.
    """
    rating, peak = standing(results)
    wanted = {"peak": peak, "round": (int(rating) // 100 + 1) * 100}
    chosen = {name: value for name, value in wanted.items() if value > rating and value != own}
    if own is not None:
        chosen["own"] = own
    rhythm = rhythm_of(results, at, deviation)
    return [goal(results, now, rating, value, name, rhythm) for name, value in chosen.items()]


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


def rhythm_of(results: Results, at: int | None = None, deviation: float | None = None) -> Rhythm:
    """The deviation by `at` and the pauses of the recent games.

    Where no deviation is known, Lichess's own is followed through the recent games: each shrinks it as a game between
    equals does (Glickman 2013, step 7), each pause lets it grow.
    """
    ends = [game.ended_at for game in results.games[-RECENT - 1 :]]
    growths = [GROWTH * max(0, after - before) for before, after in pairwise(ends)]
    if deviation is not None:
        return Rhythm(_within(deviation * deviation), growths or [0.0])
    first = first_guess(results)[1] if len(results) == len(ends) else SETTLED
    information = evidence_of(0.0, 0.0, DEVIATION, 0.5, 0.0)[0] / (SCALE * SCALE)
    variance = first * first
    for growth in [0.0, *growths]:
        variance = _within(1.0 / (1.0 / _within(variance + growth) + information))
    idle = 0 if at is None or not ends else max(0, at - ends[-1])
    return Rhythm(_within(variance + GROWTH * idle), growths or [0.0])


def _within(variance: float) -> float:
    return min(max(variance, LEAST), MOST)


def goal(results: Results, now: Strength, rating: float, wanted: int, name: str, rhythm: Rhythm | None = None) -> Goal:
    """Odds of touching `wanted`, playing on at strength `now` (drawn anew for every path, as it is uncertain)."""
    distances, rhythm = opponent_distances(results), rhythm or rhythm_of(results)
    arrivals = sorted(_arrivals(results, distances, now, rating, wanted, rhythm))
    half = arrivals[PATHS // 2]
    return Goal(
        wanted,
        name,
        wanted - rating,
        {mark: sum(arrival <= mark for arrival in arrivals) / PATHS for mark in MARKS},
        sum(arrivals) / PATHS if arrivals[-1] <= HORIZON else None,
        half if half <= HORIZON else None,
        len(distances),
        sqrt(rhythm.variance),
    )


def opponent_distances(results: Results) -> list[int]:
    """The recent opponents' ratings less the own one; an equal opponent where no game shows both."""
    return [
        game.opponent_rating - game.rating
        for game in results.games[-RECENT:]
        if game.rating is not None and game.opponent_rating is not None
    ] or [0]


def _arrivals(
    results: Results, distances: Sequence[int], now: Strength, rating: float, wanted: int, rhythm: Rhythm
) -> list[int]:
    """Of each path the games until the rating touches `wanted`; HORIZON + 1 if it does not within HORIZON.

    All paths take a step at once; one that has arrived goes no further. The same goal meets the same luck.
    """
    import numpy as np

    if rating >= wanted:
        return [0] * PATHS
    random, gain = np.random.default_rng(wanted), TODAY_S_ERA.gain_of(results.perf)
    told, surprise = np.array([evidence_of(0.0, float(one), DEVIATION, 1.0, 0.0) for one in distances]).T
    weight = evidence_of(0.0, 0.0, DEVIATION, 1.0, 0.0)[1] * 2.0  # g of step 3: between equals 1 - E is a half
    distance, growths = np.array(distances, float), np.array(rhythm.growths)
    strength = random.normal(now.mean, now.sd, PATHS)
    paths = _Paths(np.full(PATHS, rating), np.full(PATHS, rhythm.variance), strength)
    arrivals: list[int] = []
    for played in range(1, HORIZON + 1):
        met = random.integers(len(distance), size=len(paths.rating))
        e = 1.0 / (1.0 + np.exp(SLOPE * (paths.rating + distance[met] - paths.strength)))
        half, luck = 2.0 * results.draws * e * (1.0 - e), random.random(len(e))
        lost = np.where(luck < e - half, 0.0, np.where(luck < e + half, 0.5, 1.0))
        phi2 = 1.0 / (SCALE * SCALE / paths.variance + told[met])
        change = SCALE * phi2 * (surprise[met] - weight * lost)
        moved = paths.rating + np.where(change > 0.0, change * gain, change)
        grown = np.clip(SCALE * SCALE * phi2, LEAST, MOST) + random.choice(growths, len(e))
        arrived = moved >= wanted
        arrivals += [played] * int(arrived.sum())
        paths = _Paths(moved, np.clip(grown, LEAST, MOST), paths.strength).kept(~arrived)
        if not len(paths.rating):
            break
    return arrivals + [HORIZON + 1] * len(paths.rating)


class _Paths(NamedTuple):
    """The paths that have not arrived."""

    rating: np.ndarray
    variance: np.ndarray
    """The square of the deviation."""
    strength: np.ndarray

    def kept(self, which: np.ndarray) -> _Paths:
        return self if which.all() else _Paths(*(column[which] for column in self))
