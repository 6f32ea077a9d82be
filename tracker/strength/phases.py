"""Where the opening ends and where the endgame begins (lichess-org/scalachess Divider.scala)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import chess

Phase = Literal["opening", "middlegame", "endgame"]
PHASES: tuple[Phase, ...] = ("opening", "middlegame", "endgame")

MIXED = 150
"""More mixedness than this is a middlegame."""


class Division(NamedTuple):
    """First ply whose position before the move belongs to the phase; None where the game has no such phase."""

    middlegame: int | None
    endgame: int | None

    def phase(self, ply: int) -> Phase:
        """The phase of the position before the move of that ply (from 0)."""
        if self.endgame is not None and ply >= self.endgame:
            return "endgame"
        return "middlegame" if self.middlegame is not None and ply >= self.middlegame else "opening"


def divide(boards: Iterable[chess.Board]) -> Division:
    """The phases of a game from its positions, the start position first."""
    middlegame: int | None = None
    for ply, board in enumerate(boards):
        pieces = majors_and_minors(board)
        if middlegame is None and (pieces <= 10 or back_rank_sparse(board) or mixedness(board) > MIXED):
            middlegame = ply
        if pieces <= 6:
            return Division(middlegame, ply)
    return Division(middlegame, None)


def majors_and_minors(board: chess.Board) -> int:
    """Queens, rooks, bishops and knights of both sides."""
    return (board.occupied & ~(board.pawns | board.kings)).bit_count()


def back_rank_sparse(board: chess.Board) -> bool:
    """Either side has fewer than four of its men on its own first rank."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    return (white & chess.BB_RANK_1).bit_count() < 4 or (black & chess.BB_RANK_8).bit_count() < 4


def mixedness(board: chess.Board) -> int:
    """How much the two armies stand in each other's way: a score over the 49 two-by-two regions of the board."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    total = 0
    for rank in range(7):
        for file in range(7):
            region = 0x303 << (8 * rank + file)
            total += _SCORES[(white & region).bit_count()][(black & region).bit_count()][rank]
    return total


def _score(white: int, black: int, y: int) -> int:
    """Divider.scala's table; `y` is the region's lower rank, 1 to 7."""
    table = {
        (1, 0): 1 + (8 - y),
        (2, 0): 2 + (y - 2) if y > 2 else 0,
        (3, 0): 3 + (y - 1) if y > 1 else 0,
        (4, 0): 3 + (y - 1) if y > 1 else 0,
        (0, 1): 1 + y,
        (1, 1): 5 + abs(4 - y),
        (2, 1): 4 + (y - 1),
        (3, 1): 5 + (y - 1),
        (0, 2): 2 + (6 - y) if y < 6 else 0,
        (1, 2): 4 + (7 - y),
        (2, 2): 7,
        (0, 3): 3 + (7 - y) if y < 7 else 0,
        (1, 3): 5 + (7 - y),
        (0, 4): 3 + (7 - y) if y < 7 else 0,
    }
    return table.get((white, black), 0)


_SCORES = [[[_score(white, black, rank + 1) for rank in range(7)] for black in range(5)] for white in range(5)]
