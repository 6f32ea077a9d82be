"""How long 100,000 games take by FIDE's rules, against a bare loop that looks up the table and adds.

Run by hand: `python tests/bench/fide.py [GAMES]`. The ratio is the figure; 12 is the most that is allowed.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from datetime import date
from typing import Any

from tracker.game import PlayedGame
from tracker.ratings.elo import replay_elo
from tracker.ratings.fide.expected import expected_hundredths
from tracker.ratings.fide.replay import replay_fide, replay_fide_lists
from tracker.ratings.options import CHOICES, RatingOptions

START = 1_420_070_400_000
"""2015-01-01: the history runs through every edition."""
SPAN = 12 * 365 * 86_400_000
TODAY = date(2027, 1, 15)


def history(count: int) -> list[PlayedGame]:
    """Rated blitz games over twelve years, one in three of them in an arena of ten."""
    chance = random.Random(20)
    games = []
    for place in range(count):
        values: dict[str, Any] = dict.fromkeys(PlayedGame._fields)
        at = START + place * SPAN // count
        event = f"arena:{place // 10}" if place // 10 % 3 == 0 else None
        values |= {"id": f"{place:08}", "perf": "blitz", "speed": "blitz", "variant": "standard", "rated": True}
        values |= {"started_at": at, "finished_at": at + 300_000, "time_control": "300+3", "status": "mate"}
        values |= {"event": event, "plies": 60, "rating": 1500, "change": 5, "opponent_id": "other", "color": "white"}
        values |= {"outcome": chance.choice(("win", "draw", "loss")), "opponent_rating": chance.randint(1100, 2000)}
        games.append(PlayedGame(**values))
    return games


def bare(games: list[PlayedGame]) -> int:
    """The least that any implementation does: one look-up and one sum a game."""
    total = 0
    for game in games:
        difference = 1500 - (game.opponent_rating or 0)
        total += 50 * (game.halves or 0) - expected_hundredths(difference)
    return total


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of this process alone."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def main() -> None:
    """Print seconds and ratios."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    games = history(count)
    print(f"{count:,} games")
    for rules in CHOICES["rules"]:
        options = RatingOptions(rules=rules)  # type: ignore[arg-type]
        works: dict[str, Callable[[], object]] = {
            "fide": lambda options=options: replay_fide(games, "blitz", options, TODAY),  # type: ignore[misc]
            "lists": lambda options=options: replay_fide_lists(games, options, TODAY),  # type: ignore[misc]
            "elo": lambda options=options: replay_elo(games, "blitz", options),  # type: ignore[misc]
        }
        base = best_of(5, lambda: bare(games))
        print(f"{rules:8}   bare {base:.3f} s", end="")
        for name, work in works.items():
            seconds = best_of(5, work)
            print(f"   {name} {seconds:.3f} s = {seconds / base:4.1f} x", end="")
        print()


if __name__ == "__main__":
    main()
