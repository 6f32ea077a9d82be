"""The training games: seen once by several processes, split by player, ready as rows."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from tracker.strength.level import LEAST_MOVES, seen_game
from tracker.strength.model import Seen, Standard, game_context, own_context, rows_of
from tracker.strength.net import Floats, Ints, Rows
from tracker.strength.openings import BOOK_PLIES, Openings, tabulate
from tracker.strength.samples import Player, Sample, read_samples

HELD_OUT = 5
"""Per cent of the training players kept for the final look."""


@dataclass(frozen=True, slots=True)
class Data:
    """All games, and which sides serve what. Rows: two a game, White's first."""

    samples: list[Sample]
    seen: list[Seen]
    ratings: Floats
    train: Ints
    """Rows to learn from: no other split's player sits on either side."""
    calibration: Ints
    """Rows for choices and calibration."""
    held_out: Ints
    """Rows for the final look."""


def held_out(player: Player) -> bool:
    """Whether a training player is kept for the final look; by the hash of its name, so for ever the same."""
    digest = hashlib.md5((player.player or "").encode(), usedforsecurity=False).hexdigest()
    return player.split == "train" and int(digest, 16) % 100 < HELD_OUT


def load(path: Path, processes: int) -> Data:
    """Reads and sees all games."""
    samples = [sample for sample in read_samples(path) if None not in (sample.white.rating, sample.black.rating)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        seen = pool.map(_see, samples, chunksize=100)
    players = [player for sample in samples for player in (sample.white, sample.black)]
    kept = [held_out(player) for player in players]
    moves = [len(game.moves.few_pieces[side::2]) for game in seen for side in (0, 1)]

    def rows(chosen: list[bool]) -> Ints:
        return np.flatnonzero(chosen).astype(np.int64)

    enough = [count >= LEAST_MOVES and not player.provisional for count, player in zip(moves, players, strict=True)]
    return Data(
        samples,
        seen,
        np.array([player.rating for player in players], np.float32),
        rows([player.split == "train" and not (kept[row] or kept[row ^ 1]) for row, player in enumerate(players)]),
        rows([player.split == "calib" and enough[row] for row, player in enumerate(players)]),
        rows([kept[row] and enough[row] for row in range(len(players))]),
    )


def _see(sample: Sample) -> Seen:
    """A game as seen, in arrays: lists of 30 numbers a ply would fill the memory."""
    seen = seen_game(sample.game)
    inputs: Any = np.array(seen.moves.inputs, np.float32)
    positions: Any = np.array(seen.moves.positions, np.uint64)
    return seen._replace(moves=seen.moves._replace(inputs=inputs, positions=positions))


def openings_of(data: Data) -> tuple[Openings, Floats]:
    """The opening table of the training rows, and for each row what it added (NaN: nothing)."""
    mean = data.ratings[data.train].mean()
    counted = np.full(len(data.ratings), np.nan, np.float32)
    counted[data.train] = data.ratings[data.train] - mean
    keys, surplus = [], []
    for row in data.train:
        reached = np.array(data.seen[row // 2].moves.positions[row % 2 : BOOK_PLIES : 2], np.uint64)
        keys.append(reached)
        surplus.append(np.full(len(reached), counted[row], np.float32))
    return tabulate(np.concatenate(keys), np.concatenate(surplus)), counted


def rows_and_standard(data: Data, openings: Openings, counted: Floats, *, both: bool) -> tuple[Rows, Standard]:
    """All rows with the context of the own net or (`both`) of the game's, standardised on the training rows."""
    context_of = game_context if both else own_context
    context = np.array([context_of(game, white) for game in data.seen for white in (True, False)], np.float32)
    chosen = context[data.train]
    standard = Standard(chosen.mean(axis=0), chosen.std(axis=0) + np.float32(1e-6))
    listed = cast("Sequence[Sequence[float]]", context)
    return rows_of(openings, data.seen, listed, standard, cast("Sequence[float]", counted)), standard
