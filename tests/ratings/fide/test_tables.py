"""Tables 8.1.2 and 8.1.1, entry by entry."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.ratings.fide.expected import (
    expected_formula,
    expected_hundredths,
    expected_table,
    rating_difference,
    table_row,
    whole_percent,
)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_entry_of_the_expected_table(shared: Path) -> None:
    seen = 0
    for row in read(shared / "vectors" / "fide_table_expected.csv"):
        low, high = int(row["d_min"]), int(row["d_max"] or 4000)
        for difference in range(low, high + 1):
            assert expected_table(difference) == Decimal(row["high"])
            assert expected_hundredths(difference) == 100 * Decimal(row["high"])
            assert difference == 0 or expected_table(-difference) == Decimal(row["low"])
            seen += 1
        if row["d_max"]:
            assert table_row(-high) == f"{low}-{high}"
    assert seen > 735
    assert table_row(736) == ">735"


def test_every_entry_of_the_dp_table(shared: Path) -> None:
    rows = read(shared / "vectors" / "fide_table_dp.csv")
    assert {int(100 * Decimal(row["p"])): int(row["dp"]) for row in rows} == {
        percent: rating_difference(percent) for percent in range(101)
    }


def test_dp_is_the_middle_of_its_row() -> None:
    """facts 2.3: dp(p) = floor((d_min + d_max) / 2) of the row with H = p, from 0.51 to 0.99."""
    for percent in range(51, 100):
        low, high = map(int, table_row(rating_difference(percent)).split("-"))
        assert rating_difference(percent) == (low + high) // 2
        assert expected_hundredths(low) == expected_hundredths(high) == percent


@given(st.integers(-4000, 4000))
def test_both_players_together_expect_one_point(difference: int) -> None:
    assert expected_table(difference) + expected_table(-difference) == 1 or difference == 0
    assert expected_formula(difference) + expected_formula(-difference) == 1


@given(st.integers(-3000, 2999))
def test_more_difference_never_expects_less(difference: int) -> None:
    assert expected_table(difference) <= expected_table(difference + 1)
    assert expected_formula(difference) <= expected_formula(difference + 1)


@pytest.mark.parametrize(
    ("difference", "value"),
    [(0, "0.5"), (400, "0.909090909091"), (-400, "0.090909090909"), (800, "0.990099009901")],
)
def test_formula(difference: int, value: str) -> None:
    """10/11 and 100/101: the formula's round values."""
    assert expected_formula(difference) == Decimal(value)


@given(st.integers(1, 60), st.data())
def test_per_cent_is_the_nearest(games: int, data: st.DataObject) -> None:
    halves = data.draw(st.integers(0, 2 * games))
    up, down = whole_percent(halves, games), whole_percent(halves, games, half_up=False)
    assert up == -(-(100 * halves - games) // (2 * games)) or up == down + 1
    assert abs(2 * games * up - 100 * halves) <= games
    assert (up != down) == ((100 * halves) % (2 * games) == games)
