"""Worked examples and properties of the rating change."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.ratings.fide.difference import counted_difference, too_uneven, upgraded_game
from tracker.ratings.fide.editions import STARTS, Edition, edition_named, edition_on
from tracker.ratings.fide.exact import json_number, plain, round_away, round_up, signed
from tracker.ratings.fide.first_rating import Result
from tracker.ratings.fide.rating_change import Event, rate_event, rate_period
from tracker.ratings.options import Rules

NEWEST = edition_named("2025-10", "standard")
ratings = st.integers(400, 3000)
games = st.lists(st.tuples(ratings, st.integers(0, 2)), min_size=1, max_size=40)
editions = st.sampled_from(
    [edition_named(rules, name) for rules in STARTS for name in ("standard", "rapid", "blitz")]  # type: ignore[arg-type]
)


def change(own: int, results: list[Result], k: int, edition: Edition = NEWEST) -> Decimal:
    return rate_period([Event(own, results, edition)], k).change


def test_the_worked_example() -> None:
    result = rate_period([Event(1500, [(1400, 2), (1600, 1), (1550, 0)], NEWEST)], 20)
    shares = [game.gain * result.k for game in result.events[0] if game.gain is not None]
    assert shares == [Decimal("7.2"), Decimal("2.8"), Decimal("-8.6")]
    assert result.change == Decimal("1.4")
    assert 1500 + result.rounded == 1501


def test_a_win_over_1000_by_table_and_by_formula() -> None:
    event = Event(1500, [(1000, 2)], NEWEST)
    assert rate_period([event], 20).change == Decimal("1.6")
    assert round(rate_period([event], 20, "formula").change, 1) == Decimal("1.8")
    assert rate_period([event], 20, cap=False).change == Decimal("0.8")


@pytest.mark.parametrize(
    ("own", "k", "results", "expected"),
    [
        (1500, 40, [(1500, 2)], 20),
        (1500, 40, [(1900, 1)], 17),
        (1500, 40, [(2900, 2)], 37),
        (2400, 10, [(2203, 2)], 3),
        (2401, 10, [(2204, 0)], -8),
        (2649, 10, [(2100, 2)], 1),
        (2650, 10, [(2100, 2)], 0),
        (2000, 20, [(2100, 2), (1750, 1), (2500, 0)], 5),
    ],
)
def test_case_20(own: int, k: int, results: list[Result], expected: int) -> None:
    assert rate_period([Event(own, results, NEWEST)], k).rounded == expected


def test_case_20_before_october_2025() -> None:
    assert rate_period([Event(2650, [(2100, 2)], edition_on(date(2025, 9, 30), "standard"))], 10).rounded == 1


@pytest.mark.parametrize("halves", [0, 2])
def test_case_20_a_gap_of_600_in_rapid_is_not_rated(halves: int) -> None:
    rapid = edition_named("2025-10", "rapid")
    assert not rate_event(Event(2601, [(1900, halves)], rapid))[0].rated
    assert rate_event(Event(2600, [(1900, halves)], rapid))[0].rated
    assert rate_event(Event(2601, [(2002, halves)], rapid))[0].rated
    assert rate_event(Event(2601, [(1900, halves)], edition_on(date(2024, 11, 30), "rapid")))[0].rated
    assert not too_uneven(2601, 1900, NEWEST)


@pytest.mark.parametrize(
    ("count", "k_list", "k", "total"),
    [(17, 40, 40, 340), (18, 40, 38, 342), (20, 40, 35, 350), (30, 40, 23, 345), (36, 20, 19, 342), (40, 20, 17, 340)],
)
def test_case_21_many_games(count: int, k_list: int, k: int, total: int) -> None:
    result = rate_period([Event(1500, [(1500, 2)] * count, NEWEST)], k_list)
    assert (result.k, result.rounded) == (k, total)


def test_case_21_rounded_once_or_game_by_game() -> None:
    result = rate_period([Event(2000, [(1600, 2)] * 8, NEWEST)], 20)
    assert (result.rounded, result.rounded_each_game) == (13, 16)


def test_once_per_event_the_greatest_difference_of_the_higher_rated() -> None:
    """A 2022 rapid event: 1063, 1299, 1413, 1427 beaten by a 2000 gave .08, .01, .02, .02."""
    rapid = edition_on(date(2022, 6, 1), "rapid")
    gains = [game.gain for game in rate_event(Event(2000, [(1063, 2), (1299, 2), (1413, 2), (1427, 2)], rapid))]
    assert gains == [Decimal("0.08"), Decimal("0.01"), Decimal("0.02"), Decimal("0.02")]
    weaker = rate_event(Event(1000, [(2000, 2), (1900, 2)], rapid))
    assert [game.expected for game in weaker] == [0, 0]
    assert not any(game.capped for game in weaker)


def test_of_equal_differences_the_first_benefits() -> None:
    assert upgraded_game([1500, 1200, 1200]) == 1
    assert upgraded_game([]) is None


def test_every_game_outside_an_event_benefits_once() -> None:
    edition = edition_on(date(2022, 6, 1), "standard")
    both = rate_period([Event(2000, [(1300, 2)], edition), Event(2000, [(1300, 2)], edition)], 20)
    together = rate_period([Event(2000, [(1300, 2), (1300, 2)], edition)], 20)
    assert both.change == Decimal("3.2")
    assert together.change == Decimal("1.8")  # the second counts 700: 0.99


@pytest.mark.parametrize(
    ("day", "fide_list", "counted"),
    [
        ("2014-01-01", "standard", 400),
        ("2021-12-31", "standard", 400),
        ("2022-01-01", "standard", 700),
        ("2024-02-29", "blitz", 700),
        ("2024-03-01", "standard", 400),
        ("2025-09-30", "standard", 400),
        ("2025-10-01", "standard", 700),
        ("2025-10-01", "rapid", 400),
        ("2018-06-30", "rapid", 400),
        ("2018-07-01", "rapid", 700),
        ("2021-12-31", "blitz", 700),
    ],
)
def test_who_benefits_from_the_400_point_rule_on_a_day(day: str, fide_list: str, counted: int) -> None:
    """A 2700 against a 2000, not the event's one game that may benefit."""
    edition = edition_on(date.fromisoformat(day), fide_list)  # type: ignore[arg-type]
    assert counted_difference(2700, 2000, edition, upgraded=False) == counted


