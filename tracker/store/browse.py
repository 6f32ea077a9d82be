"""Games chosen by a `Filter`, for a table of any size: all ids in an order, then full rows for a page of ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import time, tzinfo
from typing import TYPE_CHECKING, NamedTuple

from tracker.filters import Filter
from tracker.game import PlayedGame
from tracker.store.rows import NOT_COUNTED, PLAYED_COLUMNS
from tracker.times import day_bounds

if TYPE_CHECKING:
    from tracker.store.store import Store

ORDERS = {
    "at": "ended_at {d}, started_at {d}, id {d}",
    "opponent": "lower(coalesce(opponent_name, '')) {d}",
    "opponent_rating": "opponent_rating {d}",
    "outcome": "CASE outcome WHEN 'win' THEN 2 WHEN 'draw' THEN 1 WHEN 'loss' THEN 0 ELSE -1 END {d}",
    "lichess_change": "change {d}",
    "lichess_after": "rating + coalesce(change, 0) {d}",
    "time_control": "CAST(time_control AS INTEGER) {d}, time_control {d}",
    "opening": "lower(coalesce(opening_name, '')) {d}",
}
"""Field -> ORDER BY; what is equal stays with the newest first."""

NUMBERS = {
    "opponent_rating": "opponent_rating",
    "change": "change",
    "plies": "plies",
    "accuracy": "accuracy",
    "rating": "rating + coalesce(change, 0)",
}
"""Field of a `Bound` -> what it compares."""


END_OF_TIME = 2**62
"""Epoch ms that no game reaches."""


def game_ids(
    store: Store,
    account_id: int,
    perf: str | None,
    wanted: Filter,
    *,
    sort: str = "at",
    descending: bool = True,
    zone: tzinfo,
    day_begins: time = time(),
) -> Iterator[tuple[str]]:
    """Ids of the games that fit, as rows of one column. Days of the filter are the user's."""
    clause, values = _where(account_id, perf, wanted, zone, day_begins)
    direction = "DESC" if descending else "ASC"
    order = ORDERS[sort].format(d=direction)
    if sort != "at":
        order += ", " + ORDERS["at"].format(d="DESC")
    yield from store.query(f"SELECT id FROM game WHERE {clause} ORDER BY {order}", *values)


def games_by_id(store: Store, account_id: int, ids: Sequence[str]) -> dict[str, PlayedGame]:
    """Full rows of a few games."""
    marks = ", ".join("?" * len(ids))
    question = f"SELECT {PLAYED_COLUMNS} FROM game WHERE account_id = ? AND id IN ({marks})"
    return {game.id: game for game in map(PlayedGame._make, store.query(question, account_id, *ids))}


def _where(
    account_id: int, perf: str | None, wanted: Filter, zone: tzinfo, day_begins: time
) -> tuple[str, list[object]]:
    """The condition and its values."""
    terms: list[str] = ["account_id = ?"]
    values: list[object] = [account_id]
    asked: list[tuple[str, object]] = [
        ("perf = ?", wanted.perf or perf),
        ("outcome = ?", wanted.result),
        ("color = ?", wanted.color),
        ("rated = ?", wanted.rated),
        ("ended_at >= ?", None if wanted.since is None else day_bounds(wanted.since, zone, day_begins)[0]),
        ("ended_at < ?", None if wanted.until is None else day_bounds(wanted.until, zone, day_begins)[1]),
    ]
    for bound in wanted.bounds:
        asked += [(f"{NUMBERS[bound.field]} >= ?", bound.low), (f"{NUMBERS[bound.field]} <= ?", bound.high)]
    for term, value in asked:
        if value is not None:
            terms.append(term)
            values.append(value)
    if wanted.opening is not None:
        terms.append("(opening_name LIKE ? ESCAPE '\\' OR opening_eco LIKE ? ESCAPE '\\')")
        values += [_part(wanted.opening), _part(wanted.opening)[1:]]
    if wanted.source is not None:
        terms.append("(source LIKE ? ESCAPE '\\' OR event LIKE ? ESCAPE '\\')")
        values += [_part(wanted.source)] * 2
    if wanted.time_control:
        terms.append(f"time_control IN ({', '.join('?' * len(wanted.time_control))})")
        values += wanted.time_control
    for word in wanted.text:
        terms.append("(opponent_name LIKE ? ESCAPE '\\' OR opening_name LIKE ? ESCAPE '\\')")
        values += [_part(word)] * 2
    return " AND ".join(terms), values


