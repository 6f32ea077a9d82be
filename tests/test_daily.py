"""Lichess's daily list against the ledger: months from 0, UTC days, the last value of the day."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from tracker.ledger import Ledger
from tracker.ledger.daily import Difference, daily_closes, differences, listed_closes
from tracker.store import Store


def test_months_of_the_list_start_at_zero(shared: Path) -> None:
    answer = json.loads((shared / "data/api_examples/user_rating_history.json").read_text())
    closes = listed_closes(answer)
    first = next(entry for entry in answer if entry["name"] == "Blitz")["points"][0]
    assert closes["blitz"][date(first[0], first[1] + 1, first[2])] == first[3]
    assert {"bullet", "kingOfTheHill", "threeCheck", "ultraBullet"} <= closes.keys()
    assert listed_closes([{"name": "Blitz", "points": [[2024, 0, 31, 1500], [2024, 11, 1, 1510]]}]) == {
        "blitz": {date(2024, 1, 31): 1500, date(2024, 12, 1): 1510}
    }


def test_the_ledger_meets_the_list_of_the_same_games(tracked, shared: Path, stand_in) -> None:
    file = shared / "data/histories/blitz_2023_2025.ndjson"
    listed = listed_closes(stand_in.Account("Player_PimJYI", stand_in.read_games(file)).rating_history())
    with Store(tracked(file, "Player_PimJYI")) as store:
        games = {game.id: game for game in store.games(1)}
    computed = daily_closes(Ledger(games.values()), games)
    assert len(listed["blitz"]) > 500
    lagging = Difference(
        "blitz", date(2023, 7, 29), 1452, 1458
    )  # the stand-in adds up what records show, also stale ones
    assert differences(listed, computed) == [lagging]
    day = max(listed["blitz"])
    computed["blitz"][day] -= 3
    del computed["bullet"][min(listed["bullet"])]
    assert differences(listed, computed) == [
        lagging,
        Difference("blitz", day, 1408, 1405),
        Difference("bullet", min(listed["bullet"]), listed["bullet"][min(listed["bullet"])], None),
    ]
