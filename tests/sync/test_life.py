"""A month of an account's life, synced daily over a bad line, ends equal to one clean import."""

from __future__ import annotations

import copy
import random
from types import ModuleType
from typing import Any

import pytest

from tracker.errors import AccountClosed

DAY = 86_400_000
FAULTS: list[dict[str, Any]] = [
    {"kind": "cut", "mid_line": True},
    {"kind": "cut"},
    {"kind": "end"},
    {"kind": "repeat", "copies": 2},
    {"kind": "status", "status": 429},
    {"kind": "status", "status": 503},
    {"kind": "status", "status": 404},
    {"kind": "status", "status": 500, "path": "ids"},
    {"kind": "cut", "path": "ids", "mid_line": True},
    {"kind": "status", "status": 429, "path": "ongoing"},
]


class Life:
    """Games as the server has them, day by day."""

    def __init__(self, make: Any, seed: int) -> None:
        self.make, self.noise = make, random.Random(seed)
        self.games: list[dict[str, Any]] = []
        self.number = 0

    def day(self, day: int) -> None:
        """Some games are played, one of them without a change yet; a correspondence game begins; one ends."""
        for game in self.games:
            if game["status"] == "started" and self.noise.random() < 0.2:
                game.update(status="resign", lastMoveAt=game["createdAt"] + 3 * DAY)
                self.sides(game, 4)
            for side in game["players"].values():
                if game["status"] == "resign" and game["rated"] and "ratingDiff" not in side:
                    side["ratingDiff"] = 2
        for n in range(self.noise.randint(0, 12)):
            self.number = day * 144 + n * 3
            self.games.append(copy.deepcopy(self.make(self.number)))
        if self.games and self.noise.random() < 0.5:
            for side in self.games[-1]["players"].values():
                side.pop("ratingDiff", None)
        if self.noise.random() < 0.5:
            slow = copy.deepcopy(self.make(day * 144 + 50, id=f"slow{day:04}", status="started", daysPerTurn=3))
            slow.update(speed="correspondence", perf="correspondence")
            del slow["clock"]
            self.sides(slow, None)
            self.games.append(slow)
        if self.noise.random() < 0.3 and self.games:
            analysed = self.noise.choice(self.games)
            analysed["analysis"] = [{"eval": 12}]
            analysed["players"]["white"]["analysis"] = {"inaccuracy": 1, "mistake": 0, "blunder": 2, "acpl": 31}
        if day == 15:
            for game in self.games:
                for side in game["players"].values():
                    if side["user"]["id"] == "rival":
                        side["user"] = {"name": "RIVAL", "id": "rival"}
        if day == 20:
            self.games[-1]["players"]["white"]["rating"] += 4  # a refund shows in the next game's rating

    @staticmethod
    def sides(game: dict[str, Any], change: int | None) -> None:
        for sign, side in zip((1, -1), game["players"].values(), strict=True):
            side.pop("ratingDiff", None)
            if change is not None:
                side["ratingDiff"] = sign * change


@pytest.mark.parametrize("seed", [1, 2])
def test_a_month_of_syncs_equals_one_import(
    importer: Any, fresh: Any, stand_in: ModuleType, make: Any, rows: Any, seed: int
) -> None:
    life = Life(make, seed)
    with stand_in.LichessStub({"Test_Player": []}) as stub:
        account = stub.accounts["test_player"]
        importer.clock.at = make(0)["createdAt"]
        for day in range(31):
            life.day(day)
            account.replace(copy.deepcopy(life.games))
            if day == 10:
                account.name = "TEST_player"
            importer.clock.at = make(0)["createdAt"] + (day + 1) * DAY
            for _ in range(life.noise.randint(0, 3)):
                stub.inject(**{"after": life.noise.randint(0, 8)} | life.noise.choice(FAULTS))
            importer(stub.url)
        stub.faults.clear()
        for game in life.games:
            if game["status"] == "started":
                game.update(status="resign", lastMoveAt=game["createdAt"] + 30 * DAY)
                life.sides(game, 1)
        account.replace(copy.deepcopy(life.games))
        for _ in range(9):  # later corrections are found within a week
            importer.clock.at += DAY
            report = importer(stub.url)
        clean = fresh()
        clean.clock.at = importer.clock.at
        assert clean(stub.url).stored == report.stored == report.listed == len(life.games)
        assert rows(importer.store) == rows(clean.store)
        assert importer.store.pending(1) == {}
        assert [each.name for each in importer.store.accounts()] == ["TEST_player"]
        account.disabled = True
        with pytest.raises(AccountClosed):
            importer(stub.url)
        assert rows(importer.store) == rows(clean.store)
