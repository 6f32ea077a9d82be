"""What the next game against a given rating is worth, in each system. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tracker.form.chances import SLOPE, expected_score
from tracker.form.smoother import Strength
from tracker.game import Color
from tracker.ratings.fide.expected import expected_table
from tracker.ratings.glicko2 import Glicko
from tracker.ratings.lichess import rate_game

DEVIATION = 45.0
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


def lichess_stake(rating: float, opponent: int, color: Color, perf: str, at: int) -> Stake:
    """By Lichess's own update at `at` (epoch ms), both players at this deviation."""
    me, other = Glicko(rating, DEVIATION, VOLATILITY), Glicko(float(opponent), DEVIATION, VOLATILITY)
    win, draw, loss = (
        rate_game(me, other, score, color=color, at=at, perf=perf)[0].rating - rating for score in (1.0, 0.5, 0.0)
    )
    return Stake("lichess", rating, win, draw, loss)


def table_stake(system: str, rating: int, opponent: int, k: int) -> Stake:
    """By FIDE's table and K (FIDE Rating Regulations 8.3.1 and 8.3.2); differences above 400 count as 400."""
    difference = max(-400, min(400, rating - opponent))
    expected = expected_table(difference)
    win, draw, loss = (float(k * (score - expected)) for score in (Decimal(1), Decimal("0.5"), Decimal(0)))
    return Stake(system, rating, win, draw, loss)


def winning_chances(now: Strength, opponent: int) -> float:
    """The expected score against this rating at the present strength, colours apart."""
    return expected_score(now.mean, float(opponent), SLOPE)
