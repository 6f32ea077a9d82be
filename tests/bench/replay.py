"""Cost of one Glicko-2 update, and of a replay with inference, in updates of the package glicko2 2.1. Run by hand:

    python tests/bench/replay.py

Ratios of one run on one machine: the best of several rounds each, taken in turns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import glicko2
from histories import HISTORIES, read_history

from tracker.game import PlayedGame
from tracker.ledger import Ledger
from tracker.ratings.glicko2 import Glicko, update_one
from tracker.ratings.replay import Replay, State, as_json, from_json

ROUNDS = 5
UPDATES = 5000


def package() -> None:
    for _ in range(UPDATES):
        player = glicko2.Player(1500, 60, 0.06)
        player.update_player([1550], [50], [1])


def ours() -> None:
    for _ in range(UPDATES):
        update_one(Glicko(1500, 60, 0.06), 1550, 50, 1)


def replay(rated: list[tuple[PlayedGame, int]], perf: str, state: State | None = None) -> State:
    running = Replay(perf, state)
    for game, before in rated:
        running.add(game, before)
    return running.state


def best(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def main(folder: Path) -> None:
    histories: dict[str, tuple[str, list[tuple[PlayedGame, int]]]] = {}
    for name in HISTORIES:
        games = read_history(folder / name)
        by_id = {game.id: game for game in games}
        perfs: dict[str, list[tuple[PlayedGame, int]]] = {}
        for row in Ledger(games):
            if row.game_id is not None:
                perfs.setdefault(row.perf, []).append((by_id[row.game_id], row.before))
        for perf, rated in perfs.items():
            if len(rated) >= 200:
                histories[f"{name} {perf}"] = perf, rated
    base, own = float("inf"), float("inf")
    times = dict.fromkeys(histories, float("inf"))
    for _ in range(ROUNDS):
        base, own = min(base, best(package) / UPDATES), min(own, best(ours) / UPDATES)
        for name, (perf, rated) in histories.items():
            times[name] = min(times[name], best(lambda perf=perf, rated=rated: replay(rated, perf)) / len(rated))
    print(f"glicko2 2.1, one update: {base * 1e6:.1f} us")
    print(f"ours, one update:        {own * 1e6:.1f} us, {base / own:.1f} times as fast")
    for name, spent in times.items():
        print(f"replay {name:42} {spent / base:5.1f} updates a game")
    perf, rated = histories[f"{HISTORIES[1]} blitz"]
    state = replay(rated, perf)
    stored = as_json(state)
    again = best(lambda: replay([], perf, from_json(stored))) / base
    print(f"second look at {len(rated)} unchanged games: {again:.1f} updates in all")


if __name__ == "__main__":
    main(Path(__file__).parents[3] / "shared/data/histories")
