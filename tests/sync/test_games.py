"""What an import finds: late finishers, late changes, strange lines, repeated ones, other spellings."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tracker.errors import UsageError
from tracker.store import Store
from tracker.sync import Finished, Progress, Started
from tracker.sync.intake import VANISHED

HOUR = 3_600_000
DAY = 24 * HOUR


def test_the_same_game_eight_times(importer: Any, stand_in: ModuleType, shared: Path) -> None:
    """Case 4."""
    with stand_in.LichessStub({"Test_Player": shared / "cases/c04_repeats.ndjson"}) as stub:
        report = importer(stub.url)
    assert (report.new, report.stored, report.repeated) == (5, 5, 7)
    assert importer.ids() == [f"dup0000{n}" for n in range(5)]
    newest = list(importer.store.games(1))[-1]
    assert newest.rating + newest.change == 1530


def test_the_game_that_ended_late(importer: Any, stand_in: ModuleType, shared: Path) -> None:
    """Case 6."""
    cases = shared / "cases"
    with stand_in.LichessStub({"Test_Player": cases / "c06_server_before.ndjson"}) as stub:
        first = importer(stub.url)
        assert (first.new, first.pending) == (2, 1)
        stub.accounts["test_player"].replace(stand_in.read_games(cases / "c06_server_after.ndjson"))
        second = importer(stub.url)
        assert (second.new, second.updated, second.pending) == (2, 0, 0)
        assert set(importer.ids()) == {"late0001", "late0002", "late0003", "late0004"}
        assert importer(stub.url).new == 0
    newest = {game.perf: game.rating + game.change for game in importer.store.games(1)}
    assert newest == {"correspondence": 1709, "blitz": 1606}


def test_strange_lines(importer: Any, stand_in: ModuleType, shared: Path) -> None:
    """Case 7."""
    with stand_in.LichessStub({"Test_Player": shared / "cases/c07_odd_players.ndjson"}) as stub:
        report = importer(stub.url)
        assert (report.new, report.stored, report.set_aside) == (6, 6, 2)
        assert importer(stub.url).stored == 6
    aside = importer.store.set_aside_lines(1)
    assert [json.dumps(line.line.decode())[2:40].count("odd0000") for line in aside] == [1, 1]
    games = list(importer.store.games(1))
    assert [game.change for game in games if game.change is not None] == [6, 0, -6]
    assert [game.opponent for game in games][1:3] == ["computer level 3", "anonymous"]
    assert [game.outcome for game in games].count(None) == 1


def test_capitals(importer: Any, stand_in: ModuleType, make: Any) -> None:
    """Case 10."""
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(6)]}) as stub:
        for name in ("test_player", "TEST_PLAYER", "Test_Player "):
            importer(stub.url, name)
        before = list(importer.store.games(1))
        assert [account.name for account in importer.store.accounts()] == ["Test_Player"]
        assert [game.color for game in before] == ["black", "white"] * 3
        stub.accounts["test_player"].name = "test_Player"
        importer(stub.url, "test_player")
        assert [account.name for account in importer.store.accounts()] == ["test_Player"]
        assert list(importer.store.games(1)) == before


def test_no_name_is_wrong_usage(importer: Any) -> None:
    with pytest.raises(UsageError):
        importer("http://127.0.0.1:1", "  ")


def test_a_game_that_goes_on_for_months_is_found_when_it_ends(importer: Any, stand_in: ModuleType, make: Any) -> None:
    long = make(0, id="long0001", status="started", speed="correspondence", perf="correspondence", daysPerTurn=14)
    games = [long, *(make(n) for n in range(1, 2000, 100))]
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        assert importer(stub.url).pending == 1
        for day in range(60, 70, 3):
            importer.clock.at += 3 * DAY
            games.append(make(day * 144))
            stub.accounts["test_player"].replace(games)
            report = importer(stub.url)
            assert (report.new, report.pending) == (1, 1)
        stub.accounts["test_player"].replace([make(0, id="long0001"), *games[1:]])
        report = importer(stub.url)
        assert (report.new, report.pending) == (1, 0)
    assert "long0001" in importer.ids()


def test_a_game_that_begins_and_outlasts_the_download(importer: Any, stand_in: ModuleType, make: Any) -> None:
    """It is not in the list of ongoing games, is passed by while still played, and others begin after it."""
    games = [make(n) for n in range(20)]
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        importer.clock.at = games[10]["createdAt"] - 1
        importer(stub.url)
        assert importer.store.account("test_player").cursor <= importer.clock.at
        overlooked = make(10, id="overlook", createdAt=games[10]["createdAt"] + 1)
        stub.accounts["test_player"].replace([*games, overlooked])
        importer.clock.at += 40 * DAY
        assert importer(stub.url).new == 1


def test_a_game_that_vanished_is_asked_for_twice(importer: Any, stand_in: ModuleType, make: Any) -> None:
    games = [make(n) for n in range(3)]
    with stand_in.LichessStub({"Test_Player": [*games, make(5, id="gone0001", status="started")]}) as stub:
        assert importer(stub.url).pending == 1
        stub.accounts["test_player"].replace(games)
        assert importer(stub.url).pending == 0
        assert importer.store.pending(1)["gone0001"].reason == VANISHED
        importer(stub.url)
        assert importer.store.pending(1) == {}


def without_change(game: dict[str, Any]) -> dict[str, Any]:
    sides = {color: {k: v for k, v in side.items() if k != "ratingDiff"} for color, side in game["players"].items()}
    return game | {"players": sides}


@pytest.mark.parametrize("minutes", [1, 50, 30 * 24 * 60])
def test_a_change_that_is_written_late_is_found(importer: Any, stand_in: ModuleType, make: Any, minutes: int) -> None:
    """Also where the game lies far before the newest one, outside the overlap."""
    games = [make(n) for n in range(0, 2000, 100)]
    with stand_in.LichessStub({"Test_Player": [without_change(games[0]), *games[1:]]}) as stub:
        importer(stub.url)
        assert importer.store.game(1, "game0000").change is None
        assert [mark.reason for mark in importer.store.pending(1).values()] == ["no-change"]
        stub.accounts["test_player"].replace(games)
        importer.clock.at += minutes * 60_000
        report = importer(stub.url)
        assert (report.new, report.updated, report.changed) == (0, 1, ["game0000"])
        assert importer.store.game(1, "game0000").change == -3
        assert importer.store.pending(1) == {}


def test_a_change_that_never_comes_is_looked_for_an_hour(importer: Any, stand_in: ModuleType, make: Any) -> None:
    games = [without_change(make(0)), *(make(n) for n in range(100, 900, 100))]
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        asked = []
        for _ in range(4):
            importer(stub.url)
            asked.append(sum(request["path"].endswith("_ids") for request in stub.requests))
            importer.clock.at += HOUR // 2
        assert importer.store.pending(1) == {}
        assert asked == [0, 1, 2, 2]


def test_later_corrections_come_within_a_day_and_once_a_week(importer: Any, stand_in: ModuleType, make: Any) -> None:
    old, new = make(0), make(144 * 20)
    with stand_in.LichessStub({"Test_Player": [old, new]}) as stub:
        importer(stub.url)
        ghost = {"user": {"name": "ghost", "id": "ghost"}, "rating": 1500, "ratingDiff": 3}
        changed = [game | {"players": game["players"] | {"white": ghost}} for game in (old, new)]
        stub.accounts["test_player"].replace(changed)
        assert importer(stub.url).changed == ["game2880"]
        importer.clock.at += 7 * DAY
        assert importer(stub.url).changed == ["game0000"]
        assert {game.opponent_name for game in importer.store.games(1)} == {"ghost"}


def test_full_reads_everything_and_says_what_changed(importer: Any, stand_in: ModuleType, make: Any) -> None:
    games = [make(n) for n in range(0, 20_000, 1000)]
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        importer(stub.url)
        stub.accounts["test_player"].replace([games[0] | {"status": "cheat"}, *games[1:]])
        assert importer(stub.url).updated == 0
        report = importer(stub.url, full=True)
        assert (report.new, report.updated, report.changed) == (0, 1, ["game0000"])


def test_games_that_show_up_late_are_looked_for_where_the_profile_counts_more(
    importer: Any, stand_in: ModuleType, make: Any
) -> None:
    games = [make(n) for n in range(0, 20_000, 1000)]
    with stand_in.LichessStub({"Test_Player": [*games[:3], *games[4:]]}) as stub:
        importer(stub.url)
        stub.accounts["test_player"].replace(games)
        report = importer(stub.url)
        assert (report.new, report.stored, report.remarks) == (1, 20, [])


def test_a_difference_is_told_and_not_looked_for_again(importer: Any, stand_in: ModuleType, make: Any) -> None:
    games = [make(n) for n in range(0, 20_000, 1000)]
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        stub.accounts["test_player"].extra = {"count": {"all": 33, "rated": 33}}
        report = importer(stub.url)
        assert report.listed == 33
        assert report.remarks == [
            "13 listed games were not sent: the profile counts 33 games, 20 with a result are stored."
        ]
        before = len(stub.requests)
        assert importer(stub.url).remarks == report.remarks
        since = [r["query"].get("since") for r in stub.requests[before:] if "sort" in r["query"]]
        assert None not in since


def test_the_second_run_reads_a_day_and_no_more(importer: Any, stand_in: ModuleType, make: Any) -> None:
    games = [make(n) for n in range(2000)]
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        importer(stub.url)
        sent = stub.sent
        importer(stub.url)
        assert stub.sent - sent <= 147


def test_events_tell_how_far_it_is(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(1500)]}) as stub:
        report = importer(stub.url)
    started, *between, finished = importer.events
    assert started == Started("Test_Player", 0, 1500)
    assert finished == Finished(report)
    progress = [event for event in between if isinstance(event, Progress)]
    assert progress[-1].stored == 1500
    assert all(event.stored <= (event.expected or 0) == 1500 for event in progress)
    assert all(event.stored == event.new for event in progress)


def test_the_secret_of_a_game_is_not_stored(importer: Any, stand_in: ModuleType, make: Any, tmp_path: Path) -> None:
    game = make(1, fullId="game0001SECR")
    broken = '{"id":"game0002","fullId":"game0002SECR","rated":tru'
    tokens = {"lip_SECRETTOKEN": "Test_Player"}
    with stand_in.LichessStub({"Test_Player": [game, {"raw": broken, "createdAt": 2}]}, tokens=tokens) as stub:
        report = importer(stub.url, token="lip_SECRETTOKEN")
        assert any(request["token"] for request in stub.requests)
    assert (report.new, report.set_aside) == (1, 1)
    importer.store.close()
    for file in tmp_path.iterdir():
        content = file.read_bytes()
        assert b"SECR" not in content
    with Store(tmp_path / "tracker.db") as again:
        assert b"SECR" not in again.records(1, "game0001")["json"]


def test_lines_set_aside_are_tried_again_by_another_version(
    importer: Any, stand_in: ModuleType, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [make(1), {"raw": json.dumps(make(2, winner="both")), "createdAt": make(2)["createdAt"]}]
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        assert importer(stub.url).set_aside == 1
        importer.store.writer.set_aside(
            [{"account_id": 1, "line": json.dumps(make(3)).encode(), "reason": "?", "at": 1, "program_version": "0.0"}]
        )
        report = importer(stub.url)
        assert report.new == 1
        assert "game0003" in importer.ids()
        assert [line.reason[:5] for line in importer.store.set_aside_lines(1)] == ["not a"]
