"""The replay predicts changes before it sees them, finds what is not public, and can be broken off and resumed."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from histories import HISTORIES, read_history

from tracker.game import Color, PlayedGame
from tracker.ledger import Ledger
from tracker.ratings import replay_opponent
from tracker.ratings.glicko2 import Glicko, change_one, update_one
from tracker.ratings.lichess import Rated, deviation_at, rate_game, settled
from tracker.ratings.lichess_eras import MS_PER_DAY, epoch_ms, era_at
from tracker.ratings.replay import Replay, Replayed, as_json, from_json
from tracker.ratings.replay_factors import factor_stretches

SKIPPED = 30
Games = list[tuple[PlayedGame, int]]


def rated_games(path: Path) -> dict[str, Games]:
    games = read_history(path)
    by_id = {game.id: game for game in games}
    perfs: dict[str, Games] = {}
    for row in Ledger(games):
        if row.game_id is not None:
            perfs.setdefault(row.perf, []).append((by_id[row.game_id], row.before))
    return perfs


def replayed(games: Games, perf: str) -> tuple[list[Replayed], Replay]:
    replay = Replay(perf)
    rows = [row for game, before in games if (row := replay.add(game, before)) is not None]
    return rows, replay


def shares(rows: list[Replayed]) -> tuple[float, float]:
    exact = sum(row.difference == 0 for row in rows) / len(rows)
    return exact, sum(abs(row.difference) <= 1 for row in rows) / len(rows)


@pytest.fixture(scope="module")
def blitz(shared: Path) -> Games:
    return rated_games(shared / "data/histories/blitz_2023_2025.ndjson")["blitz"]


@pytest.mark.parametrize("name", HISTORIES)
def test_real_changes_are_predicted(shared: Path, name: str) -> None:
    judged = 0
    for perf, games in rated_games(shared / "data/histories" / name).items():
        rows, _ = replayed(games, perf)
        if perf in ("blitz", "bullet", "rapid") and len(rows) >= 200:
            exact, near = shares(rows[SKIPPED:])
            assert near >= 0.99, perf
            assert exact >= 0.95, perf
            judged += 1
    assert judged


def test_a_prediction_does_not_know_the_reported_change(blitz: Games) -> None:
    honest, _ = replayed(blitz[:120], "blitz")
    game, before = blitz[119]
    altered = [*blitz[:119], (game._replace(change=(game.change or 0) + 7), before)]
    told, _ = replayed(altered, "blitz")
    assert told[-1].change == honest[-1].change
    assert told[-1].opponent_deviation == honest[-1].opponent_deviation
    assert told[-1].fraction == honest[-1].fraction
    assert told[-1].difference == honest[-1].difference + 7


def test_a_replay_goes_on_from_its_stored_state(blitz: Games) -> None:
    whole, _ = replayed(blitz[:300], "blitz")
    _, first = replayed(blitz[:170], "blitz")
    second = Replay("blitz", from_json(json.loads(json.dumps(as_json(first.state)))))
    rest = [second.add(game, before) for game, before in blitz[170:300]]
    assert rest == whole[170:]


def test_the_provisional_mark_goes_when_the_deviation_falls_below_110(blitz: Games) -> None:
    rows, _ = replayed(blitz[:60], "blitz")
    marks = [game.provisional for game, _ in blitz[:60]]
    first = marks.index(False)
    assert rows[first].deviation_before < 110 < rows[first - 1].deviation_before


@pytest.mark.parametrize("cut", [40, 150, 700])
def test_a_history_that_begins_in_the_middle(blitz: Games, cut: int) -> None:
    rows, _ = replayed(blitz[cut : cut + 700], "blitz")
    assert not rows[0].from_start
    exact, near = shares(rows[SKIPPED:])
    assert near == 1.0
    assert exact >= 0.95
    known, _ = replayed(blitz[: cut + 700], "blitz")
    assert rows[-1].deviation == pytest.approx(known[-1].deviation, abs=0.5)


def test_missing_games_do_not_derail_it(blitz: Games) -> None:
    exact, near = shares(replayed(blitz[::2], "blitz")[0][SKIPPED:])
    assert near >= 0.95
    assert exact >= 0.6  # the hidden fraction is lost with every missing game


def test_a_game_that_moved_nothing_is_passed_over(blitz: Games) -> None:
    game, before = blitz[0]
    replay = Replay("blitz")
    assert replay.add(game._replace(change=None), before) is None
    assert replay.state.games == 0


def test_factors_are_found_piecewise(shared: Path) -> None:
    rows, _ = replayed(rated_games(shared / "data/histories/bullet_2017_2020.pgn")["bullet"], "bullet")
    stretches = factor_stretches(rows, "bullet")
    found = {stretch.factor for stretch in stretches}
    assert {1.0, 1.04, 1.025, 1.01} <= found
    assert all(one.until < other.since for one, other in itertools.pairwise(stretches))
    assert all(stretch.exact >= 0.7 * stretch.games for stretch in stretches)


Rate = Callable[[Glicko, Glicko, float, Color, int], tuple[Rated, Rated]]


def simulated(games: int, perf: str, start: str, rate: Rate, *, drift: float = 0.0) -> Games:
    """A new account's games rated by `rate`, exact fractions and deviations hidden as Lichess hides them."""
    rng = random.Random(7)
    at, last = epoch_ms(start), None
    me = era_at(at).start
    rows: Games = []
    for number in range(games):
        at += rng.randrange(600_000, 40_000_000)
        me = me._replace(deviation=deviation_at(me.deviation, me.volatility, last, at))
        deviation = 45.0 if rng.random() < 0.7 else rng.uniform(45, 100)
        other = Glicko(max(me.rating + rng.gauss(0, 60), 400.0), deviation, 0.06)
        score = rng.choice((0.0, 0.5, 1.0, 1.0, 0.0)) if rng.random() >= drift else 0.0
        color: Color = rng.choice(("white", "black"))
        mine, theirs = rate(me, other, score, color, at)
        values: dict[str, object] = dict.fromkeys(PlayedGame._fields)
        values |= {
            "id": f"sim{number:05}",
            "perf": perf,
            "variant": "standard",
            "rated": True,
            "started_at": at - 300_000,
            "last_move_at": at,
            "finished_at": at,
            "color": color,
            "outcome": {1.0: "win", 0.5: "draw", 0.0: "loss"}[score],
            "rating": int(me.rating),
            "change": mine.change,
            "opponent_rating": int(other.rating),
            "opponent_change": theirs.change,
        }
        rows.append((PlayedGame(**values), int(me.rating)))  # type: ignore[arg-type]
        me, last = mine.glicko, at
    return rows