def _part(text: str) -> str:
    """A pattern for LIKE that finds the text anywhere, whatever it contains."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


LEAN_COLUMNS = ", ".join(f"NULL AS {name}" if name in NOT_COUNTED else name for name in PlayedGame._fields).replace(
    " opponent_id,", " CASE WHEN opponent_id IS NOT NULL THEN '?' END AS opponent_id,"
)
SHARED = tuple(
    map(
        PlayedGame._fields.index,
        ("perf", "speed", "variant", "time_control", "color", "status", "source", "event", "outcome", "opponent_id",
         "opponent_title"),
    )
)  # fmt: skip
"""Places of the texts that come again and again."""


def lean_games(store: Store, account_id: int, after: int = -1) -> Iterator[PlayedGame]:
    """Games that ended after a moment (epoch ms), in the order ratings were applied, small: for arithmetic over many.

    Opening and analysis are left out, and who the opponent was but for whether there was a registered one.
    """
    question = (
        f"SELECT {LEAN_COLUMNS} FROM game WHERE account_id = ? AND ended_at > ? ORDER BY ended_at, started_at, id"
    )
    shared: dict[str | None, str | None] = {}
    for row in store.query(question, account_id, after):
        values = list(row)
        for place in SHARED:
            values[place] = shared.setdefault(values[place], values[place])
        yield PlayedGame._make(values)


class RatedPoint(NamedTuple):
    """A rated game as its record shows it, before any ledger."""

    id: str
    ended_at: int
    rating: int
    """Shown at the start, plus the change."""
    provisional: bool | None


def rated_points(store: Store, account_id: int, perf: str, after: int = -1) -> Iterator[RatedPoint]:
    """A perf's rated games that ended after a moment (epoch ms), in the order ratings were applied."""
    question = (
        "SELECT id, ended_at, rating + change, provisional FROM game WHERE account_id = ? AND perf = ? AND rated "
        "AND change IS NOT NULL AND rating IS NOT NULL AND ended_at > ? ORDER BY ended_at, started_at, id"
    )
    yield from map(RatedPoint._make, store.query(question, account_id, perf, after))


def newest_games(store: Store, account_id: int, perf: str | None, limit: int) -> list[PlayedGame]:
    """The newest games with a result, oldest first."""
    clause = "account_id = ? AND outcome IS NOT NULL"
    values: list[object] = [account_id]
    if perf is not None:
        clause += " AND perf = ?"
        values.append(perf)
    question = (
        f"SELECT {PLAYED_COLUMNS} FROM game WHERE {clause} ORDER BY ended_at DESC, started_at DESC, id DESC LIMIT ?"
    )
    return list(map(PlayedGame._make, store.query(question, *values, limit)))[::-1]


class Results(NamedTuple):
    """Games with a result, and the points that the rated ones brought."""

    wins: int
    draws: int
    losses: int
    points: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def results_by_perf(store: Store, account_id: int, since: int = -1, before: int = END_OF_TIME) -> dict[str, Results]:
    """Perf -> results of games that ended at `since` or later and before `before` (epoch ms)."""
    question = (
        "SELECT perf, total(outcome = 'win'), total(outcome = 'draw'), total(outcome = 'loss'), "
        "total(CASE WHEN rated AND outcome IS NOT NULL THEN change END) FROM game "
        "WHERE account_id = ? AND ended_at >= ? AND ended_at < ? GROUP BY perf"
    )
    rows = store.query(question, account_id, since, before)
    return {perf: Results(*map(int, values)) for perf, *values in rows}


class Stamp(NamedTuple):
    """Changes with every game that is added."""

    games: int
    newest: int | None
    """The newest end, epoch ms."""


def stamp(store: Store, account_id: int) -> Stamp:
    """The account's stored games in two numbers."""
    newest = store.one("SELECT max(ended_at) FROM game WHERE account_id = ?", account_id)
    return Stamp(count_games(store, account_id), newest)


def count_games(store: Store, account_id: int, after: int = -1) -> int:
    """The stored games of an account that ended after a moment (epoch ms)."""
    found: int = store.one("SELECT count(*) FROM game WHERE account_id = ? AND ended_at > ?", account_id, after)
    return found


def version(store: Store) -> tuple[int, int]:
    """Changes whenever this or another connection wrote."""
    return store.one("PRAGMA data_version"), store.connection.total_changes


def newest_perf(store: Store, account_id: int) -> str | None:
    """The perf of the newest rated game."""
    question = "SELECT perf FROM game WHERE account_id = ? AND rated ORDER BY ended_at DESC LIMIT 1"
    found: str | None = store.one(question, account_id)
    return found


def evaluated_ids(store: Store) -> set[str]:
    """Games that a local engine has looked at."""
    return {game_id for (game_id,) in store.query("SELECT DISTINCT game_id FROM evaluation")}


def newest_ids(store: Store, account_id: int, perf: str | None, count: int, skipped: int = 0) -> Iterator[tuple[str]]:
    """Ids of the newest games, the newest first, as rows of one column; quick however many games there are."""
    clause = "account_id = ?" if perf is None else "account_id = ? AND perf = ?"
    values = (account_id,) if perf is None else (account_id, perf)
    order = ORDERS["at"].format(d="DESC")
    yield from store.query(
        f"SELECT id FROM game WHERE {clause} ORDER BY {order} LIMIT {count:d} OFFSET {skipped:d}", *values
    )
