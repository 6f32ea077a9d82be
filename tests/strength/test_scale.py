"""One scale for all engines and years."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tracker.strength.accuracy import game_quality
from tracker.strength.evaluations import from_mate
from tracker.strength.scale import (
    REFERENCE_PAWN,
    Scale,
    engine_scale,
    lichess_scale,
    lichess_scale_at,
    pawn_worth,
    quiet_imbalances,
    settle,
    to_reference,
    to_today,
)


@pytest.mark.parametrize(
    ("name", "factor"),
    [
        ("Stockfish 15.1", 1.6),
        ("Stockfish 16", 1.6),
        ("Stockfish 17.1", 1.6),
        ("Stockfish dev-20240101-abcdef", 1.6),
        ("Stockfish 15", 1.1),
        ("Stockfish 12", 1.1),
        ("Stockfish 11 64 POPCNT", 1.3),
        ("Lc0 v0.30", 1.6),
    ],
)
def test_engines_by_name(name: str, factor: float) -> None:
    assert engine_scale(name).factor == factor
    assert engine_scale(name).origin == name


def test_an_unknown_engine_is_doubtful_and_a_known_one_is_not() -> None:
    assert engine_scale("Lc0 v0.30").doubtful
    assert not engine_scale("Stockfish 16").doubtful


def test_years_of_lichess() -> None:
    """The published ratios to Stockfish 15.1, turned into factors to 2022."""
    assert [lichess_scale(year).factor for year in (2020, 2021, 2022, 2024)] == [1.15, 1.07, 1.0, 1.5]
    assert lichess_scale(2023).doubtful
    assert lichess_scale(2023).low <= 1.6 / 1.44 <= 1.6 / 1.17 <= lichess_scale(2023).high
    assert all(scale.low <= scale.factor <= scale.high for scale in map(lichess_scale, range(2013, 2030)))
    assert lichess_scale_at(1_640_995_199_999).origin == "Lichess 2021"
    assert lichess_scale_at(1_640_995_200_000).origin == "Lichess 2022"


def test_mates_stay_mates() -> None:
    assert to_reference([100, from_mate(3), from_mate(-2)], engine_scale("Stockfish 16")) == [160, 9997, -9998]
    assert to_today([150, from_mate(3)], lichess_scale(2022)) == [100, 9997]


def test_the_same_game_has_the_same_figures_on_either_scale() -> None:
    """A trend over 2022 and 2024 must not jump where only the scale does."""
    old = [round(15 + 90 * ((ply * 7) % 5 - 2)) for ply in range(60)]
    new = [round(value / 1.5) for value in old]
    ours, theirs = (
        game_quality(to_today(values, scale), "white")
        for values, scale in ((old, lichess_scale(2022)), (new, lichess_scale(2024)))
    )
    assert ours.accuracy == pytest.approx(theirs.accuracy, abs=0.5)
    assert ours.acpl == pytest.approx(theirs.acpl, abs=1)
    assert game_quality(old, "white").accuracy < game_quality(new, "white").accuracy - 3


def pairs(worth: float, count: int = 2000) -> list[tuple[int, int]]:
    return [(material, round(material * worth)) for material in (1, -2, 3, -5)] * (count // 4)


def test_a_pawn_measures_the_scale() -> None:
    assert pawn_worth(pairs(124)) == pytest.approx(124, rel=0.01)


def test_a_pawns_worth_goes_with_the_scale() -> None:
    """Whatever the size of the evaluations: no limit in centipawns that one scale passes and another does not."""
    found = [(material, 210 * material + error) for material in range(1, 6) for error in range(-400, 3000, 100)]
    smaller = [(material, round(value / 1.6)) for material, value in found]
    assert pawn_worth(smaller) == pytest.approx(pawn_worth(found) / 1.6, rel=0.01)


def test_a_game_that_breaks_off_is_measured_as_far_as_it_goes() -> None:
    moves = ["e4", "e4", *["Nf3"] * 30]
    assert quiet_imbalances(moves, [0] * 32) == []


def test_games_settle_what_is_presumed() -> None:
    presumed = lichess_scale(2018)
    assert settle(presumed, pairs(REFERENCE_PAWN / 1.3)) == presumed
    assert settle(presumed, pairs(REFERENCE_PAWN, 100)) == presumed  # too few to say
    assert settle(presumed, pairs(REFERENCE_PAWN)).factor == 1.0  # someone scaled them before
    for measured in (1.48, 1.58, 1.7):
        assert settle(presumed, pairs(REFERENCE_PAWN / measured)).factor == 1.6  # today's engine over old games
    for measured in (0.9, 1.15):
        assert settle(lichess_scale(2022), pairs(REFERENCE_PAWN / measured)) == lichess_scale(2022)  # weak, strong play
    assert "not Lichess 2018" in settle(presumed, pairs(REFERENCE_PAWN)).origin


def test_the_fixture_is_on_the_reference_scale(shared: Path) -> None:
    found: list[tuple[int, int]] = []
    with gzip.open(shared / "data/strength/fixture.ndjson.gz", "rt") as lines:
        for game in map(json.loads, lines):
            if game["date"] >= "2022":
                found += quiet_imbalances(game["moves"].split(), game["ev"])
    assert pawn_worth(found) == pytest.approx(REFERENCE_PAWN, rel=0.1)


def test_a_scale_in_words() -> None:
    assert str(Scale(1.5, 1.4, 1.6, "Lichess 2024")) == "Lichess 2024, ×1.5 (1.4 to 1.6)"
    assert str(replace(lichess_scale(2022), low=1.0, high=1.0)) == "Lichess 2022, ×1"
