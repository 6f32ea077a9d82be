"""The whole summary: odd histories, words and JSON never break, numbers say how many games they rest on."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made import START, newcomer, played, player

from tracker.form.document import document
from tracker.form.gate import Verdict
from tracker.form.report import lines
from tracker.form.smoother import Strength
from tracker.form.summary import Judged, asked_length, form, unproven
from tracker.form.windows import Performance, Window
from tracker.game import PlayedGame

odd_games = st.builds(
    played,
    st.integers(0, 5000),
    rated=st.booleans(),
    outcome=st.sampled_from(["win", "draw", "loss", None]),
    rating=st.one_of(st.none(), st.integers(400, 3200)),
    change=st.one_of(st.none(), st.integers(-700, 700)),
    provisional=st.one_of(st.none(), st.booleans()),
    opponent_rating=st.one_of(st.none(), st.integers(400, 3200)),
    opponent_provisional=st.one_of(st.none(), st.booleans()),
    time_control=st.sampled_from(["180+2", "3d", "unlimited", None]),
    opening_name=st.one_of(st.none(), st.text(max_size=60)),
    finished_at=st.one_of(st.none(), st.integers(START, START + 10**12)),
    variant=st.sampled_from(["standard", "fromPosition"]),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(odd_games, max_size=90), st.one_of(st.none(), st.integers(1, 100)), st.sampled_from([None, 100, 2000]))
def test_odd_histories_are_told_in_words_and_json(games: list[PlayedGame], last: int | None, goal: int | None) -> None:
    found = form(sorted(games, key=lambda game: game.ended_at), "blitz", UTC, last=last, goal=goal)
    assert all(len(line) <= 80 for line in lines(found, UTC))
    text = json.dumps(document(found), allow_nan=False)
    assert json.loads(text)["games"] == (found.asked.window.games if found.asked else 0)


def test_no_game_to_look_at_says_why() -> None:
    casual = form([played(0, rated=False)], "blitz", UTC)
    assert list(lines(casual, UTC))[1].startswith("No rated game has a result")
    later = form([played(0)], "blitz", UTC, since=START + 10**12)
    assert list(lines(later, UTC))[1].endswith("ask for an earlier --since.")
    bare = form([played(0, opponent_rating=None), played(1, opponent_rating=None)], "blitz", UTC)
    assert next(lines(bare, UTC)) == "Blitz: none of 2 rated games can be judged"
    assert document(bare)["rated_in_perf"] == 2
    some = form([played(0), played(1, change=None)], "blitz", UTC)
    assert " ".join(lines(some, UTC)).startswith("Blitz: 1 of 2 rated games; in the others no rating moved")


def test_without_a_wish_a_change_comes_first_and_a_past_is_left() -> None:
    constant, gaining = player(1, 300), player(2, 700, lambda number: 1600.0 if number < 500 else 1800.0)
    plain, changed = (form(games, "blitz", UTC).asked for games in (constant, gaining))
    assert plain is not None
    assert plain.window.games == 100
    assert changed is not None
    assert changed.verdict.direction == "better"
    short = form(player(1, 90), "blitz", UTC).asked
    assert short is not None
    assert (short.window.start, short.window.games) == (50, 40)


@pytest.mark.parametrize(("count", "last", "length"), [(300, None, 100), (120, None, 70), (60, None, 60), (60, 99, 60)])
def test_asked_length(count: int, last: int | None, length: int) -> None:
    found = form(player(1, count), "blitz", UTC, last=last)
    assert asked_length(found.results, last, None) == length


@pytest.mark.parametrize("games", [1, 2, 4, 16])
def test_numbers_of_few_games_are_not_shown(games: int) -> None:
    found = form(player(1, games), "blitz", UTC, goal=1900)
    said = "\n".join(lines(found, UTC))
    assert f"Strength now: too few games ({games}; it takes 20)." in said
    assert f"odds: too few games ({games}; it takes 20)." in said
    assert ("Performance 1" in said) is (games >= 5)
    assert "1 games" not in said
    assert all(not goal["odds"] and goal["median_games"] is None for goal in document(found)["goals"])


def test_a_change_says_what_lies_on_both_sides() -> None:
    found = form(player(3, 400, lambda number: 1600.0 if number < 200 else 1850.0), "blitz", UTC)
    (one,) = document(found)["changes"]
    assert one["games_before"] == one["game"]
    assert one["games_before"] + one["games_after"] == one["games"] == 400
    assert f"{one['games_before']} games before, {one['games_after']} after" in " ".join(
        " ".join(lines(found, UTC)).split()
    )
    (change,) = found.changes
    twice = replace(found, changes=[replace(change, game=100, games=200), replace(change, game=200, games=300)])
    assert [before for _, before in twice.sides] == [100, 100]


def test_a_stretch_is_counted_alone_but_compared_with_all() -> None:
    games = player(1, 300)
    every, newest = (form(games, "blitz", UTC, last=last) for last in (None, 100))
    white = next(row for row in newest.rows if row.label == "White")
    assert (every.covered, newest.covered, white.games) == (300, 100, 50)
    assert white.score == sum((game.halves or 0) / 2 for game in games[-100:] if game.color == "white")
    whole = next(row for row in newest.rows if row.kind == "time_control")
    assert (whole.games, whole.p) == (100, None)  # nothing beside it in the stretch
    assert newest.last_session == every.last_session
    assert newest.streak == every.streak


def test_points_leave_out_provisional_sessions_and_say_so() -> None:
    found = form(newcomer(3, 40, 1900.0), "blitz", UTC)
    said = list(lines(found, UTC))
    assert any(line.endswith(", provisional") for line in said)
    assert "Points leave out 1 session with a provisional rating, which moves in leaps." in said
    assert [(row["change"], row["provisional"]) for row in document(found)["sessions"]["by_length"]] == [(None, 1)]


def test_strength_over_time_has_a_point_for_ten_games() -> None:
    games = player(1, 205)
    found = form(games, "blitz", UTC)
    assert len(found.points) == 21
    assert found.points[-1][0] == games[-1].ended_at
    assert all(one.sd > 0 for _, one in found.points)


def test_only_rated_games_of_the_perf_with_a_change_count() -> None:
    games = [
        played(0),
        played(1, rated=False, change=None),
        played(2, change=None),
        played(3, perf="rapid"),
        played(4, outcome=None, change=None),
        played(5, opponent_rating=None),
    ]
    assert [game.id for game in form(games, "blitz", UTC).results.games] == ["g0000000"]
    assert len(form(games[2:], "blitz", UTC).results) == 1  # no change is known at all: a file without them


@pytest.mark.parametrize(
    ("z", "direction", "said"),
    [(1.5, None, ""), (-2.0, None, "one look in 22 "), (-2.98, None, "one look in 350 "), (4.0, "better", "")],
)
def test_a_score_outside_its_range_is_told_with_its_odds(z: float, direction: Any, said: str) -> None:
    """1 / (2 - 2 Phi(|z|)) by scipy: 21.98 and 346.9."""
    judged = Judged(
        Window(100, 150, 20.0, Strength(1500.0, 20.0), 25.0, z), None, Performance(50, None, None, None),
        Verdict(direction, None, comparable=True),
    )  # fmt: skip
    assert (said in unproven([judged])) if said else unproven([judged]) == ""
