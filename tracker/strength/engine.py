"""A local engine: found, asked a fixed number of nodes a move, closed. The only module that talks UCI.

Fixed nodes, one thread and a fresh game make the answers the same every time on every machine.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import chess
import chess.engine

from tracker.errors import NotAvailable
from tracker.strength.evaluations import MATE, MATE_FLOOR, from_mate

NODES = 10_000
"""A move. 50,000 gave no better levels (facts: 0.974 against 0.985 correlation of accuracy, the same error)."""
HASH_MB = 16
ANSWER_SECONDS = 60.0
"""An engine that is silent for so long is given up."""

NAMES = ("stockfish", "stockfish.exe")
USUAL_PLACES = (
    "/usr/games/stockfish",
    "/usr/local/bin/stockfish",
    "/opt/homebrew/bin/stockfish",
    "/opt/local/bin/stockfish",
    "/snap/bin/stockfish",
    "C:/Program Files/Stockfish/stockfish.exe",
    "C:/ProgramData/chocolatey/bin/stockfish.exe",
)
INSTALL = (
    "install Stockfish (`sudo apt install stockfish`, `brew install stockfish`, or from stockfishchess.org), "
    "or name a UCI engine with --engine PATH or TRACKER_ENGINE"
)


def find_engine(
    setting: str = "",
    *,
    which: Callable[[str], str | None] = shutil.which,
    usual: Iterable[str] = USUAL_PLACES,
) -> Path:
    """The engine named by the setting, else on PATH, else in a usual place. Raises NotAvailable."""
    if setting:
        named = which(str(Path(setting).expanduser()))
        if named is None:
            raise NotAvailable(f"There is no program at {setting}; {INSTALL}.")
        return Path(named)
    for name in NAMES:
        found = which(name)
        if found is not None:
            return Path(found)
    for place in usual:
        if os.access(place, os.X_OK) and Path(place).is_file():
            return Path(place)
    raise NotAvailable(f"No Stockfish was found on this machine; {INSTALL}.")


class Engine:
    """A running engine. Close it, or use it in a `with` block."""

    def __init__(self, path: Path, nodes: int = NODES) -> None:
        """Starts it. Raises NotAvailable for what is no UCI engine."""
        self.path, self.nodes = path, nodes
        self._limit = chess.engine.Limit(nodes=nodes)
        # setpgrp: Ctrl-C is for this program; the engine is told to go
        try:
            self._engine = chess.engine.SimpleEngine.popen_uci(str(path), timeout=ANSWER_SECONDS, setpgrp=True)
        except (OSError, TimeoutError, chess.engine.EngineError) as error:
            raise NotAvailable(f"{path} does not answer as a UCI engine ({error}); {INSTALL}.") from error
        wanted = {"Threads": 1, "Hash": HASH_MB}
        self._engine.configure({name: value for name, value in wanted.items() if name in self._engine.options})

    @property
    def name(self) -> str:
        """Name and version as the engine tells them, such as `Stockfish 15.1`; the scale goes by it."""
        return str(self._engine.id.get("name", self.path.stem))

    def evaluate(self, moves: Iterable[str], fen: str | None = None) -> Iterator[int]:
        """The evaluation after each move, one by one, so that the caller can stop between two.

        Raises NotAvailable if the engine dies, ValueError for a move that cannot be played.
        """
        board = chess.Board(fen) if fen else chess.Board()
        game = object()
        for san in moves:
            board.push_san(san)
            yield self._value(board, game)

    def _value(self, board: chess.Board, game: object) -> int:
        if board.is_checkmate():
            return -MATE if board.turn == chess.WHITE else MATE
        if board.is_stalemate() or board.is_insufficient_material():
            return 0
        try:
            info = self._engine.analyse(board, self._limit, game=game)
        except (TimeoutError, chess.engine.EngineError) as error:
            raise NotAvailable(
                f"The engine {self.path} broke off ({error}); start it again, or choose another."
            ) from error
        if "score" not in info:
            raise NotAvailable(f"The engine {self.path} gives no evaluation; choose another with --engine.")
        return from_score(info["score"], board)

    def close(self) -> None:
        """Ends the engine's process, waiting a little for it to go by itself."""
        try:
            self._engine.quit()
        except (TimeoutError, chess.engine.EngineError):
            self._engine.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()


def from_score(score: chess.engine.PovScore, board: chess.Board) -> int:
    """What the engine says of the position on the board, in the numbers of `evaluations.py`."""
    white = score.white()
    moves = white.mate()
    if moves is None:
        return max(1 - MATE_FLOOR, min(MATE_FLOOR - 1, white.score(mate_score=MATE)))
    if moves:
        return from_mate(moves)
    return -MATE if board.turn == chess.WHITE else MATE
