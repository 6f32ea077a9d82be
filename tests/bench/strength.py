"""What a level costs: `python tests/bench/strength.py FILE.ndjson.gz [GAMES]`. Baseline: replaying the moves alone.

Prints milliseconds a game for reading the moves (python-chess), for one game at a time, and for all in one go.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path

import chess

from tracker.strength.figures import side_figures
from tracker.strength.level import judge, judge_all
from tracker.strength.samples import read_samples


def main() -> None:
    records = [sample.game for sample in islice(read_samples(Path(sys.argv[1])), int((sys.argv[2:] or ["1000"])[0]))]
    judge(records[0])  # loads the weights

    began = time.perf_counter()
    for record in records:
        board = chess.Board()
        for san in record.moves:
            board.push_san(san)
    replay = time.perf_counter() - began

    began = time.perf_counter()
    alone = [judge(record) for record in records]
    one_by_one = time.perf_counter() - began

    began = time.perf_counter()
    together = judge_all(records)
    in_one_go = time.perf_counter() - began

    began = time.perf_counter()
    for record in records:
        side_figures(record)
    figures = time.perf_counter() - began

    plies = sum(len(record.moves) for record in records) / len(records)
    print(f"{len(records)} games of {plies:.0f} plies; {len(alone)} = {len(together)} judged")
    for name, seconds in (
        ("moves replayed alone", replay),
        ("level, one by one", one_by_one),
        ("level, in one go", in_one_go),
        ("figures and phases", figures),
    ):
        print(f"{name:22} {1000 * seconds / len(records):6.2f} ms a game  {seconds / replay:5.1f} x replay")


if __name__ == "__main__":
    main()
