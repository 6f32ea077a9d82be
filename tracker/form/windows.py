"""The last n games against the strength frozen before them: score, expected score, performance, z. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt

from tracker.form.chances import Z95, ScoreRange, chance_range
from tracker.form.results import Results
from tracker.form.smoother import Filtered, Strength

FEWEST = 20
"""Games below which a window says nothing about strength."""
FEWEST_BEFORE = 50
"""Games needed before a window to know what to compare with."""
FEWEST_PERFORMANCE = 5
"""Games below which no performance rating is shown, as many as FIDE wants for a first rating."""
WIDEST = 1000.0
"""Performance is looked for this far from the opponents; FIDE's tables end at 800."""


@dataclass(frozen=True, slots=True)
class Window:
    """Games start..stop of a perf, judged by what was known before the first of them."""

    start: int
    stop: int
    score: float
    before: Strength
    """The strength frozen before the window, from earlier games alone."""
    expected: float
    """Points that the frozen strength promised."""
    z: float
    """(score - expected) in standard deviations: those of the games and that of the frozen strength."""

    @property
    def games(self) -> int:
        """How many games it rests on."""
        return self.stop - self.start

    @property
    def comparable(self) -> bool:
        """There are enough games in it and before it to say anything."""
        return self.games >= FEWEST and self.start >= max(FEWEST_BEFORE, self.games // 2)


@dataclass(frozen=True, slots=True)
class Performance:
    """The strength at which the score was to be expected, and the strengths at which it is no surprise (95 %)."""

    games: int
    rating: float | None
    """None where all games were won or all lost."""
    low: float | None
    high: float | None


def window(filtered: Filtered, start: int, stop: int) -> Window:
    """Judge games start..stop. Raises ValueError for an empty window."""
    if not 0 <= start < stop <= len(filtered.results):
        raise ValueError("a window needs at least one game of the history")
    before = filtered.before(start)
    expected, spread, steep = _expectation(filtered.results, start, stop, before.mean)
    score = sum(filtered.results.scores[start:stop])
    return Window(start, stop, score, before, expected, (score - expected) / sqrt(spread + (steep * before.sd) ** 2))


def score_range(results: Results, judged: Window) -> ScoreRange:
    """What chance alone gives in 95 of 100 such windows at the strength from before."""
    part = slice(judged.start, judged.stop)
    return chance_range(results.versus[part], results.slopes[part], judged.before.mean, judged.before.sd, results.draws)


def performance(results: Results, start: int, stop: int) -> Performance:
    """Performance rating of games start..stop, with the strengths whose chance range (95 %) holds the score."""
    games = stop - start
    score = sum(results.scores[start:stop])
    middle = sum(results.versus[start:stop]) / games

    def solve(deviations: float) -> float | None:
        def surplus(strength: float) -> float:
            expected, spread, _ = _expectation(results, start, stop, strength)
            return expected + deviations * sqrt(spread) - score

        low, high = middle - WIDEST, middle + WIDEST
        if surplus(low) > 0.0 or surplus(high) < 0.0:
            return None
        while high - low > 0.05:
            half = (low + high) / 2.0
            low, high = (half, high) if surplus(half) < 0.0 else (low, half)
        return (low + high) / 2.0

    return Performance(games, solve(0.0), solve(Z95), solve(-Z95))


def difference(results: Results, judged: Window) -> Strength | None:
    """Points by which the play of a window differs from the strength before it; None without a performance."""
    shown = performance(results, judged.start, judged.stop)
    if shown.rating is None:
        return None
    _, spread, steep = _expectation(results, judged.start, judged.stop, shown.rating)
    own = spread / (steep * steep)
    return Strength(shown.rating - judged.before.mean, sqrt(own + judged.before.sd**2))


def _expectation(results: Results, start: int, stop: int, strength: float) -> tuple[float, float, float]:
    """Expected score of games start..stop, its variance by chance, and its slope per point of strength."""
    expected = spread = steep = 0.0
    for versus, slope in zip(results.versus[start:stop], results.slopes[start:stop], strict=True):
        e = 1.0 / (1.0 + exp(slope * (versus - strength)))
        v = e * (1.0 - e)
        expected += e
        spread += v
        steep += slope * v
    return expected, spread * (1.0 - results.draws), steep
