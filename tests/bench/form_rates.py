"""How often a real change is claimed where there is none, and how soon a real one is found.

Run by hand: `python tests/bench/form_rates.py` (some minutes on two cores). Prints the tables of the README.

Method. Players of known strength meet opponents rated around their own Lichess rating (spread 60 points, whose true
strength differs from the rating by 45); their rating moves by Lichess's own update; 6 % of games between equals are
drawn. `tracker.form.gate` looks at all its stretches after every fifth game, `tracker.form.changes` for change-points
after every tenth; between these looks what they say stands, so a player may look at any time. A constant history is a
false alarm if the gate ever opens in it or a change-point is ever shown; a change is found at the first such claim of
the right way after it began.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp
from random import Random

from tracker.form.chances import SLOPE
from tracker.form.changes import changes
from tracker.form.gate import LOOK, Direction, opened, scan
from tracker.form.results import Results
from tracker.form.smoother import BLOCK, forward
from tracker.game import PlayedGame
from tracker.ratings.glicko2 import change_one

DRAWS = 0.06
GAIN = 1.005
LEVEL = 1600.0


def history(seed: int, strengths: list[float]) -> Results:
    """A player of these strengths, one a game, under Lichess's update at the deviation floor of 45."""
    random = Random(seed)
    rating = LEVEL + random.gauss(0.0, 40.0)
    versus, scores, games = [], [], []
    for number, strength in enumerate(strengths):
        opponent = float(int(random.gauss(rating, 60.0)))
        e = 1.0 / (1.0 + exp((random.gauss(opponent, 45.0) - strength) / 173.7178))
        half, luck = 2.0 * DRAWS * e * (1.0 - e), random.random()
        score = 1.0 if luck < e - half else 0.5 if luck < e + half else 0.0
        change = change_one(rating, 45.0, opponent, 45.0, score, 0.0)
        after = rating + change * (GAIN if change > 0 else 1.0)
        games.append(_game(number, int(rating), int(after) - int(rating)))
        rating = after
        versus.append(opponent)
        scores.append(score)
    return Results("blitz", games, versus, [SLOPE] * len(games), scores, DRAWS)


def _game(number: int, rating: int, change: int) -> PlayedGame:
    nothing = dict.fromkeys(PlayedGame._fields)
    values = {"id": f"{number:08}", "started_at": number * 600_000, "finished_at": number * 600_000 + 300_000}
    return PlayedGame(**{**nothing, **values, "rating": rating, "change": change, "provisional": False})


def first_alarm(strengths: list[float], begin: int, seed: int) -> tuple[int, Direction] | None:
    """Games played when a change is first claimed at a look after game `begin`, and which way; None if it never is."""
    filtered = forward(history(seed, strengths))
    for games in range(max(begin, 2 * BLOCK), len(strengths) + 1, LOOK):
        proof = opened(scan(filtered, games))
        direction = None if proof is None else proof.direction
        if direction is None and games % BLOCK == 0:
            shown = changes(filtered, games)
            direction = None if not shown else "better" if shown[-1].points > 0 else "worse"
        if direction:
            return games, direction
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=2000, help="constant ones; half as many of each change")
    parser.add_argument("--games", type=int, default=1500, help="length of the constant histories")
    options = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        look = partial(first_alarm, [LEVEL] * options.games, 0)
        alarms = [alarm[0] for alarm in pool.map(look, range(options.histories), chunksize=8) if alarm]
        print(f"Constant strength, {options.histories} histories:")
        for games in (200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000):
            if games <= options.games:
                share = sum(alarm <= games for alarm in alarms) / options.histories
                print(f"  a change is claimed within {games:5} games in {share:6.2%} of histories", flush=True)
        for name, points, direction in GOALS:
            print(f"100 points {name} over 100 games; share found within so many games of the first:")
            print("  games before   " + "".join(f"{after:7}" for after in AFTER))
            for before in (200, 300, 400, 600, 800, 1000, 2000):
                strengths = [LEVEL] * before + [LEVEL + points * min(100, n) for n in range(1, AFTER[-1] + 1)]
                look = partial(first_alarm, strengths, before)
                found = list(pool.map(look, range(10**6, 10**6 + options.histories // 2), chunksize=8))
                places = [alarm[0] - before for alarm in found if alarm and alarm[1] == direction]
                shares = [sum(place <= after for place in places) / len(found) for after in AFTER]
                print(f"  {before:12}   " + "".join(f"{share:7.0%}" for share in shares), flush=True)


GOALS: tuple[tuple[str, int, Direction], ...] = (("gained", 1, "better"), ("lost", -1, "worse"))
AFTER = (50, 100, 150, 200, 250, 300, 400)

if __name__ == "__main__":
    main()
