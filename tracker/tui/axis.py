"""Ticks: nice numbers for ratings and games, nice moments of the user's calendar; labels never collide. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

from tracker.tui.notation import MONTHS, grouped, local

RATING_STEPS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000)


class Tick(NamedTuple):
    """A mark on the axis below the plot."""

    column: int
    """Cell column of the mark."""
    label: str
    start: int
    """Cell column at which the label begins."""


def rating_step(low: float, high: float, rows: int) -> int:
    """The smallest nice step that leaves a row free between two labels, and two where there is room."""
    most = max(1.0, rows / (2 if rows < 10 else 3))
    for step in RATING_STEPS:
        if (high - low) / step <= most:
            return step
    return RATING_STEPS[-1]


def rating_ticks(low: float, high: float, rows: int) -> list[int]:
    """Multiples of a nice step between low and high."""
    step = rating_step(low, high, rows)
    first = -(-low // step)
    return list(range(int(first * step), int(high) + 1, step))


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


def game_ticks(start: float, end: float, width: int) -> list[Tick]:
    """Round game numbers; `start` and `end` count from 0, labels from 1."""
    span = max(end - start, 1e-9)
    for power in range(8):
        for factor in (1, 2, 5):
            step = factor * 10**power
            if span / step > width / 4:
                continue
            numbers = range(int(-(-(start + 1) // step)) * step, int(end) + 2, step)
            marks = [
                (round((number - 1 - start) / span * (width - 1)), grouped(number)) for number in numbers if number
            ]
            ticks = fit([mark for mark in marks if 0 <= mark[0] < width], width)
            if ticks is not None:
                return ticks
    return []


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


def _month_label(moment: datetime, first: bool) -> str:
    name = MONTHS[moment.month - 1]
    return f"{name} {moment.year % 100:02d}" if first or moment.month == 1 else name


def _day_label(moment: datetime, first: bool) -> str:
    text = f"{moment.day} {MONTHS[moment.month - 1]}"
    return f"{text} {moment.year % 100:02d}" if first else text


def _clock_label(moment: datetime, first: bool) -> str:
    return _day_label(moment, False) if first or moment.hour == moment.minute == 0 else f"{moment:%H:%M}"


def _year_label(moment: datetime, _first: bool) -> str:
    return str(moment.year)


_Label = Callable[[datetime, bool], str]
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


def time_ticks(start: float, end: float, width: int, zone: tzinfo) -> list[Tick]:
    """The finest calendar step whose labels do not touch. `start` and `end` in epoch milliseconds."""
    seconds = max((end - start) / 1000, 1e-9)
    begin = local(int(start), zone)
    for length, moments, label in _TIME_STEPS:
        if seconds / length > width / 4:
            continue
        marks: list[tuple[int, str]] = []
        for moment in moments(begin):
            at = moment.timestamp() * 1000
            if at > end:
                break
            column = round((at - start) / (end - start) * (width - 1)) if end > start else 0
            if at >= start and not (marks and marks[-1][0] == column):
                marks.append((column, label(moment, not marks)))
        ticks = fit(marks, width) if marks else None
        if ticks is not None:
            return ticks
    return []
