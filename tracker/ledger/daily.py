"""The ledger's daily closes held against Lichess's own daily list (`/api/user/NAME/rating-history`). Pure.

That list has at most one point a UTC day and perf, the last rating of the day, dated by the game's last move. Its
months count from 0. Without a token Lichess may answer with an empty list, which means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from tracker.game import PERF_NAMES
from tracker.ledger.entries import Row

PERF_BY_LABEL = {label.lower(): perf for perf, label in PERF_NAMES.items()}
"""Lichess's English label -> perf key."""

Closes = dict[str, dict[date, int]]
"""Perf -> UTC day -> last rating of that day."""

NOT_HERE = (
    "Lichess's own daily list of ratings (rating-history) is not here, as it is sent only with a token "
    "(`tracker login`); the history is that of the games."
)
SHOWN = 5
"""Differences that are put into words."""


class Difference(NamedTuple):
    """A day on which the two do not agree."""

    perf: str
    day: date
    listed: int
    computed: int | None
    """None where no stored game moved the rating on that day."""


def listed_closes(answer: Sequence[Mapping[str, Any]]) -> Closes:
    """The list as Lichess sends it. Raises ValueError, KeyError or TypeError for what is none."""
    closes: Closes = {}
    for entry in answer:
        perf = PERF_BY_LABEL.get(str(entry["name"]).lower())
        if perf is not None:
            points = entry["points"]
            closes[perf] = {date(year, month + 1, day): int(rating) for year, month, day, rating in points}
    return closes


def daily_closes(rows: Iterable[tuple[Row, int]]) -> Closes:
    """The ledger's last rating of each UTC day. Each game's row comes with its last move (epoch ms), which tells it."""
    closes: Closes = {}
    for row, moved_at in rows:
        if row.change is not None and row.after is not None:
            day = datetime.fromtimestamp(moved_at / 1000, UTC).date()
            closes.setdefault(row.perf, {})[day] = row.after
    return closes


def differences(listed: Closes, computed: Closes) -> list[Difference]:
    """Days of the list on which the ledger closes elsewhere, or not at all, by perf and day."""
    return [
        Difference(perf, day, rating, computed.get(perf, {}).get(day))
        for perf, days in sorted(listed.items())
        for day, rating in sorted(days.items())
        if computed.get(perf, {}).get(day) != rating
    ]


def in_words(found: Sequence[Difference]) -> str:
    """The differences as a sentence, the newest days by name."""
    if not found:
        return "Lichess's own daily list closes where the ledger does, on every day."
    newest = sorted(found, key=lambda one: one.day, reverse=True)[:SHOWN]
    days = [f"{one.perf} {one.day} {one.listed} there and {one.computed or 'nothing'} here" for one in newest]
    more = f"; and {len(found) - SHOWN:,} more" if len(found) > SHOWN else ""
    return (
        f"Lichess's own daily list closes elsewhere on {len(found):,} day{'' if len(found) == 1 else 's'}: "
        f"{'; '.join(days)}{more}."
    )
