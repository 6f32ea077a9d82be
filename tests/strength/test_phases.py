"""Where Lichess's divider puts the phases."""

from __future__ import annotations

import chess
import pytest

from tracker.strength.phases import back_rank_sparse, divide, majors_and_minors, mixedness


def positions(moves: str) -> list[chess.Board]:
    board = chess.Board()
    boards = [board.copy()]
    for san in moves.split():
        board.push_san(san)
        boards.append(board.copy())
    return boards


def test_the_start_position_is_an_opening() -> None:
    board = chess.Board()
    assert majors_and_minors(board) == 14
    assert not back_rank_sparse(board)
    assert mixedness(board) == 0  # Divider.scala: a group of four on the home row counts nothing


def test_a_short_game_has_no_other_phase() -> None:
    division = divide(positions("e4 e5 Nf3 Nc6"))
    assert (division.middlegame, division.endgame) == (None, None)
    assert division.phase(3) == "opening"


def test_castled_and_developed_is_a_middlegame() -> None:
    moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 O-O d6 Be3 Bb6 Nbd2 O-O Qe2 Qe7 Rfe1 Be6"
    division = divide(positions(moves))
    assert division.middlegame is not None
    assert 10 <= division.middlegame <= 18
    assert division.phase(division.middlegame) == "middlegame"
    assert division.phase(division.middlegame - 1) == "opening"


@pytest.mark.parametrize(
    ("fen", "middlegame", "endgame"),
    [
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/RNB1K2R w KQ - 0 1", 0, 0),
        ("r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w KQkq - 0 1", 0, None),
        ("2bqkb2/pppppppp/8/8/8/8/PPPPPPPP/1NBQKB2 w - - 0 1", 0, None),
    ],
)
def test_few_pieces_decide(fen: str, middlegame: int | None, endgame: int | None) -> None:
    assert divide([chess.Board(fen)]) == (middlegame, endgame)
