"""What an account of 500,000 games costs: the first comparison, later looks, one game explained, an export.

Run by hand: `python tests/bench/large.py [GAMES]`. The games are simulated with Lichess's own mathematics, so that a
replay has something to find; each command runs as a process of its own. Aims: the first look within two minutes of
CPU and 600 MB, later ones within seconds.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tracker.game import pool
from tracker.ratings.glicko2 import Glicko
from tracker.ratings.lichess import deviation_at, is_provisional, rate_game, start_at
from tracker.ratings.lichess_eras import epoch_ms
from tracker.store import Store

START, END = epoch_ms("2015-01-05"), epoch_ms("2026-11-25")
CLOCKS = {"blitz": ("180+0", 240_000), "bullet": ("60+0", 90_000), "rapid": ("600+0", 900_000)}
"""Perf -> time control, and about the length of a game (ms)."""
REFUND = 1 / 1500
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O " * 4


def game_id(number: int) -> str:
    number, letters = number * 829_352_351 % 62**8, ""
    for _ in range(8):
        number, rest = divmod(number, 62)
        letters += ALPHABET[rest]
    return letters


def games(count: int) -> Iterator[dict[str, Any]]:
    """Rows of a player who gets a little better and worse, in sessions of some twenty games."""
    dice = random.Random(11)
    step = (END - START) / count
    moment, skill = float(START), 1650.0
    standings: dict[str, tuple[Glicko, int | None]] = {}
    for number in range(count):
        moment += step * (0.35 if dice.random() < 0.95 else 13.35)
        speed = dice.choices(("blitz", "bullet", "rapid"), (75, 18, 7))[0]
        clock, length = CLOCKS[speed]
        start = int(moment)
        end = start + min(int(length * dice.uniform(0.3, 1.2)), int(step * 0.3))
        perf = pool(speed, start)
        me, last = standings.get(perf, (start_at(end), None))
        refund = dice.randint(1, 9) if dice.random() < REFUND else 0
        me = Glicko(me.rating + refund, deviation_at(me.deviation, me.volatility, last, end), me.volatility)
        skill += dice.gauss(0, 3) + (1700 - skill) * 0.001
        opponent = Glicko(me.rating + dice.gauss(0, 90), opponent_deviation(dice), 0.06)
        expected = 1 / (1 + 10 ** ((opponent.rating - skill) / 400))
        outcome = "draw" if dice.random() < 0.05 else "win" if dice.random() < expected else "loss"
        color = dice.choice(("white", "black"))
        other = "black" if color == "white" else "white"
        score = {"win": 1.0, "draw": 0.5, "loss": 0.0}[outcome]
        after, theirs = rate_game(me, opponent, score, color=color, at=end, perf=perf)
        standings[perf] = after.glicko, end
        yield {
            "account_id": 1, "id": game_id(number), "perf": perf, "speed": speed, "variant": "standard", "rated": 1,
            "started_at": start, "last_move_at": end, "finished_at": end, "ended_at": end, "time_control": clock,
            "color": color, "status": "mate", "winner": {"win": color, "loss": other}.get(outcome), "source": "pool",
            "event": f"arena:{number // 12}" if number // 12 % 3 == 0 else None, "outcome": outcome, "plies": 64,
            "rating": int(me.rating), "change": after.change,
            "provisional": is_provisional(me.deviation, end), "opponent_id": f"player_{number % 5000}",
            "opponent_name": f"Player_{number % 5000}", "opponent_rating": int(opponent.rating),
            "opponent_change": theirs.change, "opponent_provisional": is_provisional(opponent.deviation, end),
            "opening_eco": "C95", "opening_name": "Ruy Lopez: Closed, Breyer Defense", "analysed": 0,
            "first_seen_at": END, "moves": MOVES,
        }  # fmt: skip


def opponent_deviation(dice: random.Random) -> float:
    """Most play often; some are new."""
    kind = dice.random()
    if kind < 0.7:
        return 45 + abs(dice.gauss(0, 4))
    return 45 + dice.expovariate(1 / 30) if kind < 0.95 else dice.uniform(110, 350)


def database(path: Path, count: int) -> None:
    with Store(path) as store:
        store.ensure_account("bench", "Bench")
    names: list[str] = list(next(games(1)))
    with sqlite3.connect(path) as connection:
        marks = ", ".join(f":{name}" for name in names)
        connection.executemany(f"INSERT INTO game ({', '.join(names)}) VALUES ({marks})", games(count))


def measure(title: str, database: Path, *words: str) -> None:
    """Runs a command; prints its CPU and memory."""
    environ = os.environ | {"TRACKER_TIMEZONE": "UTC"}
    command = [sys.executable, "-m", "tracker", "--db", str(database), *words]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(words)} failed")
    megabytes = usage.ru_maxrss / (1024 * (1024 if sys.platform == "darwin" else 1))
    sys.stdout.write(f"{title:24} {usage.ru_utime + usage.ru_stime:6.1f} s CPU {megabytes:5.0f} MB\n")
    sys.stdout.flush()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "large.db"
        database(path, count)
        sys.stdout.write(f"{count:,} games\n")
        measure("first history", path, "history", "Bench", "--json")
        measure("history again", path, "history", "Bench", "--json")
        measure("with other rules", path, "history", "Bench", "--json", "--rules", "2014-07")
        measure("one game explained", path, "explain", game_id(count // 2), "--json")
        measure("export", path, "export", "Bench", "-o", str(Path(name) / "games.csv"))
        with sqlite3.connect(path) as connection:
            connection.execute("DELETE FROM game WHERE ended_at = (SELECT max(ended_at) FROM game)")
        measure("after games came or went", path, "history", "Bench", "--json")


if __name__ == "__main__":
    main()
