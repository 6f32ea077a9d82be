"""Which game ids an answer has brought already, in about eight bytes an id."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from heapq import merge

RUN = 1 << 14
"""Ids that are kept in a plain set before they are sorted away."""


class SeenIds:
    """A set of ids that only grows. Exact; Lichess's ids have eight characters and fit into one number each."""

    def __init__(self) -> None:
        self._recent: set[str] = set()
        self._odd: set[str] = set()
        self._runs: list[array[int]] = []

    def add(self, game_id: str) -> bool:
        """Whether the id is new."""
        if game_id in self._recent or game_id in self._odd:
            return False
        number = _number(game_id)
        if number is None:
            self._odd.add(game_id)
            return True
        for run in self._runs:
            at = bisect_left(run, number)
            if at < len(run) and run[at] == number:
                return False
        self._recent.add(game_id)
        if len(self._recent) >= RUN:
            self._sort_away()
        return True

    def _sort_away(self) -> None:
        """Runs of like size are merged, so that there are never more than a few."""
        run = array("Q", sorted(number for each in self._recent if (number := _number(each)) is not None))
        self._recent.clear()
        while self._runs and len(self._runs[-1]) <= len(run):
            run = array("Q", merge(self._runs.pop(), run))
        self._runs.append(run)


def _number(game_id: str) -> int | None:
    return int.from_bytes(game_id.encode()) if len(game_id) == 8 and game_id.isascii() else None
