"""The calculator's smaller sheets: expected scores, performance, first rating, points at stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tracker.ratings.fide.columns import aligned, wrapped
from tracker.ratings.fide.difference import NOT_RATED
from tracker.ratings.fide.editions import Edition
from tracker.ratings.fide.exact import json_number, plain, signed
from tracker.ratings.fide.expected import expected_formula, expected_table, table_row
from tracker.ratings.fide.first_rating import VIRTUAL_OPPONENT, FirstRating, Result, first_rating
from tracker.ratings.fide.performance import Performance, perfect_performance, performance_rating
from tracker.ratings.fide.rating_change import Event, rate_event
from tracker.ratings.options import Method

SHORT_TABLE = (0, 25, 50, 75, 100, 150, 200, 250, 300, 350, 400, 500, 600, 735, 736)
"""Differences in the short table of expected scores."""
CENTS = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class ExpectedSheet:
    """Expected scores by table and by formula, without any cap; for one pair of ratings, or the short table."""

    rating: int | None = None
    opponent: int | None = None

    def to_json(self) -> dict[str, Any]:
        """`table` and `formula` of the pair, where there is one; else `rows` of the short table."""
        if self.rating is None or self.opponent is None:
            return {"rating": self.rating, "rows": [_expected_json(size) for size in SHORT_TABLE]}
        pair = {"rating": self.rating, "opponent": self.opponent}
        return pair | _expected_json(self.rating - self.opponent)

    def lines(self) -> list[str]:
        """The pair, then the short table."""
        lines = []
        if self.rating is not None and self.opponent is not None:
            difference = self.rating - self.opponent
            table, formula = expected_table(difference), expected_formula(difference)
            lines = [
                f"{self.rating} against {self.opponent}: D {difference:+d}, table row {table_row(difference)}",
                f"expected score by FIDE's table {table:.2f}, by the formula {formula:.4f} (no 400-point rule)",
                "",
            ]
        rows = []
        for size in SHORT_TABLE:
            weaker = () if self.rating is None else (str(self.rating - size), str(self.rating + size))
            table, formula = expected_table(size), expected_formula(size)
            rows.append((str(size), f"{table:.2f}", f"{1 - table:.2f}", f"{formula:.4f}", *weaker))
        against = () if self.rating is None else ("higher against", "lower against")
        return lines + aligned(("D", "higher", "lower", "formula", *against), rows)


def _expected_json(difference: int) -> dict[str, Any]:
    return {
        "difference": difference,
        "table": json_number(expected_table(difference)),
        "formula": json_number(expected_formula(difference)),
    }


@dataclass(frozen=True, slots=True)
class PerformanceSheet:
    """A performance rating and its parts."""

    result: Performance
    perfect: int

    def to_json(self) -> dict[str, Any]:
        """The numbers."""
        result = self.result
        return {
            "performance": result.performance,
            "average": result.average,
            "score": json_number(Decimal(result.halves) / 2),
            "games": result.games,
            "percent": result.percent,
            "dp": result.dp,
            "perfect": self.perfect,
        }

    def lines(self) -> list[str]:
        """The sheet as a person reads it."""
        result = self.result
        return [
            f"{plain(Decimal(result.halves) / 2)} of {result.games} against an average of {result.average}: "
            f"{result.percent} %, dp {result.dp:+d} (table 8.1.1)",
            f"Performance rating {result.performance}",
            f"Perfect performance {self.perfect} (the lowest rating expected to score as much)",
        ]


def performance_sheet(games: Sequence[Result]) -> PerformanceSheet:
    """The performance of at least one game."""
    opponents, halves = [result[0] for result in games], sum(result[1] for result in games)
    return PerformanceSheet(performance_rating(opponents, halves), perfect_performance(opponents, halves))


@dataclass(frozen=True, slots=True)
class FirstRatingSheet:
    """A first rating, or why there is none."""

    result: FirstRating
    edition: Edition
    games: int
    halves: int

    def to_json(self) -> dict[str, Any]:
        """The numbers; `rating` is null where none is published, `computed` is what the formula gives."""
        result = self.result
        return {
            "rating": result.rating,
            "average": None if result.average is None else json_number(_cents(result.average)),
            "reason": result.reason,
            "computed": result.computed,
            "edition": self.edition.name,
            "list": self.edition.fide_list,
            "games": self.games,
            "score": json_number(Decimal(self.halves) / 2),
        }

    def lines(self) -> list[str]:
        """The sheet as a person reads it."""
        result, edition = self.result, self.edition
        games = "game" if self.games == 1 else "games"
        lines = [
            f"First rating, FIDE {edition.fide_list}, rules of {edition.name}",
            f"{plain(Decimal(self.halves) / 2)} of {self.games} {games} against rated opponents",
        ]
        if result.average is not None:
            virtual = f", with two draws against {VIRTUAL_OPPONENT}" if edition.two_draws else ""
            lines.append(f"Average of opponents {plain(_cents(result.average))}{virtual} -> {result.computed}")
        shown = "none" if result.rating is None else str(result.rating)
        return [*lines, *wrapped(f"Rating: {shown}. {result.reason}")]


def first_rating_sheet(events: Sequence[Sequence[Result]], edition: Edition) -> FirstRatingSheet:
    """The first rating from events, oldest first."""
    games = [result for event in events for result in event]
    return FirstRatingSheet(first_rating(events, edition), edition, len(games), sum(result[1] for result in games))


def _cents(value: Fraction) -> Decimal:
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(CENTS)


@dataclass(frozen=True, slots=True)
class StakeSheet:
    """What a game can bring and cost."""

    rating: int
    opponent: int
    k: int
    edition: Edition
    expected: Decimal | None
    """None where the game would not be rated."""
    difference: int | None
    changes: tuple[Decimal | None, Decimal | None, Decimal | None]
    """Loss, draw, win."""

    def to_json(self) -> dict[str, Any]:
        """The numbers; null where the game would not be rated."""
        loss, draw, win = (json_number(change) for change in self.changes)
        return {
            "win": win,
            "draw": draw,
            "loss": loss,
            "expected": json_number(self.expected),
            "difference": self.difference,
            "k": self.k,
            "edition": self.edition.name,
            "list": self.edition.fide_list,
            "rated": self.expected is not None,
        }

    def lines(self) -> list[str]:
        """The sheet as a person reads it."""
        head = f"{self.rating} against {self.opponent}, K {self.k}, FIDE {self.edition.fide_list}, {self.edition.name}"
        loss, draw, win = self.changes
        if loss is None or draw is None or win is None or self.expected is None:
            return [head, *wrapped(NOT_RATED)]
        words = ((name, signed(round(value, 4))) for name, value in (("win", win), ("draw", draw), ("loss", loss)))
        return [head, f"expected score {plain(round(self.expected, 4))}", "", *aligned(("", "points"), list(words))]


def stake_sheet(
    rating: int, opponent: int, k: int, edition: Edition, method: Method = "table", cap: bool = True
) -> StakeSheet:
    """The change that each result of one game would bring, before the limit of K x n."""
    games = [rate_event(Event(rating, [(opponent, halves)], edition), method, cap)[0] for halves in (0, 1, 2)]
    loss, draw, win = (None if game.gain is None else game.gain * k for game in games)
    return StakeSheet(rating, opponent, k, edition, games[0].expected, games[0].difference, (loss, draw, win))
