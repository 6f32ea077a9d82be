"""Ticks: nice numbers for ratings and games, nice moments of the user's calendar; labels never collide. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

from tracker.tui.notation import MONTHS, grouped, local

RATING_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


class Tick(NamedTuple):
    """A mark on the axis below the plot."""

    column: int
    """Cell column of the mark."""
    label: str
    start: int
    """Cell column at which the label begins."""


def rating_ticks(low: float, high: float, rows: int) -> list[int]:
    """Multiples of a nice step: the finest that leaves a row free between two labels, and two where there is room.

    Where fewer than three come out, a free row is given up for three, and three for two.
    """
    rows_a_point = (rows - 1) / max(high - low, 1e-9)
    choices = [(step * rows_a_point, _multiples(step, low, high)) for step in RATING_STEPS]
    airy = 2 if rows < 10 else 3
    for apart, ticks in choices:
        if apart >= airy and len(ticks) >= 3:
            return ticks
    tight = [ticks for apart, ticks in reversed(choices) if apart >= 1]
    return max(tight, key=lambda ticks: min(len(ticks), 3), default=[])


def _multiples(step: int, low: float, high: float) -> list[int]:
    return list(range(int(-(-low // step)) * step, int(high // 1) + 1, step))


def fit(marks: list[tuple[int, str]], width: int) -> list[Tick] | None:
    """Labels centered under their marks and held inside the width; None where two would touch."""
    ticks: list[Tick] = []
    free = 0
    for column, label in marks:
        start = min(max(column - len(label) // 2, 0), width - len(label))
        if start < free:
            return None
        ticks.append(Tick(column, label, start))
        free = start + len(label) + 1
    return ticks


def game_ticks(start: float, end: float, width: int, room: int) -> list[Tick]:
    """Round numbers of the games from `start` (counted from 0) to before `end`, labels counted from 1.

    `width` is the plot's, `room` what labels may use of the line.
    """
    span = max(end - start, 1e-9)
    for power in range(8):
        for factor in (1, 2, 5):
            step = factor * 10**power
            if span / step > room / 4:
                continue
            first = max(1, int(-(-(start + 1) // step))) * step
            numbers = range(first, int(-(-end // 1)) + 1, step)
            marks = [(_column(number - 1, start, span, width), grouped(number)) for number in numbers]
            ticks = fit([mark for mark in marks if 0 <= mark[0] < width], room)
            if ticks is not None:
                return ticks
    return []


def _column(at: float, start: float, span: float, width: int) -> int:
    """The plot's column of a place on the axis, the same as that of a game there (`View.place`)."""
    return int((at - start) / span * width // 1)


def _years(every: int) -> Callable[[datetime], Iterator[datetime]]:
    def marks(begin: datetime) -> Iterator[datetime]:
        year = begin.year - begin.year % every
        while year < 9990:
            yield datetime(year, 1, 1, tzinfo=begin.tzinfo)
            year += every

    return marks


def _months(every: int) -> Callable[[datetime], Iterator[datetime]]:
    def marks(begin: datetime) -> Iterator[datetime]:
        count = begin.year * 12 + (begin.month - 1) // every * every
        while count < 9990 * 12:
            yield datetime(count // 12, count % 12 + 1, 1, tzinfo=begin.tzinfo)
            count += every

    return marks


def _spaced(**step: int) -> Callable[[datetime], Iterator[datetime]]:
    def marks(begin: datetime) -> Iterator[datetime]:
        moment, length = begin.replace(hour=0, minute=0, second=0, microsecond=0), timedelta(**step)
        if length >= timedelta(days=1):
            moment -= timedelta(days=moment.toordinal() % length.days)
        while True:
            yield moment
            moment += length

    return marks


def _month_label(moment: datetime, first: bool, _dated: bool) -> str:
    name = MONTHS[moment.month - 1]
    return f"{name} {moment.year % 100:02d}" if first or moment.month == 1 else name


def _day_label(moment: datetime, first: bool, _dated: bool) -> str:
    text = f"{moment.day} {MONTHS[moment.month - 1]}"
    return f"{text} {moment.year % 100:02d}" if first else text


def _clock_label(moment: datetime, first: bool, dated: bool) -> str:
    """A day's name stands at its midnight; where no midnight is shown, beside the first time."""
    day = f"{moment.day} {MONTHS[moment.month - 1]}"
    if moment.hour == moment.minute == 0:
        return day
    return f"{day} {moment:%H:%M}" if first and not dated else f"{moment:%H:%M}"


def _year_label(moment: datetime, _first: bool, _dated: bool) -> str:
    return str(moment.year)


_Label = Callable[[datetime, bool, bool], str]
"""Of a moment; whether it is the first shown, and whether a midnight is among those shown."""
_TIME_STEPS: tuple[tuple[float, Callable[[datetime], Iterator[datetime]], _Label], ...] = (
    (60, _spaced(minutes=1), _clock_label),
    (300, _spaced(minutes=5), _clock_label),
    (1800, _spaced(minutes=30), _clock_label),
    (3600, _spaced(hours=1), _clock_label),
    (3 * 3600, _spaced(hours=3), _clock_label),
    (6 * 3600, _spaced(hours=6), _clock_label),
    (12 * 3600, _spaced(hours=12), _clock_label),
    (86400, _spaced(days=1), _day_label),
    (2 * 86400, _spaced(days=2), _day_label),
    (7 * 86400, _spaced(days=7), _day_label),
    (30.4 * 86400, _months(1), _month_label),
    (91 * 86400, _months(3), _month_label),
    (182 * 86400, _months(6), _month_label),
    (365 * 86400, _years(1), _year_label),
    (730 * 86400, _years(2), _year_label),
    (1826 * 86400, _years(5), _year_label),
    (3652 * 86400, _years(10), _year_label),
)
"""About how many seconds a step is, its moments from one at or before the begin on, and their labels."""


def time_ticks(start: float, end: float, width: int, room: int, zone: tzinfo) -> list[Tick]:
    """The finest calendar step whose labels do not touch. `start` and `end` in epoch milliseconds.

    `width` is the plot's, `room` what labels may use of the line.
    """
    span = max(end - start, 1e-6)
    begin = local(int(start), zone)
    for length, moments, label in _TIME_STEPS:
        if span / 1000 / length > room / 4:
            continue
        shown: dict[int, datetime] = {}
        for moment in moments(begin):
            at = moment.timestamp() * 1000
            if at >= end:
                break
            if at >= start:
                shown.setdefault(_column(at, start, span, width), moment)
        dated = any(moment.hour == moment.minute == 0 for moment in shown.values())
        marks = [(column, label(moment, number == 0, dated)) for number, (column, moment) in enumerate(shown.items())]
        ticks = fit(marks, room) if marks else None
        if ticks is not None:
            return ticks
    return []
