"""The calculator's sheet for one game by Lichess's Glicko-2, from what a person types. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tracker.errors import UsageError
from tracker.game import PERF_NAMES, Color
from tracker.ratings.fide.columns import aligned
from tracker.ratings.fide.typed import parse_halves
from tracker.ratings.glicko2 import Glicko
from tracker.ratings.lichess import Rated, kept, rate_game
from tracker.ratings.lichess_eras import era_at


@dataclass(frozen=True, slots=True)
class LichessSheet:
    """Both players before and after one game."""

    me: Glicko
    opponent: Glicko
    my_after: Rated
    opponent_after: Rated
    title: str

    def to_json(self) -> dict[str, Any]:
        """My numbers after the game, and the same under `opponent`."""
        return _rated_json(self.my_after) | {"opponent": _rated_json(self.opponent_after)}

    def lines(self) -> list[str]:
        """The sheet as a person reads it."""
        rows = [
            _cells("me", self.me, self.my_after),
            _cells("opponent", self.opponent, self.opponent_after),
        ]
        header = ("", "rating", "deviation", "volatility", "-> rating", "deviation", "volatility", "change shown")
        return [
            self.title,
            "",
            *aligned(header, rows),
            "",
            "The change is that of the whole points which Lichess shows.",
        ]


def lichess_sheet(me: str, opponent: str, result: str, color: Color, perf: str, at: int) -> LichessSheet:
    """One game that ended at `at` (epoch ms) between players typed as `1500,60,0.06`. Raises UsageError.

    `result` and `color` are mine.
    """
    if perf not in PERF_NAMES:
        raise UsageError(f"There is no perf {perf!r}; use one of {', '.join(PERF_NAMES)}.")
    era = era_at(at)
    mine, theirs = kept(_numbers("--me", me), era), kept(_numbers("--opponent", opponent), era)
    halves = parse_halves(result)
    my_after, their_after = rate_game(mine, theirs, halves / 2, color=color, at=at, perf=perf)
    word = ("loss", "draw", "win")[halves]
    return LichessSheet(mine, theirs, my_after, their_after, f"Lichess {PERF_NAMES[perf]}: {word} with {color}")


def _numbers(flag: str, text: str) -> Glicko:
    try:
        rating, deviation, volatility = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"{flag} takes rating, deviation and volatility as 1500,60,0.06, not {text!r}.") from None
    if not (0 < rating < 4000 and 0 < deviation <= 1000 and 0 < volatility <= 1):
        raise UsageError(
            f"{flag} {text} is out of range; a rating lies below 4000, a deviation within 1000, a volatility within 1."
        )
    return Glicko(rating, deviation, volatility)


def _rated_json(after: Rated) -> dict[str, Any]:
    return {
        "rating": after.rating,
        "deviation": after.deviation,
        "volatility": after.volatility,
        "change": after.change,
    }


def _cells(name: str, before: Glicko, after: Rated) -> tuple[str, ...]:
    return (
        name,
        f"{before.rating:.2f}",
        f"{before.deviation:.2f}",
        f"{before.volatility:.6f}",
        f"{after.rating:.2f}",
        f"{after.deviation:.2f}",
        f"{after.volatility:.6f}",
        f"{after.change:+d}",
    )
