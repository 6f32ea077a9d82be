"""A perf's columns as the screen needs them, made from a comparison, and kept in the database for large histories."""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from tracker import __version__
from tracker.tui.model import PROVISIONAL, Series
from tracker.tui.notation import DAY, counted

if TYPE_CHECKING:
    from tracker.comparison import Comparison
    from tracker.history import PerfHistory

LENGTH = struct.Struct("<I")
NOTES = ("", "overlap", "stale", "refund-like", "unexplained", "gap", "no-change")
"""The ledger's notes, by the number that stands for each."""
SPARK = 40
RECENT = 12


def key_of(game_id: str) -> int:
    """An id of up to eight ASCII characters as a number; `id_of` reads it back. Raises ValueError for other ids."""
    raw = game_id.encode("ascii", "replace")
    if not 0 < len(raw) <= 8 or raw.decode() != game_id:
        raise ValueError(f"{game_id!r} is no id of Lichess")
    return int.from_bytes(raw, "big")


def id_of(key: int) -> str:
    """The id that a key stands for; an adjustment's key is the negated one of the game that shows it."""
    return abs(key).to_bytes(8, "big").lstrip(b"\0").decode()


@dataclass(slots=True)
class Kept:
    """A perf's columns, a value for each rated game, and what is true of the perf today."""

    series: Series
    fide_change: array[float] = field(default_factory=lambda: array("f"))
    elo_change: array[float] = field(default_factory=lambda: array("f"))
    """NaN where the game does not count."""
    notes: bytearray = field(default_factory=bytearray)
    adjustments: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Index of the game that shows it -> (change, number of the note)."""
    facts: dict[str, Any] = field(default_factory=dict)


def kept_of(account: str, comparison: Comparison, history: PerfHistory) -> Kept:
    """The columns of one perf out of a comparison that has it."""
    from tracker.tui.series import series_of, unknown_at_first

    nothing, compared = float("nan"), comparison.perfs[history.perf]
    series = series_of(account, compared, key_of)
    kept, unknown = Kept(series), unknown_at_first(compared)
    for row in compared.ledger:
        if row.after is None:
            continue
        if row.kind == "adjustment":
            change, note = kept.adjustments.get(len(kept.notes), (0, 0))
            kept.adjustments[len(kept.notes)] = change + (row.change or 0), note or NOTES.index(row.note or "")
        else:
            kept.notes.append(NOTES.index(row.note or ""))
    kept.fide_change.extend(
        nothing if row is None or row.change is None else float(row.change)
        for row in islice(compared.fide_rows, unknown, None)
    )
    kept.elo_change.extend(nothing if row is None else float(row.change) for row in islice(compared.elo, unknown, None))
    kept.facts = facts_of(kept, comparison, history)
    return kept


def facts_of(kept: Kept, comparison: Comparison, history: PerfHistory) -> dict[str, Any]:
    """What the header and the overview say, as plain values for JSON."""
    from tracker.ratings.fide.remarks import k_summary

    standing, compared = history.fide, comparison.perfs[history.perf]
    facts: dict[str, Any] = line_facts(kept.series) | {
        "rating": history.rating,
        "deviation": history.deviation,
        "deviation_now": history.deviation_now,
        "provisional": bool(history.provisional),
        "peak": history.peak and [history.peak.rating, history.peak.at, history.peak.provisional],
        "peak_established": history.peak_established and [history.peak_established.rating, history.peak_established.at],
        "recent": [row.change for row in compared.ledger if row.kind == "game" and row.change is not None][-RECENT:],
        "elo": None if history.elo is None else float(history.elo),
        "elo_k": next((row.k for row in reversed(compared.elo) if row is not None), None),
        "volatility": next((row.volatility for row in reversed(compared.replay) if row is not None), None),
    }
    if standing is None or compared.fide is None:
        return facts
    is_open = compared.fide.periods and compared.fide.periods[-1].period == standing.period
    note = k_summary(compared.fide, comparison.pairs(compared.fide)) or ""
    if standing.list_rating is None:
        played = counted(standing.games_counted, "game")
        note = f"unrated: {played} counted, a first rating needs 5 and the end of their month"
    return facts | {
        "fide_list": standing.list_rating,
        "fide_live": None if standing.live is None else float(standing.live),
        "fide_k": standing.k,
        "fide_k_list": standing.k_list,
        "fide_games": standing.games_in_period,
        "fide_sum": float(compared.fide.periods[-1].sum) if is_open else 0.0,
        "fide_rules": standing.rules,
        "fide_note": note,
    }


def line_facts(series: Series) -> dict[str, Any]:
    """What the line alone tells."""
    count = len(series)
    if not count:
        return {"rating": None, "spark": []}
    step = max(1, count // SPARK)
    return {
        "rating": int(series.lichess[-1]),
        "provisional": bool(series.flags[-1] & PROVISIONAL),
        "newest": series.times[-1],
        "spark": [max(series.lichess[start : start + step]) for start in range(0, count, step)],
    }


def month_change(series: Series, now: int) -> int | None:
    """Points over the last 30 days; None where there was no rating before."""
    from bisect import bisect_left

    start = bisect_left(series.times, now - 30 * DAY)
    if not 0 < start <= len(series):
        return None
    return int(series.lichess[-1] - series.lichess[start - 1])


_COLUMNS: Sequence[tuple[str, str]] = (("keys", "q"), ("times", "q"), ("lichess", "f"), ("band", "f"), ("fide", "f"),
                                       ("elo", "f"))  # fmt: skip


def pack(kept: Kept, mark: str) -> bytes:
    """Header (JSON, its length before it), then the columns. `mark` tells which games went into it."""
    series = kept.series
    header = {
        "version": __version__, "mark": mark, "count": len(series), "facts": kept.facts,
        "adjustments": [[index, *value] for index, value in kept.adjustments.items()],
    }  # fmt: skip
    text = json.dumps(header).encode()
    parts = [LENGTH.pack(len(text)), text]
    parts += [array(code, getattr(series, name)).tobytes() for name, code in _COLUMNS]
    parts += [kept.fide_change.tobytes(), kept.elo_change.tobytes(), bytes(series.flags), bytes(kept.notes)]
    return b"".join(parts)


def header(content: bytes) -> dict[str, Any] | None:
    """The header alone; None where another version of the program wrote it, or where it is damaged."""
    try:
        (length,) = LENGTH.unpack_from(content)
        found: dict[str, Any] = json.loads(content[LENGTH.size : LENGTH.size + length])
    except (ValueError, struct.error):
        return None
    return found if found.get("version") == __version__ else None


def unpack(content: bytes, account: str, perf: str) -> Kept | None:
    """The inverse of `pack`."""
    if (found := header(content)) is None:
        return None
    count, view = int(found["count"]), memoryview(content)
    (length,) = LENGTH.unpack_from(content)
    at = LENGTH.size + length

    def column(code: str) -> array[Any]:
        nonlocal at
        values = array(code)
        size = count * values.itemsize
        values.frombytes(view[at : at + size])
        at += size
        return values

    columns = {name: column(code) for name, code in _COLUMNS}
    fide_change, elo_change = column("f"), column("f")
    flags, notes = bytearray(column("B").tobytes()), bytearray(column("B").tobytes())
    lichess, band, fide, elo = (columns[name] for name in ("lichess", "band", "fide", "elo"))
    series = Series(account, perf, columns["keys"], columns["times"], lichess, flags, band, fide, elo)
    adjustments = {index: (change, note) for index, change, note in found["adjustments"]}
    return Kept(series, fide_change, elo_change, notes, adjustments, found["facts"])


def raw_series(account: str, perf: str, points: Iterable[tuple[str, int, int, bool | None]]) -> Series:
    """The line as the records show it, until the ledger is read."""
    series = Series(account, perf, array("q"), array("q"), array("d"), bytearray(), complete=False)
    latest = 0
    for game_id, ended_at, rating, provisional in points:
        latest = max(latest, ended_at)
        series.keys.append(key_of(game_id))
        series.times.append(latest)
        series.lichess.append(rating)
        series.flags.append(PROVISIONAL if provisional else 0)
    return series
