"""FIDE's table and K, updated after every game and never rounded: what calculators show."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from tracker.game import PlayedGame
from tracker.ratings.options import RatingOptions


class EloRow(NamedTuple):
    """One game's update, exact."""

    expected: Decimal
    k: int
    change: Decimal
    rating: Decimal
    """After the game."""


def replay_elo(games: Iterable[PlayedGame], perf: str, options: RatingOptions) -> list[EloRow | None]:
    """One row per game of one perf in the order given; None where the game does not count."""
    raise NotImplementedError
