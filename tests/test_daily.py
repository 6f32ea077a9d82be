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
    rows = (row for row in Ledger(games.values()) if row.game_id)
    computed = daily_closes((row, games[row.game_id or ""].last_move_at or 0) for row in rows)
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


def test_history_names_the_missing_list_and_the_differences(run, tracked, shared: Path) -> None:
    """Case 30: an empty list means nothing; the history from the games is shown, and the missing list is named."""
    database = tracked(shared / "cases/c12_refund.ndjson", "Test_Player")

    def notes(*last_points: list[int]) -> str:
        answer = [{"name": "Blitz", "points": [[2024, 4, 1, 1695], *last_points]}] if last_points else []
        with Store(database) as store:
            store.update_account(1, last_import_at=1_714_700_000_000, daily_list=answer)
        report = json.loads(run("--db", database, "history", "Test_Player", "--json").stdout)
        assert report["perfs"][0]["lichess"]["rating"] == 1705
        return " ".join(report["notes"])

    assert "rating-history) is not here" in notes()
    assert "on 1 day: blitz 2024-05-02 1706 there and 1705 here" in notes([2024, 4, 2, 1706])
    assert "on every day" in notes([2024, 4, 2, 1705])
