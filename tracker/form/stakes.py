"""What the next game against a given rating is worth, in each system. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tracker.game import Color
from tracker.ratings.fide.expected import expected_table
from tracker.ratings.glicko2 import Glicko
from tracker.ratings.lichess import rate_game

DEVIATION = 45.0
"""Lichess's floor, where an active player's deviation stands."""
VOLATILITY = 0.09


@dataclass(frozen=True, slots=True)
class Stake:
    """Points for each result of one game."""

    system: str
    """`lichess`, `fide` or `elo`."""
    rating: float
    """The own one in that system."""
    win: float
    draw: float
    loss: float
    deviation: float | None = None
    """The own one that moves a Lichess rating; None in the other systems."""


def lichess_stake(
    rating: float, opponent: int, color: Color, perf: str, at: int, deviation: float = DEVIATION
) -> Stake:
    """By Lichess's own update at `at` (epoch ms) against an active player.

    The own deviation decides: after a year's pause the same win is worth many times as much.
    """
    me, other = Glicko(rating, deviation, VOLATILITY), Glicko(float(opponent), DEVIATION, VOLATILITY)
    win, draw, loss = (
        rate_game(me, other, score, color=color, at=at, perf=perf)[0].rating - rating for score in (1.0, 0.5, 0.0)
    )
    return Stake("lichess", rating, win, draw, loss, deviation)


def table_stake(system: str, rating: int, opponent: int, k: int) -> Stake:
    """By FIDE's table and K (FIDE Rating Regulations 8.3.1 and 8.3.2); differences above 400 count as 400."""
    difference = max(-400, min(400, rating - opponent))
    expected = expected_table(difference)
    win, draw, loss = (float(k * (score - expected)) for score in (Decimal(1), Decimal("0.5"), Decimal(0)))
    return Stake(system, rating, win, draw, loss)
