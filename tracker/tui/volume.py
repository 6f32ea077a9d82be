"""Games per calendar period, for the bars below the timeline. Pure."""

from __future__ import annotations

from bisect import bisect_left
from datetime import datetime, timedelta, tzinfo

from tracker.tui.curves import Curves, View
from tracker.tui.notation import DAY, local


def volume(curves: Curves, view: View, width: int, zone: tzinfo) -> tuple[str, list[int]]:
    """The period a bar counts, and the games of the period that each cell lies in."""
    cell = view.span / width
    lengths = {"day": DAY, "week": 7 * DAY, "month": 30 * DAY, "quarter": 91 * DAY, "year": 365 * DAY}
    period = next((name for name, length in lengths.items() if length >= cell), "year")
    counts, known = [], (0.0, 0.0, 0)
    for number in range(width):
        at = view.start + (number + 0.5) * cell
        if not known[0] <= at < known[1]:
            begin, end = _period(local(int(at), zone), period)
            known = begin, end, bisect_left(curves.times, end) - bisect_left(curves.times, begin)
        counts.append(known[2])
    return period, counts


def _period(moment: datetime, period: str) -> tuple[float, float]:
    """Begin and end of the calendar period around a moment, epoch milliseconds."""
    begin = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if period == "day":
        end = begin + timedelta(days=1)
    elif period == "week":
        begin -= timedelta(days=begin.weekday())
        end = begin + timedelta(days=7)
    else:
        months = {"month": 1, "quarter": 3, "year": 12}[period]
        begin = begin.replace(month=(begin.month - 1) // months * months + 1, day=1)
        count = begin.year * 12 + begin.month - 1 + months
        end = begin.replace(year=count // 12, month=count % 12 + 1)
    return begin.timestamp() * 1000, end.timestamp() * 1000
