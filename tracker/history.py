"""Where a player stands in each perf, in both systems, and what the highest points were. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from tracker.comparison import Comparison, ComparisonRow, PerfComparison
from tracker.game import PERF_NAMES, Live
from tracker.ledger import Summary
from tracker.ratings.fide.rows import FidePeriod, FideStanding

PROVISIONAL_DEVIATION = 110.0
"""From this deviation on Lichess calls a rating provisional."""


class Peak(NamedTuple):
    """A highest rating and the first game that reached it."""

    rating: int
    game_id: str
    at: int
    """End of that game, epoch ms."""
    provisional: bool


@dataclass(frozen=True, slots=True)
class PerfHistory:
    """One perf's standing."""

    perf: str
    games: int
    """All stored games."""
    rated: int
    rating: int | None
    """None where no game was rated."""
    deviation: float | None
    """The profile's where it is fresh, else an estimate after the newest game."""
    deviation_estimated: bool
    provisional: bool | None
    peak: Peak | None
    peak_established: Peak | None
    fide: FideStanding | None
    fide_list: str | None
    fide_periods: tuple[FidePeriod, ...]
    elo: Decimal | None
    ledger: Summary | None

    @property
    def title(self) -> str:
        """The perf's name as players know it."""
        return PERF_NAMES.get(self.perf, self.perf)


def is_provisional(row: ComparisonRow) -> bool | None:
    """Whether the rating was provisional at this game: the record's mark, else the replayed deviation; else unknown."""
    if row.game is not None and row.game.provisional is not None:
        return row.game.provisional
    return None if row.replay is None else row.replay.deviation >= PROVISIONAL_DEVIATION


def peaks(rows: Iterable[ComparisonRow]) -> tuple[Peak | None, Peak | None]:
    """The highest rating after any game, and the highest one that was not provisional."""
    highest: Peak | None = None
    established: Peak | None = None
    for row in rows:
        if row.game is None or row.ledger is None or row.ledger.change is None:
            continue
        provisional = bool(is_provisional(row))
        if highest is None or row.ledger.after > highest.rating:
            highest = Peak(row.ledger.after, row.game.id, row.at, provisional)
        if not provisional and (established is None or row.ledger.after > established.rating):
            established = Peak(row.ledger.after, row.game.id, row.at, provisional)
    return highest, established


def histories(
    comparison: Comparison,
    counts: Mapping[str, tuple[int, int]],
    live: Mapping[str, Live],
    today: date,
) -> list[PerfHistory]:
    """The standing in every perf with games, most played first; `counts` is perf -> (games, rated games)."""
    ordered = sorted(counts, key=lambda perf: (-counts[perf][0], perf))
    return [_history(perf, comparison.perfs.get(perf), counts[perf], live.get(perf), today) for perf in ordered]


def _history(
    perf: str, compared: PerfComparison | None, counts: tuple[int, int], live: Live | None, today: date
) -> PerfHistory:
    games, rated = counts
    if compared is None:
        return PerfHistory(perf, games, rated, None, None, False, None, None, None, None, None, (), None, None)
    rows = list(compared.rows())
    peak, established = peaks(rows)
    deviation, estimated, provisional = _deviation(rows, live)
    elo = next((row.elo.rating for row in reversed(rows) if row.elo is not None), None)
    fide = compared.fide
    return PerfHistory(
        perf=perf,
        games=games,
        rated=rated,
        rating=compared.summary.closing,
        deviation=deviation,
        deviation_estimated=estimated,
        provisional=provisional,
        peak=peak,
        peak_established=established,
        fide=None if fide is None else fide.current(today),
        fide_list=None if fide is None else fide.list,
        fide_periods=() if fide is None else tuple(fide.periods),
        elo=elo,
        ledger=compared.summary,
    )


def _deviation(rows: list[ComparisonRow], live: Live | None) -> tuple[float | None, bool, bool | None]:
    """(deviation, whether it is an estimate, provisional): the profile first, then the replay."""
    if live is not None and live.deviation is not None:
        return live.deviation, False, live.provisional
    newest = next((row for row in reversed(rows) if row.game is not None), None)
    if newest is None:
        return None, False, None
    if newest.replay is None:
        return None, False, is_provisional(newest)
    return round(newest.replay.deviation, 1), True, newest.replay.deviation >= PROVISIONAL_DEVIATION


def documents(found: Iterable[PerfHistory]) -> Iterator[dict[str, Any]]:
    """The perfs of `history --json`."""
    from tracker.ratings.fide.exact import json_number
    from tracker.times import iso_utc

    for one in found:
        standing, summary = one.fide, one.ledger
        yield {
            "perf": one.perf,
            "games": one.games,
            "rated": one.rated,
            "lichess": {
                "rating": one.rating,
                "deviation": one.deviation,
                "deviation_estimated": one.deviation_estimated,
                "provisional": one.provisional,
                "peak": _peak_document(one.peak, iso_utc),
                "peak_established": _peak_document(one.peak_established, iso_utc),
            },
            "fide": standing_document(one.fide_list, standing),
            "elo": {"rating": json_number(one.elo)},
            "ledger": {
                name: None if summary is None else getattr(summary, name)
                for name in ("opening", "changes", "adjustments", "adjustment_count", "closing", "residual")
            },
        }


def _peak_document(peak: Peak | None, iso: Any) -> dict[str, Any] | None:
    return None if peak is None else peak._asdict() | {"at": iso(peak.at)}


def standing_document(fide_list: str | None, standing: FideStanding | None) -> dict[str, Any]:
    """The `fide` part of a perf, or one of FIDE's own lists."""
    from tracker.ratings.fide.exact import json_number

    return {
        "list": fide_list,
        "list_rating": None if standing is None else standing.list_rating,
        "live": None if standing is None else json_number(standing.live),
        "k": None if standing is None else standing.k,
        "k_list": None if standing is None else standing.k_list,
        "games_in_period": 0 if standing is None else standing.games_in_period,
        "games_counted": 0 if standing is None else standing.games_counted,
        "rules": None if standing is None else standing.rules,
        "period": None if standing is None else standing.period,
    }
