"""Rows: their deviations are true under chance, and the correction is Benjamini and Hochberg's."""

from __future__ import annotations

from datetime import UTC
from statistics import pstdev
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import START, played, player
from scipy.stats import false_discovery_control

from tracker.form.breakdown import FALSE_SHARE, Row, breakdown, call_out
from tracker.form.results import results_of
from tracker.form.smoother import forward, smooth
from tracker.form.words import left_out
from tracker.game import PlayedGame


def rows_of(games: list[PlayedGame]) -> list[Row]:
    filtered = forward(results_of(games, "blitz"))
    return breakdown(filtered, smooth(filtered), UTC)


def test_rows_of_constant_players_vary_as_they_say() -> None:
    seen: dict[str, list[float]] = {}
    called = 0
    for seed in range(40):
        rows = rows_of(player(seed, 400))
        called += any(row.called_out for row in rows)
        for row in rows:
            if row.z is not None:
                seen.setdefault(row.label, []).append(row.z)
    for label in ("White", "Black", "French Defense", "after a loss"):
        assert 0.75 < pstdev(seen[label]) < 1.25, label
    assert called <= 6


def test_a_real_weakness_is_called_out() -> None:
    weak = [
        game._replace(outcome="loss") if game.opening_name == "French Defense" and index % 2 else game
        for index, game in enumerate(player(3, 900))
    ]
    called = [row for row in rows_of(weak) if row.called_out]
    assert ("opening", "French Defense") in {(row.kind, row.label) for row in called}
    french = next(row for row in called if row.label == "French Defense")
    assert french.range is not None
    assert french.score < french.range.low


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=40))
def test_correction_is_scipys(values: list[float]) -> None:
    rows = [Row("hour", str(index), 30, 15.0, 15.0, None, 0.0, p) for index, p in enumerate(values)]
    ours = [row.called_out for row in call_out(rows)]
    assert ours == [bool(p <= FALSE_SHARE) for p in false_discovery_control(values)]


def test_hours_and_weekdays_are_the_users_own() -> None:
    games = [played(number, started_at=START + number * 86_400_000, outcome="draw") for number in range(30)]
    filtered = forward(results_of(games, "blitz"))
    rows = breakdown(filtered, smooth(filtered), ZoneInfo("Asia/Tokyo"))
    assert [row.label for row in rows if row.kind == "hour"] == ["07:00"]  # 22:13 UTC
    assert sum(row.games for row in rows if row.kind == "weekday") == 30


def test_few_games_get_no_range() -> None:
    few = [row for row in rows_of(player(1, 60)) if row.games < 20]
    assert few
    assert all(row.range is None and row.p is None and not row.called_out for row in few)


def test_a_row_of_nearly_all_games_is_compared_with_those_beside_it() -> None:
    for beside, compared in ((20, True), (19, False)):
        games = [game._replace(time_control="60+0" if n < beside else "180+2") for n, game in enumerate(player(1, 500))]
        row = next(row for row in rows_of(games) if row.label == "180+2")
        assert (row.games, row.range is not None) == (500 - beside, compared)


def test_deviation_holds_with_few_games_beside_a_row() -> None:
    seen = []
    for seed in range(80):
        games = [game._replace(time_control="300+0" if n % 16 else "180+2") for n, game in enumerate(player(seed, 400))]
        seen += [row.z for row in rows_of(games) if row.label == "300+0" and row.z is not None]
    assert len(seen) == 80
    assert 0.75 < pstdev(seen) < 1.25


def test_the_rows_left_out_are_named() -> None:
    said = left_out(rows_of(player(1, 60)))
    assert "opening: French Defense (20)" not in said
    assert "more" in said.partition("hour of the day:")[2]
    assert "180+2 (60)" in said  # no game is beside it
    assert left_out([]) == ""


def test_no_games_give_no_rows() -> None:
    assert rows_of([]) == []
    assert rows_of([played(0)])[0].games == 1
    assert pytest.approx(sum(row.score for row in rows_of(player(1, 50)) if row.kind == "colour")) == sum(
        (game.halves or 0) / 2 for game in player(1, 50)
    )
