"""Whose day is it: case 17's moments, and the days on which clocks change."""

from __future__ import annotations

from datetime import UTC, date, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.times import day_bounds, day_of, iso_local, iso_utc, parse_day, parse_iso

PARIS = ZoneInfo("Europe/Paris")
LOS_ANGELES = ZoneInfo("America/Los_Angeles")
DAY00001, DAY00002, DAY00003 = 1708212600000, 1708216200000, 1708241400000  # ends of the games of cases/c17_days.ndjson


def test_three_games_are_one_day_in_california_and_two_in_greenwich() -> None:
    ends = (DAY00001, DAY00002, DAY00003)
    assert {day_of(at, LOS_ANGELES) for at in ends} == {date(2024, 2, 17)}
    assert [day_of(at, UTC) for at in ends] == [date(2024, 2, 17), date(2024, 2, 18), date(2024, 2, 18)]


def test_a_late_day_start_keeps_the_small_hours() -> None:
    assert day_of(DAY00002, PARIS, time(4)) == date(2024, 2, 17)


def test_the_day_on_which_clocks_go_forward_is_23_hours_long() -> None:
    hours = [(last - first) / 3_600_000 for first, last in (day_bounds(date(2024, 3, day), PARIS) for day in (30, 31))]
    assert hours == [24, 23]
    first, last = day_bounds(date(2024, 4, 1), PARIS)
    assert (iso_utc(first), (last - first) / 3_600_000) == ("2024-03-31T22:00:00.000Z", 24)


def test_moments_as_text() -> None:
    assert iso_utc(1604188799999) == "2020-10-31T23:59:59.999Z"
    assert iso_local(1708212600000, PARIS) == "2024-02-18T00:30:00.000+01:00"
    assert iso_utc(None) is None
    assert parse_day("2024-02-18", PARIS) == 1708210800000
    assert parse_day("2024-02-18T00:30", PARIS) == DAY00001
    with pytest.raises(ValueError, match="offset"):
        parse_iso("2024-02-18T00:30:00")
    with pytest.raises(ValueError, match="outside the calendar"):
        parse_day("9999-12-31", LOS_ANGELES)
    with pytest.raises(ValueError, match="outside the calendar"):
        parse_day("0001-01-01T00:00:00", ZoneInfo("Asia/Tokyo"))


@given(st.integers(0, 4_000_000_000_000))
def test_text_and_back(at: int) -> None:
    assert parse_iso(iso_utc(at) or "") == at
    assert parse_iso(iso_local(at, LOS_ANGELES) or "") == at


@given(st.integers(0, 4_000_000_000_000), st.sampled_from([UTC, PARIS, LOS_ANGELES]), st.sampled_from([0, 4, 6]))
def test_a_moment_lies_within_its_day(at: int, zone: ZoneInfo, hour: int) -> None:
    first, last = day_bounds(day_of(at, zone, time(hour)), zone, time(hour))
    assert first <= at < last
