"""The demo's player has the life that the demo wants to show, and ratings that are Lichess's own arithmetic."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from histories import played

from tracker.demo import life
from tracker.demo.player import CHEATER, DEMO_NAME, DemoHistory, demo_games
from tracker.game import PlayedGame
from tracker.ledger import Ledger
from tracker.ratings.replay import Replay
from tracker.sources.lichess import decode

DAY = 86_400_000
DIGEST = "7458001ae6588e26"
"""Of the lines for the fixture's `now`. Another one means: other code, moves or Lichess constants, all meant to be."""


def mine(game: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return next((c, s) for c, s in game["players"].items() if s.get("user", {}).get("name") == DEMO_NAME)


def finished_at(game: dict[str, Any]) -> int:
    """The end as an import works it out; a moment before the fixture for what is not over."""
    return decode(json.dumps(game)).finished_at or 0


def rated(history: DemoHistory, perf: str) -> list[dict[str, Any]]:
    """Games whose result moved the perf's rating, in the order of their ends."""
    games = [game for game in history.games if game["perf"] == perf and "ratingDiff" in mine(game)[1]]
    return sorted(games, key=finished_at)


def digest(games: list[dict[str, Any]]) -> str:
    return hashlib.sha256("\n".join(json.dumps(game) for game in games).encode()).hexdigest()[:16]


def test_the_same_at_each_call_and_in_each_process(history: DemoHistory, now: int) -> None:
    assert digest(history.games) == DIGEST
    code = (
        "import hashlib, json\nfrom tracker.demo.player import demo_games\n"
        f"lines = '\\n'.join(json.dumps(game) for game in demo_games({now}))\n"
        "print(hashlib.sha256(lines.encode()).hexdigest()[:16])"
    )
    environment = os.environ | {"PYTHONHASHSEED": "77"}
    answer = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == DIGEST


@pytest.mark.parametrize("minutes", [5, 240, 720, 1435])
def test_newest_games_are_minutes_old_at_every_hour(minutes: int, history: DemoHistory, now: int) -> None:
    then = now // DAY * DAY + 40 * DAY + minutes * 60_000
    games = demo_games(then)
    assert {game["id"] for game in games} == {game["id"] for game in history.games}
    assert all(finished_at(game) < then for game in games)
    assert then - max(map(finished_at, games)) < 60 * 60_000
    starts = sorted(game["createdAt"] for game in games if "clock" in game)
    assert len(set(starts)) == len(starts)


def test_some_three_thousand_games_in_many_perfs(history: DemoHistory) -> None:
    games = history.games
    assert 2900 <= len(games) <= 3200
    assert len({game["id"] for game in games}) == len(games)
    assert all(len(game["id"]) == 8 and game["id"].isalnum() for game in games)
    perfs = Counter(game["perf"] for game in games)
    least = {"blitz": 1400, "bullet": 500, "rapid": 350, "classical": 50, "correspondence": 90, "chess960": 60}
    assert set(perfs) == set(least)
    assert all(perfs[perf] >= count for perf, count in least.items())


def test_sorted_newest_start_first(history: DemoHistory) -> None:
    assert all(a["createdAt"] >= b["createdAt"] for a, b in pairwise(history.games))


def test_games_at_the_board_do_not_overlap(history: DemoHistory) -> None:
    live = [game for game in reversed(history.games) if "clock" in game]
    assert all(finished_at(a) < b["createdAt"] for a, b in pairwise(live))


def test_every_kind_of_odd_game_is_there(history: DemoHistory) -> None:
    games = history.games
    sides = [side for game in games for side in game["players"].values()]
    assert sum("aiLevel" in side for side in sides) >= 5
    assert sum(side == {} for side in sides) >= 3
    assert sum(game["variant"] == "fromPosition" for game in games) >= 5
    assert sum(not game["rated"] for game in games) >= 40
    assert sum(side.get("user", {}).get("title") == "BOT" for side in sides) >= 3
    assert any(side.get("user", {}).get("title") in ("CM", "FM", "NM", "WFM") for side in sides)
    assert len({game["arenaTour"]["id"] for game in games if "arenaTour" in game}) >= 10
    assert sum("swissTour" in game for game in games) >= 8
    assert sum("daysPerTurn" not in game for game in games if game["perf"] == "correspondence") >= 1
    unmoved = [game for game in games if game["rated"] and "ratingDiff" not in mine(game)[1]]
    by_status = Counter("other" if game["moves"] else game["status"] for game in unmoved)
    assert by_status["aborted"] >= 3
    assert by_status["noStart"] >= 3
    assert by_status["other"] >= 5  # three unfinished ones, and games against accounts that were marked
    assert not any("berserk" in side for side in sides)
    halves = [g for g in games if "arenaTour" in g and min(g["clocks"][:2]) == g["clock"]["initial"] * 50 + 3]
    assert len(halves) >= 10


def test_statuses_and_winners_agree(history: DemoHistory) -> None:
    for game in history.games:
        decided = game["status"] in ("mate", "resign", "outoftime", "timeout", "noStart")
        assert ("winner" in game) == decided, game["id"]
        assert game["status"] != "mate" or game["moves"].endswith("#")
        if not game["rated"]:
            assert not any("ratingDiff" in side for side in game["players"].values())


def test_each_perf_starts_provisional_at_1500(history: DemoHistory) -> None:
    for perf in history.standings:
        games = rated(history, perf)
        side = mine(games[0])[1]
        assert (side["rating"], side.get("provisional")) == (1500, True)
        assert abs(side["ratingDiff"]) > 100 or "winner" not in games[0]
    assert not mine(rated(history, "blitz")[-1])[1].get("provisional")


def test_a_pause_of_months(history: DemoHistory, now: int) -> None:
    moments = sorted([g["createdAt"] for g in history.games] + [g["lastMoveAt"] for g in history.games])
    longest = max(b - a for a, b in pairwise(moments))
    assert longest > 90 * DAY
    after = now // DAY * DAY - life.PAUSE[1] * DAY
    back = next(game for game in rated(history, "bullet") if game["createdAt"] > after)
    assert abs(mine(back)[1]["ratingDiff"]) > 8  # the deviation grew meanwhile


def test_a_refund_and_two_stale_snapshots_break_the_chain(history: DemoHistory, now: int) -> None:
    games = rated(history, "blitz")
    breaks = []
    for before, after in pairwise(games):
        side = mine(before)[1]
        if gap := mine(after)[1]["rating"] - side["rating"] - side["ratingDiff"]:
            breaks.append((gap, after))
    refund_day = now // DAY * DAY - life.REFUND * DAY
    refunds = [gap for gap, game in breaks if refund_day <= game["createdAt"] < refund_day + 4 * DAY]
    assert len(refunds) == 1
    assert refunds[0] > 5
    others = [gap for gap, game in breaks if not refund_day <= game["createdAt"] < refund_day + 4 * DAY]
    assert 2 <= len(others) <= 8
    assert sum(others) == 0  # a stale rating is off by x in one game and by -x in the next
    lost = [g for g in games if any(s["user"]["name"] == CHEATER for s in g["players"].values())]
    assert -sum(mine(game)[1]["ratingDiff"] for game in lost) >= refunds[0]
    for perf in history.standings:
        total = sum(mine(game)[1]["ratingDiff"] for game in rated(history, perf))
        assert history.standings[perf].rating == 1500 + total + (refunds[0] if perf == "blitz" else 0)


def test_correspondence_games_last_weeks_and_overlap(history: DemoHistory) -> None:
    games = [g for g in history.games if g["perf"] == "correspondence" and g["status"] != "started"]
    lengths = [(g["lastMoveAt"] - g["createdAt"]) / DAY for g in games]
    assert max(lengths) > 18
    assert sum(length > 7 for length in lengths) > 40
    by_start = sorted(games, key=lambda g: g["createdAt"])
    overtaken = sum(finished_at(a) > finished_at(b) for a, b in pairwise(by_start))
    assert overtaken > 15
    assert any(game["status"] == "outoftime" for game in games)


def test_three_games_are_being_played(history: DemoHistory, now: int) -> None:
    going_on = [game for game in history.games if game["status"] == "started"]
    assert len(going_on) == 3
    for game in going_on:
        assert game["perf"] == "correspondence"
        assert game["createdAt"] < game["lastMoveAt"] < now
        assert len(game["moves"].split()) >= 2
        assert game.get("opening", {"ply": 0})["ply"] <= len(game["moves"].split())


def test_a_climb_a_slump_and_a_climb(history: DemoHistory, now: int) -> None:
    def level(days_ago: int) -> float:
        near = [r for at, r in history.standings["blitz"].points if abs(now - at - days_ago * DAY) < 15 * DAY]
        return sum(near) / len(near)

    assert level(1000) + 100 < level(600)
    assert level(290) + 60 < level(390)
    assert level(290) + 100 < level(30)


@pytest.fixture(scope="module")
def as_played(history: DemoHistory) -> list[PlayedGame]:
    games = [decode(json.dumps(game)) for game in history.games]
    rows = [played(game, "white" if game.white.name == DEMO_NAME else "black") for game in games]
    return sorted(rows, key=lambda game: (game.ended_at, game.started_at, game.id))


def test_the_ledger_closes_and_finds_the_refund(history: DemoHistory, as_played: list[PlayedGame]) -> None:
    ledger = Ledger(as_played, {perf: standing.rating for perf, standing in history.standings.items()})
    rows = list(ledger)
    assert [summary.residual for summary in ledger.summaries.values()] == [0] * 6
    (refund,) = [row for row in rows if row.kind == "adjustment"]
    assert (refund.perf, refund.note) == ("blitz", "refund-like")
    assert refund.change is not None
    assert refund.change > 5
    notes = Counter(row.note for row in rows)
    assert len(life.HASTY) <= notes["stale"] <= 2 * len(life.HASTY)  # a day has up to two sessions
    assert notes["overlap"] > 50
    assert notes["no-change"] >= 8
    assert not notes["gap"]
    assert not notes["unexplained"]


@pytest.mark.parametrize(
    ("perf", "exact"),
    [
        ("blitz", 0.95),
        ("bullet", 0.93),
        ("rapid", 0.92),
        ("chess960", 0.85),
        ("correspondence", 0.8),
        ("classical", 0.8),
    ],
)
def test_changes_are_those_of_lichess(
    history: DemoHistory, as_played: list[PlayedGame], perf: str, exact: float
) -> None:
    """A replay that knows only the records predicts each change, and arrives at the deviation that was hidden."""
    before = {row.game_id: row.before for row in Ledger(as_played) if row.kind == "game"}
    replay = Replay(perf)
    games = [game for game in as_played if game.perf == perf and game.moved_rating]
    replayed = [found for game in games if (found := replay.add(game, before[game.id]))]
    assert len(replayed) == len(games) == history.standings[perf].games
    assert all(abs(one.difference) <= 1 for one in replayed)
    assert sum(one.difference == 0 for one in replayed) / len(games) > exact
    assert replayed[-1].deviation == pytest.approx(history.standings[perf].glicko.deviation, abs=0.5)
