"""How far the levels are from the ratings of players, beside what constant, centipawn loss and accuracy would say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tracker.errors import FileUnreadable
from tracker.game import Color
from tracker.strength.accuracy import move_qualities, quality
from tracker.strength.evaluations import complete_part
from tracker.strength.level import Level, Unplayable, judge_all
from tracker.strength.model import Model, shipped
from tracker.strength.samples import Sample, read_samples, settle_scales
from tracker.strength.scale import Scale, to_reference

BAND = 200
LEAST_IN_BAND = 20
"""Sides; a band with fewer has no mean of its own."""
LEFT_OUT = ("provisional", "short", "unrated", "unreadable")
"""Why sides are not counted: `unreadable` are both sides of a line that is no game."""
MOST_TOLD = 5
"""Lines that could not be read told with their reasons."""
BATCH = 1000
"""Games judged at a time."""


class Judged(NamedTuple):
    """A range beside the truth."""

    rating: float
    low: float
    estimate: float
    high: float


class SideResult(NamedTuple):
    """One counted side of a sample."""

    player: str | None
    split: str | None
    rating: int
    own: Level
    game: Level | None
    """None where the other side made too few moves."""
    acpl: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Line:
    """A baseline: rating = intercept + slope * figure, and what is added for the ends of its 80 % range."""

    intercept: float
    slope: float
    low: float
    high: float

    def range(self, rating: float, figure: float) -> Judged:
        """What this line says of a side with that figure."""
        estimate = self.intercept + self.slope * figure
        return Judged(rating, estimate + self.low, estimate, estimate + self.high)


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """`mean_error`, `band_mean` (mean of the 200-point bands' mean errors), `coverage`, `width`, `n`."""
    if not judged:
        return {"mean_error": None, "band_mean": None, "coverage": None, "width": None, "n": 0}
    errors: dict[int, list[float]] = defaultdict(list)
    for side in judged:
        errors[int(side.rating // BAND)].append(abs(side.estimate - side.rating))
    bands = [sum(band) / len(band) for band in errors.values() if len(band) >= LEAST_IN_BAND]
    count = len(judged)
    return {
        "mean_error": round(sum(map(sum, errors.values())) / count, 1),
        "band_mean": round(sum(bands) / len(bands), 1) if bands else None,
        "coverage": round(sum(side.low <= side.rating <= side.high for side in judged) / count, 4),
        "width": round(sum(side.high - side.low for side in judged) / count, 1),
        "n": count,
    }


def mean_of_games(results: Iterable[SideResult], games: int) -> tuple[int, float | None]:
    """(groups, mean error) of the plain mean of so many games of one player, against the mean of its ratings."""
    players: dict[str, list[SideResult]] = defaultdict(list)
    for result in results:
        if result.player is not None:
            players[result.player].append(result)
    errors = [
        abs(sum(side.own.estimate - side.rating for side in sides[first : first + games])) / games
        for sides in players.values()
        for first in range(0, len(sides) - games + 1, games)
    ]
    return len(errors), round(sum(errors) / len(errors), 1) if errors else None


def judge_samples(samples: Sequence[Sample], model: Model) -> tuple[list[SideResult], Counter[str]]:
    """All counted sides, and how many were left out why: `unreadable`, `unrated`, `provisional`, `short`."""
    results: list[SideResult] = []
    left_out: Counter[str] = Counter()
    for first in range(0, len(samples), BATCH):
        part = samples[first : first + BATCH]
        for sample, level in zip(part, judge_all([sample.game for sample in part], model), strict=True):
            if isinstance(level.white, Unplayable):
                left_out["unreadable"] += 2
                continue
            values = to_reference(complete_part(sample.game.evaluations or ()), sample.game.scale)
            moves = move_qualities(values)
            sides: tuple[tuple[Color, Any, Any], ...] = (
                ("white", sample.white, level.white),
                ("black", sample.black, level.black),
            )
            for color, player, own in sides:
                if player.rating is None:
                    left_out["unrated"] += 1
                elif player.provisional:
                    left_out["provisional"] += 1
                elif not isinstance(own, Level):
                    left_out["short"] += 1
                else:
                    side = quality(move for move in moves if move.color == color)
                    game = level.game if isinstance(level.game, Level) else None
                    told = (player.player, player.split, player.rating, own, game)
                    results.append(SideResult(*told, side.acpl or 0.0, side.accuracy or 0.0))
    return results, left_out


def ranges(results: Iterable[SideResult]) -> list[Judged]:
    """The own-moves ranges beside the ratings."""
    return [Judged(side.rating, side.own.low, side.own.estimate, side.own.high) for side in results]


def game_ranges(results: Iterable[SideResult]) -> list[Judged]:
    """The ranges of the game's level beside the ratings."""
    pairs = [(side.rating, side.game) for side in results if side.game is not None]
    return [Judged(rating, game.low, game.estimate, game.high) for rating, game in pairs]


def baselines(results: Sequence[SideResult], lines: Mapping[str, Any]) -> dict[str, Any]:
    """The same figures for the lines that training fitted to constant, ACPL and accuracy."""
    values = {
        "constant": [0.0] * len(results),
        "acpl": [side.acpl for side in results],
        "accuracy": [side.accuracy for side in results],
    }
    return {
        name: figures(
            [Line(**lines[name]).range(side.rating, x) for side, x in zip(results, values[name], strict=True)]
        )
        for name in values
    }


def summary(results: Sequence[SideResult], facts: Mapping[str, Any]) -> dict[str, Any]:
    """All figures of some counted sides, beside the baselines that training left in the model's `facts`.

    `baselines` were fitted to the training players as they are, `baselines_even` as the own-moves nets are, with rare
    ratings drawn more often: without the latter the bands' means would flatter the nets.
    """
    means = {games: mean_of_games(results, games) for games in (5, 10, 20)}
    return {
        **figures(ranges(results)),
        "baselines": baselines(results, facts["baselines"]),
        "baselines_even": baselines(results, facts["baselines_even"]),
        "game": figures(game_ranges(results)),
        "means": {str(games): {"groups": groups, "mean_error": error} for games, (groups, error) in means.items()},
    }


def evaluate(path: Path, scale: Scale | None = None, model: Model | None = None) -> dict[str, Any]:
    """The figures of a file of samples (`samples.py`). `scale`: of all its evaluations, whatever the records say."""
    model = model or shipped()
    unread: list[str] = []
    samples, moved = settle_scales(list(read_samples(path, unread)), scale)
    if unread and not samples:
        raise FileUnreadable(f"{unread[0][0].upper()}{unread[0][1:]}, nor is any other line; check the file.")
    results, left_out = judge_samples(samples, model)
    left_out["unreadable"] += 2 * len(unread)
    splits = sorted({side.split for side in results if side.split is not None})
    return {
        **summary(results, model.facts),
        "left_out": {why: left_out[why] for why in LEFT_OUT},
        "unread": unread[:MOST_TOLD],
        "scales": dict(Counter(str(sample.game.scale) for sample in samples).most_common()),
        "rescaled": [str(scale) for scale in moved],
        "by_split": {name: figures(ranges(side for side in results if side.split == name)) for name in splits},
    }
