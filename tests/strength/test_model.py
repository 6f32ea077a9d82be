"""The shipped weights: complete, described, and as good as their card says on the fixture."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tracker.strength.evaluate import evaluate
from tracker.strength.model import pack, shipped, unpack
from tracker.strength.train.card import card


def test_the_card_tells_data_split_errors_limits_and_date() -> None:
    written = (files("tracker.strength") / "weights" / "CARD.md").read_text(encoding="utf-8")
    for part in ("Made 20", "## Data and split", "## Errors", "Held-out players", "## Limits"):
        assert part in written


def test_the_card_is_what_training_writes() -> None:
    written = (files("tracker.strength") / "weights" / "CARD.md").read_text(encoding="utf-8")
    assert card(shipped().facts) == written


def test_the_promises_hold_on_held_out_players() -> None:
    """The figures of the one final look; `python -m tracker.strength.train FILE --look` makes them again."""
    look = shipped().facts["measured"]["held-out players"]
    assert look["mean_error"] <= 220
    assert look["band_mean"] <= 230
    assert 0.77 <= look["coverage"] <= 0.83
    assert look["game"]["mean_error"] <= 186
    assert look["means"]["10"]["mean_error"] <= 115
    assert look["n"] >= 2000
    assert all(look["mean_error"] < line["mean_error"] - 30 for line in look["baselines"].values())


def test_the_fixture_is_judged_better_than_by_accuracy(shared: Path) -> None:
    """120 games of players that no training saw."""
    found = evaluate(shared / "data/strength/fixture.ndjson.gz")
    assert found["mean_error"] < found["baselines"]["accuracy"]["mean_error"] - 15
    assert 0.7 <= found["coverage"] <= 0.9


def test_a_model_survives_packing() -> None:
    model = shipped()
    again = unpack(pack(model), model.facts)
    assert all(np.array_equal(a, b) for a, b in zip(model.own[0], again.own[0], strict=True))
    assert again.own_calibration.low == pytest.approx(model.own_calibration.low)
    assert np.array_equal(again.openings.keys, model.openings.keys)
