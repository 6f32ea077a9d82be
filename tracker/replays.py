"""Replays of stored perfs, kept between runs: a second look at an unchanged history costs nothing."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker import __version__
from tracker.comparison import ReplayRow, replay_row
from tracker.ratings.replay import Replay, as_json, from_json

if TYPE_CHECKING:
    from tracker.game import PlayedGame
    from tracker.ledger import Row
    from tracker.store import Account, Store

OPEN_END = 64
"""The newest games are always replayed anew: later games may show that a rating shown with one of them lagged."""
KEEP_EVERY = 20_000
"""A first replay of a very long history is kept in steps, so that breaking it off loses little."""
WORTH_KEEPING = 500
"""Fewer new games than this are quicker to replay again than to keep."""
LENGTH = struct.Struct("<I")
OUTDATED = (ValueError, KeyError, TypeError, struct.error, zlib.error)
"""What reading content of another version, or damaged content, may raise."""


class KeptReplays:
    """A replayer over one account of the store. Broken or outdated content is computed again, never an error."""

    def __init__(self, store: Store, account: Account) -> None:
        self._store = store
        self._account = account

    def __call__(self, perf: str, games: Sequence[PlayedGame], rows: Sequence[Row]) -> list[ReplayRow | None]:
        """A row per game: kept ones, then those replayed now."""
        found, running = self._kept(perf, games)
        settled = len(games) - OPEN_END
        worth_keeping = settled - len(found) >= WORTH_KEEPING
        while len(found) < len(games):
            stop = min(len(found) + KEEP_EVERY, settled if len(found) < settled else len(games))
            pairs = zip(games[len(found) : stop], rows[len(found) : stop], strict=True)
            found += [replay_row(running.add(game, row.before)) for game, row in pairs]
            if worth_keeping and stop <= settled:
                content = packed(found, running, games[stop - 1].id)
                self._store.keep_derived(self._account.id, f"replay:{perf}", games[stop - 1].ended_at, content)
        return found

    def _kept(self, perf: str, games: Sequence[PlayedGame]) -> tuple[list[ReplayRow | None], Replay]:
        content = self._store.derived(self._account.id, f"replay:{perf}")
        if content is not None:
            try:
                rows, running, last_id = unpacked(content, perf)
            except OUTDATED:
                return [], Replay(perf)
            if rows and len(rows) <= len(games) and games[len(rows) - 1].id == last_id:
                return rows, running
        return [], Replay(perf)


def packed(rows: Sequence[ReplayRow | None], running: Replay, last_id: str) -> bytes:
    """Header (JSON, with its length before it), then one column of doubles per field; NaN where there is no row."""
    header = json.dumps({"version": __version__, "state": as_json(running.state), "last": last_id}).encode()
    nothing = (float("nan"),) * len(ReplayRow._fields)
    columns = zip(*(row or nothing for row in rows), strict=True)
    body = b"".join(array("d", column).tobytes() for column in columns)
    return LENGTH.pack(len(header)) + header + zlib.compress(body, 1)


def unpacked(content: bytes, perf: str) -> tuple[list[ReplayRow | None], Replay, str]:
    """The inverse of `packed`. Raises one of OUTDATED for what another version of the program wrote."""
    (length,) = LENGTH.unpack_from(content)
    header = json.loads(content[LENGTH.size : LENGTH.size + length])
    if header["version"] != __version__:
        raise ValueError(header["version"])
    values = array("d", zlib.decompress(content[LENGTH.size + length :]))
    count = len(values) // len(ReplayRow._fields)
    columns = [values[start : start + count] for start in range(0, len(values), count)]
    rows = [
        None if deviation != deviation else ReplayRow(deviation, volatility, int(change), opponent)
        for deviation, volatility, change, opponent in zip(*columns, strict=True)
    ]
    return rows, Replay(perf, from_json(header["state"])), header["last"]
