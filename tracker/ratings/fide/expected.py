"""Expected score from a rating difference, and rating difference from a score: tables 8.1.2 and 8.1.1."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache

from tracker.ratings.options import Method

_ROW_ENDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""Largest difference of each row of table 8.1.2, from H = 0.50 to H = 0.99."""

LAST_DIFFERENCE = _ROW_ENDS[-1]
"""Beyond it the higher-rated player is expected to score 1.00."""

_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
"""Table 8.1.1 from p = 0.50 to p = 1.00."""

_FORMULA_CONTEXT = Context(prec=40)
FORMULA_PLACES = 12
"""Decimals to which the formula is computed."""
_FORMULA_STEP = Decimal(1).scaleb(-FORMULA_PLACES)


def _table() -> dict[int, int]:
    higher: list[int] = []
    for row, end in enumerate(_ROW_ENDS):
        higher += [50 + row] * (end + 1 - len(higher))
    lower = {-difference: 100 - value for difference, value in enumerate(higher) if difference}
    return lower | dict(enumerate(higher))


_HUNDREDTHS = _table()
TABLE: dict[int, Decimal] = {difference: Decimal(value).scaleb(-2) for difference, value in _HUNDREDTHS.items()}
"""Own rating minus opponent's, from -735 to 735 -> expected score."""


def expected_hundredths(difference: int) -> int:
    """Expected score in hundredths for own rating minus opponent's (FIDE Rating Regulations 8.1.2)."""
    if difference > LAST_DIFFERENCE:
        return 100
    return _HUNDREDTHS.get(difference, 0)


def expected_table(difference: int) -> Decimal:
    """Expected score for own rating minus opponent's, by table 8.1.2; 1.00 and 0.00 beyond 735."""
    found = TABLE.get(difference)
    return found if found is not None else Decimal(difference > 0)


@lru_cache(maxsize=8192)
def expected_formula(difference: int) -> Decimal:
    """Expected score 1 / (1 + 10^(-difference/400)), to 12 decimals. FIDE uses the table, never this."""
    if difference < 0:
        return 1 - expected_formula(-difference)
    context = _FORMULA_CONTEXT
    power = context.power(10, context.divide(Decimal(-difference), Decimal(400)))
    return context.divide(Decimal(1), context.add(1, power)).quantize(_FORMULA_STEP, ROUND_HALF_EVEN, context)


def expected_by(method: Method, difference: int) -> Decimal:
    """Expected score by table or by formula."""
    return expected_table(difference) if method == "table" else expected_formula(difference)


def table_row(difference: int) -> str:
    """The row of table 8.1.2 in which the difference is looked up: `99-106`, `>735`."""
    size = abs(difference)
    if size > LAST_DIFFERENCE:
        return f">{LAST_DIFFERENCE}"
    row = _HUNDREDTHS[size] - 50
    return f"{_ROW_ENDS[row - 1] + 1 if row else 0}-{_ROW_ENDS[row]}"


def rating_difference(percent: int) -> int:
    """dp for a score in whole per cent, 0 to 100 (FIDE Rating Regulations 8.1.1)."""
    return _DP[percent - 50] if percent >= 50 else -_DP[50 - percent]


def whole_percent(halves: int, games: int, *, half_up: bool = True) -> int:
    """The score as whole per cent, an exact half per cent up (Title Regulations 1.4.8) or, on request, down.

    `halves` are half points: 10 of 8 games (5 points) are 62.5 per cent.
    """
    numerator = 100 * halves + (games if half_up else games - 1)
    return numerator // (2 * games)
