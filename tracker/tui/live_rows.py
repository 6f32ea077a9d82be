"""The games table over the store: all keys of a query in their order, rows read a page at a time."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tracker.game import PlayedGame, TimeControl
from tracker.tui.kept import NOTES, Kept, id_of
from tracker.tui.model import PROVISIONAL, GameRow, Query

if TYPE_CHECKING:
    from tracker.store import Store


def keys_of(ids: Iterable[tuple[str]], query: Query, kept: Mapping[str, Kept]) -> array[int]:
    """The keys in the order of the ids, and by time, unfiltered, each adjustment before the game that shows it."""
    keys = array("q", [int.from_bytes(row[0].encode(), "big") for row in ids])  # `key_of`, without a call for each
    if query.sort != "at" or query.filter:
        return keys
    shown = {
        one.series.keys[index] for perf, one in kept.items() if query.perf in (None, perf) for index in one.adjustments
    }
    if not shown:
        return keys
    mixed = array("q")
    for key in keys:
        pair = (key, -key) if query.descending else (-key, key)
        mixed.extend(pair if key in shown else (key,))
    return mixed


class LiveGames:
    """A `GamesView`. `open_store` gives the store of the asking thread."""

    def __init__(
        self, open_store: Callable[[], Store], account_id: int, keys: array[int], kept: Mapping[str, Kept]
    ) -> None:
        self._open_store, self._account_id = open_store, account_id
        self._keys, self._kept = keys, kept
        self.adjustments = sum(key < 0 for key in keys)

    @property
    def count(self) -> int:
        return len(self._keys)

    def page(self, offset: int, limit: int) -> Sequence[GameRow]:
        from tracker.store.browse import games_by_id

        ids = [(key, id_of(key)) for key in self._keys[offset : offset + limit]]
        games = games_by_id(self._open_store(), self._account_id, list({game_id for _, game_id in ids}))
        return [row_of(key, games[game_id], self._kept) for key, game_id in ids if game_id in games]

    def find(self, key: int) -> int | None:
        try:
            return self._keys.index(key)
        except ValueError:
            return None

    def keys(self) -> array[int]:
        """All keys, for an export of what is shown."""
        return self._keys


def place(kept: Kept, key: int, at: int) -> int | None:
    """Index of a game among a perf's columns."""
    times, keys = kept.series.times, kept.series.keys
    index = bisect_left(times, at)
    while index < len(times) and times[index] == at:
        if keys[index] == key:
            return index
        index += 1
    return keys.index(key) if key in keys else None


def row_of(key: int, game: PlayedGame, kept: Mapping[str, Kept]) -> GameRow:
    """A row of the table: what the store knows, and what the columns add."""
    columns = kept.get(game.perf)
    index = None if columns is None else place(columns, abs(key), game.ended_at)
    if key < 0:
        return _adjustment(key, game, columns, index)
    row = GameRow(
        key=key, kind="game", perf=game.perf, at=game.ended_at, game_id=game.id, rated=game.rated, color=game.color,
        opponent=game.opponent, opponent_title=game.opponent_title, opponent_rating=game.opponent_rating,
        opponent_provisional=bool(game.opponent_provisional), outcome=game.outcome, status=game.status,
        time_control=game.time_control and TimeControl.parse(game.time_control).written, opening_eco=game.opening_eco,
        opening=game.opening_name, plies=game.plies, accuracy=game.accuracy,
        lichess_change=game.change if game.rated else None, provisional=bool(game.provisional),
    )  # fmt: skip
    if columns is None or index is None:
        shown = game.rating if game.moved_rating else None
        return row._replace(lichess_before=shown, lichess_after=None if shown is None else shown + (game.change or 0))
    return row._replace(**_values(columns, index, game))


def _values(columns: Kept, index: int, game: PlayedGame) -> dict[str, Any]:
    """Both systems' numbers of one game."""
    series, note = columns.series, NOTES[columns.notes[index]] if columns.notes else ""
    after = int(series.lichess[index])
    fide_change = _number(columns.fide_change, index)
    elo_change = _number(columns.elo_change, index)
    return {
        "lichess_before": after - (game.change or 0),
        "lichess_after": after,
        "provisional": bool(series.flags[index] & PROVISIONAL),
        "deviation": _number(series.band, index),
        "note": note or None,
        "fide_change": fide_change,
        "fide_live": None if fide_change is None else _number(series.fide, index),
        "elo_change": elo_change,
        "elo_rating": None if elo_change is None else _number(series.elo, index),
    }


def _number(values: array[float], index: int) -> float | None:
    """A value, or None where there is none."""
    if index >= len(values) or values[index] != values[index]:
        return None
    return values[index]


def _adjustment(key: int, game: PlayedGame, columns: Kept | None, index: int | None) -> GameRow:
    change, note, before = 0, "", None
    if columns is not None and index is not None:
        change, number = columns.adjustments.get(index, (0, 0))
        note = NOTES[number]
        before = int(columns.series.lichess[index]) - (game.change or 0) - change
    return GameRow(
        key=key, kind="adjustment", perf=game.perf, at=game.ended_at, game_id=game.id, note=note or None,
        lichess_before=before, lichess_change=change, lichess_after=None if before is None else before + change,
    )  # fmt: skip
