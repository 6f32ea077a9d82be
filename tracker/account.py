"""One tracked account: its games out of the store, compared under its options."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date
from typing import TYPE_CHECKING

from tracker import __version__
from tracker.errors import NotTracked
from tracker.game import Live, PlayedGame
from tracker.ledger import Ledger, Row, Summary
from tracker.ratings.options import RatingOptions
from tracker.times import day_of

if TYPE_CHECKING:
    from tracker.comparison import Comparison
    from tracker.explain import Explained
    from tracker.history import PerfHistory
    from tracker.ratings.fide.rows import FideStanding
    from tracker.ratings.replay import State
    from tracker.store import Account, Store

LARGE = 20_000
"""Games from which on an account's comparison is held as columns, and kept."""
LONG = 5_000
"""Games from which on a ledger is kept: reading fewer takes no time that is felt."""
OPEN_END = 64
"""The newest games are always read again: they are the ones that change."""


def known_perf(store: Store, account: Account, perf: str | None, *others: Account) -> str | None:
    """The perf as stored, whatever its capitals. Raises NotTracked where none of the accounts has a game of it."""
    if perf is None:
        return None
    accounts = (account, *others)
    perfs = list(dict.fromkeys(count.perf for one in accounts for count in store.perfs(one.id)))
    for name in perfs:
        if name.lower() == perf.lower():
            return name
    whose = " and ".join(one.name for one in accounts)
    verb = "has" if len(accounts) == 1 else "have"
    raise NotTracked(f"{whose} {verb} no {perf} games here; there are {', '.join(perfs) or 'none at all'}.")


def live_of(store: Store, account: Account) -> dict[str, Live]:
    """What the profile says of each perf in which every game that it counts is stored.

    Where games are missing, or came after, the profile says nothing about the sum of those that are here. Whether it
    counts rated games that moved nothing is not documented, so either count will do.
    """
    perfs = (account.profile or {}).get("perfs") or {}
    stored = {count.perf: (count.rated, count.moved) for count in store.perfs(account.id)}
    return {
        perf: Live(int(shown["rating"]), shown.get("rd"), bool(shown.get("prov")), account.last_import_at)
        for perf, shown in perfs.items()
        if isinstance(shown, dict) and "rating" in shown and shown.get("games") in stored.get(perf, ())
    }


def profile_ratings(store: Store, account: Account) -> dict[str, int]:
    """Perf -> rating of the profile, where it is as new as the stored games."""
    return {perf: live.rating for perf, live in live_of(store, account).items()}


def ledger_of(
    store: Store, account: Account, perf: str | None = None
) -> tuple[list[Row], dict[str, Summary], dict[str, PlayedGame]]:
    """The ledger's rows, its summaries by perf, and the games by id.

    All perfs are read even for one, since rapid opens from classical.
    """
    games = {game.id: game for game in store.games(account.id)}
    ledger = Ledger(games.values(), profile_ratings(store, account))
    rows = [row for row in ledger if perf is None or row.perf == perf]
    summaries = {name: one for name, one in ledger.summaries.items() if perf is None or name == perf}
    return rows, summaries, games


def adjustment_count(store: Store, account_id: int) -> int:
    """How often the rating moved without a game, over all perfs.

    Reads the games once, in bounded memory, and those of a long history only from where the ledger was kept.
    """
    from tracker.store.browse import count_games, lean_games

    ledger, through = _kept_ledger(store, account_id)
    left = count_games(store, account_id, after=through)
    worth_keeping, kept, latest = left >= LONG, None, through
    with collector_off():
        for game in lean_games(store, account_id, through):
            if worth_keeping and kept is None and left <= OPEN_END and game.ended_at > latest:
                kept = json.dumps({"version": __version__, "through": latest, "ledger": ledger.as_json()})
                store.keep_derived(account_id, "ledger", latest, kept.encode())
            for _row in ledger.take(game):
                pass
            latest, left = game.ended_at, left - 1
        for _row in ledger.finish():
            pass
    return sum(summary.adjustment_count for summary in ledger.summaries.values())


def _kept_ledger(store: Store, account_id: int) -> tuple[Ledger, int]:
    """The ledger as it was kept, and the end of the last game in it (epoch ms); an empty one where none was."""
    content = store.derived(account_id, "ledger")
    try:
        found = json.loads(content or b"")
        if found["version"] == __version__:
            return Ledger.from_json(found["ledger"]), int(found["through"])
    except (ValueError, KeyError, TypeError):
        pass
    return Ledger(()), -1


Tell = Callable[[str], None]
"""Is told now and then what is being computed, and how far it is."""


def unheard(_sentence: str) -> None:
    """The `Tell` of nobody."""


def comparison_of(
    store: Store, account: Account, options: RatingOptions, now: int, tell: Tell = unheard, only: str | None = None
) -> Comparison:
    """Both systems over all games of the account; `now` (epoch ms) tells which rating period is open.

    That of a large account reads its games from the store, which must stay open, and is kept if the options are the
    account's own. `only` names a perf whose games are all that is asked for.
    """
    return _compared(store, account, options, now, tell, only)[0]


