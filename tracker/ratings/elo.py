"""FIDE's table, caps and K, updated after every game and never rounded: what calculators show.

It starts from the Lichess rating before the first rated game, or from a number. K is 40, 20 or 10 by the same rules as
on a list, with the running rating in the place of published ones; the limit of K x n <= 700 belongs to periods and has
no part here. For the table, which knows whole differences only, the running rating is rounded, 0.5 upward.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from tracker.game import SCORE_HALVES, Outcome, PlayedGame
from tracker.ratings.fide.difference import LIMIT, counted_difference, too_uneven
from tracker.ratings.fide.editions import Edition, FideList
from tracker.ratings.fide.expected import FORMULA_PLACES, expected_by
from tracker.ratings.fide.k_factor import NEW_GAMES, list_k
from tracker.ratings.fide.period import MS_A_DAY, by_period, day_of
from tracker.ratings.fide.rating_change import SCORES
from tracker.ratings.fide.rows import edition_for
from tracker.ratings.fide.selection import opponent_is_rated, was_played
from tracker.ratings.fide.time_control import list_of_perf
from tracker.ratings.options import RatingOptions

UNIT = 10**FORMULA_PLACES
"""Beside its Decimal the running rating is kept in such parts of a point: whole numbers round and compare faster."""
HALF_UNIT = UNIT // 2


class EloRow(NamedTuple):
    """One game's update, exact."""

    expected: Decimal
    k: int
    change: Decimal
    rating: Decimal
    """After the game."""
    difference: int
    """Own rating minus opponent's, as it counted."""


def replay_elo(games: Iterable[PlayedGame], perf: str, options: RatingOptions) -> list[EloRow | None]:
    """One row per game of one perf, given in the order ratings were applied; None where the game does not count."""
    rows: list[EloRow | None] = []
    player = _Player(options, list_of_perf(perf)[0])
    once_per_event = options.rules in ("2022-01", "by-date")
    for _, month in by_period(games, "month"):
        if player.rating is None:
            player.start_from(month)
        upgraded = _upgraded(month, player.provisional_count) if once_per_event else set()
        rows += player.play(month, upgraded)
    return rows


class _Player:
    """The running rating and what K depends on."""

    def __init__(self, options: RatingOptions, fide_list: FideList) -> None:
        self._options = options
        self._list: FideList = fide_list
        self._games = options.games_played
        self._peak = (options.peak or 0) * UNIT
        self._event_days: dict[str, int] = {}
        self._known: dict[int, tuple[Edition, int]] = {}
        self._shares: dict[tuple[int, Outcome, int], tuple[Decimal, Decimal, int]] = {}
        self.provisional_count = options.provisional_opponents == "rated"
        self.rating: Decimal | None = None
        if isinstance(options.start, int):
            self._start_at(options.start)

    def start_from(self, games: Iterable[PlayedGame]) -> None:
        """Take the rating shown by the first rated game."""
        shown = next((game.rating for game in games if game.rated and game.rating is not None), None)
        if shown is not None:
            self._start_at(shown)

    def _start_at(self, rating: int) -> None:
        self.rating = Decimal(rating)
        self._peak = max(self._peak, rating * UNIT)

    def play(self, games: Sequence[PlayedGame], upgraded: set[str]) -> list[EloRow | None]:
        """A row per game; None where it does not count, is too uneven, or there is no rating to start from."""
        rows: list[EloRow | None] = [None] * len(games)
        rating, shares, provisional_count = self.rating, self._shares, self.provisional_count
        last_day, k = None, 0
        if rating is None:
            return rows
        units = _units(rating)
        for place, game in enumerate(games):
            if not was_played(game) or not opponent_is_rated(game, provisional_count):
                continue
            opponent, outcome, event = game.opponent_rating or 0, game.outcome or "loss", game.event
            day = game.started_at // MS_A_DAY
            if event is not None:
                day = self._event_days.setdefault(event, day)
            if day != last_day:
                last_day, k = day, 0
                edition, year = self._known.get(day) or self._rules_of(day)
            own = (units + HALF_UNIT) // UNIT
            if edition.gap_600 and too_uneven(own, opponent, edition):
                continue
            used = own - opponent
            if used > LIMIT or used < -LIMIT:
                used = counted_difference(own, opponent, edition, event is None or game.id in upgraded)
            k = k or self._k(edition, year)
            expected, change, moved = shares.get((used, outcome, k)) or self._share(used, outcome, k)
            rating += change
            units += moved
            rows[place] = tuple.__new__(EloRow, (expected, k, change, rating, used))
            self._games += 1
            if units > self._peak:
                self._peak, k = units, 0
            elif self._games <= NEW_GAMES:
                k = 0
        self.rating = rating
        return rows

    def _k(self, edition: Edition, year: int) -> int:
        options = self._options
        return list_k(edition, year=year, games=self._games, peak=self._peak // UNIT, birth_year=options.birth_year).k

    def _share(self, used: int, outcome: Outcome, k: int) -> tuple[Decimal, Decimal, int]:
        """Expected score and change of a game, and the change in units, shared by all games of its kind."""
        expected = expected_by(self._options.method, used)
        change = (SCORES[SCORE_HALVES[outcome]] - expected) * k
        found = self._shares[used, outcome, k] = expected, change, _units(change)
        return found

    def _rules_of(self, day: int) -> tuple[Edition, int]:
        start = day_of(day * MS_A_DAY)
        found = self._known[day] = edition_for(self._options, self._list, start), start.year
        return found


def _units(value: Decimal) -> int:
    return int(value.scaleb(FORMULA_PLACES))


def _upgraded(games: Iterable[PlayedGame], provisional_count: bool) -> set[str]:
    """The one game of each event that may benefit from the rule of 2022-01, as on a list; ids."""
    lowest: dict[str, PlayedGame] = {}
    for game in games:
        if game.event is None or not was_played(game) or not opponent_is_rated(game, provisional_count):
            continue
        best = lowest.get(game.event)
        if best is None or (game.opponent_rating or 0) < (best.opponent_rating or 0):
            lowest[game.event] = game
    return {game.id for game in lowest.values()}
