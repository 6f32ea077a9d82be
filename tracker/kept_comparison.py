"""Comparisons of large accounts as columns, kept in the store under the account's own options between runs.

Their games stay in the store and are read a page at a time where somebody asks for them.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from tracker import __version__
from tracker.columns import (
    CODED,
    CODED_DECIMAL,
    CODED_TUPLE,
    EXACT,
    FLOATS,
    TEXTS,
    WHOLE,
    Column,
    Rows,
    Shape,
    header_of,
    pack,
    unpack,
)
from tracker.comparison import Comparison, PerfComparison, Record, ReplayRow
from tracker.game import PlayedGame
from tracker.ledger import Row, Summary
from tracker.ratings.elo import EloRow
from tracker.ratings.fide.rows import FidePeriod, FideReplay, FideRow, Published
from tracker.ratings.replay import State, as_json, from_json
from tracker.store.browse import games_by_id

if TYPE_CHECKING:
    from tracker.ratings.options import RatingOptions
    from tracker.store import Account, Store

PAGE = 500
"""Games that are read at once."""
NAME = "comparison"
OUTDATED = (ValueError, KeyError, TypeError, IndexError, struct.error, zlib.error)
"""What reading content of another version, or damaged content, may raise."""


class _Id(NamedTuple):
    """A game that moved no rating."""

    id: str


SHAPES: Mapping[type[Any], Shape] = {
    Row: Shape(Row, (CODED, CODED, TEXTS, WHOLE, CODED, CODED, CODED, CODED, CODED, CODED_TUPLE)),
    Record: Shape(Record, (TEXTS, CODED, WHOLE)),
    ReplayRow: Shape(ReplayRow, (FLOATS, FLOATS, CODED, FLOATS), told_by=2),
    FideRow: Shape(
        FideRow,
        (CODED, CODED, CODED, CODED, CODED_DECIMAL, CODED, CODED, CODED_DECIMAL, EXACT, CODED_TUPLE),
        told_by=9,
    ),
    EloRow: Shape(EloRow, (CODED_DECIMAL, CODED, CODED_DECIMAL, EXACT, CODED), told_by=1),
    FidePeriod: Shape(FidePeriod, (*[CODED] * 7, CODED_DECIMAL, CODED_DECIMAL, CODED, CODED, CODED_TUPLE)),
    Published: Shape(Published, (CODED,) * 5),
    _Id: Shape(_Id, (TEXTS,)),
}
"""How the rows of each kind are kept."""
PERF = {"records": Record, "ledger": Row, "replay": ReplayRow, "fide_rows": FideRow, "elo": EloRow}
"""The sequences of a `PerfComparison`."""
LIST = {"periods": FidePeriod, "published": Published}
"""Those of a `FideReplay`."""


def compact(kind: type[Any], rows: Sequence[Any]) -> Sequence[Any]:
    """The `Keeper` of a large account: rows as columns."""
    return Rows.of(SHAPES[kind], rows)


class StoredGames(Sequence[PlayedGame]):
    """Games of an account, read from the store when they are asked for, which must be open then.

    `open_store` gives the store of the asking thread.
    """

    def __init__(self, open_store: Callable[[], Store], account_id: int, ids: Column) -> None:
        self._open_store, self._account_id, self._ids = open_store, account_id, ids

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, index: int, /) -> PlayedGame: ...

    @overload
    def __getitem__(self, index: slice, /) -> list[PlayedGame]: ...

    def __getitem__(self, index: int | slice, /) -> PlayedGame | list[PlayedGame]:
        if isinstance(index, slice):
            return list(self._read(range(len(self))[index]))
        return self._open_store().game(self._account_id, self._ids[index])

    def __iter__(self) -> Iterator[PlayedGame]:
        return self._read(range(len(self)))

    def _read(self, places: range) -> Iterator[PlayedGame]:
        for start in range(0, len(places), PAGE):
            ids = [self._ids[place] for place in places[start : start + PAGE]]
            found = games_by_id(self._open_store(), self._account_id, ids)
            yield from map(found.__getitem__, ids)


def stored(store: Store, account: Account, comparison: Comparison) -> Comparison:
    """The comparison with its games left in the store."""
    perfs = {
        name: replace(perf, games=StoredGames(lambda: store, account.id, perf.records.field("id")))
        for name, perf in comparison.perfs.items()
        if isinstance(perf.records, Rows)
    }
    ids = Rows.of(SHAPES[_Id], [_Id(game.id) for game in comparison.unrated]).field("id")
    return replace(comparison, perfs=perfs, unrated=StoredGames(lambda: store, account.id, ids))


def keep(store: Store, account: Account, comparison: Comparison, states: Mapping[str, State], mark: str) -> None:
    """Keeps a comparison of columns. It goes when a game in it changes; `mark` tells which games went in."""
    through = store.one("SELECT max(ended_at) FROM game WHERE account_id = ?", account.id) or 0
    common = {"version": __version__, "mark": mark}
    for name, perf in comparison.perfs.items():
        header = {
            **common, "summary": list(perf.summary), "state": as_json(states[name]) if name in states else None,
            "list": None if perf.fide is None else perf.fide.list,
        }  # fmt: skip
        rows = {field: getattr(perf, field) for field in PERF} | _list_rows(perf.fide, "")
        store.keep_derived(
            account.id, f"{NAME}:{name}", through, pack(header, _perf_shapes(perf.fide is not None), rows)
        )
    lists = comparison.fide_lists
    header = {**common, "perfs": list(comparison.perfs), "lists": list(lists)}
    rows = {"unrated": Rows.of(SHAPES[_Id], [_Id(game.id) for game in comparison.unrated])}
    for name, replay in lists.items():
        rows |= _list_rows(replay, name)
    store.keep_derived(account.id, NAME, through, pack(header, _account_shapes(lists), rows))


def _perf_shapes(has_list: bool) -> dict[str, Shape]:
    shapes = {field: SHAPES[kind] for field, kind in PERF.items()}
    return shapes | (_list_shapes("") if has_list else {})


def _account_shapes(lists: Mapping[str, Any] | Sequence[str]) -> dict[str, Shape]:
    shapes = {"unrated": SHAPES[_Id]}
    for name in lists:
        shapes |= _list_shapes(name)
    return shapes


def _list_shapes(name: str) -> dict[str, Shape]:
    return {f"{name} {field}": SHAPES[kind] for field, kind in LIST.items()}


def _list_rows(replay: FideReplay | None, name: str) -> dict[str, Rows[Any]]:
    if replay is None:
        return {}
    return {f"{name} {field}": Rows.of(SHAPES[kind], getattr(replay, field)) for field, kind in LIST.items()}


def restored(
    open_store: Callable[[], Store], account: Account, options: RatingOptions, mark: str, only: str | None = None
) -> tuple[Comparison, dict[str, State]] | None:
    """What was kept under the mark, of one perf only if it is named, and the replays' states; None if it is no more."""
    try:
        return _restored(open_store, account, options, mark, only)
    except OUTDATED:
        return None