def _compared(
    store: Store, account: Account, options: RatingOptions, now: int, tell: Tell, only: str | None = None
) -> tuple[Comparison, Mapping[str, State]]:
    """The comparison, and each perf's replay after its newest game."""
    from tracker import kept_comparison
    from tracker.comparison import compare
    from tracker.replays import KeptReplays
    from tracker.store.browse import count_games, lean_games

    replays, profile = KeptReplays(store, account, tell), profile_ratings(store, account)
    if not is_large(store, account):
        with collector_off():
            return compare(store.games(account.id), options, today(now), profile, replays), replays.states
    mark = _mark(store, account, options, now, profile)
    only = only if options.lists == "perf" else None
    if (found := kept_comparison.restored(lambda: store, account, options, mark, only)) is not None:
        return found
    tell(f"comparing {count_games(store, account.id):,} games")
    with collector_off():
        games = lean_games(store, account.id)
        comparison = compare(games, options, today(now), profile, replays, kept_comparison.compact)
        comparison = kept_comparison.stored(store, account, comparison)
        if options == RatingOptions.from_dict(account.options):
            kept_comparison.keep(store, account, comparison, replays.states, mark)
    return comparison, replays.states


def is_large(store: Store, account: Account) -> bool:
    """Whether the account's comparison is held as columns, and kept."""
    from tracker.store.browse import count_games

    return count_games(store, account.id) >= LARGE


def kept_comparison_of(
    open_store: Callable[[], Store], account: Account, options: RatingOptions, now: int, only: str
) -> Comparison | None:
    """A large account's comparison, of one perf, if it was kept and is as new as the games.

    `open_store` gives the store of the thread that asks for its games.
    """
    from tracker import kept_comparison

    store = open_store()
    mark = _mark(store, account, options, now, profile_ratings(store, account))
    found = kept_comparison.restored(open_store, account, options, mark, only if options.lists == "perf" else None)
    return None if found is None else found[0]


def _mark(store: Store, account: Account, options: RatingOptions, now: int, profile: Mapping[str, int]) -> str:
    """Changes with all that a comparison depends on, but for changes of stored games, which drop what is kept."""
    from tracker.ratings.fide.period import period_index
    from tracker.store.browse import stamp

    period = period_index(today(now), options.period)
    return json.dumps([stamp(store, account.id), period, options.to_dict(), dict(profile)], sort_keys=True)


@contextmanager
def collector_off() -> Iterator[None]:
    """Without the search for cycles, which rating arithmetic never makes and which would walk all games many times."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True, slots=True)
class AccountHistory:
    """Where an account stands, and the comparison behind it."""

    account: str
    perfs: list[PerfHistory]
    fide_lists: dict[str, FideStanding]
    """With FIDE's own lists: `standard`, `rapid`, `blitz`."""
    comparison: Comparison
    remarks: list[str]
    """What the reader has to know, as sentences."""


def history_of(
    store: Store, account: Account, options: RatingOptions, now: int, tell: Tell = unheard
) -> AccountHistory:
    """The standing in every perf, as of `now` (epoch ms)."""
    from tracker.history import histories

    comparison, states = _compared(store, account, options, now, tell)
    counts = {count.perf: (count.games, count.rated) for count in store.perfs(account.id)}
    perfs = histories(comparison, counts, live_of(store, account), states, now)
    lists = {name: replay.current(today(now)) for name, replay in comparison.fide_lists.items()}
    remarks = []
    if account.closed:
        remarks.append("The account is closed on Lichess; what is stored here stays.")
    if said := _of_daily_list(store, account, comparison):
        remarks.append(said)
    return AccountHistory(account.name, perfs, lists, comparison, remarks)


def _of_daily_list(store: Store, account: Account, comparison: Comparison) -> str | None:
    """The ledgers' daily closes against Lichess's own list, in words; where there is none, that it is missing."""
    from tracker.ledger.daily import NOT_HERE, daily_closes, differences, in_words, listed_closes

    if account.last_import_at is None or account.closed:
        return None
    try:
        listed = listed_closes(store.daily_list(account.id) or [])
    except (ValueError, KeyError, TypeError):
        listed = {}
    if not listed:
        return NOT_HERE
    perfs = comparison.perfs.values()
    rows = (
        (row, record.last_move_at)
        for perf in perfs
        for row, record in zip((row for row in perf.ledger if row.kind == "game"), perf.records, strict=True)
    )
    return in_words(differences(listed, daily_closes(rows)))


def explanation_of(store: Store, account: Account, comparison: Comparison, game: PlayedGame) -> Explained:
    """The steps behind every number of one of the account's games."""
    from tracker.comparison import ComparisonRow, ratings_before
    from tracker.explain import explain, returned_mark
    from tracker.replays import KeptReplays

    plain = ComparisonRow("game", game.perf, game.ended_at, game, None, None, None, None)
    compared = comparison.perfs.get(game.perf)
    number = None if compared is None else compared.place(game.id)
    if compared is None or number is None:
        return explain(comparison, plain, None)
    replays = KeptReplays(store, account)
    before = ratings_before(compared.ledger)
    row = plain._replace(
        ledger=compared.game_row(number),
        replay=compared.replay[number],
        fide=compared.fide_rows[number],
        elo=compared.elo[number],
    )
    replayed = replays.whole(game.perf, compared.games, before, number)
    return explain(comparison, row, replayed, bot=replays.bot, mark=returned_mark(compared, number))


def today(now: int) -> date:
    """The day of FIDE's and Lichess's calendars: UTC."""
    return day_of(now, UTC)
