"""Explanations: the steps multiply out to the row, and a month of many games says so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tracker.game import PlayedGame
from tracker.ratings.elo import replay_elo
from tracker.ratings.fide.remarks import k_remarks, k_summary
from tracker.ratings.fide.replay import replay_fide
from tracker.ratings.fide.steps import explain_elo, explain_fide
from tracker.ratings.options import RatingOptions

Make = Callable[..., PlayedGame]
LATER = date(2026, 12, 1)
RATED = RatingOptions(start=2000, games_played=100)


def test_the_steps_of_a_game_lead_to_its_change(game: Make) -> None:
    games = [game("2026-03-01", 1500, "win") for _ in range(240)]
    replay = replay_fide(games, "blitz", RATED, LATER)
    row = replay.rows[0]
    assert row is not None
    steps = {step.name: step for step in explain_fide(games[0], row, replay)}
    assert steps["difference"].value == 400
    assert steps["difference"].rule == "+500 counts as +400, the 400-point rule (8.3.1)"
    assert steps["expected score"].rule == "table 8.1.2, row 392-411, higher-rated player"
    assert steps["k"].rule == "K 20 reduced to 2 because 240 games x 20 > 700 (8.3.3)"
    score, k = steps["score - expected"].value, steps["k"].value
    assert isinstance(score, Decimal)
    assert isinstance(k, int)
    assert steps["change"].value == score * k == row.change == Decimal("0.16")
    assert steps["next list"].value == 2038


@pytest.mark.parametrize(
    ("options", "opponent", "note"),
    [(RatingOptions(), 1500, "first-rating"), (RatingOptions(start=2650), 2000, "gap-600")],
)
def test_a_game_on_no_list_says_why(game: Make, options: RatingOptions, opponent: int, note: str) -> None:
    games = [game("2026-03-01", opponent, "win")]
    replay = replay_fide(games, "blitz", options, LATER)
    assert replay.rows[0] is not None
    (step,) = explain_fide(games[0], replay.rows[0], replay)
    assert step.value == note


def test_elo_steps(game: Make) -> None:
    games = [game("2026-03-01", 1500, "win"), game("2026-03-02", 1500, "loss")]
    rows = replay_elo(games, "blitz", RATED)
    row = rows[1]
    assert row is not None
    steps = {step.name: step for step in explain_elo(games[1], row, RATED)}
    assert steps["rating before"].value == Decimal("2001.6")
    assert steps["difference"].rule == "+502 counts as +400, the 400-point rule (8.3.1)"
    assert steps["change"].value == Decimal("-18.4")
    assert explain_elo(games[1], None, RATED)[0].name == "not counted"


@pytest.mark.parametrize(("opponent", "expected"), [(1595, "0.92"), (1560, "0.94")])
def test_elo_steps_tell_the_one_upgraded_game_of_an_event_from_the_others(
    game: Make, opponent: int, expected: str
) -> None:
    """Edition of 2022-01; 405 is in the row of 400, so that the expected score alone would not tell."""
    rules = RatingOptions(start=2000, games_played=100, rules="2022-01")
    games = [
        game("2023-03-01 10:00", opponent, "draw", event="arena:a", id="full"),
        game("2023-03-01 11:00", 1500, "win", event="arena:a", id="upgraded"),
    ]
    full, upgraded = replay_elo(games, "blitz", rules)
    assert full is not None
    assert upgraded is not None
    assert full.expected == Decimal(expected)
    steps = {step.name: step for step in explain_elo(games[0], full, rules)}
    assert steps["difference"].value == 2000 - opponent
    assert steps["difference"].rule.endswith("in full: this game may not benefit from the 400-point rule (8.3.1)")
    assert {step.name: step.value for step in explain_elo(games[1], upgraded, rules)}["difference"] == 400


def test_elo_steps_follow_the_edition_of_the_events_first_day(game: Make) -> None:
    """An arena over midnight of 1 March 2024: its rules are those of the evening, which did not cap the weaker."""
    rules = RatingOptions(start=1500, games_played=100, rules="by-date")
    games = [
        game("2024-02-29 23:00", 1500, "draw", event="arena:a", id="evening"),
        game("2024-03-01 00:30", 2000, "loss", event="arena:a", id="night"),
    ]
    night = replay_elo(games, "blitz", rules)[1]
    assert night is not None
    assert (night.expected, night.change) == (Decimal("0.04"), Decimal("-0.80"))
    assert {step.name: step.value for step in explain_elo(games[1], night, rules)}["difference"] == -500


def test_months_in_which_k_fell_say_so_and_what_elo_shows(game: Make) -> None:
    busy = [game("2026-03-01", 2000, "win") for _ in range(240)]
    frozen = [game("2026-04-01", 2000, "draw") for _ in range(900)]
    games = [*busy, *frozen, game("2026-05-01", 2000, "win")]
    replay, elo = replay_fide(games, "blitz", RATED, LATER), replay_elo(games, "blitz", RATED)
    first, second = k_remarks(replay, zip(replay.rows, elo, strict=True))
    assert (first.period, first.k, first.games, second.k) == ("2026-03", 2, 240, 0)
    assert first.elo_change == sum(row.change for row in elo[:240] if row)
    assert first.text.startswith("2026-03: K fell from 20 to 2, because 240 games x 20 > 700; the list moves by +240.")
    assert "Elo game by game, which knows no such limit, moves by +" in first.text
    assert second.text.startswith("2026-04: K is 0, because 900 games x 20 > 700; the FIDE rating cannot move.")
    assert k_summary(replay) == (
        "K fell in 2 of 3 rating periods because K x games may not exceed 700, in 1 of them to 0, which freezes the "
        "rating; the busiest was 2026-04 with 900 games and K 0."
    )
    busiest = sum(row.change for row in elo[240:1140] if row)
    assert k_summary(replay, zip(replay.rows, elo, strict=True)) == (
        "K fell in 2 of 3 rating periods because K x games may not exceed 700, in 1 of them to 0, which freezes the "
        "rating; the busiest was 2026-04 with 900 games and K 0: the list moved by 0, Elo game by game by "
        f"{busiest:.1f}."
    )
    assert k_summary(replay_fide(games[:3], "blitz", RATED, LATER)) is None
