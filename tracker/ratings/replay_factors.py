"""The gain factors that a replay found in an account's own games, piecewise in time and with their evidence. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tracker.ratings.lichess_eras import era_at
from tracker.ratings.replay import Replayed

FEWEST = 20
"""Shorter stretches are the search for a factor, not a finding, and are left out."""


class FactorStretch(NamedTuple):
    """Games in a row that one factor explained best, judged each time by the games before only."""

    factor: float
    since: int
    """End of the first game, epoch ms."""
    until: int
    """End of the last game, epoch ms."""
    games: int
    exact: int
    """Changes that were predicted to the point."""
    table: float
    """The factor of the dated table at the stretch's end."""


def factor_stretches(rows: Iterable[Replayed], perf: str) -> list[FactorStretch]:
    """Oldest first; `rows` are one perf's in their order."""
    found: list[FactorStretch] = []
    for row in rows:
        last = found[-1] if found else None
        hit = int(row.difference == 0)
        if last is not None and last.factor == row.factor:
            found[-1] = last._replace(until=row.at, games=last.games + 1, exact=last.exact + hit)
        else:
            found.append(FactorStretch(row.factor, row.at, row.at, 1, hit, 1.0))
    return [stretch._replace(table=era_at(stretch.until).gain_of(perf)) for stretch in found if stretch.games >= FEWEST]
