"""Plain words about what the rules did to a history: periods in which so many games were played that K fell."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from tracker.ratings.elo import EloRow
from tracker.ratings.fide.exact import signed
from tracker.ratings.fide.rows import FidePeriod, FideReplay, FideRow

Pairs = Iterable[tuple[FideRow | None, EloRow | None]]
"""What both systems make of the games on a list, in any order."""


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


def k_remarks(replay: FideReplay, pairs: Pairs = ()) -> list[KRemark]:
    """The periods in which K fell, oldest first."""
    moved = _elo_changes(pairs)
    return [_remark(period, moved.get(period.period)) for period in replay.periods if _fell(period)]


def k_summary(replay: FideReplay, pairs: Pairs = ()) -> str | None:
    """One sentence about all periods in which K fell; None where there is none."""
    fallen = [period for period in replay.periods if _fell(period)]
    if not fallen:
        return None
    most = max(fallen, key=lambda period: period.n)
    frozen = sum(period.k == 0 for period in fallen)
    rated = sum(period.list_rating is not None for period in replay.periods)
    periods = "rating period" if rated == 1 else "rating periods"
    zero = f", in {frozen} of them to 0, which freezes the rating" if frozen else ""
    elo_change = _elo_changes(pairs).get(most.period)
    instead = (
        ""
        if elo_change is None
        else f": the list moved by {_tenth(most.change)}, Elo game by game by {_tenth(elo_change)}"
    )
    return (
        f"K fell in {len(fallen)} of {rated} {periods} because K x games may not exceed 700{zero}; "
        f"the busiest was {most.period} with {most.n} games and K {most.k}{instead}."
    )


def _elo_changes(pairs: Pairs) -> dict[str, Decimal]:
    """Period -> what per-game Elo made of its games."""
    moved: dict[str, Decimal] = {}
    for fide, elo in pairs:
        if fide is not None and fide.period is not None and elo is not None:
            moved[fide.period] = moved.get(fide.period, Decimal(0)) + elo.change
    return moved


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
