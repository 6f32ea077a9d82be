"""Exact numbers: rounding as the regulations want it, and how such numbers are written."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor

HALF = Decimal("0.5")


def round_away(value: Decimal) -> int:
    """The nearest whole number, 0.5 away from zero: -2.5 -> -3 (FIDE Rating Regulations 8.3.4)."""
    return int(value.to_integral_value(ROUND_HALF_UP))


def round_up(value: Decimal) -> int:
    """The nearest whole number, 0.5 upward whatever the sign: -3.5 -> -3 (observed before 2022)."""
    return floor(value + HALF)


def round_fraction(value: Fraction, *, half_up: bool = True) -> int:
    """The nearest whole number of a positive fraction, 0.5 upward or downward."""
    whole = value.numerator // value.denominator
    rest = value - whole
    half = Fraction(1, 2)
    return whole + (rest > half or (half_up and rest == half))


def plain(value: Decimal | int) -> str:
    """The number without exponent and without closing zeros: `7.2`, `-8.6`, `0`."""
    if isinstance(value, int) or value == value.to_integral_value():
        return str(int(value))
    return format(value.normalize(), "f")


def signed(value: Decimal | int) -> str:
    """As `plain`, with a plus before what is above zero."""
    return f"+{plain(value)}" if value > 0 else plain(value)


def json_number(value: Decimal | int | None) -> int | float | None:
    """The number as JSON writes it digit for digit: 7.2, never 7.199999."""
    if value is None or isinstance(value, int):
        return value
    return int(value) if value == value.to_integral_value() else float(plain(value))
