"""A game to step through: positions, the board as text, evaluations as a small graph. Pure but for python-chess."""

from __future__ import annotations

from collections.abc import Sequence
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


def board_content(position: Position, *, flipped: bool, ascii_only: bool) -> Content:
    """Eight ranks and the names of the files; upper case is White where there are letters."""
    order = range(7, -1, -1) if flipped else range(8)
    lines = []
    for rank in order:
        parts: list[tuple[str, str]] = [(f"{8 - rank} ", "$quiet")]
        for file in order:
            index = rank * 8 + file
            parts.append(_square(position, index, (rank + file) % 2 == 0, ascii_only))
        lines.append(Content.assemble(*parts))
    files = "".join(f" {'abcdefgh'[file]} " for file in order)
    lines.append(Content.assemble(("  " + files, "$quiet")))
    return Content("\n").join(lines)


def _square(position: Position, index: int, light: bool, ascii_only: bool) -> tuple[str, str]:
    piece = position.squares[index]
    moved = position.last is not None and index in position.last
    if piece == ".":
        glyph = "·" if moved and not ascii_only else " " if light or not ascii_only else "."
    else:
        glyph = piece if ascii_only else PIECES[piece]
    around = f"[{glyph}]" if moved and ascii_only else f" {glyph} "
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


def move_lines(
    moves: Sequence[str], evals: Sequence[int | None], clocks: Sequence[int], ply: int, black_first: bool
) -> list[Content]:
    """One line a move number; the ply just played is marked."""
    lines = []
    offset = 1 if black_first else 0
    room = max((len(left(clock)) for clock in clocks), default=0)
    count = (len(moves) + offset + 1) // 2
    for number in range(count):
        parts: list[tuple[str, str]] = [(f"{number + 1:>{len(str(count))}} ", "$quiet")]
        for at in (number * 2 - offset, number * 2 + 1 - offset):
            if not 0 <= at < len(moves):
                parts.append(("…".ljust(8) if at < 0 else "", "$quiet"))
                continue
            here = at + 1 == ply
            parts.append((f"{'▸' if here else ' '}{moves[at]:<7}", "bold $accent" if here else ""))
            if evals:
                parts.append((f"{evaluation(evals[at] if at < len(evals) else None):>5} ", "$quiet"))
            if clocks:
                parts.append((f"{left(clocks[at]) if at < len(clocks) else '':>{room}} ", "$quiet"))
        lines.append(Content.assemble(*parts).rstrip())
    return lines
