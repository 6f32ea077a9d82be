"""The filter line: `perf:blitz opp>1800 since:2024-01` -> a small value that a store turns into a query. Pure.

perf:blitz  color:white  result:loss  rated:yes  tc:5+3  opening:sicilian  source:arena
opp>1800  opp<=2000  change<-5  plies>80  acc>=90       (or a range: opp:1800-2000)
since:2024-01-01  until:2024-06   (a year, a month or a day; until includes it)
anything else is looked for in the opponent's name and the opening; "two words" stay together
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple, TypeVar

from tracker.errors import UsageError
from tracker.game import PERF_NAMES, Color, Outcome, TimeControl

T = TypeVar("T")

RESULTS: dict[str, Outcome] = {
    "win": "win",
    "won": "win",
    "draw": "draw",
    "drawn": "draw",
    "loss": "loss",
    "lost": "loss",
}
COLORS: dict[str, Color] = {"white": "white", "black": "black", "w": "white", "b": "black"}
YES_NO = {"yes": True, "true": True, "no": False, "false": False}
NUMBERS = {"opp": "opponent_rating", "change": "change", "plies": "plies", "acc": "accuracy", "rating": "rating"}
"""Words that compare numbers -> the field meant."""
WORDS = ("perf", "result", "color", "opening", "tc", "rated", "since", "until", "source")
SPELLINGS = {"colour": "color", "opponent": "opp", "accuracy": "acc", "from": "since", "to": "until"}

_TERM = re.compile(r'(?:(?P<word>[A-Za-z]+)(?P<sign>:|>=|<=|>|<|=))?(?P<value>"[^"]*"?|\S*)')
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_RANGE = re.compile(r"(-?[0-9]{1,6})-(-?[0-9]{1,6})")
_CLOCK = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,2})?|\.[0-9]{1,2}|[0-9]/[1-9])(s?)\+([0-9]{1,4})")
_DAY = re.compile(r"([12][0-9]{3})(?:-([0-9]{1,2}))?(?:-([0-9]{1,2}))?")
_SIGNS = str.maketrans({"¼": "1/4", "½": "1/2", "¾": "3/4", "−": "-"})
LONGEST = 180
"""Minutes that Lichess lets a side begin with at most."""
SHORT = (15, 30, 45, 60, 90, 120, 180)
"""Seconds up to `LONGEST` that Lichess lets a side begin with: a number that may be meant as minutes as well."""


class Bound(NamedTuple):
    """A number between two ends, both included; None is open."""

    field: str
    """`opponent_rating`, `change`, `plies`, `accuracy` or `rating` (the running rating)."""
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """What is asked of a game; None and empty ask nothing."""

    perf: str | None = None
    result: Outcome | None = None
    color: Color | None = None
    rated: bool | None = None
    time_control: tuple[str, ...] = ()
    """One of these, as stored."""
    opening: str | None = None
    """Part of its name, or an ECO code's start; lower case."""
    source: str | None = None
    since: date | None = None
    """First day, in the user's zone."""
    until: date | None = None
    """Last day, included."""
    bounds: tuple[Bound, ...] = ()
    text: tuple[str, ...] = ()
    """Each is part of the opponent's name or the opening; lower case."""

    def __bool__(self) -> bool:
        return any(getattr(self, each.name) not in (None, ()) for each in fields(self))


class Reading(NamedTuple):
    """A line that may be half typed: what of it fits, and in a sentence what does not."""

    filter: Filter
    problem: str = ""


def parse(line: str) -> Filter:
    """Raises UsageError with a sentence that says what would fit."""
    found = read(line)
    if found.problem:
        raise UsageError(found.problem)
    return found.filter


def read(line: str) -> Reading:
    """The words that fit, and the problem of the first one that does not."""
    found: dict[str, object] = {}
    bounds: list[Bound] = []
    text: list[str] = []
    problems: list[str] = []
    for match in _TERM.finditer(line):
        word, sign, value = match["word"], match["sign"], match["value"].strip('"')
        try:
            if word is None:
                text += [value.lower()] if value else []
            elif (word := SPELLINGS.get(word.lower(), word.lower())) in NUMBERS:
                bounds.append(_bound(word, sign, value))
            else:
                found.update(_named(word, sign, value))
        except UsageError as error:
            problems.append(str(error))
    asked = Filter(**found, bounds=tuple(bounds), text=tuple(text))  # type: ignore[arg-type]
    return Reading(asked, next(iter(problems), ""))


def _named(word: str, sign: str, value: str) -> dict[str, object]:
    """The field that a word means, with its meaning; nothing while no value is typed."""
    if word not in WORDS:
        known = ", ".join(sorted((*WORDS, *NUMBERS)))
        raise UsageError(f"“{word}” is not a word of the filter; it knows {known}")
    if sign not in (":", "="):
        raise UsageError(f"“{word}” takes a colon: write {word}:… instead of {word}{sign}…")
    return dict([_worded(word, value)]) if value else {}


