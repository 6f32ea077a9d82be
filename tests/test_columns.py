"""Rows as columns are the rows: in memory, and through the bytes that are kept."""

from __future__ import annotations

import zlib
from decimal import Decimal
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.columns import (
    CODED,
    CODED_DECIMAL,
    CODED_TUPLE,
    EXACT,
    FLOATS,
    TEXTS,
    WHOLE,
    Rows,
    Shape,
    header_of,
    pack,
    unpack,
)


class Made(NamedTuple):
    word: str | None
    expected: Decimal | None
    notes: tuple[str, ...] | None
    rating: Decimal | None
    deviation: float | None
    id: str | None
    at: int | None


SHAPE = Shape(Made, (CODED, CODED_DECIMAL, CODED_TUPLE, EXACT, FLOATS, TEXTS, WHOLE), told_by=6)
DECIMALS = st.none() | st.decimals(-4000, 4000, places=2)
MADE = st.builds(
    Made,
    word=st.none() | st.sampled_from(["blitz", "game", "ü"]),
    expected=DECIMALS,
    notes=st.none() | st.lists(st.sampled_from("ab")).map(tuple),
    rating=DECIMALS,
    deviation=st.none() | st.floats(0, 700),
    id=st.none() | st.text("abcXYZ09é", min_size=1, max_size=12),
    at=st.integers(0, 2**52),
)


@given(st.lists(st.none() | MADE))
def test_columns_give_the_rows_back(rows: list[Made | None]) -> None:
    columns = Rows.of(SHAPE, rows)
    header, found = unpack(pack({"mark": "m"}, {"made": SHAPE}, {"made": columns}), {"made": SHAPE})
    assert header["mark"] == "m"
    for each in (columns, found["made"]):
        assert len(each) == len(rows)
        assert list(each) == rows
        assert each[1:-1] == rows[1:-1]
        assert list(reversed(each)) == rows[::-1]
        assert list(each.field("id")) == [None if row is None else row.id for row in rows]


def test_an_index_outside_is_refused() -> None:
    columns = Rows.of(SHAPE, [None, None])
    assert columns[-1] is None
    with pytest.raises(IndexError):
        columns[2]


def test_a_header_that_is_no_json_is_refused() -> None:
    head = zlib.compress(b"no JSON")
    with pytest.raises(ValueError, match="Expecting"):
        header_of(len(head).to_bytes(4, "little") + head)
