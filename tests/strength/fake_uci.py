"""A UCI engine for tests: evaluates by material, counts its games, and can be told by its arguments to misbehave."""

import sys
import time

import chess

WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900}


def material(board: chess.Board) -> int:
    """Centipawns for the side to move."""
    total = 0
    for piece in board.piece_map().values():
        worth = WORTH.get(piece.piece_type, 0)
        total += worth if piece.color == board.turn else -worth
    return total


def main() -> None:
    dies = "dies" in sys.argv[1:]
    slow = "slow" in sys.argv[1:]
    board = chess.Board()
    options: dict[str, str] = {}
    for line in sys.stdin:
        words = line.split()
        if words == ["uci"]:
            print("id name Fakefish 1.0")
            print("option name Threads type spin default 4 min 1 max 8")
            print("option name Hash type spin default 64 min 1 max 1024")
            print("uciok", flush=True)
        elif words == ["isready"]:
            print("readyok", flush=True)
        elif words[:2] == ["setoption", "name"]:
            options[words[2]] = words[4]
        elif words[:1] == ["position"]:
            board = chess.Board()
            rest = words[1:]
            if rest[0] == "fen":
                board = chess.Board(" ".join(rest[1:7]))
            for move in rest[rest.index("moves") + 1 :] if "moves" in rest else []:
                board.push_uci(move)
        elif words[:1] == ["go"]:
            if dies or options.get("Threads") != "1" or "nodes" not in words:
                sys.exit(1)
            if slow:
                time.sleep(0.05)
            if "mute" in sys.argv[1:]:
                time.sleep(600)
            move = "e1e8" if "cheats" in sys.argv[1:] else next(iter(board.legal_moves))
            score = "score zz" if "mumbles" in sys.argv[1:] else f"score cp {material(board)}"
            print(f"info depth 1 nodes {words[words.index('nodes') + 1]} {score} pv {move}")
            print(f"bestmove {move}", flush=True)
        elif words == ["quit"]:
            break


if __name__ == "__main__":
    main()
