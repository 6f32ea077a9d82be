"""The one-time changes that FIDE made to published ratings."""

from __future__ import annotations

from datetime import date

COMPRESSION_LIST = date(2024, 3, 1)
"""Standard, rapid and blitz."""
LIFT_LIST = date(2022, 10, 1)
"""Rapid and blitz."""


def compressed(rating: int) -> int:
    """March 2024: below 2000, four tenths of the way up to 2000; after February's games. Whole points never tie."""
    return rating if rating >= 2000 else rating + (4 * (2000 - rating) + 5) // 10


def lifted(rating: int, standard: int | None) -> int:
    """October 2022: a rapid or blitz rating more than 100 below the standard one became that minus 100."""
    return rating if standard is None else max(rating, standard - 100)
