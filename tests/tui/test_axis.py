"""Ticks are nice, in the user's zone, and never collide."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tracker.tui.axis import Tick, fit, game_ticks, rating_ticks, time_ticks

UTC = ZoneInfo("UTC")


def ms(*parts: int, zone: ZoneInfo = UTC) -> int:
    return int(datetime(*parts, tzinfo=zone).timestamp() * 1000)  # type: ignore[arg-type]


def test_rating_ticks_are_nice_and_leave_a_row_between() -> None:
    assert rating_ticks(1287, 1580, 10) == [1300, 1400, 1500]
    assert rating_ticks(1287, 1580, 30) == [1300, 1350, 1400, 1450, 1500, 1550]
    assert rating_ticks(800, 2100, 6) == [1000, 1500, 2000]


def test_labels_stay_inside_and_apart() -> None:
    assert fit([(0, "Jan"), (5, "Feb")], 8) == [Tick(0, "Jan", 0), Tick(5, "Feb", 4)]
    assert fit([(0, "Jan"), (3, "Feb")], 8) is None


def test_months_over_two_years() -> None:
    labels = [tick.label for tick in time_ticks(ms(2023, 4, 10), ms(2025, 10, 3), 80, UTC)]
    assert labels == ["Jul 23", "Oct", "Jan 24", "Apr", "Jul", "Oct", "Jan 25", "Apr", "Jul", "Oct"]


def test_days_and_hours_in_the_users_zone() -> None:
    paris = ZoneInfo("Europe/Paris")
    ticks = time_ticks(ms(2024, 3, 30, 0, 0, zone=paris), ms(2024, 4, 2, 0, 0, zone=paris), 73, paris)
    assert [tick.label for tick in ticks] == ["30 Mar", "12:00", "31 Mar", "12:00", "1 Apr", "12:00", "2 Apr"]
    columns = {tick.label: tick.column for tick in ticks if "r" in tick.label}
    # 31 March has 23 hours: 24 + 23 + 24 = 71 hours over 72 columns
    assert columns == {"30 Mar": 0, "31 Mar": 24, "1 Apr": 48, "2 Apr": 72}


def test_game_numbers() -> None:
    assert [tick.label for tick in game_ticks(0, 2906, 60)][:3] == ["500", "1,000", "1,500"]
    assert [tick.label for tick in game_ticks(0, 4, 60)] == ["1", "2", "3", "4", "5"]


@given(
    start=st.integers(ms(2013, 1, 1), ms(2026, 1, 1)),
    length=st.integers(1, 12 * 365 * 86_400_000),
    width=st.integers(8, 240),
    zone=st.sampled_from(["UTC", "America/Los_Angeles", "Asia/Kathmandu", "Europe/Paris", "Australia/Lord_Howe"]),
)
def test_time_labels_never_collide(start: int, length: int, width: int, zone: str) -> None:
    free = 0
    for tick in time_ticks(start, start + length, width, ZoneInfo(zone)):
        assert tick.start >= free
        assert 0 <= tick.column < width
        free = tick.start + len(tick.label) + 1
        assert free <= width + 1
