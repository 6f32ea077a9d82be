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


def test_few_rows_give_up_the_free_row_for_three_ticks_and_for_two() -> None:
    assert rating_ticks(1340, 1630, 5) == [1400, 1500, 1600]
    assert rating_ticks(1404, 1598, 5) == [1450, 1500, 1550]
    assert rating_ticks(510, 1320, 5) == [750, 1000, 1250]
    assert rating_ticks(1310, 1690, 3) == [1400, 1600]


@given(low=st.floats(0, 3000), span=st.floats(20, 3000), rows=st.integers(5, 60))
def test_there_are_always_two_rating_ticks_on_rows_of_their_own(low: float, span: float, rows: int) -> None:
    ticks = rating_ticks(low, low + span, rows)
    assert len(ticks) >= 2
    assert low <= ticks[0]
    assert ticks[-1] <= low + span
    assert (ticks[1] - ticks[0]) * (rows - 1) / span >= 1 - 1e-9


def test_labels_stay_inside_and_apart() -> None:
    assert fit([(0, "Jan"), (5, "Feb")], 8) == [Tick(0, "Jan", 0), Tick(5, "Feb", 4)]
    assert fit([(0, "Jan"), (3, "Feb")], 8) is None


def test_months_over_two_years() -> None:
    labels = [tick.label for tick in time_ticks(ms(2023, 4, 10), ms(2025, 10, 3), 80, 80, UTC)]
    assert labels == ["Jul 23", "Oct", "Jan 24", "Apr", "Jul", "Oct", "Jan 25", "Apr", "Jul", "Oct"]


def test_days_and_hours_in_the_users_zone() -> None:
    paris = ZoneInfo("Europe/Paris")
    ticks = time_ticks(ms(2024, 3, 30, 0, 0, zone=paris), ms(2024, 4, 2, 0, 0, zone=paris), 71, 71, paris)
    assert [tick.label for tick in ticks] == ["30 Mar", "12:00", "31 Mar", "12:00", "1 Apr", "12:00"]
    columns = {tick.label: tick.column for tick in ticks if "r" in tick.label}
    # 31 March has 23 hours: 24 + 23 + 24 = 71 hours over 71 columns
    assert columns == {"30 Mar": 0, "31 Mar": 24, "1 Apr": 47}


def test_a_days_name_stands_at_its_midnight() -> None:
    over_midnight = time_ticks(ms(2025, 10, 9, 20, 30), ms(2025, 10, 10, 8, 0), 40, 46, UTC)
    assert [tick.label for tick in over_midnight] == ["21:00", "10 Oct", "03:00", "06:00"]
    within_a_day = time_ticks(ms(2025, 10, 9, 10, 0), ms(2025, 10, 9, 12, 0), 60, 66, UTC)
    assert [tick.label for tick in within_a_day] == ["9 Oct 10:00", "10:30", "11:00", "11:30"]


def test_game_numbers() -> None:
    assert [tick.label for tick in game_ticks(0, 2906, 60, 66)][:3] == ["500", "1,000", "1,500"]
    # the view ends before game 5, which does not exist
    assert [tick.label for tick in game_ticks(0, 4, 60, 66)] == ["1", "2", "3", "4"]


@given(st.integers(1, 5000), st.integers(8, 240))
def test_no_tick_names_a_game_that_does_not_exist(games: int, width: int) -> None:
    for tick in game_ticks(0, games, width, width + 6):
        assert 1 <= int(tick.label.replace(",", "")) <= games
        assert tick.column < width


@given(
    start=st.integers(ms(2013, 1, 1), ms(2026, 1, 1)),
    length=st.integers(1, 12 * 365 * 86_400_000),
    width=st.integers(8, 240),
    zone=st.sampled_from(["UTC", "America/Los_Angeles", "Asia/Kathmandu", "Europe/Paris", "Australia/Lord_Howe"]),
)
def test_time_labels_never_collide(start: int, length: int, width: int, zone: str) -> None:
    free = 0
    for tick in time_ticks(start, start + length, width, width + 6, ZoneInfo(zone)):
        assert tick.start >= free
        assert 0 <= tick.column < width
        free = tick.start + len(tick.label) + 1
        assert free <= width + 7
