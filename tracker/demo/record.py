"""A made-up game written down as Lichess writes games: the object of one NDJSON line. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple

from tracker.demo.classics import Ending, analysis_of
from tracker.game import Color

DEMO_NAME = "Demo_Knight"
"""The player of the demo."""


class Setting(NamedTuple):
    """What is agreed before the first move."""

    perf: str
    speed: str
    variant: str
    rated: bool
    source: str
    color: Color
    """Of the demo's player."""
    initial: int | None = None
    """Seconds; None for correspondence."""
    increment: int = 0
    days: int | None = None
    """Days a move; None with `initial` None for a game without a limit."""
    arena: tuple[str, str] | None = None
    """Id and name."""
    swiss: str | None = None


def other(color: Color) -> Color:
    return "black" if color == "white" else "white"


def player(name: str, rating: int, provisional: bool, title: str | None = None) -> dict[str, Any]:
    """One side of the record, without a change."""
    user: dict[str, Any] = {"name": name, "id": name.lower()}
    if title:
        user["title"] = title
    side: dict[str, Any] = {"user": user, "rating": rating}
    if provisional:
        side["provisional"] = True
    return side


def record(
    game_id: str,
    setting: Setting,
    ending: Ending,
    started: int,
    last_move: int,
    me: dict[str, Any],
    them: dict[str, Any],
) -> dict[str, Any]:
    """The whole record but for changes, clocks and evaluations, in Lichess's order of fields."""
    classic = ending.classic
    game: dict[str, Any] = {
        "id": game_id,
        "rated": setting.rated,
        "variant": setting.variant,
        "speed": setting.speed,
        "perf": setting.perf,
        "createdAt": started,
        "lastMoveAt": last_move,
        "status": ending.status,
        "source": setting.source,
        "players": {"white": me, "black": them} if setting.color == "white" else {"white": them, "black": me},
    }
    if classic.fen:
        game["initialFen"] = classic.fen
    if ending.winner:
        game["winner"] = ending.winner
    if classic.opening and ending.plies >= classic.opening_ply:
        game["opening"] = {"eco": classic.eco, "name": classic.opening, "ply": classic.opening_ply}
    game["moves"] = " ".join(classic.moves[: ending.plies])
    if setting.arena:
        game["arenaTour"] = {"id": setting.arena[0], "name": setting.arena[1]}
    if setting.swiss:
        game["swissTour"] = {"id": setting.swiss}
    if setting.initial is not None:
        total = setting.initial + 40 * setting.increment
        game["clock"] = {"initial": setting.initial, "increment": setting.increment, "totalTime": total}
    elif setting.days is not None:
        game["daysPerTurn"] = setting.days
    return game


def analyse(game: dict[str, Any], ending: Ending) -> None:
    """Add the engine's evaluations and both sides' figures to a record."""
    game["analysis"], figures = analysis_of(ending.classic, ending.plies)
    for color, side in game["players"].items():
        side["analysis"] = figures[color]
