"""The screen's model over the real store."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from tracker.errors import NotTracked
from tracker.settings import Settings, path_of
from tracker.tui.model import (
    AccountCard,
    Choices,
    Day,
    FormFound,
    GameDetail,
    ImportProgress,
    Levels,
    PerfCard,
    Query,
    Run,
    Section,
    Series,
    Tell,
    unheard,
)

if TYPE_CHECKING:
    from datetime import tzinfo

    from tracker.comparison import Comparison
    from tracker.ratings.options import RatingOptions
    from tracker.store import Account, Store
    from tracker.store.browse import Stamp
    from tracker.tui.kept import Kept
    from tracker.tui.live_rows import LiveGames

WORTH_KEEPING = 2_000
"""Rated games from which on a perf's columns are kept in the database."""
FIRST_ROWS, MANY_ROWS = 200, 20_000
"""Rows that are shown before the order of all is read, in accounts with at least so many games."""
RECENT_GAMES = 400
"""Newest games among which the session and the streak are looked for."""


class LiveModel:
    """A `Model`. Every thread has a store of its own."""

    def __init__(
        self, settings: Settings, environ: Mapping[str, str], now: Callable[[], int], sleep: Callable[[float], None]
    ) -> None:
        self._settings, self._environ, self._now, self._sleep = settings, environ, now, sleep
        self.zone: tzinfo = settings.zone()
        self._begins = settings.day_begins()
        self._local = threading.local()
        self._stores: list[Store] = []
        self._computing = threading.Lock()
        self._kept: dict[tuple[str, str], tuple[str, Kept]] = {}
        """(account, perf) -> the mark of the games that went in, and the columns."""
        self._comparisons: dict[str, tuple[str, Comparison]] = {}
        """Account -> the mark, and its comparison; of a large one that of the perf last asked about."""
        self._forms: dict[tuple[str, str], tuple[str, FormFound]] = {}

    # Stores, accounts, marks

    def store(self) -> Store:
        """This thread's store."""
        if not hasattr(self._local, "store"):
            from tracker.store import Store

            self._local.store = Store(path_of(self._settings.db))
            self._stores.append(self._local.store)
        found: Store = self._local.store
        return found

    def close(self) -> None:
        """Gives the database back once no thread works any more: SQLite's log goes into the one file."""
        while self._stores:
            self._stores.pop().close()
        self._local = threading.local()

    def _account(self, name: str) -> Account:
        return self.store().account(name)

    def _options(self, account: Account) -> RatingOptions:
        from tracker.ratings.options import RatingOptions

        return RatingOptions.from_dict(account.options)

    def _mark(self, account: Account) -> str:
        """Changes with the games, the options and the month."""
        from datetime import UTC

        from tracker.times import day_of

        options, day = json.dumps(account.options, sort_keys=True), day_of(self._now(), UTC)
        games, newest = self._stamp(account)
        return f"{games}:{newest}|{account.last_import_at}|{options}|{day:%Y-%m}"

    def _stamp(self, account: Account) -> Stamp:
        """Counting half a million games takes a while, so it is done once as long as nobody writes."""
        from tracker.store.browse import stamp, version

        store = self.store()
        asked = (account.id, version(store))
        if getattr(self._local, "stamped", (None, None))[0] != asked:
            self._local.stamped = (asked, stamp(store, account.id))
        found: Stamp = self._local.stamped[1]
        return found

    def accounts(self) -> Sequence[AccountCard]:
        return [
            AccountCard(account.name, self._stamp(account).games, account.last_import_at, account.closed)
            for account in self.store().accounts()
        ]

    # Columns: in memory, in the database, or made now

    def _known(self, account: Account, perf: str) -> Kept | None:
        """The columns, if they are as new as the games."""
        from tracker.tui.kept import header, unpack

        mark = self._mark(account)
        found = self._kept.get((account.name, perf))
        if found is not None and found[0] == mark:
            return found[1]
        content = self.store().derived(account.id, f"screen:{perf}")
        if content is None or (head := header(content)) is None or head["mark"] != mark:
            return None
        kept = unpack(content, account.name, perf)
        if kept is not None:
            self._kept[account.name, perf] = (mark, kept)
        return kept

    def _columns(self, account: Account, perf: str, tell: Tell = unheard) -> Kept | None:
        """The columns, made if they must be; None for a perf without rated games."""
        tell(f"comparing {self._stamp(account).games:,} games")
        with self._computing:
            if (found := self._known(account, perf)) is not None:
                return found
            from tracker.account import is_large

            if is_large(self.store(), account) and not self.store().read_only:
                from tracker.tui.prepare import run_beside

                run_beside(self._settings, account.name, tell)
            else:
                self.make(account, tell)
            return self._known(account, perf)

    def make(self, account: Account, tell: Tell = unheard) -> None:
        """Makes the columns of all perfs, and keeps the large ones in the database."""
        from tracker.account import history_of, is_large
        from tracker.tui.kept import kept_of, pack

        store, mark = self.store(), self._mark(account)
        found = history_of(store, account, self._options(account), self._now(), tell)
        if not is_large(store, account):
            self._comparisons[account.name] = (mark, found.comparison)
        for one in found.perfs:
            if one.perf not in found.comparison.perfs:
                continue
            kept = kept_of(account.name, found.comparison, one)
            kept.facts["remarks"] = found.remarks
            self._kept[account.name, one.perf] = (mark, kept)
            if len(kept.series) >= WORTH_KEEPING:
                store.keep_derived(account.id, f"screen:{one.perf}", kept.series.times[-1], pack(kept, mark))

    def series(self, account: str, perf: str, tell: Tell = unheard) -> Iterator[Series]:
        found = self._account(account)
        if (kept := self._known(found, perf)) is not None:
            yield kept.series
            return
        from tracker.store.browse import rated_points
        from tracker.tui.kept import raw_series

        yield raw_series(account, perf, rated_points(self.store(), found.id, perf))
        if (kept := self._columns(found, perf, tell)) is not None:
            yield kept.series

    # Cards

    def perfs(self, account: str) -> Sequence[PerfCard]:
        from tracker.store.browse import results_by_perf
        from tracker.tui.live_cards import card

        found, store = self._account(account), self.store()
        results = results_by_perf(store, found.id)
        day = self.today(self._now())
        today = results_by_perf(store, found.id, day.start, day.end)
        return [
            card(count, self._known(found, count.perf), results.get(count.perf), today.get(count.perf), store, found.id,
                 self._now())
            for count in store.perfs(found.id)
        ]  # fmt: skip

    def newest_perf(self, account: str) -> str | None:
        from tracker.store.browse import newest_perf

        return newest_perf(self.store(), self._account(account).id)

    def runs(self, account: str, perf: str | None, now: int) -> Sequence[Run]:
        from tracker.store.browse import newest_games, results_by_perf
        from tracker.tui.live_cards import runs, today

        store, account_id, day = self.store(), self._account(account).id, self.today(now)
        results = results_by_perf(store, account_id, day.start, day.end)
        games = newest_games(store, account_id, perf, RECENT_GAMES)
        return [today(results, perf), *runs(games, now)]

    def today(self, now: int) -> Day:
        from tracker.times import day_bounds, day_of

        bounds = day_bounds(day_of(now, self.zone, self._begins), self.zone, self._begins)
        return Day(*bounds, self._begins)

    def session_start(self, account: str, now: int) -> int | None:
        from tracker.store.browse import newest_games
        from tracker.tui.live_cards import session_start

        return session_start(newest_games(self.store(), self._account(account).id, None, RECENT_GAMES), now)

    # Games

    def first_games(self, query: Query) -> LiveGames | None:
        from tracker.store.browse import newest_ids
        from tracker.tui.live_rows import LiveGames, keys_of

        account, store = self._account(query.account), self.store()
        if query.sort != "at" or not query.descending or query.filter:
            return None
        if not next(iter(newest_ids(store, account.id, None, 1, MANY_ROWS)), None):
            return None
        ids = newest_ids(store, account.id, query.perf, FIRST_ROWS)
        return LiveGames(self.store, account.id, keys_of(ids, query, {}), {})

    def games(self, query: Query) -> LiveGames:
        from tracker.store.browse import game_ids
        from tracker.tui.live_rows import LiveGames, keys_of

        account, store = self._account(query.account), self.store()
        kept = {
            count.perf: found
            for count in store.perfs(account.id)
            if (found := self._known(account, count.perf)) is not None
        }
        ids = game_ids(
            store, account.id, query.perf, query.filter, sort=query.sort, descending=query.descending, zone=self.zone,
            day_begins=self._begins,
        )  # fmt: skip
        return LiveGames(self.store, account.id, keys_of(ids, query, kept), kept)

    def detail(self, account: str, key: int) -> GameDetail:
        from tracker.tui.kept import id_of
        from tracker.tui.live_detail import detail

        found = self._account(account)
        game = self.store().game(found.id, id_of(key))
        kept = self._known(found, game.perf)
        comparison = None if kept is None else self._comparison(found, game.perf)
        return detail(self.store(), found, game, kept, comparison, self._settings.url)

    def _comparison(self, account: Account, perf: str) -> Comparison | None:
        """The comparison behind the columns, of that perf at least; None if there is none as new as the games."""
        from tracker.account import is_large, kept_comparison_of

        mark, large = self._mark(account), is_large(self.store(), account)
        with self._computing:
            found = self._comparisons.get(account.name)
            if found is not None and found[0] == mark and perf in found[1].perfs:
                return found[1]
            if not large:
                self.make(account)
                return self._comparisons[account.name][1]
            compared = kept_comparison_of(self.store, account, self._options(account), self._now(), perf)
            if compared is not None:
                self._comparisons[account.name] = mark, compared
            return compared

    # Form, and what moves show

    def form(self, account: str, perf: str) -> FormFound:
        from tracker.form.summary import form
        from tracker.stored_games import stored_mistakes

        found, store = self._account(account), self.store()
        columns = self._known(found, perf)
        deviation = None if columns is None else columns.facts.get("deviation_now")
        mark = f"{self._mark(found)}|{self.zone}|{self._begins}|{deviation}"
        kept = self._forms.get((account, perf))
        if kept is None or kept[0] != mark:
            made = form(
                store.games(found.id, perf), perf, self.zone, day_begins=self._begins, now=self._now(),
                deviation=deviation,
            )  # fmt: skip
            kept = self._forms[account, perf] = mark, FormFound(made, stored_mistakes(store, found.id, made.results))
        return kept[1]

    def level(self, account: str, key: int) -> Sequence[Section]:
        from tracker.tui.kept import id_of
        from tracker.tui.live_level import sections

        found, store = self._account(account), self.store()
        return sections(store, found, store.game(found.id, id_of(key)))

    def levels(self, account: str, perf: str, stopped: Callable[[], bool]) -> Levels:
        from tracker.tui.live_level import levels

        return levels(self.store(), self._account(account), perf, stopped)

    def export(self, query: Query, stream: TextIO) -> int:
        from tracker.account import comparison_of
        from tracker.export import together, write_csv
        from tracker.tui.kept import key_of

        account = self._account(query.account)
        comparison = comparison_of(self.store(), account, self._options(account), self._now())
        rows = (row for row in comparison.rows() if query.perf in (None, row.perf))
        if query.filter:
            shown: set[int] = set(self.games(query).keys())
            rows = (row for row in rows if row.game is not None and key_of(row.game.id) in shown)
        return write_csv(together({account.name: rows}), stream, self.zone)

    # Import

    def import_account(self, name: str, progress: Callable[[ImportProgress], None], stopped: Callable[[], bool]) -> str:
        from tracker.sources.connection import open_lichess
        from tracker.sync import sync
        from tracker.tui.live_import import Watcher, sentence

        with open_lichess(self._settings, self._environ, sleep=self._sleep) as lichess:
            report = sync(
                self.store(), lichess, name, now=self._now, on_event=Watcher(name, progress), should_stop=stopped
            )
        return sentence(report)

    # Answers and choices

    def calculate(self, kind: str, values: Mapping[str, str]) -> Sequence[str]:
        from tracker.tui.live_answers import calculate

        return calculate(kind, values, self._now())

    def what_if(self, account: str, perf: str, text: str) -> Sequence[Section]:
        from tracker.tui.live_answers import what_if

        kept = self._columns(self._account(account), perf)
        if kept is None:
            raise NotTracked(f"{account} has no rated {perf} game yet; play one and import it first.")
        return what_if(kept, perf, text, self._now())

    def choices(self, account: str | None) -> Choices:
        rules = "2025-10"
        if account is not None:
            rules = self._options(self._account(account)).rules
        return Choices(str(getattr(self.zone, "key", "UTC")), f"{self._begins:%H:%M}", rules)

    def choose(self, account: str | None, choices: Choices) -> None:
        settings = replace(self._settings, timezone=choices.timezone, day_start=choices.day_start)
        zone, begins = settings.zone(), settings.day_begins()
        if account is not None:
            from tracker.ratings.options import RatingOptions

            found = self._account(account)
            options = {**found.options, "rules": choices.rules}
            RatingOptions.from_dict(options)
            if options != found.options and (found.options or choices.rules != RatingOptions().rules):
                self.store().update_account(found.id, options=options)
        self._settings, self.zone, self._begins = settings, zone, begins
