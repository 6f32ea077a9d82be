"""The filter line is read as written, and what does not fit is answered with a sentence."""

from __future__ import annotations

from datetime import date

import pytest

from tracker.errors import UsageError
from tracker.filters import Bound, Filter, complete, parse


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Filter()),
        ("perf:blitz", Filter(perf="blitz")),
        ("perf:UltraBullet", Filter(perf="ultraBullet")),
        ("result:loss colour:white rated:yes", Filter(result="loss", color="white", rated=True)),
        ("opp>1800", Filter(bounds=(Bound("opponent_rating", 1801, None),))),
        ("opp<=1800 change<-5", Filter(bounds=(Bound("opponent_rating", None, 1800), Bound("change", None, -6)))),
        ("change>−3", Filter(bounds=(Bound("change", -2, None),))),
        ("opp:1800-2000", Filter(bounds=(Bound("opponent_rating", 1800, 2000),))),
        ("tc:300+3", Filter(time_control="300+3")),
        ("tc:3d", Filter(time_control="3d")),
        ("since:2024-01-01 until:2024-02", Filter(since=date(2024, 1, 1), until=date(2024, 2, 29))),
        ("since:2024", Filter(since=date(2024, 1, 1))),
        ('opening:"queen\'s gambit" Magnus', Filter(opening="queen's gambit", text=("magnus",))),
        ('"two words"', Filter(text=("two words",))),
        ("result:", Filter()),
    ],
)
def test_lines(line: str, expected: Filter) -> None:
    assert parse(line) == expected


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("opp>strong", "opp>1800"),
        ("result:resign", "win"),
        ("tc:fast", "tc:300+3"),
        ("since:2024-13", "since:2024-05-31"),
        ("foo:bar", "“foo” is not a word"),
        ("perf>3", "perf:"),
        ("opp>1-2", "range"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(line: str, word: str) -> None:
    with pytest.raises(UsageError, match=word.replace("+", r"\+")):
        parse(line)


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("pe", "perf:"),
        ("perf:bl", "perf:blitz"),
        ("result:loss op", "result:loss opening:"),
        ("opening:sic", "opening:Sicilian"),
        ("perf:blitz", None),
        ("", None),
        ("zz", None),
    ],
)
def test_completion(line: str, whole: str | None) -> None:
    assert complete(line, openings=("Sicilian", "French")) == whole


def test_emptiness() -> None:
    assert not Filter()
    assert parse("rated:no")
