"""The bare update against Glickman's published example and against one-game pairs computed elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.ratings.glicko2 import Glicko, Result, change_one, expected, grown, update, update_one

ratings = st.floats(400, 3500)
deviations = st.floats(45, 500)
volatilities = st.floats(0.03, 0.1)
scores = st.sampled_from([0.0, 0.5, 1.0])


def test_glickmans_example() -> None:
    games = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    after = update(Glicko(1500, 200, 0.06), games, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_widens() -> None:
    after = update(Glicko(1500, 200, 0.06), [], tau=0.5)
    assert after.rating == 1500
    assert after.volatility == 0.06
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)


def test_pairs_computed_elsewhere(shared: Path) -> None:
    cases = json.loads((shared / "vectors/glicko2_lichess.json").read_text())["cases"]
    assert len(cases) >= 20
    for case in cases:
        score = {"white": 1.0, "draw": 0.5, "black": 0.0}[case["result"]]
        white = Glicko(*(case["white"][key] for key in ("rating", "rd", "vol")))
        black = Glicko(*(case["black"][key] for key in ("rating", "rd", "vol")))
        advantage = case["adv_points"]
        pairs = [
            (white, black, score, advantage, case["white_after"]),
            (black, white, 1 - score, -advantage, case["black_after"]),
        ]
        for me, other, own_score, own_advantage, after in pairs:
            result = Result(other.rating, other.deviation, own_score, own_advantage)
            for got in (
                update(me, [result], periods=0),
                update_one(me, other.rating, other.deviation, own_score, own_advantage),
            ):
                assert got.rating == pytest.approx(after["rating"], abs=0.005)
                assert got.deviation == pytest.approx(after["rd"], abs=0.00005)
                assert got.volatility == pytest.approx(after["vol"], abs=1e-5)


def test_growth_computed_elsewhere(shared: Path) -> None:
    for row in json.loads((shared / "vectors/glicko2_lichess.json").read_text())["rd_growth"]:
        assert grown(row["rd"], row["vol"], row["days"] * 0.21436) == pytest.approx(row["rd_after"], abs=0.002)


@given(ratings, deviations, volatilities, ratings, deviations, scores, st.sampled_from([0.0, 11.78, -20.3]))
def test_the_short_roads_agree_with_the_long_one(
    rating: float, deviation: float, volatility: float, other: float, other_rd: float, score: float, advantage: float
) -> None:
    player = Glicko(rating, deviation, volatility)
    for periods in (0.0, 1.0):
        long = update(player, [Result(other, other_rd, score, advantage)], periods=periods)
        assert update_one(player, other, other_rd, score, advantage, periods=periods) == pytest.approx(long)
    long = update(player, [Result(other, other_rd, score, advantage)], periods=0)
    assert change_one(*player[:2], other, other_rd, score, advantage) == pytest.approx(long.rating - rating, abs=1e-7)


@given(ratings, deviations, volatilities, ratings, deviations, scores)
def test_a_game_narrows_the_deviation_and_moves_toward_the_result(
    rating: float, deviation: float, volatility: float, other: float, other_rd: float, score: float
) -> None:
    after = update_one(Glicko(rating, deviation, volatility), other, other_rd, score)
    assert after.deviation <= deviation * (1 + 1e-12)
    assert (after.rating - rating) * (score - expected(rating, other, other_rd)) >= 0


def test_an_opponent_out_of_reach_tells_nothing() -> None:
    player = Glicko(20_000, 60, 0.06)
    assert update_one(player, 1500, 50, 1.0) == player
