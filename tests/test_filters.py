"""The filter line is read as written, and what does not fit is answered with a sentence."""

from __future__ import annotations

from datetime import date

import pytest

from tracker.errors import UsageError
from tracker.filters import Bound, Filter, complete, parse, read
from tracker.game import TimeControl


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
        ("opp:2000-1800", Filter(bounds=(Bound("opponent_rating", 1800, 2000),))),
        ("change:-5--3", Filter(bounds=(Bound("change", -5, -3),))),
        ("opp<=999999", Filter(bounds=(Bound("opponent_rating", None, 999_999),))),
        ("tc:5+3", Filter(time_control=("300+3",))),
        ("tc:5+0", Filter(time_control=("300+0",))),
        ("tc:300+3", Filter(time_control=("300+3",))),
        ("tc:10+0", Filter(time_control=("600+0",))),
        ("tc:15+10", Filter(time_control=("900+10", "15+10"))),
        ("tc:180+2", Filter(time_control=("10800+2", "180+2"))),
        ("tc:180s+2", Filter(time_control=("180+2",))),
        ("tc:1/2+0", Filter(time_control=("30+0",))),
        ("tc:½+0", Filter(time_control=("30+0",))),
        ("tc:0.5+0", Filter(time_control=("30+0",))),
        ("tc:.25+0", Filter(time_control=("15+0",))),
        ("tc:1.5+0", Filter(time_control=("90+0",))),
        ("tc:0+1", Filter(time_control=("0+1",))),
        ("tc:3d", Filter(time_control=("3d",))),
        ("tc:unlimited", Filter(time_control=("unlimited",))),
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
        ("opp>99999999999999999999", "below a million"),
        ("plies<" + "9" * 5000, "below a million"),
        ("opp>1_800", "opp>1800"),
        ("opp>1800.5", "whole numbers"),
        ("tc:fast", "tc:5+3"),
        ("tc:5", "tc:5+3"),
        ("tc:1/0+0", "tc:5+3"),
        ("tc:0.51+0", "tc:5+3"),
        ("tc:-5+3", "tc:5+3"),
        ("tc:99999999999999999999+0", "tc:5+3"),
        ("tc:99999d", "tc:3d"),
        ("since:2024-13", "since:2024-05-31"),
        ("since:0001", "since:2024"),
        ("until:9999-12", "until:2024"),
        ("until:9999", "until:2024"),
        ("since:20_24", "since:2024"),
        ("foo:bar", "“foo” is not a word"),
        ("perf>3", "perf:"),
        ("opp>1-2", "range"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(line: str, word: str) -> None:
    with pytest.raises(UsageError, match=word.replace("+", r"\+")):
        parse(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("result:win opp>>1500", Filter(result="win")),
        ("opp>>1500", Filter()),
        ("foo:bar rated:yes tc:x", Filter(rated=True)),
    ],
)
def test_what_fits_beside_it_is_read(line: str, expected: Filter) -> None:
    found = read(line)
    assert found.filter == expected
    assert found.problem.startswith("“opp”" if "opp" in line else "“foo”")


@pytest.mark.parametrize(
    ("stored", "written"),
    [
        ("300+3", "5+3"), ("60+0", "1+0"), ("30+0", "1/2+0"), ("15+0", "1/4+0"), ("45+0", "3/4+0"), ("90+0", "1.5+0"),
        ("0+1", "0+1"), ("10800+180", "180+180"), ("75+2", "1.25+2"), ("100+0", "100s+0"), ("3d", "3d"),
        ("unlimited", "unlimited"),
    ],
)  # fmt: skip
def test_time_controls_as_players_write_them_are_found(stored: str, written: str) -> None:
    assert TimeControl.parse(stored).written == written
    assert stored in parse(f"tc:{written}").time_control


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("pe", "perf:"),
        ("perf:bl", "perf:blitz"),
        ("result:loss op", "result:loss opening:"),
        ("tc:5", "tc:5+0"),
        ("tc:15", "tc:15+10"),
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
