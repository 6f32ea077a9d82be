"""What the report and the screen both say. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tracker.form.breakdown import FEWEST as FEWEST_IN_ROW
from tracker.form.breakdown import Row
from tracker.form.changes import FEWEST_BLOCKS
from tracker.form.smoother import BLOCK
from tracker.form.summary import Form, Judged
from tracker.form.windows import FEWEST, FEWEST_PERFORMANCE
from tracker.wording import counted

TITLES = {
    "colour": "Colour",
    "opponent": "Opponents (within 50 points: equal)",
    "time_control": "Time control",
    "opening": "Opening",
    "weekday": "Weekday",
    "hour": "Hour of the day",
    "session": "Within a session",
    "after": "After the game before, same session",
    "pause": "Time since the last game",
}
NAMED = 6
"""Rows of a kind that are named among those left out."""
FEWEST_TO_SPLIT = 2 * FEWEST_BLOCKS * BLOCK
"""Games that it takes to see a change of strength."""


def points(score: float) -> str:
    """A score as players write it: 12, 12.5."""
    return f"{score:g}" if score % 1 else f"{score:.0f}"


def too_few(games: int, least: int) -> str:
    """That there are too few games, and how many it takes."""
    return f"too few games ({games:,}; it takes {least})"


def over(form: Form) -> str:
    """The games on which rows, sessions and mistakes rest."""
    every = form.covered == len(form.results)
    if form.covered == 1:
        return "the only game" if every else "the last game"
    return f"{'all' if every else 'the last'} {form.covered:,} games"


def strength_now(form: Form) -> str | None:
    """Why the strength is not shown; None where there are enough games."""
    count = len(form.results)
    return None if count >= FEWEST else too_few(count, FEWEST)


def no_performance(judged: Judged) -> str:
    """Why a window has no performance rating."""
    games = judged.window.games
    if games < FEWEST_PERFORMANCE:
        return too_few(games, FEWEST_PERFORMANCE)
    return f"all {games:,} games ended the same way"


def no_changes(form: Form) -> str:
    """What is said where strength was not seen to change."""
    count = len(form.results)
    return f"none beyond chance in {count:,} games" if count >= FEWEST_TO_SPLIT else too_few(count, FEWEST_TO_SPLIT)


def no_odds(form: Form) -> str:
    """Why goals have no odds."""
    return too_few(len(form.results), FEWEST)


def _names(rows: Sequence[Row]) -> str:
    """The rows with their games; of many the most played."""
    most = sorted(rows, key=lambda row: -row.games)[: NAMED - 1] if len(rows) > NAMED else rows
    named = [f"{row.label} ({row.games:,})" for row in rows if row in most]
    return ", ".join([*named, f"{len(rows) - len(named)} more"] if len(rows) > len(named) else named)


def left_out(rows: Sequence[Row]) -> str:
    """The rows that have too few games in them or beside them, by name; empty where there is none."""
    few = [row for row in rows if row.p is None]
    if not few:
        return ""
    kinds = [
        f"{TITLES[kind].partition(' (')[0].partition(',')[0].lower()}: " + _names(list(of_kind))
        for kind, of_kind in groupby(few, key=lambda row: row.kind)
    ]
    return (
        f"Left out for fewer than {FEWEST_IN_ROW} games in them or beside them: {counted(len(few), 'row')} "
        f"({'; '.join(kinds)})."
    )
