"""One list followed through its periods: what is published, what counts, and what every game moves."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from operator import attrgetter

from tracker.game import SCORE_HALVES, Outcome, PlayedGame
from tracker.ratings.fide.corrections import COMPRESSION_LIST, LIFT_LIST, compressed, lifted
from tracker.ratings.fide.difference import LIMIT, UNEVEN_FROM, counted_difference, too_uneven
from tracker.ratings.fide.editions import RECOMMENDED, Edition, FideList, Readings, edition_named, edition_on
from tracker.ratings.fide.expected import expected_by
from tracker.ratings.fide.first_rating import (
    MINIMUM_GAMES,
    Result,
    computed_rating,
    counts_as_first_event,
    reaches_floor,
)
from tracker.ratings.fide.k_factor import limited_k, list_k
from tracker.ratings.fide.period import (
    POOL,
    first_list_from,
    ordinal_of,
    period_label,
    period_start,
    published,
    rounded_sum,
)
from tracker.ratings.fide.rating_change import SCORES
from tracker.ratings.fide.rows import FidePeriod, FideRow, Published, note_row
from tracker.ratings.fide.selection import list_by_clock
from tracker.ratings.fide.time_control import enough_time
from tracker.ratings.options import RatingOptions

FIRST_RATING = note_row("first-rating")
FELL_BELOW = note_row("first-rating", "below-floor")
OPPONENT_UNRATED = note_row("opponent-unrated")
GAP_600 = note_row("gap-600")
TOO_FAST = note_row("not-rated-by-time-limit")
NOTHING = Decimal(0)
STARTED_AT = attrgetter("started_at")

Entries = dict[int, PlayedGame]
"""Games that may count, by their place among the rows: a period's, in the order given."""


