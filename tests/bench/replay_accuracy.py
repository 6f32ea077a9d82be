"""How well the replay predicts each reported change before seeing it, per history and perf. Run by hand:

    python tests/bench/replay_accuracy.py [FILE...]

FILE is a Lichess export (.ndjson or .pgn); without any, the five histories beside the project. The first 30 games of a
perf are left out. `exact` and `within 1` are shares of the changes; `misses` says what the wrong ones have in common.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from histories import HISTORIES, read_history

from tracker.game import PlayedGame
from tracker.ledger import Ledger
from tracker.ratings.replay import Replay, Replayed

SKIPPED = 30
FEWEST = 60


def replayed(games: list[PlayedGame]) -> dict[str, list[Replayed]]:
    """Perf -> every game that moved the rating, as the replay saw it."""
    by_id = {game.id: game for game in games}
    replays: dict[str, Replay] = {}
    found: dict[str, list[Replayed]] = {}
    for row in Ledger(games):
        if row.game_id is None:
            continue
        replay = replays.setdefault(row.perf, Replay(row.perf))
        seen = replay.add(by_id[row.game_id], row.before)
        if seen is not None:
            found.setdefault(row.perf, []).append(seen)
    return found


def misses(rows: Iterable[Replayed]) -> str:
    """The months with most wrong predictions, each with its share."""
    months: dict[str, Counter[bool]] = {}
    for row in rows:
        month = datetime.fromtimestamp(row.at / 1000, UTC).strftime("%Y-%m")
        months.setdefault(month, Counter())[row.difference == 0] += 1
    worst = sorted(months.items(), key=lambda item: -item[1][False])[:3]
    return ", ".join(f"{month}: {hits[False]} of {hits.total()}" for month, hits in worst if hits[False])


def main(paths: list[Path]) -> None:
    print(f"{'history':32} {'perf':11} {'games':>5} {'exact':>7} {'within 1':>8}  {'factor':>6}  misses")
    for path in paths:
        for perf, rows in replayed(read_history(path)).items():
            counted = rows[SKIPPED:]
            if len(counted) < FEWEST:
                continue
            exact = sum(row.difference == 0 for row in counted) / len(counted)
            near = sum(abs(row.difference) <= 1 for row in counted) / len(counted)
            print(
                f"{path.name:32} {perf:11} {len(counted):5} {exact:7.1%} {near:8.1%}  {counted[-1].factor:6}  "
                f"{misses(counted)}"
            )


if __name__ == "__main__":
    here = Path(__file__).parents[3] / "shared/data/histories"
    main([Path(name) for name in sys.argv[1:]] or [here / name for name in HISTORIES])
