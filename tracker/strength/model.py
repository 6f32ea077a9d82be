"""From games as seen (`features.py`) to quantiles of the rating: rows for the net, the shipped weights, calibration.

A side's own range comes from its own moves (`own_quantiles`); the level of the game from both sides' moves and how it
ended (`game_quantiles`). No rating, name or title enters either; the result enters the second only.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import numpy as np

from tracker.game import Color
from tracker.strength.features import INPUTS, MovesSeen
from tracker.strength.net import Floats, Net, Rows, predict, stages_of
from tracker.strength.openings import OPENING_INPUTS, Openings, opening_inputs

Ending = Literal["mate", "resign", "time", "other"]

INPUT_WIDTH = len(INPUTS) + len(OPENING_INPUTS)
USUAL_SECONDS = 600
"""A time control as long or shorter is taken as this one: shorter ones were not in the training."""
LONGEST = 1.3
"""Of log2(seconds / 600): what the training has seen."""


class Seen(NamedTuple):
    """A game as the net needs it."""

    moves: MovesSeen
    seconds: float | None
    """Initial time + 40 increments; None where the time control is not known."""
    increment: bool
    winner: Color | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class Standard:
    """Means and deviations by which context values are standardised."""

    mean: Floats
    deviation: Floats


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was added to the lower and to the upper quantile so that the calibration players' ranges cover 80 %."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Model:
    """Everything that training made."""

    own: list[Net]
    game: list[Net]
    own_standard: Standard
    game_standard: Standard
    own_calibration: Calibration
    game_calibration: Calibration
    openings: Openings
    facts: dict[str, Any]
    """Date, data, split and errors, as in the model card."""


@cache
def shipped() -> Model:
    """The weights in the package."""
    folder = files("tracker.strength") / "weights"
    with (folder / "net.npz").open("rb") as stream, np.load(stream) as arrays:
        return unpack(dict(arrays), json.loads((folder / "facts.json").read_text(encoding="utf-8")))


def unpack(arrays: dict[str, Any], facts: dict[str, Any]) -> Model:
    """A model from the arrays that `pack` made."""

    def nets(prefix: str) -> list[Net]:
        count = len(arrays[f"{prefix}_w1"])
        return [Net(*(arrays[f"{prefix}_{name}"][index] for name in Net._fields)) for index in range(count)]

    return Model(
        nets("own"),
        nets("game"),
        Standard(arrays["own_mean"], arrays["own_deviation"]),
        Standard(arrays["game_mean"], arrays["game_deviation"]),
        Calibration(*map(float, arrays["own_calibration"])),
        Calibration(*map(float, arrays["game_calibration"])),
        Openings(arrays["opening_keys"], arrays["opening_surplus"], arrays["opening_counts"].astype(np.int64)),
        facts,
    )


def pack(model: Model) -> dict[str, Any]:
    """The arrays of a model, for `numpy.savez_compressed`."""
    arrays: dict[str, Any] = {}
    for prefix, nets in (("own", model.own), ("game", model.game)):
        for name in Net._fields:
            arrays[f"{prefix}_{name}"] = np.stack([getattr(net, name) for net in nets])
    for prefix, standard in (("own", model.own_standard), ("game", model.game_standard)):
        arrays[f"{prefix}_mean"], arrays[f"{prefix}_deviation"] = standard.mean, standard.deviation
    for prefix, shift in (("own", model.own_calibration), ("game", model.game_calibration)):
        arrays[f"{prefix}_calibration"] = np.array([shift.low, shift.high], np.float32)
    arrays["opening_keys"], arrays["opening_surplus"] = model.openings.keys, model.openings.surplus
    arrays["opening_counts"] = model.openings.counts.astype(np.int32)
    return arrays


def own_quantiles(model: Model, games: Sequence[Seen]) -> Floats:
    """(2 * games, 3): 10, 50 and 90 % of the rating given a side's own moves; White's row, then Black's, a game."""
    context = [own_context(game, white) for game in games for white in (True, False)]
    rows = rows_of(model.openings, games, context, model.own_standard)
    return calibrated(predict(model.own, rows, both=False), model.own_calibration)


def game_quantiles(model: Model, games: Sequence[Seen]) -> Floats:
    """(games, 3): 10, 50 and 90 % of the rating of the game's players, from both sides' moves and the ending."""
    context = [game_context(game, white) for game in games for white in (True, False)]
    rows = rows_of(model.openings, games, context, model.game_standard)
    return calibrated(mean_of_sides(predict(model.game, rows, both=True)), model.game_calibration)


def mean_of_sides(quantiles: Floats) -> Floats:
    """(games, 3) from (2 * games, 3): what the game's net says when it looks from White and from Black."""
    means: Floats = quantiles.reshape(-1, 2, 3).mean(axis=1)
    return means


def calibrated(quantiles: Floats, shift: Calibration) -> Floats:
    """The quantiles with their ends moved."""
    return np.sort(quantiles + np.array([shift.low, 0, shift.high], np.float32), axis=1)


def rows_of(
    openings: Openings,
    games: Sequence[Seen],
    context: Sequence[Sequence[float]],
    standard: Standard,
    counted: Sequence[float] | None = None,
) -> Rows:
    """The games as rows for the net, two a game, with standardised context.

    `counted`, a value a row: the player's rating less the mean where the row went into the opening table, else NaN.
    """
    inputs, starts = [np.zeros((0, INPUT_WIDTH), np.float32)], [0]
    plies_of_all = [np.zeros(0, np.int64)]
    for index, game in enumerate(games):
        seen = np.array(game.moves.inputs, np.float32).reshape(-1, len(INPUTS))
        keys = np.array(game.moves.positions, np.uint64)
        plies = np.arange(len(seen))
        for side in (0, 1):
            own = None if counted is None else np.full(len(plies[side::2]), counted[2 * index + side], np.float32)
            known = opening_inputs(openings, keys[side::2], plies[side::2], own)
            inputs.append(np.concatenate([seen[side::2], known], axis=1))
            plies_of_all.append(plies[side::2])
            starts.append(starts[-1] + len(known))
    values = np.array(context, np.float32).reshape(len(starts) - 1, len(standard.mean))
    return Rows(
        np.concatenate(inputs),
        stages_of(np.concatenate(plies_of_all)),
        np.array(starts),
        (values - standard.mean) / standard.deviation,
    )


def own_context(game: Seen, white: bool) -> list[float]:
    """Own moves, their logarithm, the share of them with few pieces, and how much longer than 10+0 the game was."""
    few = game.moves.few_pieces[0 if white else 1 :: 2]
    moves = max(1, len(few))
    longer = 0.0 if game.seconds is None else float(np.log2(max(1.0, game.seconds) / USUAL_SECONDS))
    return [float(len(few)), float(np.log(moves)), sum(few) / moves, min(LONGEST, max(0.0, longer))]


def game_context(game: Seen, white: bool) -> list[float]:
    """Beside the side's own: the opponent's share with few pieces, plies, result, ending, increment and colour."""
    score = 0.0 if game.winner is None else (1.0 if (game.winner == "white") == white else -1.0)
    endings = [float(game.ending == ending) for ending in ("mate", "resign", "time")]
    few = game.moves.few_pieces[1 if white else 0 :: 2]
    shape = [sum(few) / max(1, len(few)), float(len(game.moves.few_pieces)), float(game.increment), float(white)]
    return [*own_context(game, white), *shape, score, *endings, *(score * ending for ending in endings)]
