"""Results by colour, opponent, opening, weekday, session ...: which rows are more than chance. Pure.

Each game's expected score comes from the strength that the smoother saw around it, from all games. A row's own luck is
then part of what it is compared with, and its deviation comes out too small: a row of half of the games would show 0.7
of it. How much of a row's luck the strength has absorbed is what the same smoother makes of the row's local share of
the games, and the range of each row allows for it.

Rows are called out after Benjamini and Hochberg (1995) at 5 % over all rows that were looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, tzinfo
from math import exp, sqrt

from tracker.form.chances import Z95, ScoreRange, two_sided
from tracker.form.results import Results
from tracker.form.sessions import MIDNIGHT, PAUSE_MINUTES, session_starts
from tracker.form.smoother import BLOCK, DRIFTS, MS_PER_DAY, Filtered, Strength
from tracker.times import day_of

FEWEST = 20
"""Games that it takes in a row, and beside it to compare it with: with fewer only their number is said."""
FALSE_SHARE = 0.05
"""Of the rows called out, the share that may be chance."""
CELLS = 300
"""Stretches of the history in which a row's share is followed."""
EQUAL = 50.0
"""Points within which an opponent is as strong as the player."""
OPENINGS = 12
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAYS_AGO = ((1, "less than 1 day"), (3, "1 to 2 days"), (8, "3 to 7 days"), (31, "8 to 30 days"))
AT_ONCE = ("weekday", "hour", "session", "after", "pause")
"""Kinds that say nothing of correspondence, where many games go on for weeks beside each other."""
PLACES = ((3, "games 1 to 3"), (10, "games 4 to 10"))


@dataclass(frozen=True, slots=True)
class Row:
    """The games with one thing in common."""

    kind: str
    """What is compared: a key of `labels`."""
    label: str
    games: int
    score: float
    expected: float
    range: ScoreRange | None
    """Of the score, by chance alone (95 %); None with too few games, in the row or beside it."""
    z: float | None
    p: float | None
    called_out: bool = False
    """More than chance, allowing for all the rows looked at."""


def breakdown(
    filtered: Filtered,
    smoothed: Sequence[Strength],
    zone: tzinfo,
    day_begins: time = MIDNIGHT,
    pause_minutes: int = PAUSE_MINUTES,
    start: int = 0,
) -> list[Row]:
    """All rows, by kind, in their natural order. `smoothed` is `smoother.smooth(filtered)`.

    They count the games from index `start` on; what those are compared with comes from all games.
    """
    if not smoothed:
        return []
    share = _Share(filtered, smoothed, len(filtered.results) - start)
    kinds = labels(filtered.results, smoothed, zone, day_begins, pause_minutes, start)
    return call_out([row for kind, of_games in kinds.items() for row in share.rows(kind, of_games)])


def call_out(rows: Sequence[Row]) -> list[Row]:
    """Mark the rows that stand after Benjamini and Hochberg's step-up procedure over all that have a p."""
    tested = sorted(row.p for row in rows if row.p is not None)
    passing = [p for rank, p in enumerate(tested, 1) if p <= FALSE_SHARE * rank / len(tested)]
    bar = max(passing, default=-1.0)
    return [replace(row, called_out=row.p is not None and row.p <= bar) for row in rows]


