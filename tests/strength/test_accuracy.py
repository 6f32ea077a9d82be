"""Lichess's figures against Lichess's own, on real records and on the fixture."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tracker.game import Color
from tracker.strength.accuracy import game_quality, judgement, move_accuracy, win_percent
from tracker.strength.evaluations import MATE, from_lichess, from_mate, mate_in

COLORS: tuple[Color, Color] = ("white", "black")


def fixture_games(shared: Path) -> list[dict[str, Any]]:
    with gzip.open(shared / "data/strength/fixture.ndjson.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def test_figures_of_real_records_are_lichess_own(shared: Path) -> None:
    """80 games that carry Lichess's analysis, 2023 to 2025; its whole numbers are ours, rounded."""
    sides = 0
    exact_counts = 0
    for line in (shared / "data/histories/analysed_2023_2025.ndjson").read_text().splitlines():
        record = json.loads(line)
        if "analysis" not in record:
            continue
        values = [value for value in from_lichess(record["analysis"]) if value is not None]
        for color in COLORS:
            lichess = record["players"][color]["analysis"]
            ours = game_quality(values, color)
            assert ours.accuracy == pytest.approx(lichess["accuracy"], abs=0.5)
            assert ours.acpl == pytest.approx(lichess["acpl"], abs=0.51)
            counts = (ours.inaccuracies, ours.mistakes, ours.blunders)
            exact_counts += counts == (lichess["inaccuracy"], lichess["mistake"], lichess["blunder"])
            sides += 1
    assert sides == 160
    assert exact_counts >= 0.9 * sides  # Lichess drops the odd judgement whose better move it has not kept


def test_acpl_of_the_fixture(shared: Path) -> None:
    for game in fixture_games(shared):
        for color in COLORS:
            assert game_quality(game["ev"], color).acpl == pytest.approx(game[color]["acpl"], abs=0.51)


def test_accuracy_of_the_fixture(shared: Path) -> None:
    """The fixture's accuracy counts the mating move, so here it gets an evaluation like any other move."""
    for game in fixture_games(shared):
        values = [max(-MATE + 1, min(MATE - 1, value)) for value in game["ev"]]
        for color in COLORS:
            assert game_quality(values, color).accuracy == pytest.approx(game[color]["accuracy"], abs=0.01)


def test_a_mating_move_is_not_counted() -> None:
    without = game_quality([15, 20, 15, 300, from_mate(1)], "black")
    assert game_quality([15, 20, 15, 300, from_mate(1), MATE], "black") == without
    assert without.moves == 2


@pytest.mark.parametrize(
    ("centipawns", "percent"),
    [(0, 50.0), (15, 51.3804), (100, 59.1028), (-100, 40.8972), (1000, 97.5447), (5000, 97.5447), (-9995, 2.4553)],
)
def test_win_percent(centipawns: int, percent: float) -> None:
    assert win_percent(centipawns) == pytest.approx(percent, abs=1e-3)


@pytest.mark.parametrize(
    ("before", "after", "accuracy"), [(50, 50, 100), (50, 60, 100), (50, 40, 64.579), (90, 10, 1.0029), (100, 0, 0)]
)
def test_move_accuracy(before: float, after: float, accuracy: float) -> None:
    assert move_accuracy(before, after) == pytest.approx(accuracy, abs=1e-2)


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (0, -40, None),
        (0, -60, "inaccuracy"),
        (0, -115, "mistake"),
        (0, -170, "blunder"),
        (539, 1163, None),
        (1163, 539, "mistake"),  # the chance is not clipped here, unlike in the accuracy
        (0, from_mate(-5), "blunder"),
        (-701, from_mate(-5), "mistake"),
        (-1000, from_mate(-5), "inaccuracy"),
        (from_mate(3), 700, "blunder"),
        (from_mate(3), 701, "mistake"),
        (from_mate(3), 1000, "inaccuracy"),
        (from_mate(3), from_mate(-3), "blunder"),
        (from_mate(3), from_mate(9), None),
        (from_mate(-3), from_mate(-1), None),
    ],
)
def test_judgement(before: int, after: int, name: str | None) -> None:
    assert judgement(before, after) == name


def test_a_side_that_did_not_move_has_no_figures() -> None:
    assert game_quality([20], "black").accuracy is None
    assert game_quality([], "white").acpl is None


def test_mates_survive_as_numbers() -> None:
    assert [mate_in(from_mate(moves)) for moves in (1, 12, -1, -30)] == [1, 12, -1, -30]
    assert mate_in(950) is None
    assert from_lichess([{"eval": 12}, {"mate": -3}, {}, {"eval": 0}]) == [12, -9997, None, 0]
    with pytest.raises(ValueError, match="mate in 0"):
        from_mate(0)
