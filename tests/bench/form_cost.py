"""What the summary of form costs, over reading the rows from the store (the baseline, ratio 1).

Run by hand: `python tests/bench/form_cost.py [--games 100000]`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import UTC
from pathlib import Path
from time import perf_counter

sys.path[:0] = [str(Path(__file__).parents[1] / name) for name in ("form", "commands")]

from made import player  # noqa: E402
from test_form import stored  # noqa: E402

from tracker.form.summary import form  # noqa: E402
from tracker.store.store import Entry, Store  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    games = player(1, parser.parse_args().games)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "tracker.db") as store:
        account = store.ensure_account("ann", "Ann")
        for start in range(0, len(games), 5000):
            entries = [Entry(stored(game), None, "json") for game in games[start : start + 5000]]
            store.save(account, entries, richer=True, now=0)
        reading, whole = [], []
        for _ in range(3):
            begun = perf_counter()
            rows = list(store.games(account.id, "blitz"))
            read = perf_counter()
            form(rows, "blitz", UTC)
            reading.append(read - begun)
            whole.append(perf_counter() - read)
    print(f"{len(games):,} games: reading {min(reading):.2f} s, summary {min(whole):.2f} s,")
    print(f"ratio summary / reading {min(whole) / min(reading):.2f}")


if __name__ == "__main__":
    main()
