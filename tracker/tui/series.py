"""A perf's comparison as the compact columns that the timeline draws. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import takewhile
from math import nan

from tracker.comparison import ComparisonRow, PerfComparison, ratings_before
from tracker.history import is_provisional
from tracker.tui.model import ADJUSTMENT, LIST, OVERLAP, PROVISIONAL, Series


def series_of(account: str, compared: PerfComparison, key_of: Callable[[str], int]) -> Series:
    """The columns of one perf; `key_of` makes a game's id the key of its row in the table.

    They begin with the first game whose rating is known (`unknown_at_first`).
    """
    series = Series(account, compared.perf, array("q"), array("q"), array("d"), bytearray())
    latest = 0
    deviation = fide = elo = nan
    period: str | None = None
    adjusted = False
    for row in compared.numbers():
        if row.ledger is None or row.ledger.game_id is None:
            adjusted = True
            continue
        latest = max(latest, row.at)  # starts stand for ends in PGN, and may go back
        if row.replay is not None:
            deviation = row.replay.deviation
        if row.fide is not None and row.fide.live is not None:
            fide = float(row.fide.live)
        if row.elo is not None:
            elo = float(row.elo.rating)
        new_list = row.fide is not None and row.fide.list_rating is not None and row.fide.period != period
        period = row.fide.period if new_list and row.fide is not None else period
        if row.ledger.after is None:
            continue
        series.keys.append(key_of(row.ledger.game_id))
        series.times.append(latest)
        series.lichess.append(row.ledger.after)
        series.band.append(deviation)
        series.fide.append(fide)
        series.elo.append(elo)
        series.flags.append(_flags(row, adjusted, new_list))
        adjusted = False
    return series


def unknown_at_first(compared: PerfComparison) -> int:
    """How many games there are before a record shows a rating: they have no point on the timeline."""
    return sum(1 for _ in takewhile(lambda before: before is None, ratings_before(compared.ledger)))


def _flags(row: ComparisonRow, adjusted: bool, new_list: bool) -> int:
    overlap = row.ledger is not None and row.ledger.note == "overlap"
    return PROVISIONAL * bool(is_provisional(row)) | ADJUSTMENT * adjusted | LIST * new_list | OVERLAP * overlap
