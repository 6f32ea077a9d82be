"""Lichess's daily list against the ledger's closes: months from 0, UTC days, refunds on their own day."""

from __future__ import annotations

from datetime import UTC, date, datetime

from tracker.ledger import Row
from tracker.ledger.daily import daily_differences


def at(day: int, hour: int = 12) -> int:
    return int(datetime(2026, 3, day, hour, tzinfo=UTC).timestamp() * 1000)


def game(when: int, before: int, change: int) -> Row:
    return Row("game", "blitz", f"g{when}", when, change, before, before + change, None, before, None)


ROWS = [
    game(at(1), 1500, 6),
    game(at(1, 23), 1506, -5),
    game(at(2, 1), 1501, 4),
    Row("adjustment", "blitz", None, at(6), 10, 1505, 1515, "refund-like", None, ("a", "b")),
    game(at(6), 1515, -5),
]


def test_days_that_meet() -> None:
    points = [(2026, 2, 1, 1501), (2026, 2, 2, 1505), (2026, 2, 6, 1510)]
    assert daily_differences(points, ROWS) == []


def test_a_refund_has_its_own_day() -> None:
    points = [(2026, 2, 1, 1501), (2026, 2, 2, 1505), (2026, 2, 4, 1515), (2026, 2, 6, 1510)]
    assert daily_differences(points, ROWS) == []


def test_an_empty_answer_means_nothing() -> None:
    """Case 30."""
    assert daily_differences([], ROWS) == []


def test_what_is_newer_than_the_list_is_not_judged() -> None:
    assert daily_differences([(2026, 2, 1, 1501)], ROWS) == []


def test_differences_are_named() -> None:
    points = [(2026, 2, 1, 1499), (2026, 2, 3, 1520), (2026, 2, 6, 1510)]
    found = daily_differences(points, ROWS)
    assert [(one.day, one.lichess, one.ledger) for one in found] == [
        (date(2026, 3, 1), 1499, 1501),
        (date(2026, 3, 2), None, 1505),
        (date(2026, 3, 3), 1520, 1505),
    ]
    assert len({one.reason for one in found}) == 3
