"""A local engine: found, asked a fixed number of nodes a move, closed. The only module that talks UCI.

Fixed nodes, one thread and a fresh game make the answers the same every time on every machine.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import chess
import chess.engine

from tracker.errors import NotAvailable
from tracker.settings import path_of
from tracker.strength.evaluations import MATE, MATE_FLOOR, from_mate

NODES = 10_000
"""A move. 50,000 gave no better levels (facts: 0.974 against 0.985 correlation of accuracy, the same error)."""
HASH_MB = 16
ANSWER_SECONDS = 20.0
"""An engine that is silent for so long is given up; with many nodes later."""
SLOWEST = 5_000
"""Nodes a second that any engine manages."""
QUIT_SECONDS = 5.0
"""An engine that does not go by itself in this time is killed."""

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
        # Path would drop the ./ that makes ./engine a path
        named = which(str(path_of(setting)) if setting.startswith("~") else setting)
        if named is None:
            raise NotAvailable(f"There is no program at {setting}; {INSTALL}.")
        return Path(named).absolute()
    for name in NAMES:
        found = which(name)
        if found is not None:
            return Path(found).absolute()
    for place in usual:
        if os.access(place, os.X_OK) and Path(place).is_file():
            return Path(place)
    raise NotAvailable(f"No Stockfish was found on this machine; {INSTALL}.")


class Engine:
    """A running engine. Close it, or use it in a `with` block."""

    def __init__(self, path: Path, nodes: int = NODES, *, patience: float = ANSWER_SECONDS) -> None:
        """Starts it. `patience`: seconds of silence allowed. Raises NotAvailable for what is no UCI engine."""
        self.path, self.nodes = path, nodes
        self._limit = chess.engine.Limit(nodes=nodes)
        self._patience = patience + nodes / SLOWEST
        logging.getLogger(chess.engine.__name__).setLevel(logging.CRITICAL)  # what went wrong is told in one sentence
        try:
            # setpgrp: Ctrl-C is for this program; the engine is told to go
            self._engine = chess.engine.SimpleEngine.popen_uci(str(path), timeout=patience, setpgrp=True)
        except (OSError, TimeoutError, chess.engine.EngineError) as error:
            raise NotAvailable(f"{path} does not answer as a UCI engine ({_said(error)}); {INSTALL}.") from error
        self._engine.protocol.loop.set_exception_handler(self._amiss)
        wanted = {"Threads": 1, "Hash": HASH_MB}
        try:
            self._engine.configure({name: value for name, value in wanted.items() if name in self._engine.options})
        except (TimeoutError, chess.engine.EngineError) as error:
            self._engine.close()
            raise NotAvailable(f"{path} cannot be used as a UCI engine ({_said(error)}); {INSTALL}.") from error
        self._engine.timeout = QUIT_SECONDS
        self._why = ""

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
            info = self._analyse(board, game)
        except (CancelledError, chess.engine.EngineError) as error:
            why = self._why or error
            raise NotAvailable(
                f"The engine {self.path} broke off ({why}); start it again, or choose another with --engine."
            ) from error
        if "score" not in info:
            raise NotAvailable(f"The engine {self.path} gives no evaluation; choose another with --engine.")
        return from_score(info["score"], board)

    def _analyse(self, board: chess.Board, game: object) -> chess.engine.InfoDict:
        """As SimpleEngine.analyse, which has no end of its own where the limit is not a time."""
        end = threading.Timer(self._patience, self._give_up, [f"no answer in {self._patience:.0f} seconds"])
        end.daemon = True
        end.start()
        try:
            return self._engine.analyse(board, self._limit, game=game)
        finally:
            end.cancel()

    def _give_up(self, why: str) -> None:
        """Kills the engine, so that who waits for its answer waits no more."""
        self._why = why
        self._engine.close()

    def _amiss(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An answer that python-chess cannot take, an illegal move say: it would go on waiting for a better one."""
        self._give_up(str(context.get("exception") or context.get("message")))

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


def _said(error: Exception) -> str:
    """A time that ran out has no words of its own."""
    return str(error) or "no answer"


def from_score(score: chess.engine.PovScore, board: chess.Board) -> int:
    """What the engine says of the position on the board, in the numbers of `evaluations.py`."""
    white = score.white()
    moves = white.mate()
    if moves is None:
        return max(1 - MATE_FLOOR, min(MATE_FLOOR - 1, white.score(mate_score=MATE)))
    if moves:
        return from_mate(moves)
    return -MATE if board.turn == chess.WHITE else MATE
