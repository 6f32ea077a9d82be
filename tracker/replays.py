"""Replays of stored perfs, kept between runs: a second look at an unchanged history costs nothing."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tracker import __version__
from tracker.comparison import ReplayRow, replay_row
from tracker.ratings.replay import Replay, Replayed, State, as_json, from_json

if TYPE_CHECKING:
    from tracker.game import PlayedGame
    from tracker.store import Account, Store

OPEN_END = 64
"""The newest games are always replayed anew: later games may show that a rating shown with one of them lagged."""
KEEP_EVERY = 20_000
"""A first replay of a very long history is kept in steps, so that breaking it off loses little."""
KEEP_PART = 5
"""The steps grow with what is kept, which is written as a whole each time."""
CHECKPOINT_EVERY = 500
"""So that one game is explained without replaying all before it."""
WORTH_KEEPING = 500
"""Fewer new games than this are quicker to replay again than to keep."""
LENGTH = struct.Struct("<I")
OUTDATED = (ValueError, KeyError, TypeError, struct.error, zlib.error)
"""What reading content of another version, or damaged content, may raise."""


@dataclass(slots=True)
class Kept:
    """What is kept of one perf."""

    rows: list[ReplayRow | None] = field(default_factory=list)
    state: State | None = None
    """After the last row."""
    checkpoints: list[tuple[int, State]] = field(default_factory=list)
    """(index of a game, the state before it)."""


class KeptReplays:
    """A replayer over one account of the store. Broken or outdated content is computed again, never an error."""

    def __init__(self, store: Store, account: Account, tell: Callable[[str], None] = lambda _sentence: None) -> None:
        """`tell` is told how far a long replay is."""
        self._store = store
        self._account = account
        self._tell = tell
        self.bot = (account.profile or {}).get("title") == "BOT"
        """The account itself is a bot: its own changes are not halved against people."""
        self.states: dict[str, State] = {}
        """Perf -> the state after its newest game, of the perfs replayed so far."""

    def __call__(self, perf: str, games: Sequence[PlayedGame], before: Sequence[int | None]) -> list[ReplayRow | None]:
        """A row per game: kept ones, then those replayed now."""
        kept = self._kept(perf, games)
        found, running = kept.rows, Replay(perf, kept.state, bot=self.bot)
        settled = len(games) - OPEN_END
        worth_keeping = settled - len(found) >= WORTH_KEEPING
        while len(found) < len(games):
            step = max(KEEP_EVERY, len(found) // KEEP_PART)
            stop = min(len(found) + step, settled if len(found) < settled else len(games))
            if worth_keeping:
                self._tell(f"{perf}: {len(found):,} of {len(games):,} games replayed")
            for game, rating in zip(games[len(found) : stop], before[len(found) : stop], strict=True):
                if len(found) % CHECKPOINT_EVERY == 0:
                    kept.checkpoints.append((len(found), running.state))
                found.append(replay_row(running.add(game, rating)))
            if worth_keeping and stop <= settled:
                kept.state = running.state
                content = packed(kept, games[stop - 1].id)
                self._store.keep_derived(self._account.id, f"replay:{perf}", games[stop - 1].ended_at, content)
        self.states[perf] = running.state
        return found

    def whole(
        self, perf: str, games: Sequence[PlayedGame], before: Sequence[int | None], number: int
    ) -> Replayed | None:
        """All that the replay says of the game at index `number`, from the nearest checkpoint on."""
        checkpoints = [point for point in self._kept(perf, games).checkpoints if point[0] <= number]
        start, state = checkpoints[-1] if checkpoints else (0, None)
        running = Replay(perf, state, bot=self.bot)
        for game, rating in zip(games[start:number], before[start:number], strict=True):
            running.add(game, rating)
        return running.add(games[number], before[number])

    def _kept(self, perf: str, games: Sequence[PlayedGame]) -> Kept:
        content = self._store.derived(self._account.id, f"replay:{perf}")
        if content is not None:
            try:
                kept, last_id = unpacked(content)
            except OUTDATED:
                return Kept()
            if kept.rows and len(kept.rows) <= len(games) and games[len(kept.rows) - 1].id == last_id:
                return kept
        return Kept()


def packed(kept: Kept, last_id: str) -> bytes:
    """Header (JSON, with its length before it), then one column of doubles per field; NaN where there is no row."""
    header = {
        "version": __version__,
        "last": last_id,
        "state": as_json(kept.state) if kept.state else None,
        "checkpoints": [[number, as_json(state)] for number, state in kept.checkpoints],
    }
    nothing = (float("nan"),) * len(ReplayRow._fields)
    columns = zip(*(row or nothing for row in kept.rows), strict=True)
    body = b"".join(array("d", column).tobytes() for column in columns)
    head = zlib.compress(json.dumps(header).encode(), 1)
    return LENGTH.pack(len(head)) + head + zlib.compress(body, 1)


def unpacked(content: bytes) -> tuple[Kept, str]:
    """The inverse of `packed`. Raises one of OUTDATED for what another version of the program wrote."""
    (length,) = LENGTH.unpack_from(content)
    header = json.loads(zlib.decompress(content[LENGTH.size : LENGTH.size + length]))
    if header["version"] != __version__:
        raise ValueError(header["version"])
    values = array("d", zlib.decompress(content[LENGTH.size + length :]))
    count = len(values) // len(ReplayRow._fields)
    columns = [values[start : start + count] for start in range(0, len(values), count)]
    rows = [
        None if deviation != deviation else ReplayRow(deviation, volatility, int(change), opponent)
        for deviation, volatility, change, opponent in zip(*columns, strict=True)
    ]
    state = from_json(header["state"]) if header["state"] else None
    checkpoints = [(number, from_json(value)) for number, value in header["checkpoints"]]
    return Kept(rows, state, checkpoints), header["last"]
