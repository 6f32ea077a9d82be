"""Rating options: what they refuse, and that they survive JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tracker.errors import UsageError
from tracker.ratings.options import RatingOptions, parse_start


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"rules": "2019-01"}, "--rules"),
        ({"period": "year"}, "--period"),
        ({"start": "elo"}, "--start"),
        ({"start": 20}, "--start"),
        ({"start": True}, "--start"),
        ({"games_played": -1}, "--games-played"),
        ({"games_played": 1.5}, "--games-played"),
        ({"peak": 9000}, "--peak"),
        ({"birth_year": 12}, "--birth-year"),
        ({"corrections": "yes"}, "--corrections"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_refused(values: dict[str, Any], part: str) -> None:
    with pytest.raises(UsageError, match=part) as error:
        RatingOptions.from_dict(values)
    assert str(error.value).endswith(".")


def test_there_and_back() -> None:
    options = RatingOptions("by-date", "week", 1850, 12, 1900, 1990, "formula", "fide", "unrated", "apply", True)
    assert RatingOptions.from_dict(json.loads(json.dumps(options.to_dict()))) == options
    assert RatingOptions.from_dict({}) == RatingOptions()


def test_start_as_typed() -> None:
    assert [parse_start(text) for text in ("fide", "lichess", "1850")] == ["fide", "lichess", 1850]
    with pytest.raises(UsageError, match="1850"):
        parse_start("eighteen")
