"""One scale for evaluations: what a centipawn is worth depends on the engine, and for Lichess on the year.

The reference is Lichess's server in 2022, on which the weights were trained. Stockfish 15.1 (December 2022) redefined
100 centipawns as even chances to win, so evaluations before it are about 1.6 times those after it; Lichess followed
during 2023. Its records name no engine, so the game's year stands in for the unknown date of analysis.

Factors: ratios of Lichess's to Stockfish 15.1's evaluations of the same positions (330 + 90 games, 10,000 nodes a
move), and `pawn_worth` of 500 games a year. Both methods agree within 7 per cent from 2020 on; before, and in 2023,
the doubt is what they and single months leave open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from math import log

import chess

from tracker.strength.evaluations import is_mate


@dataclass(frozen=True, slots=True)
class Scale:
    """What evaluations are multiplied by to be on the reference scale, and how sure that is."""

    factor: float
    low: float
    """The factor may be as small as this."""
    high: float
    origin: str
    """Who made the evaluations, for people: `Lichess 2024`, `Stockfish 15.1`."""

    @property
    def doubt(self) -> float:
        """Natural logarithm of the larger way in which the factor may be wrong, 0 for a sure one."""
        return max(log(self.high / self.factor), log(self.factor / self.low))

    @property
    def doubtful(self) -> bool:
        """The doubt is worth a word: more than a tenth."""
        return self.doubt > 0.1

    def __str__(self) -> str:
        text = f"{self.origin}, ×{self.factor:g}"
        return f"{text} ({self.low:g} to {self.high:g})" if self.low < self.high else text


REFERENCE = Scale(1.0, 1.0, 1.0, "reference scale (Lichess 2022)")

_LICHESS = (
    # last year, factor, low, high
    (2017, 1.5, 1.3, 1.7),
    (2018, 1.3, 1.15, 1.5),
    (2019, 1.1, 1.0, 1.3),
    (2020, 1.15, 1.05, 1.25),
    (2021, 1.07, 1.0, 1.15),
    (2022, 1.0, 0.95, 1.05),
    (2023, 1.3, 1.1, 1.5),
    (9999, 1.5, 1.4, 1.6),
)
_STOCKFISH = (
    # first version, factor, low, high
    ((15, 1), 1.6, 1.5, 1.7),
    ((12, 0), 1.1, 1.0, 1.4),
    ((0, 0), 1.3, 1.1, 1.6),
)
_UNKNOWN_ENGINE = (1.6, 1.0, 1.8)
UNDATED = Scale(1.3, 1.0, 1.6, "engine and year unknown")

ENOUGH_POSITIONS = 1000
"""Quiet unbalanced positions from which a scale can be measured: about 120 games, which leave a doubt of 6 per cent."""
REFERENCE_PAWN = 216.0
"""`pawn_worth` on the reference scale; 207 to 223 in each 300 points of rating from 800 to 2300."""
MARGIN = 0.03
"""By so much (logarithm) must another scale fit better than the expected one: `pawn_worth` is no finer than that."""


def lichess_scale(year: int) -> Scale:
    """The scale of Lichess's own evaluations of a game of that year."""
    factor, low, high = next(row[1:] for row in _LICHESS if year <= row[0])
    return Scale(factor, low, high, f"Lichess {year}" if year < 9999 else "Lichess today")


def lichess_scale_at(played_at: int) -> Scale:
    """The scale of Lichess's own evaluations of a game played at an epoch-millisecond time."""
    return lichess_scale(datetime.fromtimestamp(played_at / 1000, UTC).year)


TODAY = lichess_scale(9999)
"""Lichess's newest evaluations."""


def engine_scale(name: str) -> Scale:
    """The scale of an engine by the name it tells over UCI, such as `Stockfish 15.1`."""
    found = re.match(r"stockfish\D*(\d+)?(?:\.(\d+))?", name.strip(), re.IGNORECASE)
    if not found:
        return Scale(*_UNKNOWN_ENGINE, name.strip())
    if found[1] is None or len(found[1]) > 3:  # development builds carry a date instead of a version
        return Scale(*_STOCKFISH[0][1:], name.strip())
    version = (int(found[1]), int(found[2] or 0))
    return Scale(*next(row[1:] for row in _STOCKFISH if version >= row[0]), name.strip())


def to_reference(values: Sequence[int], scale: Scale) -> list[int]:
    """Evaluations on the reference scale; a mate stays what it is."""
    return _times(values, scale.factor)


def to_today(values: Sequence[int], scale: Scale) -> list[int]:
    """Evaluations on the scale of Lichess's newest ones, the one players know: for figures that are compared."""
    return _times(values, scale.factor / TODAY.factor)


def _times(values: Sequence[int], factor: float) -> list[int]:
    if factor == 1:
        return list(values)
    return [value if is_mate(value) else round(value * factor) for value in values]


def quiet_imbalances(moves: Sequence[str], values: Sequence[int]) -> list[tuple[int, int]]:
    """(material, evaluation) of the quiet positions of a game where one side is 1 to 5 pawns up, plies 17 to 70.

    Quiet: neither the move before nor the one after takes a man or gives check. Ends at a move that cannot be played.
    """
    board = chess.Board()
    found: list[tuple[int, int]] = []
    loud = ["x" in san or "+" in san for san in moves[:71]]
    for ply, san in enumerate(moves[:70]):
        try:
            board.push_san(san)
        except ValueError:
            break
        if ply < 16 or ply >= len(values) or loud[ply] or (ply + 1 < len(loud) and loud[ply + 1]):
            continue
        material = _material(board)
        if 1 <= abs(material) <= 5 and not is_mate(values[ply]):
            found.append((material, values[ply]))
    return found


def pawn_worth(found: Iterable[tuple[int, int]]) -> float:
    """Centipawns that a pawn of material is worth: the median, each position counted by its material.

    Measures a scale from games alone: with all evaluations doubled it doubles, however large some of them are.
    """
    ranked = sorted((value / material, abs(material)) for material, value in found)
    half = sum(weight for _, weight in ranked) / 2
    sums = accumulate(weight for _, weight in ranked)
    return next(worth for (worth, _), passed in zip(ranked, sums, strict=True) if passed >= half)


def settle(expected: Scale, found: Sequence[tuple[int, int]]) -> Scale:
    """The scale of games whose maker of evaluations is only presumed: `expected`, unless the games say otherwise.

    A large set of games is taken to be on that one of the scales in general use which fits it best: the expected one,
    today's Stockfish (someone had the games analysed again), or the reference (someone corrected them already).
    """
    if len(found) < ENOUGH_POSITIONS:
        return expected
    worth = pawn_worth(found)
    if worth <= 0:
        return expected
    measured = REFERENCE_PAWN / worth

    def misfit(factor: float) -> float:
        return abs(log(measured / factor))

    known = min((1.0, _STOCKFISH[0][1]), key=misfit)
    if misfit(known) > misfit(expected.factor) - MARGIN:
        return expected
    return Scale(known, min(known, measured), max(known, measured), f"measured ×{measured:.2f}, not {expected.origin}")


def _material(board: chess.Board) -> int:
    """White's men less Black's: pawn 1, knight and bishop 3, rook 5, queen 9."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    kinds = ((1, board.pawns), (3, board.knights | board.bishops), (5, board.rooks), (9, board.queens))
    return sum(worth * ((men & white).bit_count() - (men & black).bit_count()) for worth, men in kinds)
