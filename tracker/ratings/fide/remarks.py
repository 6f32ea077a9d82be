"""Plain words about what the rules did to a history: periods in which so many games were played that K fell."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from tracker.ratings.elo import EloRow
from tracker.ratings.fide.exact import signed
from tracker.ratings.fide.rows import FidePeriod, FideReplay


class KRemark(NamedTuple):
    """A period in which K x n <= 700 took effect."""

    period: str
    games: int
    k_list: int
    k: int
    fide_change: Decimal
    """Unrounded."""
    elo_change: Decimal | None
    """What per-game Elo made of the same games, where it was asked."""
    text: str
    """One or two sentences."""


def k_remarks(replay: FideReplay, elo: Sequence[EloRow | None] = ()) -> list[KRemark]:
    """The periods in which K fell, oldest first. `elo` holds the Elo rows of the same games in the same order."""
    moved: dict[str, Decimal] = {}
    for fide_row, elo_row in zip(replay.rows, elo, strict=False):
        if fide_row is not None and fide_row.period is not None and elo_row is not None:
            moved[fide_row.period] = moved.get(fide_row.period, Decimal(0)) + elo_row.change
    return [_remark(period, moved.get(period.period)) for period in replay.periods if _fell(period)]


def k_summary(replay: FideReplay) -> str | None:
    """One sentence about all periods in which K fell; None where there is none."""
    fallen = [period for period in replay.periods if _fell(period)]
    if not fallen:
        return None
    most = max(fallen, key=lambda period: period.n)
    frozen = sum(period.k == 0 for period in fallen)
    rated = sum(period.list_rating is not None for period in replay.periods)
    zero = f", in {frozen} of them to 0, which freezes the rating" if frozen else ""
    return (
        f"K fell in {len(fallen)} of {rated} rating periods because K x games may not exceed 700{zero}; "
        f"the busiest was {most.period} with {most.n} games and K {most.k}."
    )


def _fell(period: FidePeriod) -> bool:
    return period.k is not None and period.k_list is not None and period.k < period.k_list


def _remark(period: FidePeriod, elo_change: Decimal | None) -> KRemark:
    k, k_list = period.k or 0, period.k_list or 0
    so_far = " so far" if period.rounded is None else ""
    limit = f"{period.n} games{so_far} x {k_list} > 700"
    if k == 0:
        text = f"{period.period}: K is 0, because {limit}; the FIDE rating cannot move."
    else:
        text = (
            f"{period.period}: K fell from {k_list} to {k}, because {limit}; the list moves by {_tenth(period.change)}."
        )
    if elo_change is not None:
        text += f" Elo game by game, which knows no such limit, moves by {_tenth(elo_change)}."
    return KRemark(period.period, period.n, k_list, k, period.change, elo_change, text)


def _tenth(value: Decimal) -> str:
    return signed(round(value, 1))
