"""The number of legal moves, without making them one by one: what a level of a game would mostly wait for."""

from __future__ import annotations

import chess


def legal_moves(board: chess.Board, *, in_check: bool) -> int:
    """How many legal moves the side to move has: `board.legal_moves.count()`, in a third of its time."""
    king = board.king(board.turn)
    if king is None or in_check:
        return board.legal_moves.count()
    own = board.occupied_co[board.turn]
    pinned = _pinned(board, king, own)
    count = sum(1 for _ in board.generate_legal_moves(from_mask=pinned)) if pinned else 0
    free = own & ~pinned & ~board.kings
    for square in chess.scan_reversed(free & ~board.pawns):
        count += (board.attacks_mask(square) & ~own).bit_count()
    count += _pawn_moves(board, free & board.pawns, board.occupied_co[not board.turn])
    for square in chess.scan_reversed(chess.BB_KING_ATTACKS[king] & ~own):
        count += not board.is_attacked_by(not board.turn, square)
    if board.castling_rights & (chess.BB_RANK_1 if board.turn else chess.BB_RANK_8):
        count += sum(1 for _ in board.generate_castling_moves())
    return count


def _pinned(board: chess.Board, king: chess.Square, own: chess.Bitboard) -> chess.Bitboard:
    """Own men that stand alone between the king and a rider of the opponent."""
    straight = chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]
    riders = straight & (board.rooks | board.queens) | chess.BB_DIAG_ATTACKS[king][0] & (board.bishops | board.queens)
    pinned = 0
    for square in chess.scan_reversed(riders & ~own):
        between = chess.between(king, square) & board.occupied
        if between & own and between & (between - 1) == 0:
            pinned |= between
    return pinned


def _pawn_moves(board: chess.Board, pawns: chess.Bitboard, theirs: chess.Bitboard) -> int:
    """Moves of pawns that are not pinned; a promotion counts four times."""
    empty = ~board.occupied & chess.BB_ALL
    if board.turn:
        single = pawns << 8 & empty
        double = (single & chess.BB_RANK_3) << 8 & empty
        left, right = (pawns & ~chess.BB_FILE_A) << 7 & theirs, (pawns & ~chess.BB_FILE_H) << 9 & theirs
    else:
        single = pawns >> 8 & empty
        double = (single & chess.BB_RANK_6) >> 8 & empty
        left, right = (pawns & ~chess.BB_FILE_A) >> 9 & theirs, (pawns & ~chess.BB_FILE_H) >> 7 & theirs
    last = chess.BB_RANK_1 | chess.BB_RANK_8
    count = double.bit_count()
    for targets in (single, left, right):
        count += targets.bit_count() + 3 * (targets & last).bit_count()
    if board.ep_square is not None:
        count += sum(1 for _ in board.generate_legal_ep(from_mask=pawns))
    return count
