"""The comparison as CSV or JSON on an open stream, and the CSV read back.

The columns are a promise: nothing is renamed or dropped, new ones come at the end. CSV as RFC 4180 has it.
"""

from __future__ import annotations

import csv
import heapq
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import tzinfo
from decimal import Decimal
from functools import lru_cache
from itertools import repeat
from typing import Any, TextIO

from tracker.comparison import ComparisonRow
from tracker.game import PlayedGame
from tracker.ratings.fide.exact import json_number, plain
from tracker.times import iso_local, iso_utc

NAMES = """
    kind account perf game_id started_at finished_at finished_at_local rated variant speed time_control colour
    opponent opponent_title opponent_rating opponent_provisional opponent_change result score status plies source event
    opening_eco opening_name lichess_rating_shown lichess_rating_before lichess_change lichess_rating_after
    lichess_provisional lichess_note glicko2_deviation glicko2_volatility glicko2_change_replayed
    glicko2_opponent_deviation fide_list fide_rules fide_period fide_list_rating fide_expected fide_k_list fide_k
    fide_change fide_live_rating fide_note elo_expected elo_k elo_change elo_rating difference_fide_lichess
    berserk opponent_berserk last_move_at
"""
COLUMNS = tuple(NAMES.split())

RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r", "'")
"""A text that begins with one of these would be run as a formula, or hides that it was made harmless by a quote."""

SCORES = {"win": Decimal(1), "draw": Decimal("0.5"), "loss": Decimal(0)}


def cells(row: ComparisonRow, account: str, zone: tzinfo) -> dict[str, Any]:
    """One row's values by column: text, bool, int, float, Decimal or None. Absent columns are empty."""
    ledger = row.ledger
    values: dict[str, Any] = {"kind": row.kind, "account": account, "perf": row.perf}
    if ledger is not None:
        values |= {
            "lichess_rating_before": ledger.before,
            "lichess_change": ledger.change,
            "lichess_rating_after": ledger.after,
            "lichess_note": ledger.note,
        }
    if row.game is not None:
        values |= _game_cells(row.game, zone)
    if row.replay is not None:
        values |= {
            "glicko2_deviation": round(row.replay.deviation, 2),
            "glicko2_volatility": round(row.replay.volatility, 6),
            "glicko2_change_replayed": row.replay.change,
            "glicko2_opponent_deviation": round(row.replay.opponent_deviation, 2),
        }
    if (fide := row.fide) is not None:
        values |= {
            "fide_list": fide.list,
            "fide_rules": fide.rules,
            "fide_period": fide.period,
            "fide_list_rating": fide.list_rating,
            "fide_expected": fide.expected,
            "fide_k_list": fide.k_list,
            "fide_k": fide.k,
            "fide_change": fide.change,
            "fide_live_rating": fide.live,
            "fide_note": " ".join(fide.notes) or None,
        }
        if fide.live is not None and ledger is not None and ledger.after is not None:
            values["difference_fide_lichess"] = fide.live - ledger.after
    if row.elo is not None:
        values |= {
            "elo_expected": row.elo.expected,
            "elo_k": row.elo.k,
            "elo_change": row.elo.change,
            "elo_rating": row.elo.rating,
        }
    return values


def _game_cells(game: PlayedGame, zone: tzinfo) -> dict[str, Any]:
    return {
        "game_id": game.id,
        "started_at": iso_utc(game.started_at),
        "finished_at": iso_utc(game.finished_at),
        "finished_at_local": iso_local(game.finished_at, zone),
        "rated": game.rated,
        "variant": game.variant,
        "speed": game.speed,
        "time_control": game.time_control,
        "colour": game.color,
        "opponent": game.opponent,
        "opponent_title": game.opponent_title,
        "opponent_rating": game.opponent_rating,
        "opponent_provisional": game.opponent_provisional,
        "opponent_change": game.opponent_change,
        "result": game.outcome,
        "score": None if game.outcome is None else SCORES[game.outcome],
        "status": game.status,
        "plies": game.plies,
        "source": game.source,
        "event": game.event,
        "opening_eco": game.opening_eco,
        "opening_name": game.opening_name,
        "lichess_rating_shown": game.rating,
        "lichess_provisional": game.provisional,
        "berserk": game.berserk,
        "opponent_berserk": game.opponent_berserk,
        "last_move_at": iso_utc(game.last_move_at),
    }


def harmless(text: str) -> str:
    """A text that no spreadsheet would run."""
    return "'" + text if text.startswith(RUN_BY_SPREADSHEETS) else text


SPECIAL: dict[type[Any], Callable[[Any], str]] = {
    str: harmless,
    bool: lambda value: "true" if value else "false",
    Decimal: lru_cache(maxsize=4096)(plain),
}
"""How the CSV has values of a type; others it writes as Python does, and None as nothing."""


Named = tuple[str, ComparisonRow]
"""An account's name and one of its rows."""


def together(accounts: Mapping[str, Iterable[ComparisonRow]]) -> Iterator[Named]:
    """Rows of one or more accounts in one order; each account's own order, adjustments included, is kept."""
    streams = [zip(repeat(name), rows, strict=False) for name, rows in accounts.items()]
    return heapq.merge(*streams, key=lambda named: named[1].at)


def write_csv(rows: Iterable[Named], stream: TextIO, zone: tzinfo) -> int:
    """Writes header and rows; returns the number of rows. The stream must not translate line ends."""
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    count, special = 0, SPECIAL.get
    for account, row in rows:
        values = map(cells(row, account, zone).get, COLUMNS)
        writer.writerow([value if (text := special(type(value))) is None else text(value) for value in values])
        count += 1
    return count


def _json(value: Any) -> Any:
    return json_number(value) if isinstance(value, Decimal) else value


def write_json(rows: Iterable[Named], stream: TextIO, zone: tzinfo) -> int:
    """Writes one JSON array, an object a row with every column; returns the number of rows."""
    count = 0
    stream.write("[")
    for account, row in rows:
        values = cells(row, account, zone)
        document = {column: _json(values.get(column)) for column in COLUMNS}
        stream.write(("\n" if not count else ",\n") + json.dumps(document, ensure_ascii=False))
        count += 1
    stream.write("\n]\n")
    return count


WRITERS: dict[str, Callable[[Iterable[Named], TextIO, tzinfo], int]] = {
    "csv": write_csv,
    "json": write_json,
}
"""Format -> how to write it."""


def select(rows: Iterable[Named], perf: str | None, since: int | None, until: int | None) -> Iterator[Named]:
    """The rows of one perf and of a stretch of time (epoch ms; `since` inclusive, `until` exclusive)."""
    for name, row in rows:
        if perf is not None and row.perf != perf:
            continue
        if (since is None or row.at >= since) and (until is None or row.at < until):
            yield name, row
