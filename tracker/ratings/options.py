"""The choices under which ratings are replayed: one value that commands, settings and caches pass around."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self, get_args

from tracker.errors import UsageError

Rules = Literal["2025-10", "2024-03", "2022-01", "2017-07", "2014-07", "by-date"]
Period = Literal["month", "week", "day"]
Method = Literal["table", "formula"]
Lists = Literal["perf", "fide"]
ProvisionalOpponents = Literal["rated", "unrated"]
Floor = Literal["mark", "apply"]

CHOICES: dict[str, tuple[str, ...]] = {
    "rules": get_args(Rules),
    "period": get_args(Period),
    "method": get_args(Method),
    "lists": get_args(Lists),
    "provisional_opponents": get_args(ProvisionalOpponents),
    "floor": get_args(Floor),
}
"""Option -> the words it takes."""

LIMITS = {"games_played": (0, 1_000_000), "peak": (100, 4000), "birth_year": (1900, 2100)}
"""Option -> the smallest and the largest number it takes."""

START_LIMITS = (100, 4000)
TRUE_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """How a history is turned into FIDE and Elo ratings. Raises UsageError for a value that does not exist."""

    rules: Rules = "2025-10"
    """Edition of the regulations; `by-date` lets every game's own date choose."""
    period: Period = "month"
    """Length of a rating period; FIDE's is the month."""
    start: Literal["fide", "lichess"] | int = "fide"
    """`fide`: a first rating by the rules; `lichess`: the Lichess rating before the first rated game; or a number."""
    games_played: int = 0
    """Rated games before the first stored one, which count towards the 30 of the K rules."""
    peak: int | None = None
    """Highest rating published before the first stored game."""
    birth_year: int | None = None
    method: Method = "table"
    """Expected score by table 8.1.2 or by the logistic formula."""
    lists: Lists = "perf"
    """A list per Lichess perf, or FIDE's three by time limit."""
    provisional_opponents: ProvisionalOpponents = "rated"
    floor: Floor = "mark"
    """Below the lowest rating that FIDE publishes: compute on and mark, or become unrated as FIDE has it."""
    corrections: bool = False
    """Apply the one-time changes of October 2022 and March 2024."""

    def __post_init__(self) -> None:
        for name, words in CHOICES.items():
            if getattr(self, name) not in words:
                raise UsageError(f"{flag(name)} knows no {getattr(self, name)!r}: use {' or '.join(words)}.")
        for name, (low, high) in LIMITS.items():
            _check_number(name, getattr(self, name), low, high)
        if self.start not in ("fide", "lichess"):
            if isinstance(self.start, str):
                raise UsageError(f"--start knows no {self.start!r}: use fide, lichess or a rating such as 1850.")
            _check_number("start", self.start, *START_LIMITS)
        if not isinstance(self.corrections, bool):
            raise UsageError(f"--corrections is on or off, not {self.corrections!r}: use true or false.")

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; `from_dict` reads them back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Options from plain values; absent ones take their default. Raises UsageError for unknown names and values."""
        known = {field.name for field in fields(cls)}
        for name in values:
            if name not in known:
                raise UsageError(f"There is no rating option {name!r}: use one of {', '.join(sorted(known))}.")
        return cls(**values)


def flag(name: str) -> str:
    """The option as it is typed on the command line."""
    return "--" + name.replace("_", "-")


def parse_start(text: str) -> Literal["fide", "lichess"] | int:
    """The value of `--start` from its text. Raises UsageError for anything but its two words and a whole number."""
    if text == "fide":
        return "fide"
    if text == "lichess":
        return "lichess"
    number = whole_number(text)
    if number is None:
        raise UsageError(f"--start knows no {text!r}: use fide, lichess or a rating such as 1850.")
    return number


def whole_number(text: str) -> int | None:
    """A whole number as people write one, the true minus of a copied text included; None for anything else."""
    if not re.fullmatch(r"[+-]?[0-9]{1,20}", plain := text.strip().replace(TRUE_MINUS, "-")):
        return None
    return int(plain)


def _check_number(name: str, value: object, low: int, high: int) -> None:
    if value is None and name in ("peak", "birth_year"):
        return
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UsageError(f"{flag(name)} takes a whole number from {low} to {high}, not {value!r}.")