def test_below_2650_every_game_is_capped_also_against_a_2650() -> None:
    assert counted_difference(2200, 2700, NEWEST) == -400
    assert counted_difference(2700, 2200, NEWEST) == 500
    assert counted_difference(2649, 2200, NEWEST) == 400


def test_halves_are_rounded_by_edition() -> None:
    old, new = edition_on(date(2021, 12, 31), "standard"), edition_on(date(2022, 1, 1), "standard")
    lost = [(1500, 0)] * 5  # -2.5 with K 1
    assert rate_period([Event(1500, lost, old)], 1).rounded == -2
    assert rate_period([Event(1500, lost, new)], 1).rounded == -3
    assert [round_away(Decimal(text)) for text in ("-2.5", "2.5", "-2.49", "0.5")] == [-3, 3, -2, 1]
    assert [round_up(Decimal(text)) for text in ("-3.5", "3.5", "-3.51", "-0.5")] == [-3, 4, -4, 0]


@given(ratings, ratings, st.integers(0, 2), st.sampled_from([10, 20, 40]), editions)
def test_equal_k_gives_opposite_changes(own: int, opponent: int, halves: int, k: int, edition: Edition) -> None:
    """Where both differences are limited alike; the two one-sided rules are not symmetric by design."""
    if abs(own - opponent) > 400 and edition.cap in ("once-per-event", "own-below-2650"):
        return
    mine, theirs = change(own, [(opponent, halves)], k, edition), change(opponent, [(own, 2 - halves)], k, edition)
    assert mine == -theirs


@given(ratings, ratings, st.integers(1, 500), st.integers(0, 2), editions)
def test_a_stronger_opponent_never_brings_less(
    own: int, opponent: int, more: int, halves: int, edition: Edition
) -> None:
    weaker, stronger = (
        rate_event(Event(own, [(rating, halves)], edition))[0] for rating in (opponent, opponent + more)
    )
    if weaker.gain is None or stronger.gain is None:
        assert edition.gap_600
        return
    if edition.cap == "once-per-event" and own - opponent > 400:
        return  # the upgraded game counts 400 only
    assert stronger.gain >= weaker.gain


@given(games, st.randoms(use_true_random=False), st.sampled_from([10, 20, 40]), editions)
def test_order_inside_a_period_does_not_matter(results: list[Result], random: object, k: int, edition: Edition) -> None:
    shuffled = list(results)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert (
        rate_period([Event(1800, results, edition)], k).change
        == rate_period([Event(1800, shuffled, edition)], k).change
    )


@given(games, st.sampled_from([10, 20, 40]), editions)
def test_the_sum_is_that_of_whole_hundredths(results: list[Result], k: int, edition: Edition) -> None:
    """Nothing hangs on binary fractions or on the precision that happens to be set."""
    result = rate_period([Event(1800, results, edition)], k)
    hundredths = sum(
        50 * game.halves - int(100 * game.expected) for game in result.events[0] if game.expected is not None
    )
    assert result.sum * 100 == hundredths
    assert result.change * 100 == hundredths * result.k
    with localcontext() as context:
        context.prec = 60
        assert rate_period([Event(1800, results, edition)], k) == result


@pytest.mark.parametrize("rules", list(STARTS))
def test_every_edition_knows_its_name(rules: Rules) -> None:
    assert edition_named(rules, "standard").name == edition_on(STARTS[rules], "standard").name == rules


def test_older_games_follow_the_oldest_edition() -> None:
    assert edition_on(date(2009, 1, 1), "standard").name == "2014-07"


def test_numbers_are_written_digit_for_digit() -> None:
    assert [json_number(Decimal(text)) for text in ("7.20", "-8.6", "20.00", "1.818181818180")] == [
        7.2, -8.6, 20, 1.81818181818,
    ]  # fmt: skip
    assert [plain(Decimal(text)) for text in ("7.20", "0.00", "-8.6", "20.00", "1E+2")] == [
        "7.2",
        "0",
        "-8.6",
        "20",
        "100",
    ]
    assert [signed(Decimal(text)) for text in ("1.4", "0.0", "-1")] == ["+1.4", "0", "-1"]
