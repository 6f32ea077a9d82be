"""Change-points, goals, stakes and sessions."""

from __future__ import annotations

from datetime import UTC, date, time
from math import exp, log, sinh, sqrt
from random import Random

import pytest
from made import START, played, player

from tracker.form.breakdown import breakdown
from tracker.form.chances import SLOPE
from tracker.form.changes import changes
from tracker.form.goals import HORIZON, Rhythm, goal, goals, opponent_distances, rhythm_of, standing
from tracker.form.results import established, results_of
from tracker.form.sessions import best_and_worst, by_length, far_below, longest, sessions, streaks
from tracker.form.smoother import Strength, forward, smooth
from tracker.form.stakes import lichess_stake, table_stake
from tracker.ratings.glicko2 import Glicko, update_one

HOUR = 3_600_000


def test_a_step_is_found_where_it_was() -> None:
    filtered = forward(results_of(player(2, 1200, lambda number: 1600.0 if number < 600 else 1750.0), "blitz"))
    (found,) = changes(filtered)
    assert found.earliest <= 600 <= found.latest
    assert found.points == pytest.approx(150, abs=2 * found.margin)
    assert found.games == 1200


def test_constant_players_have_no_change_points() -> None:
    with_some = sum(bool(changes(forward(results_of(player(seed, 600), "blitz")))) for seed in range(40))
    assert with_some <= 2


def test_short_histories_have_no_change_points() -> None:
    assert changes(forward(results_of(player(1, 45), "blitz"))) == []
    assert changes(forward(results_of([], "blitz"))) == []


def test_a_goal_within_strength_is_reached_and_one_beyond_is_not() -> None:
    results = results_of(player(1, 300), "blitz")
    strong = Strength(1800.0, 1.0)
    near, far = (goal(results, strong, 1600.0, wanted, "own") for wanted in (1700, 2200))
    assert near.odds[1000] == 1.0
    assert near.expected_games is not None
    # dr/dn = K (E - 1/2), with K = 11.4 at the deviation floor, solved from 200 to 100 points below the strength
    unit = 2 / SLOPE
    games = unit / (11.4 / 2) * log(sinh(200 / unit) / sinh(100 / unit))
    assert near.expected_games == pytest.approx(games, abs=4)
    assert far.odds[1000] < 0.02
    assert far.expected_games is None
    assert far.median_games is None
    assert list(near.odds.values()) == sorted(near.odds.values())


def test_a_deviation_grown_by_a_pause_makes_a_goal_near() -> None:
    """Against a plain loop over Lichess's update, which knows no columns."""
    results, now = results_of(player(1, 300), "blitz"), Strength(1650.0, 30.0)
    random, met, arrivals = Random(5), opponent_distances(results), []
    for _ in range(400):
        me, strength, games = Glicko(1600.0, 150.0, 0.09), random.gauss(*now), 0
        while me.rating < 1700 and games < 200:
            opponent = me.rating + random.choice(met)
            e = 1.0 / (1.0 + exp(SLOPE * (opponent - strength)))
            half, luck = 2.0 * results.draws * e * (1.0 - e), random.random()
            score = 1.0 if luck < e - half else 0.5 if luck < e + half else 0.0
            after = update_one(me, opponent, 45.0, score)
            me, games = Glicko(after.rating, max(45.0, after.deviation), 0.09), games + 1
        arrivals.append(games if me.rating >= 1700 else 1000)
    fresh = goal(results, now, 1600.0, 1700, "round", Rhythm(150.0**2, [0.0]))
    for games in (50, 100):
        assert fresh.odds[games] == pytest.approx(sum(each <= games for each in arrivals) / 400, abs=0.09)
    settled = goal(results, now, 1600.0, 1700, "round", Rhythm(45.0**2, [0.0]))
    assert fresh.odds[50] > settled.odds[50] + 0.2
    assert fresh.deviation == pytest.approx(150.0)


def test_the_deviation_is_followed_through_games_and_pauses() -> None:
    daily = [played(number, rating=1600, change=5) for number in range(300)]
    assert sqrt(rhythm_of(results_of(daily, "blitz")).variance) < 50
    last = daily[-1].ended_at
    assert sqrt(rhythm_of(results_of(daily, "blitz"), last + 400 * 24 * HOUR).variance) > 110
    assert rhythm_of(results_of(daily, "blitz"), last, 149.0).variance == pytest.approx(149.0**2)
    weekly = [game._replace(finished_at=START + number * 7 * 24 * HOUR) for number, game in enumerate(daily)]
    assert sqrt(rhythm_of(results_of(weekly, "blitz")).variance) > sqrt(rhythm_of(results_of(daily, "blitz")).variance)


def test_a_goal_that_is_reached_needs_no_game() -> None:
    results = results_of(player(1, 300), "blitz")
    reached = goal(results, Strength(1600.0, 20.0), 1650.0, 1600, "own")
    assert reached.expected_games == 0
    assert reached.points == -50
    assert HORIZON > 0


