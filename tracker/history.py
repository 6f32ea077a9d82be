"""Where a player stands in each perf, in both systems, and what the highest points were. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from decimal import Decimal
from typing import Any, NamedTuple

from tracker.comparison import Comparison, ComparisonRow, PerfComparison, ReplayRow
from tracker.game import PERF_NAMES, Live
from tracker.ledger import Summary
from tracker.ratings import lichess
from tracker.ratings.fide.rows import FidePeriod, FideReplay, FideStanding
from tracker.ratings.replay import State
from tracker.ratings.replay_profile import check_deviation
from tracker.times import day_of


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
    rating: int | None = None
    """None where no game was rated, and where no record shows a rating."""
    deviation: float | None = None
    """The profile's where it is fresh, else an estimate after the newest game."""
    deviation_now: float | None = None
    """The same, grown to now, if no rated game came since."""
    deviation_estimated: bool = False
    provisional: bool | None = None
    doubts: tuple[str, ...] = ()
    """Why the rating is provisional, and where profile and replay do not agree, as sentences."""
    peak: Peak | None = None
    peak_established: Peak | None = None
    fide: FideStanding | None = None
    fide_list: str | None = None
    fide_periods: tuple[FidePeriod, ...] = ()
    elo: Decimal | None = None
    ledger: Summary | None = None

    @property
    def title(self) -> str:
        """The perf's name as players know it."""
        return PERF_NAMES.get(self.perf, self.perf)

    @property
    def band(self) -> tuple[float, float] | None:
        """The range of the true strength, 95 per cent."""
        return None if self.rating is None or self.deviation is None else lichess.band(self.rating, self.deviation)


def is_provisional(row: ComparisonRow) -> bool | None:
    """Whether the rating was provisional at this game: the record's mark, else the replayed deviation; else unknown."""
    return _is_provisional(row.provisional, row.replay, row.at)


def _is_provisional(mark: bool | None, replay: ReplayRow | None, at: int) -> bool | None:
    if mark is not None:
        return mark
    return None if replay is None else lichess.is_provisional(replay.deviation, at)


def peaks(compared: PerfComparison) -> tuple[Peak | None, Peak | None]:
    """The highest rating after any game, and the highest one that was not provisional."""
    highest: Peak | None = None
    established: Peak | None = None
    games = (row for row in compared.ledger if row.game_id is not None)
    for row, record, replay in zip(games, compared.records, compared.replay, strict=True):
        if row.change is None or row.after is None or (established is not None and row.after <= established.rating):
            continue
        provisional = bool(_is_provisional(record.provisional, replay, row.at))
        if highest is None or row.after > highest.rating:
            highest = Peak(row.after, record.id, row.at, provisional)
        if not provisional:
            established = Peak(row.after, record.id, row.at, provisional)
    return highest, established


def histories(
    comparison: Comparison,
    counts: Mapping[str, tuple[int, int]],
    live: Mapping[str, Live],
    states: Mapping[str, State],
    now: int,
) -> list[PerfHistory]:
    """The standing at `now` (epoch ms) in every perf with games, most played first.

    `counts` is perf -> (games, rated games), `states` perf -> the replay after its newest game.
    """
    ordered = sorted(counts, key=lambda perf: (-counts[perf][0], perf))
    return [
        _history(perf, comparison.perfs.get(perf), counts[perf], live.get(perf), states.get(perf), now)
        for perf in ordered
    ]


def _history(
    perf: str,
    compared: PerfComparison | None,
    counts: tuple[int, int],
    live: Live | None,
    state: State | None,
    now: int,
) -> PerfHistory:
    games, rated = counts
    if compared is None:
        return PerfHistory(perf, games, rated)
    peak, established = peaks(compared)
    certainty = _certainty(compared, live, state, now)
    elo = next((row.rating for row in reversed(compared.elo) if row is not None), None)
    fide = compared.fide
    return PerfHistory(
        perf=perf,
        games=games,
        rated=rated,
        rating=compared.summary.closing,
        deviation=certainty.deviation,
        deviation_now=certainty.now,
        deviation_estimated=certainty.estimated,
        provisional=certainty.provisional,
        doubts=certainty.doubts,
        peak=peak,
        peak_established=established,
        fide=None if fide is None else fide.current(day_of(now, UTC)),
        fide_list=None if fide is None else fide.list,
        fide_periods=() if fide is None else tuple(fide.periods),
        elo=elo,
        ledger=compared.summary,
    )


class _Certainty(NamedTuple):
    """How sure Lichess is of a rating."""

    deviation: float | None = None
    now: float | None = None
    estimated: bool = False
    provisional: bool | None = None
    doubts: tuple[str, ...] = ()


def _certainty(compared: PerfComparison, live: Live | None, state: State | None, now: int) -> _Certainty:
    """The profile first, as of its reading; else the newest record's mark and the replay's deviation."""
    track = None if state is None else state.best
    mark = compared.records[-1].provisional if compared.records else None
    if live is not None and live.deviation is not None:
        doubts = () if state is None else _doubts_of_profile(live, live.deviation, state, live.at or now)
        return _Certainty(live.deviation, live.deviation, False, live.provisional, doubts)
    if state is None or track is None or state.last_at is None:
        return _Certainty(provisional=mark)
    if mark is None:
        mark = lichess.is_provisional(track.deviation, state.last_at)
    grown = lichess.deviation_at(track.deviation, track.volatility, state.last_at, now)
    why = lichess.why_provisional(track.deviation, track.volatility, state.last_at, state.last_at if mark else now)
    said = why is not None and (mark or not lichess.is_provisional(track.deviation, state.last_at))
    doubts = (f"{why} All this is estimated, as if no rated game were missing here.",) if said else ()
    return _Certainty(round(track.deviation, 1), round(grown, 1), True, mark, doubts)


def _doubts_of_profile(live: Live, deviation: float, state: State, at: int) -> tuple[str, ...]:
    """Why the profile's mark is there, and where its deviation, read at `at`, is not the replay's."""
    track, checked = state.best, check_deviation(state, deviation, at)
    if track is None or checked is None:
        return ()
    why = lichess.why_provisional(track.deviation, track.volatility, state.last_at, at)
    found = why if live.provisional else None, None if checked.agrees else checked.sentence
    return tuple(sentence for sentence in found if sentence)


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
                "deviation_now": one.deviation_now,
                "band": one.band,
                "provisional": one.provisional,
                "doubts": one.doubts,
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


def k_documents(comparison: Comparison, replay: FideReplay | None) -> list[dict[str, Any]]:
    """The periods in which K fell below the list's, and what both systems made of them."""
    from tracker.ratings.fide.exact import json_number
    from tracker.ratings.fide.remarks import k_remarks

    remarks = [] if replay is None else k_remarks(replay, comparison.pairs(replay))
    return [
        {
            "period": remark.period,
            "games": remark.games,
            "k_list": remark.k_list,
            "k": remark.k,
            "fide_change": json_number(remark.fide_change),
            "elo_change": json_number(remark.elo_change),
        }
        for remark in remarks
    ]


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
