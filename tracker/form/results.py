"""The games that tell about strength, as columns: who was met, how it ended, when. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tracker.form.chances import SLOPE, SLOPE_PROVISIONAL, draw_share, usual_draws
from tracker.game import PlayedGame
from tracker.ratings.lichess import advantage_of
from tracker.ratings.lichess_eras import epoch_ms, era_at

TODAY_S_ERA = era_at(epoch_ms("2026-01-01"))
"""Lichess's first measured value of the first move; it is a fact of chess, so it holds for older games too."""
SETTLED_CHANGE = 20
"""An established rating moves by less than this in a game; a first game that moved more was a provisional one."""
LEAPS_AHEAD = 5
"""A rating that leaps within so many games is provisional yet."""
HALVES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True, slots=True)
class Results:
    """The rated games of one perf in the order ratings were applied; all columns have one entry a game."""

    perf: str
    games: Sequence[PlayedGame]
    versus: Sequence[float]
    """The opponent's shown rating, less what the first move adds to the own side."""
    slopes: Sequence[float]
    """Steepness of the expected score per point; less against provisional ratings."""
    scores: Sequence[float]
    draws: float
    """Share of draws between equals (`chances.draw_share`)."""

    def __len__(self) -> int:
        return len(self.games)


def results_of(games: Iterable[PlayedGame], perf: str) -> Results:
    """The games that count: rated, ended, against a rated human or bot, and with a change of rating.

    A history from a file may know no changes at all; then every rated game with a result counts.
    """
    rated = [
        game
        for game in games
        if game.rated and game.outcome is not None and game.opponent_rating is not None and game.perf == perf
    ]
    moved = [game for game in rated if game.change is not None] or rated
    versus, slopes, scores = [], [], []
    edges: dict[tuple[str, str], float] = {}
    for game in moved:
        key = (game.color, game.variant)
        if key not in edges:
            edges[key] = advantage_of(game.color, TODAY_S_ERA, perf, game.variant)
        versus.append(game.opponent_rating - edges[key])  # type: ignore[operator]
        slopes.append(SLOPE_PROVISIONAL if game.opponent_provisional else SLOPE)
        scores.append(HALVES[game.outcome])  # type: ignore[index]
    return Results(perf, moved, versus, slopes, scores, _draws(moved, versus, scores, perf))


def first_guess(results: Results) -> tuple[float, float]:
    """Strength and its deviation before the first game: the shown rating, trusted only if it was established."""
    if not len(results):
        return 1500.0, 350.0
    first = results.games[0]
    rating = results.versus[0] if first.rating is None else float(first.rating)
    known = first.provisional is False or (first.provisional is None and first.change is not None)
    settled = known and first.change is not None and abs(first.change) < SETTLED_CHANGE
    return rating, 60.0 if settled else 350.0


def established(games: Sequence[PlayedGame]) -> list[bool]:
    """Of each game, whether the rating was established: by the record's mark, else by the size of the changes."""
    calm, found = LEAPS_AHEAD, []
    for game in reversed(games):
        calm = 0 if game.change is not None and abs(game.change) >= SETTLED_CHANGE else calm + 1
        found.append(calm >= LEAPS_AHEAD if game.provisional is None else not game.provisional)
    return found[::-1]


def _draws(games: Sequence[PlayedGame], versus: Sequence[float], scores: Sequence[float], perf: str) -> float:
    """Draws counted as if all opponents were equals: pairing sees to it that nearly all are."""
    level = sum(versus) / len(versus) if versus else 1500.0
    return draw_share(scores, [0.5] * len(scores), usual_draws(level, perf)) if games else usual_draws(level, perf)