@dataclass(slots=True)
class ListReplay:
    """The state of one list while the games go by. Rows are written into `rows`, shared with other lists."""

    fide_list: FideList
    options: RatingOptions
    rows: list[FideRow | None]
    closing_notes: tuple[str, ...] = ()
    """Notes that end every row of this list."""
    by_clock: bool = False
    """The time limit decides, so that standard games need time enough for both ratings."""
    standard: ListReplay | None = None
    """The player's standard list, from which rapid and blitz may take a rating."""
    readings: Readings = RECOMMENDED
    periods: list[FidePeriod] = field(default_factory=list)
    published: list[Published] = field(default_factory=list)
    rating: int | None = None
    games: int = 0
    peak: int | None = None
    _index: int = 0
    """The period that the list has come to, and that of the entries; 0 before the first."""
    _issued: int = 0
    """The last period whose list is out."""
    _last_game: int | None = None
    _entries: Entries = field(default_factory=dict)
    _unrated_halves: dict[str | None, int] = field(default_factory=dict)
    """Event -> half points against unrated opponents, in this period."""
    _pool: list[tuple[int, Result]] = field(default_factory=list)
    """Period and result of what an unrated player has collected."""
    _had_first_event: bool = False
    _fell: bool = False
    """Unrated again after a fall below the floor."""
    _event_days: dict[str, int] = field(default_factory=dict)
    _only_edition: Edition | None = None
    """Of all games of the period under `by-date`, where it is the same."""
    _editions: dict[int, Edition] = field(default_factory=dict)
    _shares: dict[tuple[int, Outcome, int], tuple[Decimal, Decimal, Decimal]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.games, self.peak = self.options.games_played, self.options.peak
        if isinstance(self.options.start, int):
            self.rating = self.options.start
        self._publish(0)

    def start_with(self, rating: int) -> None:
        """Take over a rating that was published before the first game."""
        self.rating = rating
        self._publish(self._issued)

    def add(self, entries: Entries, unrated: Entries) -> None:
        """Take the games of the period to which `advance` has brought the list.

        Those against unrated opponents count nowhere but for what a first event scored.
        """
        self._entries = entries
        for row, game in unrated.items():
            self.rows[row] = OPPONENT_UNRATED
            self._unrated_halves[game.event] = self._unrated_halves.get(game.event, 0) + (game.halves or 0)

    def advance(self, index: int) -> None:
        """Close the period before `index` and issue the lists up to it."""
        if self._entries and self._index < index:
            self._rate(closing=True)
        self._index = index
        self._unrated_halves.clear()
        self._issue(index)

    def finish(self, index: int) -> None:
        """Bring the list to today's period, the last one; a period that is still open gets rows and no new list."""
        self.advance(index)
        if self._entries:
            self._rate(closing=False)

    def rating_in(self, index: int) -> int | None:
        """The rating of the list in force in a period."""
        place = bisect_right(self.published, index, key=lambda item: item.since)
        return self.published[max(0, place - 1)].rating

    # lists

    def _publish(self, index: int) -> None:
        if self.rating is not None:
            self.peak = max(self.peak or 0, self.rating)
        shown = Published(index, self.rating, self.games, self.peak, self._last_game)
        if self.published and self.published[-1].since == index:
            self.published[-1] = shown
        else:
            self.published.append(shown)

    def _issue(self, index: int) -> None:
        """The lists after the last one issued up to that of period `index`: corrections, then the floor."""
        self._issued = self._issued or index - 1
        if self._issued >= index:
            return
        length = self.options.period
        lift, compression = first_list_from(LIFT_LIST, length), first_list_from(COMPRESSION_LIST, length)
        for dated in sorted({self._issued + 1, lift, compression}):
            if not self._issued < dated <= index:
                continue
            if self.rating is not None and self.options.corrections and self._last_game is not None:
                if dated == lift and self.fide_list != "standard" and self.standard is not None:
                    self.rating = lifted(self.rating, self.standard.rating_in(dated))
                if dated == compression:
                    self.rating = compressed(self.rating)
            if self.rating is not None and self.options.floor == "apply":
                self._fall_below(self._edition(period_start(dated, length).toordinal()).floor)
            self._publish(dated)
        self._issued = index

    def _fall_below(self, floor: int) -> None:
        if self.rating is not None and published(self.rating, floor) is None:
            self.rating, self._fell = None, True
            if not self.readings.keep_games_below_floor:
                self.games, self.peak = 0, None

    def _edition(self, day: int) -> Edition:
        rules = self.options.rules
        key = day if rules == "by-date" else 0
        found = self._editions.get(key)
        if found is None:
            if rules == "by-date":
                found = edition_on(date.fromordinal(day), self.fide_list, self.readings)
            else:
                found = edition_named(rules, self.fide_list, self.readings)
            self._editions[key] = found
        return found

    # periods

    def _rate(self, *, closing: bool) -> None:
        """Rate the entries of one period and, where it is over, issue the list that follows."""
        index, entries = self._index, self._entries
        start = period_start(index, self.options.period)
        edition = self._edition(start.toordinal())
        if self.rating is None and edition.two_draws:
            self._borrow(index)
        if self.options.rules == "by-date":
            self._note_days(entries)
        if self.by_clock and self.fide_list == "standard":
            entries = {row: game for row, game in entries.items() if self._has_time(row, game)}
        if not entries:
            self._entries = {}
            return
        if self.rating is None:
            record = self._pool_games(entries, edition, closing=closing)
        else:
            record = self._rate_games(entries, edition, start)
        if closing:
            self._last_game = index if record.n else self._last_game
            self._entries = {}
            self._issue(index + 1)
            record = record._replace(new_rating=self.rating)
        self.periods.append(record if closing else record._replace(rounded=None))

    def _borrow(self, index: int) -> None:
        """An unrated player with a standard rating meets rapid and blitz with that (rapid/blitz 7.1, 2024-03)."""
        rating = None if self.standard is None else self.standard.rating_in(index)
        if rating is not None:
            self.rating = rating
            self.games += len(self._pool)
            self._pool.clear()

    def _has_time(self, row: int, game: PlayedGame) -> bool:
        """Whether a standard game gave time enough for both ratings; its row says so where it did not."""
        ratings, low = (self.rating, game.opponent_rating), self.readings.unrated_below_1800
        if enough_time(list_by_clock(game)[1], ratings, self._edition_of(game), low):
            return True
        self.rows[row] = TOO_FAST
        return False

    def _note_days(self, entries: Entries) -> None:
        """Remember the first day of every event, and the one edition of all these games where there is only one."""
        after = period_start(self._index + 1, self.options.period).toordinal()
        days = {ordinal_of(min(map(STARTED_AT, entries.values()))), after - 1}
        opened = {game.event: game.started_at for game in reversed(entries.values()) if game.event is not None}
        for event, started_at in opened.items():
            days.add(self._event_days.setdefault(event, ordinal_of(started_at)))
        first, last = self._edition(min(days)), self._edition(max(days))
        self._only_edition = first if first == last and self.readings.edition_by == "event-start" else None

    def _edition_of(self, game: PlayedGame) -> Edition:
        if self._only_edition is not None:
            return self._only_edition
        if self.readings.edition_by == "period":
            return self._edition(period_start(self._index, self.options.period).toordinal())
        day = ordinal_of(game.started_at)
        return self._edition(day if game.event is None else self._event_days.get(game.event, day))

    def _pool_games(self, entries: Entries, edition: Edition, *, closing: bool) -> FidePeriod:
        """An unrated player's period: games join the pool, and at its close the pool may give a rating (8.2)."""
        index, before = self._index, list(self._pool)
        for row in entries:
            self.rows[row] = FELL_BELOW if self._fell else FIRST_RATING
        counted = self._without_failed_first_event(list(entries.values()), edition, closing=closing)
        self._pool = self._kept_pool(index) + [
            (index, (game.opponent_rating or 0, game.halves or 0)) for game in counted
        ]
        notes: tuple[str, ...] = ("first-rating",)
        results = [result for _, result in self._pool]
        if closing and len(results) >= MINIMUM_GAMES:
            floor = self._edition(period_start(index + 1, self.options.period).toordinal()).floor
            high_enough = reaches_floor(results, edition, floor, self.readings)
            if high_enough or self.options.floor == "mark":
                self.rating = computed_rating(results, edition, self.readings)
                self.games += len(results)
                self._pool, self._fell = [], False
            if not high_enough:
                notes += ("below-floor",)
        if not closing:
            self._pool = before
        label = period_label(index, self.options.period)
        return FidePeriod(
            index, label, edition.name, None, None, None, len(counted), NOTHING, NOTHING, None, None, notes
        )

    def _without_failed_first_event(
        self, games: list[PlayedGame], edition: Edition, *, closing: bool
    ) -> list[PlayedGame]:
        if self._had_first_event:
            return games
        event = games[0].event
        its_games = games[:1] if event is None else [game for game in games if game.event == event]
        halves = sum(game.halves or 0 for game in its_games)
        if self.readings.zero_event == "whole-event" and event is not None:
            halves += self._unrated_halves.get(event, 0)
        self._had_first_event = closing
        if counts_as_first_event(halves, edition):
            return games
        return games[1:] if event is None else [game for game in games if game.event != event]

    def _kept_pool(self, index: int) -> list[tuple[int, Result]]:
        oldest = index - POOL[self.options.period] + 1
        if self.readings.pool == "restart" and self._pool and self._pool[0][0] < oldest:
            return []
        return [item for item in self._pool if item[0] >= oldest]

    def _rate_games(self, entries: Entries, edition: Edition, start: date) -> FidePeriod:
        """A rated player's period: every game against the list in force, one K, one rounding (8.3)."""
        own, options = self.rating or 0, self.options
        by_date = options.rules == "by-date"
        uneven = {
            row
            for row, game in entries.items()
            if (own > UNEVEN_FROM or (game.opponent_rating or 0) > UNEVEN_FROM)
            and too_uneven(own, game.opponent_rating or 0, self._edition_of(game) if by_date else edition)
        }
        counted = {row: game for row, game in entries.items() if row not in uneven} if uneven else entries
        for row in uneven:
            self.rows[row] = GAP_600
        k_list = list_k(edition, year=start.year, games=self.games, peak=self.peak, birth_year=options.birth_year).k
        k = limited_k(k_list, len(counted), edition)
        notes = self._period_notes(own, k, k_list, edition)
        label = period_label(self._index, options.period)
        total = self._write_rows(counted, edition, label, k_list, k, notes)
        rounded = rounded_sum(self._event_changes(counted, k * total), edition, self.readings)
        self.rating = own + rounded
        self.games += len(counted)
        return FidePeriod(
            self._index, label, edition.name, own, k_list, k, len(counted), total, k * total, rounded, None, notes
        )

    def _period_notes(self, own: int, k: int, k_list: int, edition: Edition) -> tuple[str, ...]:
        below = ("below-floor",) if own < edition.floor else ()
        reduced = () if k == k_list else ("k-reduced",) if k else ("k-zero",)
        return (*below, *reduced, *self.closing_notes)

    def _write_rows(
        self, counted: Entries, edition: Edition, label: str, k_list: int, k: int, notes: tuple[str, ...]
    ) -> Decimal:
        """One row per game; returns the sum of score minus expected score."""
        own, rows, fide_list, shares = self.rating or 0, self.rows, self.fide_list, self._shares
        mixed = self.options.rules == "by-date" and self._only_edition is None
        edition = self._only_edition or edition
        rules = edition.name
        below = notes[:1] == ("below-floor",)
        capped_notes = (*notes[:below], "capped-400", *notes[below:])
        upgraded = upgraded_rows(counted) if mixed or edition.cap == "once-per-event" else set()
        total, live = NOTHING, Decimal(own)
        for row, game in counted.items():
            if mixed:
                edition = self._edition_of(game)
                rules = edition.name
            opponent, outcome = game.opponent_rating or 0, game.outcome or "loss"
            used = difference = own - opponent
            if difference > LIMIT or difference < -LIMIT:
                used = counted_difference(own, opponent, edition, game.event is None or row in upgraded)
            expected, gain, change = shares.get((used, outcome, k)) or self._share(used, outcome, k)
            total += gain
            live += change
            row_notes = notes if used == difference else capped_notes
            values = (fide_list, rules, label, own, expected, k_list, k, change, live, row_notes)
            rows[row] = tuple.__new__(FideRow, values)
        return total

    def _event_changes(self, counted: Entries, whole: Decimal) -> list[Decimal]:
        """The change that is rounded: the whole period's, or on the other reading each event's."""
        if self.readings.rounding == "period":
            return [whole]
        changes: dict[str | int, Decimal] = {}
        for place, game in counted.items():
            row, event = self.rows[place], place if game.event is None else game.event
            if row is not None and row.change is not None:
                changes[event] = changes.get(event, NOTHING) + row.change
        return list(changes.values())

    def _share(self, used: int, outcome: Outcome, k: int) -> tuple[Decimal, Decimal, Decimal]:
        """Expected score, gain and change of a game, shared by all games of its kind."""
        expected = expected_by(self.options.method, used)
        gain = SCORES[SCORE_HALVES[outcome]] - expected
        found = self._shares[used, outcome, k] = (expected, gain, gain * k)
        return found


def upgraded_rows(entries: Entries) -> set[int]:
    """The one game of each event that may benefit from the 400-point rule of 2022-01: the lowest-rated opponent's.

    With one own rating for the period that is the greatest difference; the first of equals.
    """
    lowest: dict[str, tuple[int, int]] = {}
    for row, game in entries.items():
        event, opponent = game.event, game.opponent_rating or 0
        if event is not None and (event not in lowest or opponent < lowest[event][0]):
            lowest[event] = (opponent, row)
    return {row for _, row in lowest.values()}