def _bound(word: str, sign: str, value: str) -> Bound:
    value = value.translate(_SIGNS)
    if span := _RANGE.fullmatch(value):
        if sign != ":":
            raise UsageError(f"A range takes a colon: {word}:{value}")
        return Bound(NUMBERS[word], *sorted((int(span[1]), int(span[2]))))
    if not _NUMBER.fullmatch(value):
        raise UsageError(f"“{word}” compares whole numbers below a million, such as {word}>1800 or {word}:1800-2000")
    limit = int(value)
    low, high = {
        ">": (limit + 1, None),
        ">=": (limit, None),
        "<": (None, limit - 1),
        "<=": (None, limit),
    }.get(sign, (limit, limit))
    return Bound(NUMBERS[word], low, high)


def _worded(word: str, value: str) -> tuple[str, object]:
    """The field and the meaning of a `word:value`."""
    lower = value.lower()
    match word:
        case "perf":
            return word, _one_of(word, lower, {key.lower(): key for key in PERF_NAMES})
        case "result":
            return word, _one_of(word, lower, RESULTS)
        case "color":
            return word, _one_of(word, lower, COLORS)
        case "rated":
            return word, _one_of(word, lower, YES_NO)
        case "tc":
            return "time_control", _time_control(lower)
        case "since":
            return word, _days(word, lower)[0]
        case "until":
            return word, _days(word, lower)[1]
    return word, lower


def _one_of(word: str, value: str, known: dict[str, T]) -> T:
    if value in known:
        return known[value]
    fitting = {meaning for name, meaning in known.items() if name.startswith(value)}
    if len(fitting) == 1:
        return fitting.pop()
    raise UsageError(f"“{word}:{value}” is not known; it can be {', '.join(known)}")


def _time_control(value: str) -> tuple[str, ...]:
    """What may be meant, as stored: minutes as players write them, seconds as the CSV does, days, or no clock."""
    if value == "unlimited" or re.fullmatch("[0-9]{1,3}d", value):
        return (str(TimeControl.parse(value)),)
    found = _CLOCK.fullmatch(value.translate(_SIGNS))
    meant = list(dict.fromkeys(_seconds(found[1], bool(found[2])))) if found else []
    if found is None or not meant:
        raise UsageError(
            "“tc” is minutes plus increment such as tc:5+3 or tc:1/2+0, days such as tc:3d, or tc:unlimited"
        )
    return tuple(str(TimeControl(initial, int(found[3]))) for initial in meant)


def _seconds(amount: str, said: bool) -> Iterator[int]:
    """Seconds that an amount may mean; `said`: it was written as seconds."""
    value = Fraction(amount)
    if not said and value <= LONGEST and (value * 60).denominator == 1:
        yield int(value * 60)
    if value.denominator == 1 and (said or value > LONGEST or value in SHORT):
        yield int(value)


def _days(word: str, value: str) -> tuple[date, date]:
    """First and last day of a year, a month or a day."""
    found = _DAY.fullmatch(value)
    try:
        if found is None:
            raise ValueError(value)
        numbers = [int(part) for part in found.groups() if part]
        if len(numbers) == 1:
            return date(numbers[0], 1, 1), date(numbers[0], 12, 31)
        if len(numbers) == 2:
            first = date(numbers[0], numbers[1], 1)
            following = (first + timedelta(days=32)).replace(day=1)
            return first, following - timedelta(days=1)
        year, month, day = numbers
        return date(year, month, day), date(year, month, day)
    except ValueError:
        raise UsageError(
            f"“{word}” is a day, a month or a year: {word}:2024-05-31, {word}:2024-05 or {word}:2024"
        ) from None


def complete(line: str, openings: tuple[str, ...] = ()) -> str | None:
    """The line with its last word finished, or None where nothing fits."""
    head, blank, last = line.rpartition(" ")
    if not last:
        return None
    word, colon, value = last.partition(":")
    if not colon:
        candidates = [f"{name}:" for name in WORDS] + [f"{name}>" for name in NUMBERS]
        start, typed = "", last
    else:
        candidates = {
            "perf": [*PERF_NAMES],
            "result": ["win", "draw", "loss"],
            "color": ["white", "black"],
            "rated": ["yes", "no"],
            "tc": ["1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20", "1/2+0"],
            "source": ["lobby", "pool", "friend", "arena", "swiss"],
            "opening": [f'"{name}"' if " " in name else name for name in openings],
        }.get(SPELLINGS.get(word.lower(), word.lower()), [])
        start, typed = f"{word}:", value
    for candidate in candidates:
        if candidate.lower().startswith(typed.lower()) and candidate.lower() != typed.lower():
            return f"{head}{blank}{start}{candidate}"
    return None