def _restored(
    open_store: Callable[[], Store], account: Account, options: RatingOptions, mark: str, only: str | None
) -> tuple[Comparison, dict[str, State]] | None:
    store = open_store()
    content = _content(store, account, NAME, mark)
    if content is None:
        return None
    head = header_of(content)
    _, rows = unpack(content, _account_shapes(head["lists"]))
    lists = {name: _list(name, name, rows, (), options) for name in head["lists"]}
    perfs, states = {}, {}
    for name in head["perfs"]:
        if only not in (None, name):
            continue
        content = _content(store, account, f"{NAME}:{name}", mark)
        if content is None:
            return None
        perfs[name], state = _perf(open_store, account, name, content, options)
        if state is not None:
            states[name] = state
    unrated = StoredGames(open_store, account.id, rows["unrated"].field("id"))
    return Comparison(options, perfs, unrated, lists), states


def _content(store: Store, account: Account, name: str, mark: str) -> bytes | None:
    content = store.derived(account.id, name)
    if content is None:
        return None
    head = header_of(content)
    return content if (head["version"], head["mark"]) == (__version__, mark) else None


def _perf(
    open_store: Callable[[], Store], account: Account, name: str, content: bytes, options: RatingOptions
) -> tuple[PerfComparison, State | None]:
    head = header_of(content)
    _, rows = unpack(content, _perf_shapes(head["list"] is not None))
    perf = PerfComparison(
        perf=name,
        games=StoredGames(open_store, account.id, rows["records"].field("id")),
        summary=Summary(*head["summary"]),
        fide=None if head["list"] is None else _list(head["list"], "", rows, rows["fide_rows"], options),
        **{field: rows[field] for field in PERF},
    )
    return perf, None if head["state"] is None else from_json(head["state"])


def _list(
    fide_list: Any, name: str, rows: Mapping[str, Rows[Any]], games: Sequence[FideRow | None], options: RatingOptions
) -> FideReplay:
    return FideReplay(fide_list, games, rows[f"{name} periods"], rows[f"{name} published"], options)
