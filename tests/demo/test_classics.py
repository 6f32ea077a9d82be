"""The moves of the demo are legal, and each game ends as its status says."""

from __future__ import annotations

from itertools import pairwise

import chess
import pytest

from tracker.demo.classics import Classic, analysis_of, classics, endings, mover_of
from tracker.demo.player import DemoHistory
from tracker.strength.evaluations import from_lichess


def board_of(classic: Classic, plies: int | None = None) -> chess.Board:
    board = chess.Board(classic.fen or chess.STARTING_FEN, chess960=classic.variant == "chess960")
    for move in classic.moves[:plies]:
        assert board.san(board.parse_san(move)) == move
        board.push_san(move)
    return board


@pytest.mark.parametrize("classic", classics(), ids=lambda classic: f"{classic.variant}: {classic.title}")
def test_moves_are_legal_and_evaluated(classic: Classic) -> None:
    board = board_of(classic)
    mated = board.is_checkmate()
    assert classic.moves[-1].endswith("#") == mated
    assert len(classic.evaluations) == len(classic.moves) - mated
    assert bool(classic.eco) == bool(classic.opening) == (classic.variant == "standard")
    assert 0 <= classic.opening_ply <= len(classic.moves)
    assert mover_of(classic, 0) == ("white" if chess.Board(classic.fen or chess.STARTING_FEN).turn else "black")


def test_there_are_enough_of_each_kind() -> None:
    standard = [classic for classic in classics() if classic.variant == "standard"]
    assert 40 <= len(standard) <= 60
    assert len({classic.moves for classic in classics()}) == len(classics())
    table = endings("standard")
    for status in ("mate", "resign", "outoftime"):
        for winner in ("white", "black"):
            assert len(set(table[status, winner])) >= 7, (status, winner)
    assert len(set(table["draw", None])) >= 7


def test_endings_are_true_to_the_board() -> None:
    for variant in ("standard", "chess960", "fromPosition"):
        for (status, winner), found in endings(variant).items():
            for ending in set(found):
                board = board_of(ending.classic, ending.plies)
                to_move = "white" if board.turn else "black"
                assert board.is_checkmate() == (status == "mate")
                if status in ("mate", "outoftime"):
                    assert to_move != winner
                if status == "resign":
                    sign = 1 if winner == "white" else -1
                    assert sign * ending.classic.evaluations[ending.plies - 1] >= 400


def test_analysis_is_the_prefix_that_was_played(history: DemoHistory) -> None:
    classic = max((c for c in classics() if c.variant == "standard"), key=lambda c: len(c.moves))
    entries, figures = analysis_of(classic, 31)
    assert from_lichess(entries) == list(classic.evaluations[:31])
    judged = [entry["judgment"]["name"] for entry in entries if "judgment" in entry]
    for name in ("inaccuracy", "mistake", "blunder"):
        assert judged.count(name.capitalize()) == figures["white"][name] + figures["black"][name]
    analysed = [game for game in history.games if "analysis" in game]
    assert 0.08 < len(analysed) / len(history.games) < 0.2
    for game in analysed:
        plies = len(game["moves"].split())
        assert len(game["analysis"]) == plies - (game["status"] == "mate")
        assert all(0 < side["analysis"]["accuracy"] <= 100 for side in game["players"].values())


def test_games_replay_on_a_board(history: DemoHistory) -> None:
    """Each different course of a game in the records, on the board its record names."""
    courses = {(g["variant"], g.get("initialFen", ""), g["moves"]): g for g in history.games}
    boards: dict[tuple[str, str, str], chess.Board] = {}
    for (variant, fen, moves), game in courses.items():
        key = variant, fen, moves
        if key not in boards:
            board = chess.Board(fen or chess.STARTING_FEN, chess960=variant == "chess960")
            for move in moves.split():
                board.push_san(move)
            boards[key] = board
        assert boards[key].is_checkmate() == (game["status"] == "mate")


def test_clocks_run_as_the_record_says(history: DemoHistory) -> None:
    timed = [game for game in history.games if "clocks" in game]
    assert len(timed) > 2500
    for game in timed:
        clock, clocks = game["clock"], game["clocks"]
        plies = len(game["moves"].split())
        assert len(clocks) == plies + (game["status"] != "mate")
        assert min(clocks) >= 0
        if game["status"] in ("outoftime", "timeout"):
            assert clocks[-1] == 0
        for before, after in pairwise(clocks[0:plies:2]):
            assert after <= before + clock["increment"] * 100
        used = game["lastMoveAt"] - game["createdAt"]
        assert 0 < used <= (clock["initial"] * 2 + clock["increment"] * plies) * 1000 + 6000
