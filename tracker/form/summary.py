"""Everything that is said of one perf, from its games in one go. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import time, tzinfo
from math import floor, log10

from tracker.form.breakdown import Row, breakdown
from tracker.form.chances import Z95, ScoreRange, two_sided
from tracker.form.changes import Change, changes
from tracker.form.gate import Verdict, opened, scan, verdict
from tracker.form.goals import Goal, goals, standing
from tracker.form.results import Results, results_of
from tracker.form.sessions import (
    MIDNIGHT,
    PAUSE_MINUTES,
    LengthRow,
    Session,
    Streak,
    by_length,
    far_below,
    sessions,
    streaks,
)
from tracker.form.smoother import BLOCK, Filtered, Strength, forward, smooth
from tracker.form.windows import (
    FEWEST,
    FEWEST_BEFORE,
    FEWEST_PERFORMANCE,
    Performance,
    Window,
    performance,
    score_range,
    window,
)
from tracker.game import PlayedGame

SHOWN = (20, 50, 100, 200)
USUAL = 100
"""Games looked at when none are asked for."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A window with all that is said of it."""

    window: Window
    range: ScoreRange | None
    """Of the score, by chance alone (95 %); None with too few games."""
    performance: Performance
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Form:
    """The form of an account in one perf."""

    results: Results
    rated: int
    """Rated games of the perf, also those that are not among the results: no rating moved, or none is shown."""
    asked: Judged | None
    """The window asked for. Not asked: the one that shows a change, else the last 100. None without a game in it."""
    windows: Sequence[Judged]
    """The last 20, 50, 100 and 200, as far as there are games."""
    now: Strength
    """After all games."""
    filtered: Filtered
    smoothed: Sequence[Strength]
    """One for every ten games, from all games."""
    changes: Sequence[Change]
    stretch: int | None
    """The newest games that were asked for, on which rows, sessions and mistakes rest; None: on all."""
    rows: Sequence[Row]
    goals: Sequence[Goal]
    """With fewer than `windows.FEWEST` games their odds are empty."""
    sessions: Sequence[Session]
    """Those that began in the stretch."""
    lengths: Sequence[LengthRow]
    streaks: Sequence[Streak]
    last_session: Session | None
    """As the next, the newest of all, whenever it began."""
    streak: Streak | None
    notice: Session | None
    """The last session, if it ran far below expectation."""

    @property
    def sides(self) -> list[tuple[Change, int]]:
        """Each change with its games before it: those since the change before that one. The others came after."""
        starts = [0, *(one.game for one in self.changes)]
        return [(one, one.game - start) for one, start in zip(self.changes, starts, strict=False)]

    @property
    def covered(self) -> int:
        """How many of the newest games rows, sessions and mistakes rest on."""
        return len(self.results) if self.stretch is None else self.stretch

    @property
    def points(self) -> list[tuple[int, Strength]]:
        """Strength over time for a chart: end of each ten games (epoch ms) and strength."""
        games = self.results.games
        return [
            (games[min((index + 1) * BLOCK, len(games)) - 1].ended_at, strength)
            for index, strength in enumerate(self.smoothed)
        ]


def form(
    games: Iterable[PlayedGame],
    perf: str,
    zone: tzinfo,
    *,
    day_begins: time = MIDNIGHT,
    pause_minutes: int = PAUSE_MINUTES,
    last: int | None = None,
    since: int | None = None,
    goal: int | None = None,
    now: int | None = None,
    deviation: float | None = None,
) -> Form:
    """The form from an account's games in the order ratings were applied.

    `last` asks for the newest n games, `since` for those that started at or after a moment (epoch ms). Goals are
    pursued from `now` on (epoch ms) at the rating `deviation` by then; without it, it is followed through the games.
    """
    listed = list(games)
    results = results_of(listed, perf)
    filtered = forward(results)
    smoothed = smooth(filtered)
    count = len(results)
    proof = opened(scan(filtered, count)) if count else None

    def judge(length: int) -> Judged:
        looked_at = window(filtered, count - length, count)
        return Judged(
            looked_at,
            score_range(results, looked_at) if looked_at.comparable else None,
            performance(results, count - length, count)
            if length >= FEWEST_PERFORMANCE
            else Performance(length, None, None, None),
            verdict(results, looked_at, proof),
        )

    length = asked_length(results, last, since)
    stretch = None if last is None and since is None else length
    if stretch is None and proof is not None:
        length = proof.games  # what there is to say comes first
    start = 0 if stretch is None else count - stretch
    everything = sessions(filtered, zone, day_begins, pause_minutes)
    found = [one for one in everything if one.start >= start]
    newest = everything[-1] if everything else None
    runs = streaks(results.games)
    return Form(
        results=results,
        rated=sum(game.rated and game.perf == perf for game in listed),
        asked=judge(length) if length else None,
        windows=[judge(shown) for shown in SHOWN if shown <= count],
        now=filtered.before(count),
        filtered=filtered,
        smoothed=smoothed,
        changes=changes(filtered),
        stretch=stretch,
        rows=breakdown(filtered, smoothed, zone, day_begins, pause_minutes, start),
        goals=pursued(results, filtered.before(count), goal, now, deviation),
        sessions=found,
        lengths=by_length(found),
        streaks=streaks(results.games[start:]) if start else runs,
        last_session=newest,
        streak=runs[-1] if runs else None,
        notice=newest if newest is not None and far_below(filtered, newest) else None,
    )


def unproven(judged: Iterable[Judged]) -> str:
    """What has to be said where a score lies outside its range and yet no change is claimed; else nothing."""
    farthest = max(
        (abs(one.window.z) for one in judged if one.verdict.comparable and not one.verdict.direction), default=0.0
    )
    if farthest <= Z95:
        return ""
    looks = 1.0 / max(two_sided(farthest), 1e-6)
    digits = 10 ** max(0, floor(log10(looks)) - 1)
    about = round(looks / digits) * digits
    return (
        f"A score outside its range, yet no claim: by chance alone one look in {about:,} is as far out, "
        "and a player looks often. A change is claimed only if it stands out over a whole history of looks."
    )


def asked_length(results: Results, last: int | None, since: int | None) -> int:
    """How many of the newest games are asked for; unasked, as many of the last 100 as leave enough to compare with."""
    count = len(results)
    if since is not None:
        return sum(game.started_at >= since for game in results.games)
    if last is not None:
        return min(last, count)
    usual = min(USUAL, count - FEWEST_BEFORE)
    return usual if usual >= FEWEST else count


def pursued(
    results: Results, strength: Strength, own: int | None, now: int | None, deviation: float | None
) -> list[Goal]:
    """The goals; with too few games to know the strength they have no odds."""
    if not has_rating(results):
        return []
    found = goals(results, strength, own, at=now, deviation=deviation)
    if len(results) >= FEWEST:
        return found
    return [replace(one, odds={}, expected_games=None, median_games=None) for one in found]


def has_rating(results: Results) -> bool:
    """Some game shows the own rating, so that goals can be measured."""
    return any(game.rating is not None for game in results.games)


def rating_now(results: Results) -> int:
    """The rating after the last game. Raises ValueError without a shown rating."""
    return standing(results)[0]
