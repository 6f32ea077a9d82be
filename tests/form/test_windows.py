"""Windows against a frozen strength: the trap, performance, the gate."""

from __future__ import annotations

from dataclasses import replace
from math import exp, sqrt
from statistics import fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made import played, player
from scipy.optimize import brentq

from tracker.form.chances import SLOPE, expected_score
from tracker.form.gate import SCAN, Stretch, bar, opened, scan, verdict
from tracker.form.results import Results, results_of
from tracker.form.smoother import forward
from tracker.form.windows import performance, score_range, window
from tracker.game import PlayedGame


def running_rating_z(games: list[PlayedGame]) -> float:
    """The trap: score less what the rating shown at each game expected."""
    gained = spread = 0.0
    for game in games:
        e = 1.0 / (1.0 + exp((game.opponent_rating - game.rating) / 173.7178))  # type: ignore[operator]
        gained += (game.halves or 0) / 2 - e
        spread += 0.94 * e * (1.0 - e)
    return gained / sqrt(spread)


def test_the_running_rating_hides_chance_and_the_frozen_strength_does_not() -> None:
    naive, frozen = [], []
    for seed in range(80):
        games = player(seed, 500)
        naive.append(running_rating_z(games[300:]))
        frozen.append(window(forward(results_of(games, "blitz")), 300, 500).z)
    assert pstdev(naive) < 0.7
    assert 0.8 < pstdev(frozen) < 1.2
    assert abs(fmean(frozen)) < 0.35


def test_the_running_rating_hides_progress_and_the_frozen_strength_does_not() -> None:
    def gaining(number: int) -> float:
        return 1600.0 + min(100, max(0, number - 400))

    naive, frozen = [], []
    for seed in range(40):
        games = player(seed, 600, gaining)
        naive.append(running_rating_z(games[400:]))
        frozen.append(window(forward(results_of(games, "blitz")), 400, 600).z)
    assert fmean(frozen) > 2.2
    assert fmean(frozen) > fmean(naive) + 0.8


def fixed(scores: list[float], versus: float = 1600.0) -> Results:
    games = [played(number) for number in range(len(scores))]
    return Results("blitz", games, [versus] * len(scores), [SLOPE] * len(scores), scores, 0.06)


def test_performance_has_the_closed_form_against_equal_opponents() -> None:
    shown = performance(fixed([1.0] * 60 + [0.0] * 40), 0, 100)
    root = brentq(lambda rating: expected_score(rating, 1600.0) - 0.6, 1000, 2200)
    assert shown.rating == pytest.approx(root, abs=0.1)
    low = brentq(lambda r: (p := expected_score(r, 1600.0)) * 100 + 1.959964 * sqrt(94 * p * (1 - p)) - 60, 1300, 1700)
    assert shown.low == pytest.approx(low, abs=0.1)


def test_a_clean_score_has_no_performance_but_a_lower_end() -> None:
    shown = performance(fixed([1.0] * 30), 0, 30)
    assert shown.rating is None
    assert shown.high is None
    assert shown.low is not None
    assert shown.low > 1600


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=3, max_size=60))
def test_performance_mirrors(scores: list[float]) -> None:
    ours, theirs = (
        performance(fixed(scores), 0, len(scores)),
        performance(fixed([1 - s for s in scores]), 0, len(scores)),
    )
    assert (ours.rating is None) == (theirs.rating is None)
    if ours.rating is not None and theirs.rating is not None:
        assert ours.rating + theirs.rating == pytest.approx(3200, abs=0.2)


def test_chance_range_holds_nineteen_of_twenty() -> None:
    inside = 0
    for seed in range(60):
        results = results_of(player(seed, 360), "blitz")
        judged = window(forward(results), 300, 360)
        inside += (found := score_range(results, judged)).low <= judged.score <= found.high
    assert 52 <= inside <= 60


def test_the_bar_rises_with_the_history_and_with_short_windows() -> None:
    heights = [bar(history, 100) for history in (150, 700, 1000, 1200, 5000, 100_000)]
    assert heights == sorted(heights)
    assert heights[0] < heights[1] < heights[2]
    assert bar(500, 50) > bar(500, 75)
    assert bar(500, 100, "worse") > bar(500, 100)


def test_a_stretch_has_the_closed_form_against_equal_opponents() -> None:
    results = fixed([0.5] * 300 + [0.0] * 50 + [1.0] * 50)
    filtered = forward(results)
    (shortest,) = (one for one in scan(filtered, 400) if one.full == 50)
    before, weights = filtered.before(300), [min(1.0, (place + 0.5) / 50) for place in range(100)]
    e = expected_score(before.mean, 1600.0)
    surplus = sum(w * (s - e) for w, s in zip(weights, results.scores[300:], strict=True))
    own, steep = sum(w * w for w in weights) * 0.94 * e * (1 - e), sum(weights) * SLOPE * e * (1 - e)
    assert shortest.z == pytest.approx(surplus / sqrt(own + (steep * before.sd) ** 2))
    assert shortest.direction == "better"


