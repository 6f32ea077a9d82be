"""The filter as SQL: what is typed is found, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tracker.filters import parse
from tracker.store import Store
from tracker.store.browse import ORDERS, game_ids, games_by_id, newest_games, newest_perf, results_by_perf, stamp

NAME = "Player_PimJYI"
UTC = ZoneInfo("UTC")


@pytest.fixture
def store(shared: Path, tracked: Callable[[Path, str], Path]) -> Store:
    return Store(tracked(shared / "data" / "histories" / "blitz_2023_2025.ndjson", NAME))


def test_a_filter_finds_what_python_finds(store: Store) -> None:
    account = store.account(NAME)
    games = list(store.games(account.id))
    for line, fits in {
        "perf:bullet": lambda game: game.perf == "bullet",
        "result:loss color:white": lambda game: game.outcome == "loss" and game.color == "white",
        "opp:1500-1600": lambda game: game.opponent_rating is not None and 1500 <= game.opponent_rating <= 1600,
        "change<-6": lambda game: game.change is not None and game.change < -6,
        "tc:300+0 rated:yes": lambda game: game.time_control == "300+0" and game.rated,
        "player_3h": lambda game: "player_3h" in game.opponent.lower(),
        "100%": lambda game: False,
        "player%h": lambda game: False,
    }.items():
        found = [row[0] for row in game_ids(store, account.id, None, parse(line), zone=UTC)]
        assert sorted(found) == sorted(game.id for game in games if fits(game)), line


@pytest.mark.parametrize("sort", ORDERS)
def test_every_order_holds_all_games(sort: str, store: Store) -> None:
    account = store.account(NAME)
    up, down = (
        [row[0] for row in game_ids(store, account.id, "bullet", parse(""), sort=sort, descending=descending, zone=UTC)]
        for descending in (False, True)
    )
    assert len(up) == len(set(up)) == 16
    assert set(up) == set(down)
    if sort == "at":
        assert up == down[::-1]
        assert up == [game.id for game in store.games(account.id, "bullet")]


def test_the_rest(store: Store) -> None:
    account = store.account(NAME)
    newest = newest_games(store, account.id, None, 3)
    assert [game.id for game in newest] == [game.id for game in store.games(account.id)][-3:]
    assert newest_perf(store, account.id) == "blitz"
    assert sum(found.games for found in results_by_perf(store, account.id).values()) == 2907
    day = results_by_perf(store, account.id, newest[0].ended_at, newest[2].ended_at)
    assert {perf: found.games for perf, found in day.items()} == {"blitz": 2}
    assert day["blitz"].points == sum(game.change or 0 for game in newest[:2])
    assert games_by_id(store, account.id, [newest[0].id]) == {newest[0].id: newest[0]}
    assert stamp(store, account.id).games == 2907
