"""Sessions: games grouped by pauses, on the user's own days; what each brought, streaks. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, tzinfo
from itertools import groupby, pairwise

from tracker.form.results import established
from tracker.form.smoother import Filtered
from tracker.form.windows import window
from tracker.game import Outcome, PlayedGame
from tracker.times import day_of

MIDNIGHT = time(0)
PAUSE_MINUTES = 60
"""A longer pause ends a session: longer than a meal, shorter than an afternoon."""
LENGTHS = ((3, "1 to 3 games"), (7, "4 to 7 games"), (15, "8 to 15 games"), (None, "16 games and more"))
LONG_SESSIONS = "Long sessions look worse than they are: many end after a win, or go on after a loss."
"""Stands wherever their length is held against their result: no chance range belongs to that."""
NOTICE_Z = -2.33
"""A session this far below expectation happens by chance once in a hundred."""
NOTICE_GAMES = 5


@dataclass(frozen=True, slots=True)
class Session:
    """Games start..stop of a perf without a long pause between them."""

    start: int
    stop: int
    began: int
    """Epoch milliseconds."""
    ended: int
    day: date
    """The user's day on which it began."""
    score: float
    change: int | None
    """Rating points reported in it; None where none was."""
    provisional: bool
    """The rating was provisional in some game of it, and moved in leaps."""

    @property
    def games(self) -> int:
        """How many games it rests on."""
        return self.stop - self.start


@dataclass(frozen=True, slots=True)
class Streak:
    """Games start..stop with the same result."""

    outcome: Outcome
    start: int
    stop: int

    @property
    def games(self) -> int:
        """Its length."""
        return self.stop - self.start


@dataclass(frozen=True, slots=True)
class LengthRow:
    """Sessions of similar length together."""

    label: str
    sessions: int
    games: int
    score: float
    change: int | None
    """Rating points of the sessions with an established rating: a provisional one's leaps would drown all others. None
    where no rating moved in any."""
    provisional: int
    """Sessions that are left out of it."""


def session_starts(games: Sequence[PlayedGame], pause_minutes: int = PAUSE_MINUTES) -> list[int]:
    """Index of the first game of every session."""
    pause = pause_minutes * 60_000
    return [
        index for index, game in enumerate(games) if not index or game.started_at - games[index - 1].ended_at > pause
    ]


def sessions(
    filtered: Filtered, zone: tzinfo, day_begins: time = MIDNIGHT, pause_minutes: int = PAUSE_MINUTES
) -> list[Session]:
    """All sessions of a perf, oldest first; none of correspondence, where games lie beside each other for weeks."""
    games, scores = filtered.results.games, filtered.results.scores
    if filtered.results.perf == "correspondence":
        return []
    settled = established(games)
    starts = session_starts(games, pause_minutes)
    found = []
    for start, stop in pairwise([*starts, len(games)]):
        changes = [game.change for game in games[start:stop] if game.change is not None]
        found.append(
            Session(
                start,
                stop,
                games[start].started_at,
                games[stop - 1].ended_at,
                day_of(games[start].started_at, zone, day_begins),
                sum(scores[start:stop]),
                sum(changes) if changes else None,
                not all(settled[start:stop]),
            )
        )
    return found


def best_and_worst(found: Sequence[Session]) -> tuple[Session, Session] | None:
    """By rating change, among the sessions with an established rating; None where there is none."""
    settled = [one for one in found if one.change is not None and not one.provisional]
    if not settled:
        return None
    return max(settled, key=lambda one: one.change or 0), min(settled, key=lambda one: one.change or 0)


def streaks(games: Sequence[PlayedGame]) -> list[Streak]:
    """All runs of equal results, oldest first."""
    runs: list[Streak] = []
    place = 0
    for outcome, group in groupby(games, key=lambda game: game.outcome):
        length = sum(1 for _ in group)
        if outcome is not None:
            runs.append(Streak(outcome, place, place + length))
        place += length
    return runs


def longest(runs: Sequence[Streak], outcome: Outcome) -> Streak | None:
    """The longest run of a result, the earliest of equals."""
    return max((run for run in runs if run.outcome == outcome), key=lambda run: run.games, default=None)


def by_length(found: Sequence[Session]) -> list[LengthRow]:
    """Score and rating change by the length of the session.

    No chance range belongs to these: whoever stops after a win or plays on after a loss makes short sessions good and
    long ones bad without playing differently.
    """
    rows = []
    shortest = 1
    for most, label in LENGTHS:
        group = [session for session in found if session.games >= shortest and (most is None or session.games <= most)]
        shortest = (most or 0) + 1
        moved = [one.change for one in group if one.change is not None and not one.provisional]
        games, score = sum(session.games for session in group), sum(session.score for session in group)
        change = sum(moved) if moved else None
        rows.append(LengthRow(label, len(group), games, score, change, sum(one.provisional for one in group)))
    return [row for row in rows if row.sessions]


def far_below(filtered: Filtered, session: Session) -> bool:
    """The quiet notice: the session's score is one that chance gives once in a hundred sessions, or less."""
    return session.games >= NOTICE_GAMES and window(filtered, session.start, session.stop).z <= NOTICE_Z
