"""What the tests of imports share: a clock that only counts, games to serve, and rows to compare."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tracker.sources.api import Lichess
from tracker.sources.http import Http
from tracker.sources.patience import Patience
from tracker.store import Store
from tracker.sync import Event, Report, sync

START = 1_735_689_600_000
"""2025-01-01 UTC, epoch ms."""
MINUTE = 60_000

Make = Callable[..., dict[str, Any]]


class Clock:
    """Epoch milliseconds that pass only while somebody sleeps."""

    def __init__(self, at: int = START + 400 * 86_400_000) -> None:
        self.at = at
        self.slept = 0.0

    def now(self) -> int:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self.at += round(seconds * 1000)


def make_game(number: int, **changes: Any) -> dict[str, Any]:
    """A finished blitz game of Test_Player's, one every ten minutes."""
    at = START + number * 10 * MINUTE
    own = {"user": {"name": "Test_Player", "id": "test_player"}, "rating": 1500, "ratingDiff": number % 7 - 3}
    other = {"user": {"name": "Rival", "id": "rival"}, "rating": 1500, "ratingDiff": 3 - number % 7}
    white, black = (own, other) if number % 2 else (other, own)
    return {
        "id": f"game{number:04}", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz",
        "createdAt": at, "lastMoveAt": at + 5 * MINUTE, "status": "resign", "source": "pool",
        "players": {"white": white, "black": black}, "winner": "white", "moves": "e4 e5 Nf3",
        "clock": {"initial": 180, "increment": 2, "totalTime": 260},
    } | changes  # fmt: skip


class Importer:
    """Imports Test_Player from a server into a store, without waiting for real."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.events: list[Event] = []

    def __call__(
        self,
        url: str,
        name: str = "Test_Player",
        *,
        token: str | None = None,
        silence: float = 5,
        transport: httpx.BaseTransport | None = None,
        **options: Any,
    ) -> Report:
        http = Http(url, token=token, transport=transport, timeout=httpx.Timeout(5, read=silence))
        with Lichess(http, Patience(http.host, sleep=self.clock.sleep)) as lichess:
            return sync(self.store, lichess, name, now=self.clock.now, on_event=self.events.append, **options)

    def ids(self) -> list[str]:
        """Stored games, in the order ratings were applied."""
        return [game.id for game in self.store.games(1)]


def rows_of(store: Store) -> list[tuple[Any, ...]]:
    """Everything stored about games and their records, but for the moment of first sight."""
    names = [row[1] for row in store.query("PRAGMA table_info(game)") if row[1] != "first_seen_at"]
    games = list(store.query(f"SELECT {', '.join(names)} FROM game ORDER BY account_id, id"))
    records = [
        (game_id, kind, json.loads(raw) if kind == "json" else raw)
        for (game_id,) in list(store.query("SELECT id FROM game ORDER BY id"))
        for kind, raw in store.records(1, game_id).items()
    ]
    return [*games, *records]


@pytest.fixture
def make() -> Make:
    return make_game


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games, to be copied: making one costs more than most tests."""
    path = tmp_path_factory.mktemp("empty") / "tracker.db"
    Store(path).close()
    return path


@pytest.fixture
def store(tmp_path: Path, empty: Path) -> Iterator[Store]:
    with Store(Path(shutil.copy(empty, tmp_path / "tracker.db"))) as store:
        yield store


@pytest.fixture
def importer(store: Store, clock: Clock) -> Importer:
    return Importer(store, clock)


@pytest.fixture
def rows() -> Callable[[Store], list[tuple[Any, ...]]]:
    return rows_of


@pytest.fixture
def fresh(tmp_path: Path, empty: Path) -> Iterator[Callable[[], Importer]]:
    """Importers into new databases."""
    opened: list[Store] = []

    def begin() -> Importer:
        opened.append(Store(Path(shutil.copy(empty, tmp_path / f"fresh{len(opened)}.db"))))
        return Importer(opened[-1], Clock())

    yield begin
    for store in opened:
        store.close()
