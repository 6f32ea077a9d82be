"""A game to step through: positions, the board as text, evaluations as a small graph. Pure but for python-chess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import NamedTuple

from textual.content import Content

from tracker.tui.notation import MINUS
from tracker.tui.raster import Raster, Symbols

PIECES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
MATE = 10_000
"""Evaluations from here on are mates: ±(MATE − moves)."""


class Position(NamedTuple):
    """The board after a ply."""

    squares: str
    """64 letters from a8 to h1, `.` for empty."""
    last: tuple[int, int] | None = None
    """From and to of the last move, as indexes into `squares`."""


def positions(moves: Sequence[str], initial_fen: str | None) -> list[Position]:
    """The start and the position after each ply; ends early where a move cannot be read."""
    import chess

    try:
        board = chess.Board(initial_fen or chess.STARTING_FEN, chess960=True)
    except ValueError:
        return []
    found = [Position(_squares(board))]
    for move in moves:
        try:
            played = board.push_san(move)
        except ValueError:
            break
        found.append(Position(_squares(board), (played.from_square ^ 56, played.to_square ^ 56)))
    return found


def _squares(board: object) -> str:
    rows = str(board).replace(" ", "").split("\n")
    return "".join(rows)


def board_content(position: Position, *, flipped: bool, letters: bool) -> Content:
    """Eight ranks and the names of the files; `letters` for pieces where a font lacks them, upper case for White."""
    order = range(7, -1, -1) if flipped else range(8)
    lines = []
    for rank in order:
        parts: list[tuple[str, str]] = [(f"{8 - rank} ", "$quiet")]
        for file in order:
            index = rank * 8 + file
            parts.append(_square(position, index, (rank + file) % 2 == 0, letters))
        lines.append(Content.assemble(*parts))
    files = "".join(f" {'abcdefgh'[file]} " for file in order)
    lines.append(Content.assemble(("  " + files, "$quiet")))
    return Content("\n").join(lines)


def _square(position: Position, index: int, light: bool, letters: bool) -> tuple[str, str]:
    piece = position.squares[index]
    moved = position.last is not None and index in position.last
    if piece == ".":
        glyph = "·" if moved and not letters else " " if light or not letters else "."
    else:
        glyph = piece if letters else PIECES[piece]
    around = f"[{glyph}]" if moved and letters else f" {glyph} "
    ground = "$cursor-row" if moved else "$square-light" if light else "$square-dark"
    return around, f"$foreground on {ground}"


def evaluation(value: int | None) -> str:
    """`+0.8`, `−1.2`, `#3`, `−#2`; nothing where none is known."""
    if value is None:
        return ""
    sign = MINUS if value < 0 else "+" if value > 0 else ""
    if abs(value) > MATE - 1000:
        return f"{MINUS if value < 0 else ''}#{MATE - abs(value)}"
    return f"{sign}{abs(value) / 100:.1f}"


def left(centiseconds: int) -> str:
    """Time on a clock: `4:05`, `1:02:09`, `9.3`."""
    seconds = centiseconds / 100
    if seconds < 10:
        return f"{seconds:.1f}"
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    return f"{whole // 3600}:{whole % 3600 // 60:02d}:{whole % 60:02d}"


def winning_chance(value: int) -> float:
    """From −1 to 1, White's side; Lichess's curve over centipawns."""
    return 2 / (1 + exp(-0.00368208 * max(-1000, min(1000, value)))) - 1


def graph(evals: Sequence[int | None], width: int, height: int, symbols: Symbols) -> list[str]:
    """White's winning chances over the game, filled from the middle; the highest and lowest of a column both show."""
    raster = Raster(width, height, symbols)
    known = [(index, winning_chance(value)) for index, value in enumerate(evals) if value is not None]
    if not known:
        return []
    middle = (raster.dots_high - 1) / 2
    for index, chance in known:
        first = index * raster.dots_wide // len(evals)
        for x in range(first, max(first + 1, (index + 1) * raster.dots_wide // len(evals))):
            raster.vertical(x, round(middle - chance * middle), round(middle))
    return raster.lines()


def move_name(moves: Sequence[str], ply: int, black_first: bool) -> str:
    """`38. Rxe5`, or `38… Rxe5` of Black; `start` before the first move."""
    if not 0 < ply <= len(moves):
        return "start"
    number, black = divmod(ply - 1 + black_first, 2)
    return f"{number + 1}{'…' if black else '.'} {moves[ply - 1]}"


@dataclass(frozen=True)
class MoveTable:
    """The moves of a game with what stands beside them."""

    moves: Sequence[str]
    evals: Sequence[int | None]
    """After each move, where known; empty without any."""
    clocks: Sequence[int]
    """Centiseconds left after each move; empty without any."""
    black_first: bool

    @cached_property
    def _room(self) -> int:
        return max((len(left(clock)) for clock in self.clocks), default=0)

    @property
    def _digits(self) -> int:
        return len(str((len(self.moves) + self.black_first + 1) // 2))

    def lines(self, ply: int, width: int) -> tuple[list[Content], int]:
        """Both moves of a number on a line, or each on its own where both do not fit the width; and the index of the
        line on which the move stands that was just played. It is marked.
        """
        half = 8 + (6 if self.evals else 0) + (self._room + 1 if self.clocks else 0)
        count = len(self.moves)
        if self._digits + 2 * half > width:
            return [self._single(at, ply) for at in range(count)], max(0, ply - 1)
        numbers = range((count + self.black_first + 1) // 2)
        return [self._double(number, ply) for number in numbers], max(0, ply - 1 + self.black_first) // 2

    def _double(self, number: int, ply: int) -> Content:
        first = number * 2 - self.black_first
        white = self._cells(first, ply) if first >= 0 else Content.styled("…".ljust(8), "$quiet")
        head = Content.styled(f"{number + 1:>{self._digits}} ", "$quiet")
        return Content("").join([head, white, self._cells(first + 1, ply)]).rstrip()

    def _single(self, at: int, ply: int) -> Content:
        number, black = divmod(at + self.black_first, 2)
        head = Content.styled(f"{number + 1:>{self._digits}}{'…' if black else '.'} ", "$quiet")
        return Content("").join([head, self._cells(at, ply)]).rstrip()

    def _cells(self, at: int, ply: int) -> Content:
        """The move with its evaluation and clock, in columns."""
        if at >= len(self.moves):
            return Content("")
        here = at + 1 == ply
        parts = [(f"{'▸' if here else ' '}{self.moves[at]:<7}", "bold $accent" if here else "")]
        if self.evals:
            parts.append((f"{evaluation(self.evals[at] if at < len(self.evals) else None):>5} ", "$quiet"))
        if self.clocks:
            parts.append((f"{left(self.clocks[at]) if at < len(self.clocks) else '':>{self._room}} ", "$quiet"))
        return Content.assemble(*parts)
