"""The ledger of an account: rated games in, rows out, with one running account for each perf. Pure, in one pass."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tracker.game import UNPLAYED, PlayedGame
from tracker.ledger.chain import Chain
from tracker.ledger.entries import Row, Summary

NEIGHBORS = 25
"""Rows to each side within which many jumps mean that games are missing."""
GAPS_BOTH_SIGNS = 4
GAPS_UPWARD = 8
"""Upward jumps may be refunds, which come in handfuls; more than that do not."""

SPLIT_NOTE = "Rapid opened as a copy of classical when Lichess parted the two around 1 December 2017."


class Ledger:
    """Iterate for the rows; `summaries` is complete when the iteration is.

    Takes all perfs' games of one account, or one perf's, in the order of (end, start, id); games that are not rated or
    were not played are passed over. The rows of each perf come in order and without a break; rows of different perfs
    are not sorted among each other. Memory is bounded: some hundred rows a perf, however long the history.
    """

    def __init__(self, games: Iterable[PlayedGame], profile: Mapping[str, int] | None = None) -> None:
        self._games = games
        self._profile = profile or {}
        """Perf -> rating of the profile, for perfs whose stored games are complete."""
        self._perfs: dict[str, _Perf] = {}

    def __iter__(self) -> Iterator[Row]:
        for game in self._games:
            yield from self.take(game)
        yield from self.finish()

    def take(self, game: PlayedGame) -> Iterator[Row]:
        """The next game in; the rows that it settles out."""
        if not game.rated or (game.status in UNPLAYED and game.change is None):
            return
        perf = self._perfs.get(game.perf)
        if perf is None:
            if game.perf == "rapid" and "classical" in self._perfs:
                yield from self._perfs["classical"].settle()
            perf = self._open(game)
        yield from perf.gaps.push(perf.chain.push(game))

    def finish(self) -> Iterator[Row]:
        """The rows that waited for more games."""
        for perf in self._perfs.values():
            yield from perf.settle()
            yield from perf.gaps.finish()

    def as_json(self) -> dict[str, Any]:
        """All that the next game needs, as plain values."""
        return {name: [perf.chain.as_json(), perf.gaps.as_json()] for name, perf in self._perfs.items()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any], games: Iterable[PlayedGame] = ()) -> Ledger:
        """The inverse of `as_json`, to go on with later games. Raises KeyError, TypeError or ValueError."""
        ledger = cls(games)
        for name, (chain, gaps) in values.items():
            ledger._perfs[name] = _Perf(Chain.from_json(chain), _Gaps.from_json(gaps))
        return ledger

    @property
    def summaries(self) -> dict[str, Summary]:
        """The account of each perf, in the order of their first games."""
        return {name: perf.chain.summary(perf.gaps.count) for name, perf in self._perfs.items()}

    def _open(self, game: PlayedGame) -> _Perf:
        """A perf's first game. Rapid begins with what classical had at the split, where classical was played."""
        opening = note = after = None
        classical = self._perfs.get("classical")
        if game.perf == "rapid" and classical is not None and classical.chain.before_split is not None:
            opening, after = classical.chain.before_split
            note = SPLIT_NOTE
        chain = Chain(
            game.perf,
            opening=opening,
            opening_note=note,
            opened_after=after,
            profile_rating=self._profile.get(game.perf),
        )
        perf = self._perfs[game.perf] = _Perf(chain)
        return perf


class _Perf:
    """One perf's two stations."""

    def __init__(self, chain: Chain, gaps: _Gaps | None = None) -> None:
        self.chain = chain
        self.gaps = gaps or _Gaps()

    def settle(self) -> Iterator[Row]:
        """Enter the games that wait to see what follows."""
        yield from self.gaps.push(self.chain.finish())


class _Gaps:
    """Names the adjustments that look like missing games: it has to know the neighbours on both sides first."""

    def __init__(self) -> None:
        self.count = 0
        self._rows: deque[Row] = deque()
        """Settled rows, then those that wait for their neighbours."""
        self._settled = 0

    def as_json(self) -> list[Any]:
        """The count and the rows, as plain values."""
        return [self.count, self._settled, list(self._rows)]

    @classmethod
    def from_json(cls, values: Sequence[Any]) -> _Gaps:
        """The inverse of `as_json`."""
        gaps = cls()
        gaps.count, gaps._settled, rows = values
        gaps._rows = deque(Row._make([*row, between and tuple(between)]) for *row, between in rows)
        return gaps

    def push(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Rows in; those whose neighbours are known out."""
        for row in rows:
            self._rows.append(row)
            if len(self._rows) - self._settled > NEIGHBORS:
                yield self._settle()

    def finish(self) -> Iterator[Row]:
        """The rows that still wait."""
        while self._settled < len(self._rows):
            yield self._settle()

    def _settle(self) -> Row:
        row = self._rows[self._settled]
        if row.kind == "adjustment":
            jumps = [other.change or 0 for other in self._rows if other.kind == "adjustment"]
            needed = GAPS_BOTH_SIGNS if min(jumps) < 0 else GAPS_UPWARD
            if len(jumps) >= needed:
                row = row._replace(note="gap")
                self.count += 1
            elif row.note == "refund-like" and -(row.change or 0) in jumps:
                row = row._replace(note="unexplained")
        self._settled += 1
        if self._settled > NEIGHBORS:
            self._rows.popleft()
            self._settled -= 1
        return row
