"""What the net sees of a move: its evaluation loss, the position it was made in, and what kind of move it was.

One pass over the moves with python-chess. Evaluations are those of `evaluations.py` on the scale of the weights
(`scale.py`); each ply is seen by its mover. Numbers follow the order of `INPUTS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import chess

from tracker.errors import FileUnreadable
from tracker.strength.accuracy import win_percent
from tracker.strength.evaluations import START, clip
from tracker.strength.mobility import legal_moves
from tracker.strength.phases import back_rank_sparse, majors_and_minors

INPUT_PLIES = 120
"""Moves after these are counted, not looked at."""

INPUTS = (
    "win chance before",
    "win per cent lost",
    "lost more than 5",
    "lost more than 10",
    "lost more than 15",
    "lost more than 25",
    "opponent's loss one ply back",
    "own loss two plies back",
    "how far from equal",
    "ply",
    "first eight plies",
    "first sixteen plies",
    "legal moves",
    "majors and minors on the board",
    "material on the board",
    "pawn move",
    "knight move",
    "bishop move",
    "rook move",
    "queen move",
    "king move",
    "capture",
    "check",
    "castling",
    "recapture",
    "a back rank is sparse",
    "in check",
    "target rank",
    "target file from the middle",
    "target in the centre",
)


class MovesSeen(NamedTuple):
    """The plies of a game as numbers, and what the level needs beside them."""

    inputs: list[list[float]]
    """A row of `INPUTS` a ply, at most `INPUT_PLIES` of them."""
    positions: list[int]
    """`position_key` after each of these plies."""
    wins: list[float]
    """The mover's win per cent before each evaluated ply."""
    few_pieces: list[bool]
    """Six majors and minors or fewer before each evaluated ply."""


def position_key(board: chess.Board) -> int:
    """A number for the position, the same in every process: where the men stand, seen by the side to move.

    So a position and its mirror image with the colours exchanged are one.
    """
    men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    sets = (*men, board.occupied_co[board.turn])
    key = 0
    for squares in sets if board.turn else map(chess.flip_vertical, sets):
        key = ((key ^ squares) * 0x9E3779B97F4A7C15 + 0x7F4A7C15) & 0xFFFFFFFFFFFFFFFF
        key ^= key >> 29
    return key


def see(moves: Iterable[str], evaluations: Sequence[float], start: chess.Board | None = None) -> MovesSeen:
    """The evaluated plies of a standard game, SAN moves, from the usual start or its mirror image (Black to move).

    The move that mates may lack its evaluation, as in Lichess's records: it then loses nothing. Raises FileUnreadable
    for a move that cannot be played.
    """
    board = chess.Board() if start is None else start.copy()
    seen = MovesSeen([], [], [], [])
    before = float(START)
    losses = [0.0, 0.0]
    captured_on: int | None = None
    in_check = False
    for ply, san in enumerate(moves):
        mates = ply == len(evaluations) and san.endswith("#")
        if ply >= len(evaluations) and not mates:
            break
        white = board.turn
        after = (float("inf") if white else -float("inf")) if mates else evaluations[ply]
        win_before, win_after = win_percent(before), win_percent(after)
        win = win_before if white else 100 - win_before
        loss = max(0.0, win_before - win_after if white else win_after - win_before)
        pieces = majors_and_minors(board)
        seen.wins.append(win)
        seen.few_pieces.append(pieces <= 6)
        if ply >= INPUT_PLIES:
            board.push(_parse(board, san, ply))
        else:
            row, captured_on = _move_row(board, san, ply, captured_on, in_check=in_check)
            in_check = row[22] == 1
            row[:9] = _loss_inputs(win, loss, losses, before)
            row[13] = pieces / 7 - 1
            seen.inputs.append(row)
            seen.positions.append(position_key(board))
        losses = [loss, losses[0]]
        before = after
    return seen


def _loss_inputs(win: float, loss: float, earlier: Sequence[float], before: float) -> list[float]:
    """The first nine inputs. `earlier`: the losses one and two plies back; `before`: centipawns before the move."""
    return [
        win / 50 - 1,
        sqrt(loss) / 4 - 0.3,
        float(loss > 5),
        float(loss > 10),
        float(loss > 15),
        float(loss > 25),
        sqrt(earlier[0]) / 4 - 0.3,
        sqrt(earlier[1]) / 4 - 0.3,
        abs(clip(before)) / 400 - 0.5,
    ]


def _move_row(
    board: chess.Board, san: str, ply: int, captured_on: int | None, *, in_check: bool
) -> tuple[list[float], int | None]:
    """The inputs that need the board, and the square of the capture if it was one; plays the move."""
    row = [0.0] * len(INPUTS)
    row[9] = min(ply, 80) / 40 - 1
    row[10] = float(ply < 8)
    row[11] = float(ply < 16)
    row[12] = legal_moves(board, in_check=in_check) / 20 - 1.5
    row[14] = _material(board) / 39 - 1
    row[25] = float(back_rank_sparse(board))
    row[26] = float(in_check)
    move = _parse(board, san, ply)
    target, white = move.to_square, board.turn
    capture = board.is_capture(move)
    row[14 + (board.piece_type_at(move.from_square) or chess.PAWN)] = 1.0
    row[21] = float(capture)
    row[23] = float(board.is_castling(move))
    row[24] = float(capture and target == captured_on)
    rank, file = chess.square_rank(target), chess.square_file(target)
    own_rank = rank if white else 7 - rank
    row[27] = own_rank / 3.5 - 1
    row[28] = abs(file - 3.5) / 2 - 0.9
    row[29] = float(file in (3, 4) and own_rank in (3, 4))
    board.push(move)
    row[22] = float(board.is_check())
    return row, target if capture else None


def _material(board: chess.Board) -> int:
    """Both sides' men: pawn 1, knight and bishop 3, rook 5, queen 9."""
    pawns, minors = board.pawns.bit_count(), (board.knights | board.bishops).bit_count()
    return pawns + 3 * minors + 5 * board.rooks.bit_count() + 9 * board.queens.bit_count()


def _parse(board: chess.Board, san: str, ply: int) -> chess.Move:
    """The move. Raises FileUnreadable for one that cannot be played."""
    try:
        return board.parse_san(san)
    except ValueError as error:
        number = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        raise FileUnreadable(f"Move {number} {san} cannot be played; check the moves of this game.") from error
