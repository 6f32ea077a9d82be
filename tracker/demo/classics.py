"""The moves of the demo: well-known games of history, and where each may plausibly end. Reads the file of the room."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from tracker.game import Color
from tracker.strength.accuracy import game_quality, move_qualities
from tracker.strength.evaluations import from_mate, mate_in

WINNING = 400
"""Centipawns at which a player of the demo may resign."""
LEVEL = 45
"""Centipawns within which a draw may be agreed, four plies in a row."""
FEWEST_PLIES = 24
"""Before this no clock runs out and no draw is agreed."""


class Classic(NamedTuple):
    """A line of moves with an engine's opinion of each."""

    variant: str
    title: str
    eco: str
    """Empty where the game has no opening name, as is `opening`."""
    opening: str
    opening_ply: int
    fen: str
    """The start position, empty for the usual one."""
    moves: tuple[str, ...]
    """SAN."""
    evaluations: tuple[int, ...]
    """As in `strength.evaluations`, one a ply; a mating move has none."""


class Ending(NamedTuple):
    """A classic cut where a game could have ended."""

    classic: Classic
    plies: int
    status: str
    winner: Color | None


@cache
def classics() -> tuple[Classic, ...]:
    """All games of the file, in its order."""
    text = files("tracker.demo").joinpath("games.txt").read_text(encoding="utf-8")
    return tuple(_classic(line) for line in text.splitlines() if line and not line.startswith("#"))


def _classic(line: str) -> Classic:
    variant, title, eco, opening, ply, fen, moves, evaluations = line.split("|")
    values = tuple(from_mate(int(word[1:])) if word[0] == "#" else int(word) for word in evaluations.split())
    return Classic(variant, title, eco, opening, int(ply), fen, tuple(moves.split()), values)


@cache
def endings(variant: str) -> dict[tuple[str, Color | None], tuple[Ending, ...]]:
    """(status, winner) -> the endings there are for it, long games more often than short ones."""
    found: dict[tuple[str, Color | None], list[Ending]] = {}
    for classic in classics():
        if classic.variant == variant:
            for ending in _endings(classic):
                weight = 1 if ending.plies < FEWEST_PLIES else 3
                found.setdefault((ending.status, ending.winner), []).extend([ending] * weight)
    return {key: tuple(values) for key, values in found.items()}


def _endings(classic: Classic) -> Iterable[Ending]:
    plies = len(classic.moves)
    if classic.moves[-1].endswith("#"):
        yield Ending(classic, plies, "mate", mover_of(classic, plies - 1))
        plies -= 2
    for cut in range(plies, 9, -5):
        last = classic.evaluations[max(0, cut - 4) : cut]
        if min(last[-2:]) >= WINNING:
            yield Ending(classic, cut, "resign", "white")
        elif max(last[-2:]) <= -WINNING:
            yield Ending(classic, cut, "resign", "black")
        elif cut >= FEWEST_PLIES and max(map(abs, last)) <= LEVEL:
            yield Ending(classic, cut, "draw", None)
    for cut in range(plies, FEWEST_PLIES, -7):
        winner: Color = "black" if mover_of(classic, cut) == "white" else "white"
        yield Ending(classic, cut, "outoftime", winner)


def mover_of(classic: Classic, ply: int) -> Color:
    """Who makes the move with this index."""
    return "white" if (ply % 2 == 0) != (" b " in classic.fen) else "black"


@cache
def analysis_of(classic: Classic, plies: int) -> tuple[list[dict[str, Any]], dict[Color, dict[str, int]]]:
    """The `analysis` list of the record and each side's figures, for the first `plies` moves.

    Only for games that White began, as Lichess's formulas take them.
    """
    values = classic.evaluations[:plies]
    entries: list[dict[str, Any]] = []
    for value, move in zip(values, move_qualities(values), strict=True):
        entry: dict[str, Any] = _evaluation(value)
        if move.judgement:
            name = move.judgement.capitalize()
            entry["judgment"] = {"name": name, "comment": f"{name}."}
        entries.append(entry)
    return entries, {"white": _figures(values, "white"), "black": _figures(values, "black")}


def _evaluation(value: int) -> dict[str, Any]:
    mate = mate_in(value)
    return {"eval": value} if mate is None else {"mate": mate}


def _figures(values: tuple[int, ...], color: Color) -> dict[str, int]:
    quality = game_quality(values, color)
    return {
        "inaccuracy": quality.inaccuracies,
        "mistake": quality.mistakes,
        "blunder": quality.blunders,
        "acpl": round(quality.acpl or 0),
        "accuracy": round(quality.accuracy or 0),
    }
