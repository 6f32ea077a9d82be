"""Means of many games and changes beyond chance."""

from __future__ import annotations

import random

import pytest

from tracker.strength.level import Level
from tracker.strength.trend import GAME_SD, change, document, half_width, mean_level, rolling


def levels(*estimates: float) -> list[Level]:
    return [Level(estimate, estimate - 300, estimate + 300) for estimate in estimates]


@pytest.mark.parametrize(("games", "half"), [(5, 205), (10, 190), (20, 165), (100, 165)])
def test_known_widths(games: int, half: float) -> None:
    assert half_width(games) == half


def test_widths_fall_with_the_number_of_games() -> None:
    widths = [half_width(games) for games in range(5, 30)]
    assert widths == sorted(widths, reverse=True)
    with pytest.raises(ValueError, match="5 are needed"):
        half_width(4)


def test_the_mean_is_plain() -> None:
    mean = mean_level(levels(1000, 1100, 1200, 1300, 1900))
    assert mean is not None
    assert (mean.games, mean.level.estimate) == (5, 1300)
    assert mean.level.high - mean.level.low == 410
    assert mean_level(levels(1500, 1500, 1500, 1500)) is None


def test_rolling_waits_for_enough_games() -> None:
    means = rolling(levels(*[1500] * 4, 1000, 2000), 5)
    assert [mean and mean.level.estimate for mean in means] == [None] * 4 + [1400, 1500]


def test_a_change_is_one_only_beyond_chance() -> None:
    small = change(levels(*[1500] * 10, *[1600] * 10), 10)
    large = change(levels(*[1500] * 10, *[1800] * 10), 10)
    assert small is not None
    assert large is not None
    assert not small.real
    assert large.real
    assert "no change beyond chance" in str(small)
    assert "about 300 points higher" in str(large)
    assert change(levels(*[1500] * 19), 10) is None


def test_chance_alone_seldom_makes_a_change() -> None:
    made = random.Random(8)
    real = 0
    for _ in range(400):
        found = change(levels(*(made.gauss(1500, GAME_SD) for _ in range(20))), 10)
        real += found is not None and found.real
    assert 5 <= real <= 35  # 5 per cent of 400 are 20


def test_the_document_says_null_where_games_are_too_few() -> None:
    told = document(levels(*[1500] * 7))
    assert told["means"]["5"]["estimate"] == 1500
    assert told["means"]["10"] is None
    assert told["changes"]["5"] is None