def labels(
    results: Results, smoothed: Sequence[Strength], zone: tzinfo, day_begins: time, pause_minutes: int, start: int = 0
) -> dict[str, list[str | None]]:
    """Kind -> what each game is counted under; None under nothing, as all games before `start` are."""
    games = results.games
    families = [None if game.opening_name is None else game.opening_name.partition(":")[0] for game in games]
    common = {name for name, _ in Counter(filter(None, families[start:])).most_common(OPENINGS)}
    local = [datetime.fromtimestamp(game.started_at / 1000, UTC).astimezone(zone) for game in games]
    begins_late = day_begins > MIDNIGHT
    kinds: dict[str, list[str | None]] = {
        "colour": ["White" if game.color == "white" else "Black" for game in games],
        "opponent": [
            _opponent(game.opponent_rating - smoothed[index // BLOCK].mean)  # type: ignore[operator]
            for index, game in enumerate(games)
        ],
        "time_control": [game.time_control for game in games],
        "opening": [family if family in common else None for family in families],
        "weekday": [
            WEEKDAYS[(day_of(game.started_at, zone, day_begins) if begins_late else at).weekday()]
            for game, at in zip(games, local, strict=True)
        ],
        "hour": [f"{at.hour:02}:00" for at in local],
        **_by_session(results, pause_minutes),
    }
    before: list[str | None] = [None] * start
    return {
        kind: before + of_games[start:]
        for kind, of_games in kinds.items()
        if results.perf != "correspondence" or kind not in AT_ONCE
    }


def _opponent(difference: float) -> str:
    if abs(difference) <= EQUAL:
        return "equal"
    return "stronger" if difference > 0 else "weaker"


def _by_session(results: Results, pause_minutes: int) -> dict[str, list[str | None]]:
    games = results.games
    starts = set(session_starts(games, pause_minutes))
    place = 0
    session: list[str | None] = []
    after: list[str | None] = []
    pause: list[str | None] = []
    for index, game in enumerate(games):
        place = 1 if index in starts else place + 1
        session.append(next((label for most, label in PLACES if place <= most), "games 11 and later"))
        after.append(None if place == 1 else f"after a {games[index - 1].outcome}")
        days = (game.started_at - games[index - 1].ended_at) / MS_PER_DAY if index else None
        pause.append(None if days is None else next((label for most, label in DAYS_AGO if days < most), "over 30 days"))
    return {"session": session, "after": after, "pause": pause}


class _Share:
    """Every game's surprise, and how a row's share of the games is smoothed as the strength was."""

    def __init__(self, filtered: Filtered, smoothed: Sequence[Strength], among: int) -> None:
        """`among`: how many games the rows count."""
        results, self.among = filtered.results, among
        self.scores = results.scores
        self.expected: list[float] = []
        self.spread: list[float] = []
        self.cell_of = [index * min(CELLS, len(results)) // len(results) for index in range(len(results))]
        cells = self.cell_of[-1] + 1
        self.total, self.information, sizes = [0.0] * cells, [0.0] * cells, [0] * cells
        narrowed = 1.0 - results.draws
        for index, (versus, slope) in enumerate(zip(results.versus, results.slopes, strict=True)):
            e = 1.0 / (1.0 + exp(slope * (versus - smoothed[index // BLOCK].mean)))
            v = e * (1.0 - e)
            cell = self.cell_of[index]
            self.expected.append(e)
            self.spread.append(v * narrowed)
            self.total[cell] += v * narrowed
            self.information[cell] += slope * slope * v / narrowed
            sizes[cell] += 1
        drift = filtered.drift_at(len(filtered.blocks))
        self.first = filtered.variances[drift][0]
        self.drifts = [DRIFTS[drift] * size for size in sizes]

    def rows(self, kind: str, of_games: Sequence[str | None]) -> Iterable[Row]:
        members: dict[str, list[int]] = {}
        for index, label in enumerate(of_games):
            if label is not None:
                members.setdefault(label, []).append(index)
        for label in sorted(members, key=lambda label: _order(kind, label, len(members[label]))):
            yield self._row(kind, label, members[label])

    def _row(self, kind: str, label: str, members: Sequence[int]) -> Row:
        score = sum(self.scores[index] for index in members)
        expected = sum(self.expected[index] for index in members)
        if not FEWEST <= len(members) <= self.among - FEWEST:
            return Row(kind, label, len(members), score, expected, None, None, None)
        deviation = self._deviation(members)
        low = max(0.0, expected - Z95 * deviation)
        high = min(float(len(members)), expected + Z95 * deviation)
        z = (score - expected) / deviation
        return Row(kind, label, len(members), score, expected, ScoreRange(low, high), z, two_sided(z))

    def _deviation(self, members: Sequence[int]) -> float:
        own = [0.0] * len(self.total)
        for index in members:
            own[self.cell_of[index]] += self.spread[index]
        absorbed = self._smoothed([part / whole for part, whole in zip(own, self.total, strict=True)])
        return sqrt(
            sum(
                (1.0 - share) ** 2 * part + share**2 * (whole - part)
                for share, part, whole in zip(absorbed, own, self.total, strict=True)
            )
        )

    def _smoothed(self, shares: Sequence[float]) -> list[float]:
        """What the strength smoother makes of a signal: its share of every cell's luck."""
        mean, variance = 0.0, self.first
        states = []
        for share, information, drift in zip(shares, self.information, self.drifts, strict=True):
            gain = variance / (variance + 1.0 / information)
            mean, variance = mean + gain * (share - mean), variance * (1.0 - gain)
            states.append((mean, variance, variance + drift))
            variance += drift
        later = mean
        back = []
        for mean, variance, predicted in reversed(states):
            later = mean + variance / predicted * (later - mean)
            back.append(later)
        return back[::-1]


def _order(kind: str, label: str, games: int) -> tuple[int, str]:
    fixed = {
        "colour": ("White", "Black"),
        "opponent": ("weaker", "equal", "stronger"),
        "weekday": WEEKDAYS,
        "after": ("after a win", "after a draw", "after a loss"),
        "session": (*(name for _, name in PLACES), "games 11 and later"),
        "pause": (*(name for _, name in DAYS_AGO), "over 30 days"),
    }.get(kind)
    if fixed is not None:
        return fixed.index(label), label
    return (0, label) if kind == "hour" else (-games, label)