def test_goals_are_peak_round_number_and_own() -> None:
    results = results_of([played(0, rating=1690, change=5), played(1, rating=1695, change=-40)], "blitz")
    assert standing(results) == (1655, 1695)
    assert [(one.name, one.rating) for one in goals(results, Strength(1600, 40), 1666)] == [
        ("peak", 1695),
        ("round", 1700),
        ("own", 1666),
    ]


def test_leaps_of_a_provisional_rating_are_no_peak_and_no_session() -> None:
    changes = [-228, -151, 90, 40, -21, *[3, -3] * 10]
    ratings = [1500 + sum(changes[:number]) for number in range(len(changes))]
    at = [START + number * 86_400_000 for number in range(len(changes))]
    leaping = [
        played(n, rating=rating, change=change, provisional=None, started_at=t, finished_at=t)
        for n, (rating, change, t) in enumerate(zip(ratings, changes, at, strict=True))
    ]
    assert established(leaping) == [False] * 5 + [True] * 20
    results = results_of(leaping, "blitz")
    assert standing(results) == (1230, 1233)
    found = sessions(forward(results), UTC)
    assert (extremes := best_and_worst(found)) is not None
    assert [one.change for one in extremes] == [3, -3]
    assert [(row.change, row.provisional) for row in by_length(found)] == [(0, 5)]
    assert [(row.change, row.provisional) for row in by_length(found[:5])] == [(None, 5)]  # unknown, not 0


def test_the_marks_of_the_record_go_before_the_size_of_changes() -> None:
    games = [played(0, change=-90), played(1, provisional=True), played(2, provisional=True, rating=1500, change=1)]
    assert established(games) == [True, False, False]
    assert standing(results_of(games, "blitz")) == (1501, 1510)


def test_correspondence_has_no_sessions() -> None:
    filtered = forward(results_of([game._replace(perf="correspondence") for game in player(1, 80)], "correspondence"))
    assert sessions(filtered, UTC) == []
    kinds = {row.kind for row in breakdown(filtered, smooth(filtered), UTC)}
    assert kinds == {"colour", "opponent", "time_control", "opening"}


def test_stakes_are_the_systems_own() -> None:
    fide = table_stake("fide", 1600, 1600, 20)
    assert (fide.win, fide.draw, fide.loss) == (10.0, 0.0, -10.0)
    assert table_stake("fide", 1600, 2300, 20).win == pytest.approx(18.4)  # 400-point rule: expected 0.08
    equal = lichess_stake(1600.0, 1600, "white", "antichess", START)  # no first-move advantage, no factor below 1
    assert equal.loss == pytest.approx(-5.68, abs=0.02)  # measured at the deviation floor


def test_a_grown_deviation_raises_the_stake() -> None:
    active, back = (lichess_stake(1600.0, 1600, "white", "antichess", START, rd) for rd in (45.0, 150.0))
    assert back.win > 5 * active.win
    assert (active.deviation, back.deviation) == (45.0, 150.0)


def test_sessions_split_at_pauses_and_belong_to_the_users_day() -> None:
    starts = [0, HOUR // 2, HOUR, 4 * HOUR, 4 * HOUR + HOUR // 2]
    midnight = 1_700_006_400_000  # 2023-11-15 00:00 UTC
    games = [
        played(number, started_at=midnight + at, finished_at=midnight + at + 300_000, change=change)
        for number, (at, change) in enumerate(zip(starts, (5, -7, -6, 4, None), strict=True))
    ]
    filtered = forward(results_of([*games[:4], games[4]._replace(change=0)], "blitz"))
    first, second = sessions(filtered, UTC, time(4))
    assert (first.games, first.change, first.day) == (3, -8, date(2023, 11, 14))
    assert (second.games, second.change, second.day) == (2, 4, date(2023, 11, 15))
    assert len(sessions(filtered, UTC, pause_minutes=300)) == 1
    assert [(row.label, row.sessions) for row in by_length([first, second])] == [("1 to 3 games", 2)]


def test_streaks() -> None:
    games = [played(number, outcome=result) for number, result in enumerate(["win", "win", "loss", "win", "draw"])]
    runs = streaks(games)
    assert [(run.outcome, run.games) for run in runs] == [("win", 2), ("loss", 1), ("win", 1), ("draw", 1)]
    assert (run := longest(runs, "win")) is not None
    assert (run.start, run.stop) == (0, 2)
    assert longest(streaks([]), "loss") is None


def test_the_notice_comes_at_a_lost_evening_only() -> None:
    games = player(5, 200)
    evening = [played(900 + number, outcome="loss", change=-6) for number in range(9)]
    bad = forward(results_of(games + evening, "blitz"))
    assert far_below(bad, sessions(bad, UTC)[-1])
    short = forward(results_of(games + evening[:3], "blitz"))
    assert not far_below(short, sessions(short, UTC)[-1])
