"""The inputs of the net, verified by the reference net: equal inputs give its published quantiles."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tracker.errors import FileUnreadable
from tracker.strength.evaluations import MATE
from tracker.strength.features import INPUT_PLIES, INPUTS, MovesSeen, see

FOOLS_MATE = ["f3", "e5", "g4", "Qh4#"]


def reference_quantiles(model: dict[str, Any], seen: MovesSeen, white: bool, plies: int, seconds: float) -> Any:
    """The reference net as its page describes it, in a dozen lines of its own."""
    weights = {name: np.reshape(values, model["shapes"][name]) for name, values in model["weights"].items()}
    first = 0 if white else 1
    rows = np.array(seen.inputs[first::2])
    ply = np.arange(len(seen.inputs))[first::2]
    hidden = np.maximum(0, np.maximum(0, rows @ weights["w1"] + weights["b1"]) @ weights["w2"] + weights["b2"])
    pooled = []
    for start, end in model["phases"]:
        chosen = (ply >= start) & (ply < end)
        pooled.append(hidden[chosen].sum(0) / (chosen.sum() + 2))
    own = len(range(first, plies, 2))
    context = np.array([own, np.log(own), np.mean(seen.few_pieces[first::2]), np.log2(seconds / 600)])
    context = (context - model["ctx_mean"]) / model["ctx_sd"]
    top = np.maximum(0, np.concatenate([*pooled, context]) @ weights["w3"] + weights["b3"])
    return np.sort(top @ weights["w4"] + weights["b4"]) * model["y_scale"] + model["y_mean"]


def test_the_reference_net_gives_its_published_quantiles(shared: Path) -> None:
    model = json.loads((shared / "data/strength/reference_model.json").read_text())
    sides = 0
    with gzip.open(shared / "data/strength/fixture.ndjson.gz", "rt") as lines:
        for line in lines:
            game = json.loads(line)
            seen = see(game["moves"].split(), game["ev"])
            seconds = game["initial"] + 40 * game["increment"]
            for color in ("white", "black"):
                ours = reference_quantiles(model, seen, color == "white", len(game["ev"]), seconds)
                assert ours == pytest.approx(game[color]["expected"], abs=1)
                sides += 1
    assert sides == 240


def named(row: list[float]) -> dict[str, float]:
    return dict(zip(INPUTS, row, strict=True))


def test_a_move_in_words() -> None:
    seen = see(["e4", "d5", "exd5", "Qxd5", "Nc3"], [30, 60, 55, 70, 65])
    capture, recapture = named(seen.inputs[2]), named(seen.inputs[3])
    assert capture["capture"] == recapture["capture"] == recapture["recapture"] == 1
    assert capture["recapture"] == 0
    assert recapture["queen move"] == 1
    assert recapture["target in the centre"] == 1
    assert named(seen.inputs[0])["legal moves"] == pytest.approx(20 / 20 - 1.5)
    assert named(seen.inputs[4])["material on the board"] == pytest.approx(76 / 39 - 1)
    assert named(seen.inputs[1])["opponent's loss one ply back"] == pytest.approx(-0.3)


def test_the_mating_move_needs_no_evaluation() -> None:
    told = see(FOOLS_MATE, [-50, 0, -9999, -MATE])
    untold = see(FOOLS_MATE, [-50, 0, -9999])
    assert told == untold
    assert named(told.inputs[3])["check"] == 1


def test_long_games_are_cut_but_counted() -> None:
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 40
    seen = see(moves, [0] * 160)
    assert len(seen.inputs) == len(seen.positions) == INPUT_PLIES
    assert len(seen.wins) == len(seen.few_pieces) == 160


def test_positions_are_known_again() -> None:
    one, other = see(["e4", "e5", "Nf3"], [0] * 3), see(["Nf3", "e5", "e4"], [0] * 3)
    assert one.positions[-1] == other.positions[-1]
    assert len({*one.positions, *other.positions}) == 5


def test_a_move_that_cannot_be_played_is_named() -> None:
    with pytest.raises(FileUnreadable, match=r"Move 2\.\.\. Nf3"):
        see(["e4", "e5", "d4", "Nf3"], [0] * 4)
