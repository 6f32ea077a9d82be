"""Form in plain words for a terminal of 80 columns; every number says how many games it rests on. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from textwrap import wrap

from tracker.form.breakdown import Row
from tracker.form.chances import Z95
from tracker.form.gate import FRESH_CLAIM
from tracker.form.goals import PATHS
from tracker.form.mistakes import Mistakes
from tracker.form.sessions import Session, best_and_worst, longest
from tracker.form.stakes import Stake
from tracker.form.summary import Form, Judged, unproven
from tracker.form.windows import FEWEST, FEWEST_BEFORE
from tracker.game import PERF_NAMES
from tracker.times import moment

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
SYSTEMS = {"lichess": "Lichess", "fide": "FIDE, live", "elo": "Elo per game"}
RULE = "─" * 78
WIDE = 26


def lines(
    form: Form,
    zone: tzinfo,
    mistakes: Mistakes | None = None,
    stakes: Sequence[Stake] = (),
    opponent: int | None = None,
) -> Iterator[str]:
    """The whole report."""
    count = len(form.results)
    yield f"{PERF_NAMES.get(form.results.perf, form.results.perf)}: {count:,} rated game{'s' * (count != 1)}"
    if form.asked is None:
        if count:
            yield "There is no game to look at here; ask for an earlier --since."
        else:
            yield "No rated game has a result and the opponent's rating; ask for another --perf."
        return
    yield from _headline(form.asked, form)
    yield from _windows(form.windows)
    yield from wrap(unproven([form.asked, *form.windows]), 78)
    yield from _changes(form, zone)
    yield from _rows(form.rows)
    yield from _goals(form)
    if stakes:
        yield from _stakes(stakes, opponent)
    yield from _sessions(form)
    if mistakes is not None:
        yield from _mistakes(mistakes)


def _headline(asked: Judged, form: Form) -> Iterator[str]:
    one, shown = asked.window, asked.performance
    earned = f"{points(one.score)} point{'s' * (one.score != 1)}, {one.score / one.games:.1%}"
    yield f"Last {one.games:,}: {earned}. Verdict: {asked.verdict}."
    if asked.verdict.direction:
        yield FRESH_CLAIM
    if shown.rating is not None:
        low, high = ("open" if end is None else f"{end:.0f}" for end in (shown.low, shown.high))
        yield f"Performance {shown.rating:.0f} (95 %: {low} to {high}; {one.games:,} games)."
    else:
        yield "No performance rating: " + (
            "one game has none." if one.games == 1 else f"all {one.games:,} games had the same result."
        )
    if asked.range is not None:
        yield (
            f"Expected {one.expected:.1f} at the strength before, {one.before.mean:.0f} ± {Z95 * one.before.sd:.0f} "
            f"({one.start:,} games)."
        )
        yield f"Chance alone gives {points(asked.range.low)} to {points(asked.range.high)} points; z = {one.z:+.2f}."
    else:
        yield f"Too few games to compare: {one.games:,} in the window and {one.start:,} before it."
        yield f"It takes {FEWEST} in it, and {FEWEST_BEFORE} and at least half as many before it."
    now = f"{form.now.mean:.0f} ± {Z95 * form.now.sd:.0f}"
    yield f"Strength now {now} (all {len(form.results):,} games, by results alone)."


def _windows(windows: Sequence[Judged]) -> Iterator[str]:
    if not windows:
        return
    yield ""
    yield f"{'Games':>5} {'Score':>6} {'Expected':>8} {'Chance gives':>14} {'Perf.':>6}  Verdict"
    yield RULE
    for one in windows:
        looked_at, shown = one.window, one.performance
        expected = f"{looked_at.expected:.1f}" if one.range else "–"
        chance = f"{points(one.range.low)} to {points(one.range.high)}" if one.range else "–"
        rating = "–" if shown.rating is None else f"{shown.rating:.0f}"
        verdict = str(one.verdict)
        yield f"{looked_at.games:>5} {points(looked_at.score):>6} {expected:>8} {chance:>14} {rating:>6}  {verdict}"


def _changes(form: Form, zone: tzinfo) -> Iterator[str]:
    if not form.changes:
        return
    games = form.results.games
    yield ""
    yield "Changes of strength"
    yield RULE
    for one in form.changes:
        first, at, last = (
            f"{moment(games[place].started_at, zone):%Y-%m-%d}" for place in (one.earliest, one.game, one.latest)
        )
        yield f"{at}  {one.points:+.0f} ± {one.margin:.0f}  (between {first} and {last}; {one.games:,} games)"


def _rows(rows: Sequence[Row]) -> Iterator[str]:
    tested = [row for row in rows if row.p is not None]
    if not tested:
        return
    called = [row for row in tested if row.called_out]
    yield ""
    yield f"{'':{WIDE}} {'Games':>6} {'Score':>7} {'Expected':>9} {'Chance gives':>16}"
    yield RULE
    kind = ""
    for row in tested:
        if row.kind != kind:
            kind = row.kind
            yield TITLES[kind]
        yield _row(row)
    few = len(rows) - len(tested)
    yield f"{len(tested)} rows looked at; * marks the {len(called)} that are more than chance, allowing for"
    yield f"that many rows (Benjamini-Hochberg, 5 %). {few} more rows have too few games, in"
    yield "them or beside them."


def _row(row: Row) -> str:
    score, expected = row.score / row.games, row.expected / row.games
    chance = f"{row.range.low / row.games:.1%} to {row.range.high / row.games:.1%}" if row.range else "–"
    star = " *" if row.called_out else ""
    return f"  {row.label[: WIDE - 2]:{WIDE - 2}} {row.games:>6,} {score:>7.1%} {expected:>9.1%} {chance:>16}{star}"


def _goals(form: Form) -> Iterator[str]:
    if not form.goals:
        return
    marks = list(form.goals[0].odds)
    yield ""
    yield f"{'Goal':<16} {'Needed':>7} {'Half arrive by':>15} Odds by" + "".join(f"{mark:>6}" for mark in marks)
    yield RULE
    names = {"peak": "peak", "round": "round number", "own": "your own"}
    for one in form.goals:
        by = "–" if one.median_games is None else f"{one.median_games} game{'s' * (one.median_games != 1)}"
        odds = "".join(f"{chance:>6.0%}" for chance in one.odds.values())
        yield f"{one.rating:<5}{names[one.name]:<12}{max(0, one.points):>7.0f} {by:>15} {'':7}{odds}"
    yield f"Simulated {PATHS:,} times at the present strength, from a deviation of {form.goals[0].deviation:.0f} on,"
    yield f"with the opponents and pauses of the last {form.goals[0].games} games. Needed: points."


def _stakes(stakes: Sequence[Stake], opponent: int | None) -> Iterator[str]:
    yield ""
    own = ""
    yield f"{f'Next game against {opponent}':<26} {'Rating':>8} {'Win':>8} {'Draw':>8} {'Loss':>8}"
    yield RULE
    for one in stakes:
        yield f"{SYSTEMS[one.system]:<26} {one.rating:>8.0f} {one.win:>+8.1f} {one.draw:>+8.1f} {one.loss:>+8.1f}"
        if one.deviation is not None:
            own = f"On Lichess with White, at a deviation of {one.deviation:.0f} as it is now."
    if own:
        yield own


def _sessions(form: Form) -> Iterator[str]:
    if not form.sessions:
        return
    yield ""
    yield f"Sessions: {len(form.sessions):,} in {len(form.results):,} games"
    yield RULE
    extremes = best_and_worst(form.sessions)
    if extremes:
        yield _session("best", extremes[0])
        yield _session("worst", extremes[1])
    yield _session("last", form.sessions[-1])
    won, lost = (run.games if (run := longest(form.streaks, result)) else 0 for result in ("win", "loss"))
    same = form.streaks[-1].games
    yield f"  longest run of wins {won}, of losses {lost}" + f"; the last {same} ended the same way" * (same > 1)
    for row in form.lengths:
        counts = " ".join(
            f"{n:>7,} {thing}{'s' if n > 1 else ' '}" for n, thing in ((row.sessions, "session"), (row.games, "game"))
        )
        yield f"  {row.label:<18} {counts} {row.score / row.games:>7.1%} {row.change:>+6} points"


def _session(name: str, one: Session) -> str:
    change = "" if one.change is None else f"{one.change:+d} points"
    return f"  {name:<6} {one.day}  {points(one.score)} of {one.games}  {change}"


def _mistakes(found: Mistakes) -> Iterator[str]:
    yield ""
    yield f"Mistakes: {found.analysed:,} of {found.games:,} games are analysed ({found.share:.0%})"
    if found.looked_at < found.analysed:
        yield f"The rows rest on the newest {found.looked_at:,} of them."
    yield RULE
    if not found.rows:
        yield "No analysed games: request a computer analysis on Lichess, or run `tracker analyse`."
        return
    yield f"{'':{WIDE}} {'Games':>6} {'Loss':>5} {'Accuracy':>13} {'Inacc.':>7} {'Mist.':>6} {'Blund.':>7}"
    for row in found.rows:
        accuracy = f"{row.accuracy.mean:.1f} ± {row.accuracy.margin:.1f}" if row.accuracy else "too few"
        mark = " ~" if row.doubtful else ""
        yield (
            f"  {row.label[: WIDE - 2]:{WIDE - 2}} {row.games:>6,} {row.acpl:>5.0f} {accuracy:>13} "
            f"{row.inaccuracies:>7.2f} {row.mistakes:>6.2f} {row.blunders:>7.2f}{mark}"
        )
    yield "Loss in centipawns a move; the last three a game. Evaluations are brought to the"
    yield "scale that Lichess has since 2024; ~ marks rows with games from years (as 2023)"
    yield "whose scale is less sure."


def points(score: float) -> str:
    """A score as players write it: 12, 12.5."""
    return f"{score:g}" if score % 1 else f"{score:.0f}"
