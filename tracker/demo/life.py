"""The three years of the demo's player: how strong they are when, and when they sit down to play. Pure."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

from tracker.ratings.lichess_eras import MS_PER_DAY

MINUTE_MS = 60_000
SPAN = 1096
"""Days from the first game to today."""
PAUSE = (560, 465)
"""Days ago: from the first to the second no game was played."""
CHEATER_MET = 371
"""Days ago: three lost games against one opponent, whose account is closed for cheating two days later."""
REFUND = CHEATER_MET - 2
HASTY = frozenset({700, 250})
"""Days ago on which a rematch starts so fast that its record still shows the rating before the game before it."""
LONGEST_MAIL = 24
"""Days that a correspondence game lasts at most, the last move's time included."""
STILL_OPEN = frozenset({9, 5, 3})
"""Days ago of the starts of the correspondence games that are not over."""

_STRENGTH = (
    (1096, 1430),
    (930, 1545),
    (760, 1610),
    (560, 1700),
    (465, 1625),
    (400, 1700),
    (320, 1460),
    (230, 1490),
    (100, 1750),
    (0, 1805),
)
"""Days ago and true strength in blitz: a climb, rust after the pause, a slump, and a long climb out of it."""
_OFFSETS = {"bullet": -70, "rapid": 95, "classical": 120, "correspondence": 150, "chess960": -45}

_CONTROLS = {
    "bullet": ((60, 0), (60, 0), (120, 1)),
    "blitz": ((180, 0), (180, 2), (180, 2), (300, 0), (300, 3)),
    "rapid": ((600, 0), (600, 0), (600, 5), (900, 10)),
    "classical": ((1800, 0), (1800, 20)),
    "chess960": ((180, 2), (300, 3)),
}
_FAVOURITES = ((46, "blitz"), (64, "rapid"), (84, "bullet"), (92, "classical"), (100, "chess960"))
"""Cumulative per cent of sessions."""
_BEGUN = {"bullet": 1010, "classical": 900, "chess960": 820}
"""Days ago of the first session of the perfs that were taken up later; blitz until then."""
_LENGTHS = {"bullet": 9, "blitz": 8, "rapid": 6, "classical": 2, "chess960": 4}
"""The longest session, in games."""


class Session(NamedTuple):
    """One sitting."""

    days_ago: int
    minute: int
    """Of the UTC day; below 0 stands for minutes before `now`."""
    perf: str
    initial: int
    increment: int
    games: int
    kind: str
    """`pool`, `arena`, `swiss`, `friend` (casual), `ai`, `position`, `cheater`."""


def strength(days_ago: float, perf: str) -> float:
    """The true strength in a perf, in points of its rating."""
    offset = _OFFSETS.get(perf, 0)
    for (earlier, before), (later, after) in pairwise(_STRENGTH):
        if earlier >= days_ago >= later:
            return offset + before + (after - before) * (earlier - days_ago) / (earlier - later)
    return offset + _STRENGTH[-1][1]


def sessions(rng: Random) -> list[Session]:
    """All sittings at the board, oldest first; the last one ends minutes ago."""
    found: list[Session] = []
    for days_ago in range(SPAN, 1, -1):
        if PAUSE[0] >= days_ago >= PAUSE[1]:
            continue
        free = days_ago % 7 < 2
        if rng.random() < (0.55 if free else 0.12) or days_ago == SPAN:
            found.append(_session(rng, days_ago, 11 * 60, 240))
        if rng.random() < 0.46 or days_ago == SPAN or days_ago in HASTY:
            found.append(_session(rng, days_ago, 17 * 60, 270))
        if days_ago == CHEATER_MET:
            found.append(Session(days_ago, 22 * 60, "blitz", 180, 2, 3, "cheater"))
    found.append(Session(0, -52, "blitz", 180, 2, 4, "pool"))
    return found


def _session(rng: Random, days_ago: int, earliest: int, width: int) -> Session:
    minute = earliest + int(rng.random() * width)
    choice, control, length, kind_draw = rng.random() * 100, rng.random(), rng.random(), rng.random()
    perf = next(perf for limit, perf in _FAVOURITES if choice < limit)
    if days_ago > _BEGUN.get(perf, SPAN):
        perf = "blitz"
    controls = _CONTROLS[perf]
    initial, increment = controls[int(control * len(controls))]
    games = 1 + int(length * _LENGTHS[perf])
    if days_ago in HASTY:
        return Session(days_ago, minute, "blitz", 180, 2, 5, "pool")
    return Session(days_ago, minute, perf, initial, increment, games, _kind(kind_draw, perf, games))


def _kind(draw: float, perf: str, games: int) -> str:
    if perf in ("blitz", "bullet") and games > 4 and draw < 0.16:
        return "arena"
    if perf == "rapid" and games > 2 and draw < 0.12:
        return "swiss"
    if perf == "chess960":
        return "friend" if draw < 0.06 else "pool"
    if games > 3:
        return "pool"
    return "friend" if draw < 0.05 else "ai" if draw < 0.075 else "position" if draw < 0.10 else "pool"


def mail_days(rng: Random) -> list[int]:
    """Days ago on which a correspondence game began; none so late that it would reach into the pause or past today."""
    found = []
    for days_ago in range(SPAN - 60, 1, -1):
        resting = PAUSE[0] + LONGEST_MAIL + 2 > days_ago > PAUSE[1]
        wanted = rng.random() < 0.15 and not resting and days_ago > LONGEST_MAIL + 2
        if wanted or days_ago in STILL_OPEN:
            found.append(days_ago)
    return found


def moment(now: int, days_ago: int, minute: int) -> int:
    """Epoch milliseconds of a session's start: by the UTC day of `now`, or counted back from `now`."""
    if minute < 0:
        return now + minute * MINUTE_MS
    return now // MS_PER_DAY * MS_PER_DAY - days_ago * MS_PER_DAY + minute * MINUTE_MS
