"""How the clocks of a made-up game ran: what is left after each ply, and how long the game took. Pure."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import NamedTuple

from tracker.demo.classics import Ending, mover_of
from tracker.game import Color

ON_THE_CLOCK = frozenset({"outoftime", "timeout"})
"""Statuses of games that ended because a player let the time run."""


class Pace(NamedTuple):
    """The two clocks of one game."""

    clocks: list[int]
    """Centiseconds left after each ply, and at the end for the player to move where the game did not end in mate."""
    moving: int
    """Milliseconds from the start to the last move."""
    waiting: int
    """Milliseconds from the last move to the end."""


def pace(rng: Random, ending: Ending, initial: int, increment: int, berserk: frozenset[Color] = frozenset()) -> Pace:
    """Clocks for a game of `initial` seconds plus `increment` a move; who berserks has half and no increment."""
    mover = mover_of(ending.classic, 0)
    sides = (mover, "black" if mover == "white" else "white")
    flagged = mover_of(ending.classic, ending.plies) if ending.status in ON_THE_CLOCK else None
    left: list[list[int]] = []
    spent = 0
    for number, color in enumerate(sides):
        halved = color in berserk
        start, bonus = initial * (50 if halved else 100), 0 if halved else increment * 100
        moves = (ending.plies + 1 - number) // 2
        side = _side(rng, start, bonus, moves, color == flagged)
        left.append(side)
        if moves:
            spent += start + bonus * (moves - 1) - side[-1]
    clocks = [0] * ending.plies
    clocks[0::2], clocks[1::2] = left
    moving = 10 * max(spent, 0) + rng.getrandbits(12) + 400 * min(ending.plies, 2)
    if ending.status == "mate":
        return Pace(clocks, moving, 0)
    to_move = left[ending.plies % 2]
    remaining = to_move[-1] if to_move else initial * 100
    thought = remaining if flagged else min(remaining, rng.getrandbits(9))
    return Pace([*clocks, remaining - thought], moving, 10 * thought)


def _side(rng: Random, start: int, bonus: int, moves: int, flagged: bool) -> list[int]:
    """What one player has left after each of their moves; the first costs nothing, as at Lichess."""
    if not moves:
        return []
    weights = rng.getrandbits(8 * moves).to_bytes(moves, "little")
    share = rng.getrandbits(10)
    percent = 90 + share * 9 // 1024 if flagged else (35 + share * 50 // 1024) * min(moves, 40) // 40
    budget = (start + bonus * (moves - 1)) * percent // 100
    # Two moves of book, then thought: a flat part, a part that varies, and now and then a long think.
    costs = [0 if i == 0 else 12 if i < 3 else 30 + w // 4 + (150 if w > 243 else 0) for i, w in enumerate(weights)]
    total = sum(costs) or 1
    floor = min(30, start)
    left = [max(floor, start + bonus * i - budget * cost // total) for i, cost in enumerate(accumulate(costs))]
    left[0] = start + 3
    return left
