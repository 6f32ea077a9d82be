"""FIDE's table, caps and K, updated after every game and never rounded: what calculators show.

It starts from the Lichess rating before the first rated game, or from a number. K is 40, 20 or 10 by the same rules as
on a list, with the running rating in the place of published ones; the limit of K x n <= 700 belongs to periods and has
no part here. For the table, which knows whole differences only, the running rating is rounded, 0.5 upward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from tracker.game import PlayedGame
from tracker.ratings.fide.difference import LIMIT, counted_difference, too_uneven
from tracker.ratings.fide.editions import Edition, FideList
from tracker.ratings.fide.exact import round_up
from tracker.ratings.fide.expected import expected_by
from tracker.ratings.fide.k_factor import list_k
from tracker.ratings.fide.period import EPOCH, MS_A_DAY, day_of, period_index, period_start
from tracker.ratings.fide.rating_change import SCORES
from tracker.ratings.fide.rows import edition_for
from tracker.ratings.fide.selection import opponent_is_rated, was_played
from tracker.ratings.fide.time_control import list_of_perf
from tracker.ratings.options import RatingOptions


class EloRow(NamedTuple):
    """One game's update, exact."""

    expected: Decimal
    k: int
    change: Decimal
    rating: Decimal
    """After the game."""


def replay_elo(games: Iterable[PlayedGame], perf: str, options: RatingOptions) -> list[EloRow | None]:
    """One row per game of one perf, given in the order ratings were applied; None where the game does not count."""
    rows: list[EloRow | None] = []
    player = _Player(options, list_of_perf(perf)[0])
    provisional_count = options.provisional_opponents == "rated"
    once_per_event = options.rules in ("2022-01", "by-date")
    for month in _stretches(games):
        if player.rating is None:
            player.start_from(month)
        upgraded = _upgraded(month, provisional_count) if once_per_event else set()
        for game in month:
            if was_played(game) and opponent_is_rated(game, provisional_count):
                rows.append(player.play(game, game.event is None or game.id in upgraded))
            else:
                rows.append(None)
    return rows


class _Player:
    """The running rating and what K depends on."""

    def __init__(self, options: RatingOptions, fide_list: FideList) -> None:
        self._options = options
        self._list: FideList = fide_list
        self._games = options.games_played
        self._peak = options.peak or 0
        self._event_days: dict[str, int] = {}
        self._known: dict[int, tuple[Edition, int]] = {}
        self._shares: dict[tuple[int, int, int], tuple[Decimal, Decimal]] = {}
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
        self._peak = max(self._peak, rating)

    def play(self, game: PlayedGame, upgraded: bool) -> EloRow | None:
        """The update by one game; None where the gap is too large for rapid or blitz, or nothing to start from."""
        opponent, halves = game.opponent_rating, game.halves
        if self.rating is None or opponent is None or halves is None:
            return None
        day = game.started_at // MS_A_DAY
        if game.event is not None:
            day = self._event_days.setdefault(game.event, day)
        edition, year = self._known.get(day) or self._rules_of(day)
        own = round_up(self.rating)
        if too_uneven(own, opponent, edition):
            return None
        used = own - opponent
        if used > LIMIT or used < -LIMIT:
            used = counted_difference(own, opponent, edition, upgraded)
        k = list_k(edition, year=year, games=self._games, peak=self._peak, birth_year=self._options.birth_year).k
        expected, change = self._shares.get((used, halves, k)) or self._share(used, halves, k)
        self.rating += change
        self._games += 1
        if self.rating > self._peak:
            self._peak = int(self.rating)
        return EloRow(expected, k, change, self.rating)

    def _share(self, used: int, halves: int, k: int) -> tuple[Decimal, Decimal]:
        expected = expected_by(self._options.method, used)
        found = self._shares[used, halves, k] = expected, (SCORES[halves] - expected) * k
        return found

    def _rules_of(self, day: int) -> tuple[Edition, int]:
        start = day_of(day * MS_A_DAY)
        found = self._known[day] = edition_for(self._options, self._list, start), start.year
        return found


def _stretches(games: Iterable[PlayedGame]) -> Iterator[list[PlayedGame]]:
    """The games in stretches that end with a UTC month, within which an event's one upgraded game is looked for."""
    stretch: list[PlayedGame] = []
    last_day = 0
    for game in games:
        day = game.ended_at // MS_A_DAY
        if day > last_day:
            if stretch:
                yield stretch
            stretch = []
            month = period_index(day_of(game.ended_at), "month")
            last_day = period_start(month + 1, "month").toordinal() - EPOCH - 1
        stretch.append(game)
    yield stretch


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
