"""Made players for the tests of form: known strength, Lichess's own update, seeded luck."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

from tracker.game import Color, PlayedGame
from tracker.ratings.glicko2 import Glicko, change_one
from tracker.ratings.lichess import rate_game

START = 1_700_000_000_000
OUTCOMES = {1.0: "win", 0.5: "draw", 0.0: "loss"}


def played(number: int, **values: object) -> PlayedGame:
    """A rated blitz game, half an hour after the one before, with these values."""
    at = START + number * 1_800_000
    usual: dict[str, object] = {
        **dict.fromkeys(PlayedGame._fields),
        "id": f"g{number:07}",
        "perf": "blitz",
        "speed": "blitz",
        "variant": "standard",
        "rated": True,
        "started_at": at,
        "finished_at": at + 300_000,
        "time_control": "180+2",
        "color": "white" if number % 2 else "black",
        "status": "resign",
        "outcome": "win",
        "rating": 1600,
        "change": 5,
        "provisional": False,
        "opponent_rating": 1600,
        "opponent_provisional": False,
        "opening_name": ("Sicilian Defense: Open", "French Defense", "Italian Game: Giuoco Piano")[number % 3],
        "analysed": False,
    }
    return PlayedGame(**{**usual, **values})  # type: ignore[arg-type]


def player(seed: int, games: int, strength: Callable[[int], float] = lambda number: 1600.0) -> list[PlayedGame]:
    """A history under Lichess's update at the deviation floor; 6 % of games between equals are drawn."""
    random = Random(seed)
    rating = 1600.0
    history = []
    for number in range(games):
        opponent = int(random.gauss(rating, 60.0))
        edge = 11.782457 if number % 2 else -11.782457
        e = 1.0 / (1.0 + exp((random.gauss(opponent, 45.0) - strength(number) - edge) / 173.7178))
        half, luck = 0.12 * e * (1.0 - e), random.random()
        score = 1.0 if luck < e - half else 0.5 if luck < e + half else 0.0
        after = rating + change_one(rating, 45.0, opponent, 45.0, score, edge)
        change = int(after) - int(rating)
        history.append(
            played(number, rating=int(rating), change=change, opponent_rating=opponent, outcome=OUTCOMES[score])
        )
        rating = after
    return history


def newcomer(seed: int, games: int, strength: float) -> list[PlayedGame]:
    """A history from the first game on: 1500 with a deviation of 500, then Lichess's whole update."""
    random = Random(seed)
    me = Glicko(1500.0, 500.0, 0.09)
    history = []
    for number in range(games):
        opponent = int(random.gauss(me.rating, 60.0))
        color: Color = "white" if number % 2 else "black"
        edge = 11.782457 if color == "white" else -11.782457
        e = 1.0 / (1.0 + exp((random.gauss(opponent, 45.0) - strength - edge) / 173.7178))
        score = 1.0 if random.random() < e else 0.0
        theirs = Glicko(float(opponent), 60.0, 0.06)
        after = rate_game(me, theirs, score, color=color, at=START + number * 1_800_000)[0]
        history.append(
            played(
                number,
                rating=int(me.rating),
                change=int(after.rating) - int(me.rating),
                provisional=me.deviation >= 110.0,
                opponent_rating=opponent,
                outcome=OUTCOMES[score],
            )
        )
        me = Glicko(after.rating, after.deviation, after.volatility)
    return history
