"""`python -m tracker.strength.train FILE`: learn, calibrate, measure, and write the weights and their card."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from tracker.strength.evaluate import SideResult, judge_samples, summary
from tracker.strength.model import Model, mean_of_sides, pack
from tracker.strength.net import Ints, Net, predict
from tracker.strength.train.baselines import baseline_lines, evenly
from tracker.strength.train.calibration import calibrate, within_player
from tracker.strength.train.card import card
from tracker.strength.train.data import Data, load, openings_of, rows_and_standard
from tracker.strength.train.fit import Task, fit, flattened

OWN_NETS, OWN_STEPS = 3, 10_000
GAME_NETS, GAME_STEPS = 2, 12_000
WEIGHTS = Path(__file__).parents[1] / "weights"


def main(arguments: Sequence[str] | None = None) -> int:
    """Trains and writes; prints the table of errors."""
    parser = argparse.ArgumentParser(prog="python -m tracker.strength.train", description=__doc__)
    parser.add_argument("file", type=Path, help="samples, such as rapid_train.ndjson.gz")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="folder for weights and card (the package's own)")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2, help="for reading the games")
    parser.add_argument("--look", action="store_true", help="also measure the held-out players; after all choices")
    options = parser.parse_args(arguments)
    started = time.monotonic()

    def say(text: str) -> None:
        sys.stderr.write(f"{time.monotonic() - started:6.0f} s  {text}\n")

    data = load(options.file, options.processes)
    say(f"{len(data.samples)} games seen; {len(data.train)} sides to learn from")
    model = learn(data, options.seed, say)
    lines = {
        "baselines": baseline_lines(data, data.train),
        "baselines_even": baseline_lines(data, evenly(data, options.seed)),
    }
    model = replace(model, facts={**model.facts, **lines})
    measured = {"calibration players": measure(data, data.calibration, model)}
    if options.look:
        measured["held-out players"] = measure(data, data.held_out, model)
    facts = {
        **model.facts,
        "date": datetime.now(UTC).date().isoformat(),
        "data": options.file.name,
        "seed": options.seed,
        "games": len(data.samples),
        "train_sides": len(data.train),
        "measured": measured,
    }
    write(replace(model, facts=facts), options.out)
    sys.stdout.write(card(facts))
    say(f"written to {options.out}")
    return 0


def learn(data: Data, seed: int, say: Callable[[str], None]) -> Model:
    """The two kinds of nets with their calibration."""
    openings, counted = openings_of(data)
    say(f"{len(openings.keys)} opening positions")

    def nets(task: Task, count: int) -> list[Net]:
        fitted = []
        for number in range(count):
            fitted.append(fit(task, seed + number))
            say(f"net {number + 1} of {count} for {'the game' if task.both else 'own moves'}")
        return fitted

    rows, own_standard = rows_and_standard(data, openings, counted, both=False)
    flat = flattened(data.ratings[data.train])
    own = nets(Task(rows, data.ratings, data.train, flat, both=False, steps=OWN_STEPS), OWN_NETS)
    own_quantiles = predict(own, rows, both=False)
    rows, game_standard = rows_and_standard(data, openings, counted, both=True)
    natural = np.ones(len(data.train), np.float32)
    game = nets(Task(rows, data.ratings, data.train, natural, both=True, steps=GAME_STEPS), GAME_NETS)
    game_quantiles = np.repeat(mean_of_sides(predict(game, rows, both=True)), 2, axis=0)
    return Model(
        own,
        game,
        own_standard,
        game_standard,
        calibrate(data, own_quantiles, both=False),
        calibrate(data, game_quantiles, both=True),
        openings,
        {"within_player_sd": within_player(data, own_quantiles)},
    )


def results_of(data: Data, rows: Ints, model: Model) -> list[SideResult]:
    """The chosen sides, judged as the program judges a file."""
    sides = {(int(row) // 2, int(row) % 2) for row in rows}
    chosen = [
        replace(
            data.samples[game],
            white=replace(data.samples[game].white, provisional=(game, 0) not in sides),
            black=replace(data.samples[game].black, provisional=(game, 1) not in sides),
        )
        for game in sorted({game for game, _ in sides})
    ]
    return judge_samples(chosen, model)[0]


def measure(data: Data, rows: Ints, model: Model) -> dict[str, Any]:
    """All figures of the chosen sides."""
    return summary(results_of(data, rows, model), model.facts)


def write(model: Model, folder: Path) -> None:
    """Weights, facts and card."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / "net.npz", allow_pickle=False, **pack(model))
    text = json.dumps(model.facts, indent=1) + "\n"
    (folder / "facts.json").write_text(text, encoding="utf-8")
    (folder / "CARD.md").write_text(card(model.facts), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