@pytest.mark.parametrize("factor", [1.0, 1.0425, 1.09])
def test_a_factor_that_the_table_does_not_know_is_found(factor: float) -> None:
    def rate(me: Glicko, other: Glicko, score: float, color: Color, at: int) -> tuple[Rated, Rated]:
        pair = []
        for mine, theirs, own_score in ((me, other, score), (other, me, 1 - score)):
            after = update_one(mine, theirs.rating, theirs.deviation, own_score)
            won = max(after.rating - mine.rating, 0.0) * (factor - 1.0)
            pair.append(settled(mine, after._replace(rating=after.rating + won), era_at(at), "correspondence"))
        return pair[0], pair[1]

    rows, replay = replayed(simulated(400, "blitz", "2021-01-10", rate), "blitz")
    assert replay.state.factor == factor
    exact, near = shares(rows[100:])
    assert near == 1.0
    assert exact >= 0.95


@pytest.mark.parametrize("late", [-6, 0, 12])
def test_a_change_that_went_live_on_another_day_than_dated(late: int) -> None:
    """The first move's advantage of November 2025."""

    def rate(me: Glicko, other: Glicko, score: float, color: Color, at: int) -> tuple[Rated, Rated]:
        return rate_game(me, other, score, color=color, at=at - late * MS_PER_DAY)

    rows, _ = replayed(simulated(600, "blitz", "2025-09-01", rate), "blitz")
    exact, near = shares(rows[SKIPPED:])
    assert near == 1.0
    assert exact >= 0.95
    assert era_at(rows[-1].era).advantage


def test_at_the_rating_floor() -> None:
    def rate(me: Glicko, other: Glicko, score: float, color: Color, at: int) -> tuple[Rated, Rated]:
        return rate_game(me, other, score, color=color, at=at)

    games = simulated(500, "blitz", "2024-01-01", rate, drift=0.6)
    rows, _ = replayed(games, "blitz")
    at_floor = [row for row, (_, before) in zip(rows, games, strict=True) if before <= 402]
    assert len(at_floor) > 100
    exact, near = shares(at_floor)
    assert near == 1.0
    assert exact >= 0.95


def test_the_opponents_deviation_follows_from_the_opponents_change() -> None:
    era = era_at(epoch_ms("2024-01-01"))
    for deviation in (45.0, 62.0, 90.0, 150.0, 260.0, 480.0):
        exact = change_one(1550.5, deviation, 1500.2, 50.0, 0.0, 0.0)
        game = replay_opponent.Game(1550.5, 1500.2, 50.0, 0.0, 0.0, 1.0, 1.0)
        found = replay_opponent.deviations(game, round(exact), None, era)
        mean = sum(value * weight for value, weight in found) / sum(weight for _, weight in found)
        assert mean == pytest.approx(deviation, rel=0.1)
        assert all(era.deviation_floor <= value <= era.deviation_ceiling for value, _ in found)


def test_a_provisional_opponent_is_not_at_the_floor() -> None:
    era = era_at(epoch_ms("2024-01-01"))
    game = replay_opponent.Game(1550.5, 1500.2, 50.0, 0.0, 0.0, 1.0, 1.0)
    for change in (-30, -6, None):
        assert all(value >= 109 for value, _ in replay_opponent.deviations(game, change, True, era))