def test_a_series_against_one_opponent_says_less_than_games_with_strangers() -> None:
    """The variance that a series of m adds: (60 points)^2 times the m (m - 1) pairs of games, each by its own slope."""
    results = fixed([0.5] * 300 + [1.0] * 100)
    filtered = forward(results)
    (alone,) = (one for one in scan(filtered, 400) if one.full == 50)
    e = expected_score(filtered.before(300).mean, 1600.0)
    steep = [min(1.0, (place + 0.5) / 50) * SLOPE * e * (1 - e) for place in range(100)]
    for length in (1, 10):
        met = [game._replace(opponent_id=f"o{number // length}") for number, game in enumerate(results.games)]
        (series,) = (one for one in scan(forward(replace(results, games=met)), 400) if one.full == 50)
        pairs = sum(
            steep[one] * steep[other]
            for one in range(100)
            for other in range(100)
            if one != other and one // length == other // length
        )
        ratio = (alone.z / series.z) ** 2
        own = sum(w * w for w in (each / (SLOPE * e * (1 - e)) for each in steep)) * 0.94 * e * (1 - e)
        whole = own + (sum(steep) * filtered.before(300).sd) ** 2
        assert ratio == pytest.approx(1 + 60**2 * pairs / whole)


def test_stretches_of_constant_players_vary_as_they_say() -> None:
    for full in SCAN:
        found = []
        for seed in range(60):
            filtered = forward(results_of(player(seed + 300, 500), "blitz"))
            found += [one.z for one in scan(filtered, 500) if one.full == full]
        assert len(found) == 60
        assert 0.75 < pstdev(found) < 1.25


def test_stretches_leave_a_past_to_compare_with() -> None:
    filtered = forward(results_of(player(1, 460), "blitz"))
    assert {games: [one.full for one in scan(filtered, games)] for games in (149, 150, 224, 225, 449, 450)} == {
        149: [],
        150: [50],
        224: [50],
        225: [50, 75],
        449: [50, 75, 100],
        450: [50, 75, 100, 150],
    }


def test_constant_players_are_seldom_told_of_a_change() -> None:
    alarms = 0
    for seed in range(40):
        filtered = forward(results_of(player(seed + 5000, 500), "blitz"))
        alarms += any(opened(scan(filtered, games)) for games in range(100, 501, 20))
    assert alarms <= 5  # 5 % of 40 is 2; more than 5 would come up once in seventy times


def test_a_large_gain_opens_the_gate_and_is_put_into_words() -> None:
    results = results_of(player(11, 700, lambda number: 1600.0 if number < 500 else 1800.0), "blitz")
    filtered = forward(results)
    proof = opened(scan(filtered, 700))
    assert proof is not None
    said = verdict(results, window(filtered, 500, 700), proof)
    assert str(said).startswith("better than before by ")
    assert said.change is not None
    assert said.change.mean == pytest.approx(200, abs=120)


def test_a_shut_gate_says_as_expected_and_few_games_say_so() -> None:
    results = results_of(player(12, 300), "blitz")
    filtered = forward(results)
    assert str(verdict(results, window(filtered, 200, 300), None)) == "as expected"
    assert str(verdict(results, window(filtered, 290, 300), None)) == "too few games to say"
    assert str(verdict(results, window(filtered, 30, 300), None)) == "too few games to say"


def test_no_window_opens_the_gate_itself_and_none_speaks_against_it() -> None:
    results = results_of(player(11, 700, lambda number: 1600.0 if number < 500 else 1800.0), "blitz")
    judged = window(forward(results), 500, 700)
    assert judged.z > 5
    assert str(verdict(results, judged, None)) == "as expected"
    assert str(verdict(results, judged, Stretch(700, 100, -5.0))) == "as expected"
    assert str(verdict(results, judged, Stretch(695, 100, 5.0))) == "as expected"
    assert str(verdict(results, judged, Stretch(705, 100, 5.0))) == "as expected"


def test_a_verdict_stands_from_one_look_to_the_next() -> None:
    results = results_of(player(11, 704, lambda number: 1600.0 if number < 500 else 1800.0), "blitz")
    filtered = forward(results)
    assert [one.stop for one in scan(filtered, 704)] == [700] * len(SCAN)
    assert scan(filtered, 704) == scan(filtered, 700)
    proof = opened(scan(filtered, 704))
    assert str(verdict(results, window(filtered, 504, 704), proof)).startswith("better than before by ")


def test_a_clean_score_is_better_by_no_number() -> None:
    games = player(12, 300)
    won = [played(1000 + number, rating=game.rating) for number, game in enumerate(games[-60:])]
    results = results_of(games + won, "blitz")
    filtered = forward(results)
    judged = window(filtered, 300, 360)
    assert str(verdict(results, judged, opened(scan(filtered, 360)))) == "better than before"


def test_an_empty_window_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        window(forward(results_of(player(1, 30), "blitz")), 30, 30)
