"""First ratings, K, performance and time limits; and both sides of every reading that the rules leave open."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from tracker.ratings.fide.difference import counted_difference
from tracker.ratings.fide.editions import Readings, edition_named, edition_on
from tracker.ratings.fide.exact import round_fraction
from tracker.ratings.fide.first_rating import Result, computed_rating, first_rating
from tracker.ratings.fide.k_factor import limited_k, list_k
from tracker.ratings.fide.performance import perfect_performance, performance_rating
from tracker.ratings.fide.period import period_index, period_label, period_start, rounded_change
from tracker.ratings.fide.time_control import enough_time, fide_list, list_of_perf
from tracker.ratings.options import Period, Rules

REAL = [(1902, 1), (1877, 1), (1884, 2), (2012, 0), (1832, 2)]
"""A real first result of 2025: published 1922."""


@pytest.mark.parametrize(
    ("rules", "games", "rating"),
    [
        ("2025-10", REAL, 1922),
        ("2024-03", REAL, 1922),
        ("2022-01", REAL, 1921),
        ("2014-07", REAL, 1921),
        ("2025-10", REAL[:4], None),
        ("2025-10", [(2500, 2)] * 5, 2200),
        ("2022-01", [(2500, 2)] * 5, 2600),
        ("2025-10", [(1000, 2)] + [(1000, 0)] * 4, None),
        ("2022-01", [(1400, 2)] + [(1400, 0)] * 4, 1160),
        ("2022-01", [(1200, 2)] + [(1200, 0)] * 4, None),
        ("2025-10", [(1800, 0)] * 6, None),
        ("2014-07", [(1800, 0)] * 6, None),
    ],
)
def test_first_rating(rules: Rules, games: list[Result], rating: int | None) -> None:
    result = first_rating([games], edition_named(rules, "standard"))
    assert result.rating == rating
    assert result.reason.endswith(".")


def test_only_the_first_event_may_be_disregarded() -> None:
    newest = edition_named("2025-10", "standard")
    zero, rest = [(1800, 0)] * 3, [(1800, 1)] * 5
    assert first_rating([zero, rest], newest).rating == 1800
    assert first_rating([rest, zero], newest).rating == 1800 - 110  # 3.5 of 10 with the two draws
    assert first_rating([], newest).rating is None


def test_a_first_rapid_event_once_needed_a_whole_point() -> None:
    half = [[(1500, 1)] + [(1500, 0)] * 5]
    assert first_rating(half, edition_on(date(2019, 1, 1), "rapid")).computed is None
    assert first_rating(half, edition_on(date(2019, 1, 1), "standard")).computed is not None
    assert first_rating(half, edition_on(date(2023, 1, 1), "rapid")).computed is not None


@pytest.mark.parametrize(("up", "rating"), [(True, 1895), (False, 1887)])
def test_half_a_per_cent_is_a_reading(up: bool, rating: int) -> None:
    """5 of 8 with the two draws: .63 or .62."""
    games = [(1800, 2)] * 4 + [(1800, 0)] * 2
    assert computed_rating(games, edition_named("2025-10", "standard"), Readings(half_percent_up=up)) == rating


@pytest.mark.parametrize(("up", "rating"), [(True, 1901), (False, 1900)])
def test_half_a_point_of_a_first_rating_is_a_reading(up: bool, rating: int) -> None:
    games = [(1900, 1), (1901, 1)]
    assert computed_rating(games, edition_named("2022-01", "standard"), Readings(half_point_up=up)) == rating


@pytest.mark.parametrize(("rounded_first", "rating"), [(True, 1400), (False, None)])
def test_rounding_before_the_floor_is_a_reading(rounded_first: bool, rating: int | None) -> None:
    """Ra 9797/7 = 1399.57 and even score."""
    games = [(1239, 1), (1239, 1), (1239, 1), (1240, 1), (1240, 1)]
    newest = edition_named("2025-10", "standard")
    assert first_rating([games], newest, Readings(round_before_floor=rounded_first)).rating == rating


@pytest.mark.parametrize(("since", "k"), [(date(2017, 7, 1), 35), (date(2022, 1, 1), 40)])
def test_the_first_day_of_the_k_limit_is_a_reading(since: date, k: int) -> None:
    assert limited_k(40, 20, edition_on(date(2018, 1, 1), "standard", Readings(k_limit_from=since))) == k
    assert limited_k(40, 20, edition_on(date(2014, 7, 15), "standard", Readings(k_limit_from=since))) == 40


@pytest.mark.parametrize(("since", "rounded"), [(date(2022, 1, 1), -3), (date(2017, 7, 1), -4)])
def test_the_first_day_of_rounding_away_from_zero_is_a_reading(since: date, rounded: int) -> None:
    edition = edition_on(date(2017, 10, 1), "standard", Readings(half_away_from=since))
    assert rounded_change(Decimal("-3.5"), edition) == rounded


@pytest.mark.parametrize(("since", "k"), [(date(2022, 10, 1), 40), (date(2023, 1, 1), 20)])
def test_the_first_day_of_k_40_in_rapid_is_a_reading(since: date, k: int) -> None:
    edition = edition_on(date(2022, 11, 1), "rapid", Readings(rapid_blitz_k_from=since))
    assert list_k(edition, year=2022, games=5, peak=None, birth_year=None).k == k


@pytest.mark.parametrize(("since", "counted"), [(date(2018, 7, 1), 400), (date(2012, 1, 1), 700)])
def test_the_first_day_without_a_cap_in_rapid_is_a_reading(since: date, counted: int) -> None:
    edition = edition_on(date(2016, 1, 1), "rapid", Readings(rapid_blitz_uncapped_from=since))
    assert counted_difference(2300, 1600, edition) == counted


@pytest.mark.parametrize(
    ("fide", "day", "games", "peak", "birth", "k"),
    [
        ("standard", "2026-01-01", 0, None, None, 40),
        ("standard", "2026-01-01", 29, None, None, 40),
        ("standard", "2026-01-01", 30, None, None, 20),
        ("standard", "2026-01-01", 0, 2400, 2015, 10),
        ("standard", "2026-01-01", 100, 2399, 2008, 20),
        ("standard", "2026-01-01", 100, 2299, 2008, 40),
        ("standard", "2026-01-01", 100, 2299, 2007, 20),
        ("standard", "2026-01-01", 10, 2300, 2008, 40),
        ("blitz", "2022-09-30", 0, 2500, 2015, 20),
        ("blitz", "2022-10-01", 0, None, None, 40),
        ("rapid", "2022-10-01", 100, 2500, None, 10),
        ("standard", "2015-01-01", 100, 2400, None, 10),
    ],
)
def test_k(fide: str, day: str, games: int, peak: int | None, birth: int | None, k: int) -> None:
    start = date.fromisoformat(day)
    edition = edition_on(start, fide)  # type: ignore[arg-type]
    assert list_k(edition, year=start.year, games=games, peak=peak, birth_year=birth).k == k


@pytest.mark.parametrize(
    ("k", "games", "left"),
    [
        (40, 17, 40),
        (40, 18, 38),
        (20, 35, 20),
        (20, 36, 19),
        (10, 70, 10),
        (10, 71, 9),
        (40, 700, 1),
        (10, 701, 0),
        (40, 0, 40),
    ],
)
def test_k_limit(k: int, games: int, left: int) -> None:
    assert limited_k(k, games, edition_named("2025-10", "standard")) == left


def test_performance_ends() -> None:
    assert performance_rating([1500, 1500], 4).performance == 2300
    assert performance_rating([1500, 1500], 0).performance == 700
    assert performance_rating([1500, 1501], 2).average == 1501
    assert round_fraction(Fraction(3001, 2), half_up=False) == 1500


@pytest.mark.parametrize(("halves", "perfect"), [(0, 700), (1, 1303), (2, 1497), (3, 1689), (4, 2236)])
def test_perfect_performance(halves: int, perfect: int) -> None:
    """The lowest rating whose expected score against two 1500 reaches the score: row ends of table 8.1.2."""
    assert perfect_performance([1500, 1500], halves) == perfect


@pytest.mark.parametrize(
    ("controls", "expected"),
    [
        ("15+0 30+0 60+0 60+1 120+0 120+1 60+2 0+3 180+0", None),
        ("0+4 120+2 180+1 180+2 300+0 300+2 300+3 300+5 420+2 480+0 480+2 600+0", "blitz"),
        ("600+2 600+5 600+10 900+0 900+5 900+10 1200+0", "rapid"),
        ("900+15 1200+10 1500+0 1500+10 1800+0 1800+20", "rapid"),
        ("1800+30 2700+15 3600+0 2700+45 3600+30 5400+30 10800+0", "standard"),
    ],
)
def test_lichess_controls_on_fides_lists(controls: str, expected: str | None) -> None:
    newest = edition_named("2025-10", "standard")
    for control in controls.split():
        initial, increment = map(int, control.split("+"))
        assert fide_list(initial, increment, newest, (1700, 1700)) == expected, control


def test_an_unrated_player_may_have_any_rating_on_the_other_reading() -> None:
    newest = edition_named("2025-10", "standard")
    assert enough_time(3600, (None, 1500), newest)
    assert not enough_time(7199, (None, 1500), newest, unrated_low=False)
    assert enough_time(7200, (None, 1500), newest, unrated_low=False)


@pytest.mark.parametrize(
    ("perf", "expected"),
    [
        ("ultraBullet", ("blitz", True)),
        ("bullet", ("blitz", True)),
        ("rapid", ("rapid", True)),
        ("classical", ("standard", True)),
        ("correspondence", ("standard", False)),
        ("chess960", ("standard", False)),
    ],
)
def test_perfs_and_their_rules(perf: str, expected: tuple[str, bool]) -> None:
    assert list_of_perf(perf) == expected


@pytest.mark.parametrize("length", ["month", "week", "day"])
def test_periods_follow_each_other_without_gaps(length: Period) -> None:
    number = period_index(date(2019, 12, 30), length)
    for index in range(number, number + 40):
        start, following = period_start(index, length), period_start(index + 1, length)
        assert period_index(start, length) == index
        assert period_index(date.fromordinal(following.toordinal() - 1), length) == index
    assert period_label(period_index(date(2021, 1, 3), "week"), "week") == "2020-W53"
