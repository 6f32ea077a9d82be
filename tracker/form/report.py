"""Form in plain words for a terminal; every number says how many games it rests on. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from tracker.form.chances import Z95
from tracker.form.gate import FRESH_CLAIM
from tracker.form.goals import PATHS, Goal
from tracker.form.layout import Column, Table, room_of, said
from tracker.form.mistakes import Mistakes
from tracker.form.report_rows import mistake_lines, row_lines, session_lines
from tracker.form.stakes import Stake
from tracker.form.summary import Form, Judged, unproven
from tracker.form.windows import FEWEST, FEWEST_BEFORE
from tracker.form.words import no_changes, no_odds, no_performance, points, strength_now
from tracker.game import PERF_NAMES
from tracker.times import moment
from tracker.wording import counted

SYSTEMS = {"lichess": "Lichess", "fide": "FIDE, list", "elo": "Elo per game"}
GOALS = {"peak": "peak", "round": "round number", "own": "your own"}


def lines(
    form: Form,
    zone: tzinfo,
    mistakes: Mistakes | None = None,
    stakes: Sequence[Stake] = (),
    opponent: int | None = None,
    width: int = 80,
) -> Iterator[str]:
    """The whole report for a terminal of `width` columns."""
    room = room_of(width)
    yield from said(_title(form), room)
    if form.asked is None:
        if len(form.results):
            yield from said("There is no game to look at here; ask for an earlier --since.", room)
        else:
            yield from said("No rated game has a result and the opponent's rating; ask for another --perf.", room)
        return
    yield from _headline(form.asked, form, room)
    yield from _windows(form.windows, room)
    yield from said(unproven([form.asked, *form.windows]), room)
    yield from _changes(form, zone, room)
    yield from row_lines(form, room)
    yield from _goals(form, room)
    if stakes:
        yield from _stakes(stakes, opponent, room)
    yield from session_lines(form, room)
    if mistakes is not None:
        yield from mistake_lines(mistakes, form, room)


def _title(form: Form) -> str:
    """The perf, and how many of its rated games can be judged."""
    name, count = PERF_NAMES.get(form.results.perf, form.results.perf), len(form.results)
    if count == form.rated:
        return f"{name}: {counted(count, 'rated game')}"
    if not count:
        return f"{name}: none of {counted(form.rated, 'rated game')} can be judged"
    return f"{name}: {count:,} of {counted(form.rated, 'rated game')}; in the others no rating moved or none is shown"


def _headline(asked: Judged, form: Form, room: int) -> Iterator[str]:
    one, shown = asked.window, asked.performance
    earned = f"{points(one.score)} point{'s' * (one.score != 1)}, {one.score / one.games:.1%}"
    yield from said(f"Last {one.games:,}: {earned}. Verdict: {asked.verdict}.", room)
    if asked.verdict.direction:
        yield from said(FRESH_CLAIM, room)
    if shown.rating is not None:
        low, high = ("open" if end is None else f"{end:.0f}" for end in (shown.low, shown.high))
        yield from said(f"Performance {shown.rating:.0f} (95 %: {low} to {high}; {counted(one.games, 'game')}).", room)
    else:
        yield from said(f"No performance rating: {no_performance(asked)}.", room)
    if asked.range is not None:
        yield from said(
            f"Expected {one.expected:.1f} at the strength before, {one.before.mean:.0f} ± {Z95 * one.before.sd:.0f} "
            f"({counted(one.start, 'game')}).",
            room,
        )
        yield from said(
            f"Chance alone gives {points(asked.range.low)} to {points(asked.range.high)} points; z = {one.z:+.2f}.",
            room,
        )
    else:
        yield from said(f"Too few games to compare: {one.games:,} in the window and {one.start:,} before it.", room)
        yield from said(f"It takes {FEWEST} in it, and {FEWEST_BEFORE} and at least half as many before it.", room)
    few = strength_now(form)
    now = f"{form.now.mean:.0f} ± {Z95 * form.now.sd:.0f} (by the results of {len(form.results):,} games alone)"
    yield from said(f"Strength now: {few or now}.", room)


WINDOWS = (Column("Score", 6), Column("Expected", 8, 1), Column("Chance gives", 14), Column("Perf.", 6, 2))


def _windows(windows: Sequence[Judged], room: int) -> Iterator[str]:
    if not windows:
        return
    table = Table(room, WINDOWS, label=5, shortest=5)
    yield ""
    yield table.heads("Games") + "  Verdict" * (room >= 60)
    yield "─" * room
    for one in windows:
        looked_at, shown = one.window, one.performance
        line = table.row(
            f"{looked_at.games:>5}",
            [
                points(looked_at.score),
                f"{looked_at.expected:.1f}" if one.range else "–",
                f"{points(one.range.low)} to {points(one.range.high)}" if one.range else "–",
                "–" if shown.rating is None else f"{shown.rating:.0f}",
            ],
        )
        verdict = str(one.verdict)
        if len(line) + 2 + len(verdict) <= room:
            yield f"{line}  {verdict}"
        else:
            yield from (line, f"      {verdict}")


def _changes(form: Form, zone: tzinfo, room: int) -> Iterator[str]:
    games = form.results.games
    yield ""
    if not form.changes:
        yield from said(f"Changes of strength: {no_changes(form)}.", room)
        return
    yield "Changes of strength"
    yield "─" * room
    for one, before in form.sides:
        first, at, last = (
            f"{moment(games[place].started_at, zone):%Y-%m-%d}" for place in (one.earliest, one.game, one.latest)
        )
        yield from said(
            f"{at}  {one.points:+.0f} ± {one.margin:.0f}  (between {first} and {last}; "
            f"{counted(before, 'game')} before, {one.games - before:,} after)",
            room,
            indent="  ",
        )


def _goals(form: Form, room: int) -> Iterator[str]:
    if not form.goals:
        return
    marks = list(form.goals[0].odds)
    yield ""
    if not marks or room < 76:
        yield "Goals"
        yield "─" * room
        for one in form.goals:
            yield from said(_goal(one, form), room, indent="  ")
    else:
        yield f"{'Goal':<16} {'Needed':>7} {'Half arrive by':>15} Odds by" + "".join(f"{mark:>6}" for mark in marks)
        yield "─" * room
        for one in form.goals:
            by = "–" if one.median_games is None else counted(one.median_games, "game")
            odds = "".join(f"{chance:>6.0%}" for chance in one.odds.values())
            yield f"{one.rating:<5}{GOALS[one.name]:<12}{max(0, one.points):>7.0f} {by:>15} {'':7}{odds}"
    if marks:
        yield from said(
            f"Simulated {PATHS:,} times at the present strength, from a deviation of {form.goals[0].deviation:.0f} on, "
            f"with the opponents and pauses of the last {counted(form.goals[0].games, 'game')}. Needed: points.",
            room,
        )


def _goal(one: Goal, form: Form) -> str:
    """A goal in a sentence."""
    begun = f"{one.rating} {GOALS[one.name]}: {counted(round(max(0, one.points)), 'point')} needed"
    if not one.odds:
        return f"{begun}; odds: {no_odds(form)}."
    by = "" if one.median_games is None else f"; half arrive by {counted(one.median_games, 'game')}"
    return f"{begun}{by}. Odds: {', '.join(f'{chance:.0%} by {mark}' for mark, chance in one.odds.items())} games."


STAKES = (Column("Rating", 6), Column("Win", 6), Column("Draw", 6), Column("Loss", 6))


def _stakes(stakes: Sequence[Stake], opponent: int | None, room: int) -> Iterator[str]:
    table = Table(room, STAKES, label=30, shortest=8)
    title = f"Next game against {opponent}"
    yield ""
    if len(title) > table.label:
        yield title
    yield table.heads(title if len(title) <= table.label else "")
    yield "─" * room
    for one in stakes:
        cells = [f"{one.rating:.0f}", f"{one.win:+.1f}", f"{one.draw:+.1f}", f"{one.loss:+.1f}"]
        yield table.row(SYSTEMS[one.system], cells)
    for one in stakes:
        if one.deviation is not None:
            yield from said(f"On Lichess with White, at a deviation of {one.deviation:.0f} as it is now.", room)
