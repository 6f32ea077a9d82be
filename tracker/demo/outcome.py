"""How a made-up game goes: the result by true strength, and moves and an ending that fit it. Pure."""

from __future__ import annotations

from random import Random

from tracker.demo.classics import Ending, endings
from tracker.demo.record import Setting
from tracker.game import Color

DRAWS = {"bullet": 0.05, "blitz": 0.07, "rapid": 0.09, "classical": 0.14, "correspondence": 0.16, "chess960": 0.06}
"""Share of draws between equals."""
WHITE_EDGE = 11.0
"""Half of what the first move is worth, in points."""


def winner_of(rng: Random, margin: float, setting: Setting) -> Color | None:
    """Who wins, drawn for a player who is stronger by `margin` points; None for a draw."""
    other: Color = "black" if setting.color == "white" else "white"
    edge = WHITE_EDGE if setting.color == "white" else -WHITE_EDGE
    expected = 1.0 / (1.0 + 10.0 ** (-(margin + edge) / 400.0))
    draws = DRAWS[setting.perf] * (1.0 - abs(2.0 * expected - 1.0))
    luck = rng.random()
    if luck < expected - draws / 2:
        return setting.color
    return None if luck < expected + draws / 2 else other


def ending_for(rng: Random, setting: Setting, winner: Color | None) -> Ending:
    """How a game with this winner went: its moves and the way it ended."""
    kind, which = rng.random(), rng.random()
    status = _status(kind, setting) if winner else "draw"
    table = endings(setting.variant)
    choices = table.get((status, winner))
    if not choices:  # a player may resign or agree to a draw wherever a clock may run out
        status = "resign" if status == "mate" else status
        choices = table.get((status, winner)) or table["outoftime", winner or "white"]
    return choices[int(which * len(choices))]._replace(status=status, winner=winner)


def _status(kind: float, setting: Setting) -> str:
    if setting.initial is not None:
        return "mate" if kind < 0.27 else "resign" if kind < 0.73 else "outoftime" if kind < 0.99 else "timeout"
    return "mate" if kind < 0.25 else "resign" if kind < 0.9 or setting.days is None else "outoftime"
