"""The fast count of legal moves against python-chess's own."""

from __future__ import annotations

import random

import chess
import pytest

from tracker.strength.mobility import legal_moves


def test_random_games() -> None:
    made = random.Random(8)
    looked_at = 0
    for _ in range(60):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 160:
            assert legal_moves(board, in_check=board.is_check()) == board.legal_moves.count(), board.fen()
            board.push(made.choice(list(board.legal_moves)))
            looked_at += 1
    assert looked_at > 5000


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant would open the rank to the king
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "4k3/8/8/b7/8/2P5/3P4/4K2r w - - 0 1",
        "3rk3/8/8/3p4/8/8/3P4/3KR3 b - - 0 1",
        "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1",
    ],
)
def test_awkward_positions(fen: str) -> None:
    board = chess.Board(fen)
    assert legal_moves(board, in_check=board.is_check()) == board.legal_moves.count()
    for move in list(board.legal_moves):
        board.push(move)
        assert legal_moves(board, in_check=board.is_check()) == board.legal_moves.count(), board.fen()
        board.pop()
