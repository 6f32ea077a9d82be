"""The filter line: `perf:blitz opp>1800 since:2024-01` -> a small value that a store turns into a query. Pure.

perf:blitz  color:white  result:loss  rated:yes  tc:300+3  opening:sicilian  source:arena
opp>1800  opp<=2000  change<-5  plies>80  acc>=90       (or a range: opp:1800-2000)
since:2024-01-01  until:2024-06   (a year, a month or a day; until includes it)
anything else is looked for in the opponent's name and the opening; "two words" stay together
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import date, timedelta
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
_RANGE = re.compile(r"(-?\d+)-(-?\d+)")


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
    time_control: str | None = None
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


def parse(line: str) -> Filter:
    """Raises UsageError with a sentence that says what would fit."""
    found: dict[str, object] = {}
    bounds: list[Bound] = []
    text: list[str] = []
    for match in _TERM.finditer(line):
        word, sign, value = match["word"], match["sign"], match["value"].strip('"')
        if word is None:
            if value:
                text.append(value.lower())
            continue
        word = SPELLINGS.get(word.lower(), word.lower())
        if word in NUMBERS:
            bounds.append(_bound(word, sign, value))
        elif word in WORDS:
            if sign not in (":", "="):
                raise UsageError(f"“{word}” takes a colon: write {word}:… instead of {word}{sign}…")
            if value:
                name, meaning = _worded(word, value)
                found[name] = meaning
        else:
            known = ", ".join(sorted((*WORDS, *NUMBERS)))
            raise UsageError(f"“{word}” is not a word of the filter; it knows {known}")
    return Filter(**found, bounds=tuple(bounds), text=tuple(text))  # type: ignore[arg-type]


def _bound(word: str, sign: str, value: str) -> Bound:
    value = value.replace("−", "-")
    if span := _RANGE.fullmatch(value):
        if sign != ":":
            raise UsageError(f"A range takes a colon: {word}:{value}")
        return Bound(NUMBERS[word], int(span[1]), int(span[2]))
    try:
        limit = int(value)
    except ValueError:
        raise UsageError(f"“{word}” compares whole numbers, such as {word}>1800 or {word}:1800-2000") from None
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


def _time_control(value: str) -> str:
    try:
        control = TimeControl.parse(value)
    except ValueError:
        raise UsageError(
            "“tc” is seconds plus increment such as tc:300+3, days such as tc:3d, or tc:unlimited"
        ) from None
    return str(control)


def _days(word: str, value: str) -> tuple[date, date]:
    """First and last day of a year, a month or a day."""
    parts = value.split("-")
    try:
        numbers = [int(part) for part in parts]
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
            "tc": ["60+0", "180+0", "180+2", "300+0", "300+3", "600+0", "900+10", "1800+0"],
            "source": ["lobby", "pool", "friend", "arena", "swiss"],
            "opening": [f'"{name}"' if " " in name else name for name in openings],
        }.get(SPELLINGS.get(word.lower(), word.lower()), [])
        start, typed = f"{word}:", value
    for candidate in candidates:
        if candidate.lower().startswith(typed.lower()) and candidate.lower() != typed.lower():
            return f"{head}{blank}{start}{candidate}"
    return None
