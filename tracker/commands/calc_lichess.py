"""`tracker calc lichess`: one game by Lichess's Glicko-2, for both players."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from tracker.errors import UsageError
from tracker.game import PERF_NAMES
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


def lichess_sheet(args: argparse.Namespace, at: int) -> LichessSheet:
    """The sheet for the words of the command line and a moment in epoch ms. Raises UsageError."""
    if args.perf not in PERF_NAMES:
        raise UsageError(f"There is no perf {args.perf!r}; use one of {', '.join(PERF_NAMES)}.")
    era = era_at(at)
    me, opponent = kept(_numbers("--me", args.me), era), kept(_numbers("--opponent", args.opponent), era)
    score = parse_halves(args.result) / 2
    mine, theirs = rate_game(me, opponent, score, color=args.colour, at=at, perf=args.perf)
    word = {1.0: "win", 0.5: "draw", 0.0: "loss"}[score]
    return LichessSheet(me, opponent, mine, theirs, f"Lichess {PERF_NAMES[args.perf]}: {word} with {args.colour}")


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
