"""Who plays which opening: the ratings of the players that reached a position, from the training games alone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tracker.strength.net import Floats, Ints

Keys = npt.NDArray[np.uint64]

BOOK_PLIES = 24
"""Positions after later plies are not looked up."""
LEAST_GAMES = 15
"""A position reached less often is not in the table."""
SHRINK = 15
"""Games' worth of doubt that pulls a position's mean to the overall one."""
UNIT = 150.0
"""Rating points per unit of input."""

OPENING_INPUTS = ("how strong players of this position are", "position is in the table")


class Openings(NamedTuple):
    """Positions by key, ascending."""

    keys: Keys
    surplus: Floats
    """Sum over its players of their rating less the mean rating."""
    counts: Ints


def tabulate(keys: Keys, surplus: Floats) -> Openings:
    """The table of one entry a move: the position it led to, and its player's rating less the mean."""
    found, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
    sums = np.bincount(which, weights=surplus, minlength=len(found))
    often = counts >= LEAST_GAMES
    return Openings(found[often], sums[often].astype(np.float32), counts[often].astype(np.int64))


def opening_inputs(table: Openings, keys: Keys, plies: Ints, own: Floats | None = None) -> Floats:
    """(P, 2) inputs of plies that led to these positions.

    `own`: for plies that went into the table, their player's rating less the mean, which is then left out of it (and
    NaN for plies that did not), so that in training no player is seen through the table.
    """
    where = np.minimum(np.searchsorted(table.keys, keys), len(table.keys) - 1)
    known = (table.keys[where] == keys) & (plies < BOOK_PLIES)
    surplus = np.where(known, table.surplus[where], np.float32(0))
    counts = np.where(known, table.counts[where], 0).astype(np.float32)
    if own is not None:
        counted = known & ~np.isnan(own)
        surplus -= np.where(counted, own, np.float32(0))
        counts -= counted
    strength = np.where(known, surplus / (counts + SHRINK) / UNIT, np.float32(0))
    return np.stack([strength, known.astype(np.float32)], axis=1).astype(np.float32)
