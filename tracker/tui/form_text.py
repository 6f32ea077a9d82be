"""Form as blocks of lines for any width: verdicts, gauges of chance, rows, goals, sessions, mistakes. Pure.

Every number stands beside the number of games it rests on. A gauge is centered on what was to be expected: its bar is
what chance alone gives (95 %), its point what was scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, tzinfo
from typing import NamedTuple

from textual.content import Content

from tracker.form.breakdown import Row
from tracker.form.chances import Z95
from tracker.form.gate import FRESH_CLAIM
from tracker.form.goals import PATHS
from tracker.form.report_rows import provisional_words, session_count
from tracker.form.sessions import LONG_SESSIONS, Session, best_and_worst, longest
from tracker.form.summary import Form, Judged, unproven
from tracker.form.windows import FEWEST
from tracker.form.words import TITLES, left_out, no_changes, no_odds, no_performance, over, points, strength_now
from tracker.tui.columns import cell_text
from tracker.tui.notation import MONTHS, full_day, grouped, number, signed
from tracker.wording import counted

GAUGE = 9
"""Cells below which a gauge is left out."""
GOALS = {"peak": "peak", "round": "round number", "own": "your own"}


class Block(NamedTuple):
    """A title with its lines."""

    title: str
    lines: list[Content]
    side: bool = False
    """Stands in the second column where there are two."""

    @property
    def content(self) -> Content:
        return Content("\n").join([Content.styled(self.title, "bold $accent"), *self.lines])


Cell = tuple[str, int, str]
"""Text, width (negative: from the left), style."""


def row_of(*cells: Cell) -> Content:
    """Cells side by side, a blank between two."""
    parts: list[tuple[str, str]] = []
    for text, width, style in cells:
        if parts:
            parts.append((" ", ""))
        parts.append((cell_text(text, abs(width), width > 0), style))
    return Content.assemble(*parts)


def gauge(
    width: int, span: tuple[float, float, float], scale: float, ascii_only: bool, *, called: bool = False
) -> Content:
    """The bar from the first to the second of a span, the point at the third; all are differences from the expected.

    Only what is called out has a color: one of twenty points lies outside its bar by chance.
    """
    low, high, at = span
    bar, middle, point = ("-", "|", "o") if ascii_only else ("─", "┼", "●")
    half = (width - 1) // 2

    def cell(value: float) -> int:
        return half + max(-half, min(half, round(value / scale * half)))

    chars = [bar if cell(low) <= x <= cell(high) else " " for x in range(2 * half + 1)]
    chars[half] = middle
    place = cell(at)
    style = "bold $foreground" if not called else "bold $up" if at > 0 else "bold $down"
    text = "".join(chars)
    return Content.assemble((text[:place], "$quiet"), (point, style), (text[place + 1 :], "$quiet"))


def scale_of(spans: Sequence[tuple[float, float, float]]) -> float:
    """One scale for the gauges of a block, wide enough for four bars in five."""
    reach = sorted(max(abs(value) for value in span) for span in spans)
    return (reach[len(reach) * 4 // 5] if reach else 0.0) or 0.1


def blocks(form: Form, width: int, zone: tzinfo, ascii_only: bool, *, notice: bool = False) -> Iterator[Block]:
    """Everything but the mistakes (`mistakes_text`), in the order of what matters.

    `notice` lets a last session far below expectation be said.
    """
    if form.asked is None:
        none = "There is no game to judge here yet."
        if form.rated:
            none = f"None of {counted(form.rated, 'rated game')} shows a result and the opponent's rating."
        yield Block("Nothing to judge" if form.rated else "No rated games", [Content(none)])
        return
    yield headline(form, form.asked, width, ascii_only)
    if form.windows:
        yield windows(form.windows, width, unproven([form.asked, *form.windows]))
    yield changes(form, zone)
    if form.goals:
        yield goals(form, width)
    if form.sessions:
        yield sessions(form, width, notice)
    yield breakdown(form, width, ascii_only)


def headline(form: Form, asked: Judged, width: int, ascii_only: bool) -> Block:
    """The answer first: what was scored, whether chance explains it, the strength now."""
    one, shown = asked.window, asked.performance
    lines = [
        Content.styled(str(asked.verdict), "bold $accent"),
        *([_quiet(FRESH_CLAIM)] if asked.verdict.direction else []),
        Content.assemble(
            (f"{points(one.score)} points", "bold"), f" of {grouped(one.games)}, {one.score / one.games:.1%}"
        ),
    ]
    if asked.range is not None:
        low, high = (end / one.games for end in (asked.range.low, asked.range.high))
        expected = one.expected / one.games
        span = (low - expected, high - expected, one.score / one.games - expected)
        room = min(width, 61)
        called = asked.verdict.direction is not None
        lines.append(gauge(room, span, scale_of([span]) * 1.3, ascii_only, called=called))
        lines.append(
            _quiet(
                f"expected {one.expected:.1f}, chance alone gives {points(asked.range.low)} to "
                f"{points(asked.range.high)}; strength before {one.before.mean:.0f} ± {Z95 * one.before.sd:.0f} "
                f"from {grouped(one.start)} games"
            )
        )
    else:
        lines.append(_quiet(f"too few games to compare: {one.games} here and {one.start} before"))
    if shown.rating is not None:
        low_, high_ = ("open" if end is None else f"{end:.0f}" for end in (shown.low, shown.high))
        lines.append(
            Content.assemble(
                ("performance ", "$quiet"), (f"{shown.rating:.0f}", "bold"),
                (f", {low_} to {high_} ({grouped(one.games)} games)", "$quiet"),
            )
        )  # fmt: skip
    else:
        lines.append(_quiet(f"no performance rating: {no_performance(asked)}"))
    few = strength_now(form)
    lines.append(
        _quiet(f"strength now: {few}")
        if few
        else Content.assemble(
            ("strength now ", "$quiet"), (f"{form.now.mean:.0f} ± {Z95 * form.now.sd:.0f}", "bold"),
            (f", by the results of {grouped(len(form.results))} games alone", "$quiet"),
        )
    )  # fmt: skip
    return Block("The last game" if one.games == 1 else f"The last {grouped(one.games)} games", lines)


def windows(judged: Sequence[Judged], width: int, said: str) -> Block:
    """The last 20, 50, 100, 200: a line each, the verdict below where it does not fit; what has to be said of all."""
    wide = width >= 50
    heads: list[Cell] = [("games", 5, "$quiet"), ("score", 6, "$quiet"), ("chance gives", 14, "$quiet")]
    if wide:
        heads.append(("perf.", 6, "$quiet"))
    used = sum(cell[1] + 1 for cell in heads)
    lines = [Content.assemble(row_of(*heads), ("  verdict" if wide else "", "$quiet"))]
    for one in judged:
        looked_at, shown = one.window, one.performance
        chance = f"{points(one.range.low)} to {points(one.range.high)}" if one.range else "–"
        cells: list[Cell] = [
            (grouped(looked_at.games), 5, ""),
            (points(looked_at.score), 6, "bold"),
            (chance, 14, "$quiet"),
        ]
        if wide:
            cells.append(("–" if shown.rating is None else f"{shown.rating:.0f}", 6, ""))
        verdict = str(one.verdict)
        style = "$quiet" if one.verdict.direction is None else "bold $accent"
        line = row_of(*cells)
        if used + 1 + len(verdict) <= width:
            lines.append(Content.assemble(line, (f"  {verdict}", style)))
        else:
            lines += [line, Content.styled(f"      {verdict}", style)]
    if said:
        lines.append(_quiet(said))
    return Block("Form, or chance?", lines)


def changes(form: Form, zone: tzinfo) -> Block:
    """The games at which strength moved to another level."""
    games = form.results.games
    if not form.changes:
        return Block("Changes of strength", [_quiet(no_changes(form))])
    lines = []
    for one, before in form.sides:
        first, at, last = (
            full_day(games[place].started_at, zone)
            for place in (one.earliest, one.game, min(one.latest, len(games) - 1))
        )
        lines.append(Content.assemble((f"{signed(one.points)} ± {one.margin:.0f}", "bold"), f"  {at}"))
        between = f"between {first} and {last}; " if first != last else ""
        sides = f"{grouped(before)} games before, {grouped(one.games - before)} after"
        lines.append(_quiet(f"{between}{sides}"))
    return Block("Changes of strength", lines)


def breakdown(form: Form, width: int, ascii_only: bool) -> Block:
    """By colour, opponent, opening, weekday ...: what is more than chance is marked."""
    title = f"Where the points come from, in {over(form)}"
    tested = [row for row in form.rows if row.p is not None and row.range is not None]
    few = [_quiet(sentence) for sentence in [left_out(form.rows)] if sentence]
    if not tested:
        return Block(title, few, side=True)
    label, room = (24, width - 61) if width >= 72 else (17, width - 44) if width >= 56 else (width - 24, 0)
    spans = [_span(row) for row in tested]
    scale = scale_of(spans)
    heads: list[Cell] = [("", -label, ""), ("games", 6, "$quiet"), ("score", 6, "$quiet")]
    if width >= 72:
        heads.append(("expected", 9, "$quiet"))
    heads.append(("chance", 9, "$quiet"))
    lines = [row_of(*heads)]
    kind = ""
    for row, span in zip(tested, spans, strict=True):
        if row.kind != kind:
            kind = row.kind
            lines.append(Content.styled(TITLES[kind], "bold"))
        lines.append(_breakdown_row(row, span, label, width, room, scale, ascii_only))
    lines.append(
        _quiet(
            f"{len(tested)} rows looked at; * marks the {sum(row.called_out for row in tested)} beyond chance, "
            "allowing for so many rows (Benjamini-Hochberg, 5 %). Scores and chance in per cent."
        )
    )
    return Block(title, [*lines, *few], side=True)


def _span(row: Row) -> tuple[float, float, float]:
    """Chance's range and the score, as shares less what was expected."""
    expected = row.expected / row.games
    low, high = (row.range.low, row.range.high) if row.range else (row.expected, row.expected)
    return low / row.games - expected, high / row.games - expected, row.score / row.games - expected


def _breakdown_row(
    row: Row, span: tuple[float, float, float], label: int, width: int, room: int, scale: float, ascii_only: bool
) -> Content:
    expected = row.expected / row.games
    star = "*" if row.called_out else " "
    cells: list[Cell] = [
        (f" {row.label}", -label, "bold $accent" if row.called_out else ""),
        (grouped(row.games), 6, "$quiet"),
        (f"{100 * row.score / row.games:.1f}{star}", 6, "bold"),
    ]
    if width >= 72:
        cells.append((f"{100 * expected:.1f}", 9, "$quiet"))
    cells.append((f"{100 * (expected + span[0]):.1f}–{100 * (expected + span[1]):.1f}", 9, "$quiet"))
    line = row_of(*cells)
    if room < GAUGE:
        return line
    return Content.assemble(line, "  ", gauge(room, span, scale, ascii_only, called=row.called_out))


def goals(form: Form, width: int) -> Block:
    """How far, how long, and with which odds."""
    marks = list(form.goals[0].odds)
    lines = []
    if not marks:
        for one in form.goals:
            needed = f": {number(max(0.0, one.points))} points"
            lines.append(Content.assemble((f"{one.rating} {GOALS[one.name]}", "bold"), needed))
        return Block("Goals", [*lines, _quiet(f"odds: {no_odds(form)}")])
    if width >= 50:
        heads: list[Cell] = [("", -17, ""), ("needed", 6, "$quiet"), ("half by", 7, "$quiet")]
        lines.append(row_of(*heads, *((f"{mark}", 4, "$quiet") for mark in marks)))
    for one in form.goals:
        by = "–" if one.median_games is None else str(one.median_games)
        name, needed = f"{one.rating} {GOALS[one.name]}", number(max(0.0, one.points))
        if width >= 50:
            odds: list[Cell] = [(f"{chance:.0%}", 4, "") for chance in one.odds.values()]
            lines.append(row_of((name, -17, "bold"), (needed, 6, ""), (by, 7, ""), *odds))
        else:
            said = ", ".join(f"{chance:.0%} by {mark}" for mark, chance in list(one.odds.items())[1::2])
            lines.append(Content.assemble((name, "bold"), f": {needed} points. Odds: {said} games"))
    lines.append(
        _quiet(
            f"Odds of having touched it after so many games; {PATHS:,} simulations at the present strength, from a "
            f"deviation of {form.goals[0].deviation:.0f} on, with the opponents and pauses of the last "
            f"{form.goals[0].games} games."
        )
    )
    return Block("Goals", lines)


def sessions(form: Form, width: int, notice: bool) -> Block:
    """The best, the worst, the last, and what long sessions bring."""
    lines = []
    if extremes := best_and_worst(form.sessions):
        lines += [_session("best", extremes[0]), _session("worst", extremes[1])]
    if form.last_session is not None:
        lines.append(_session("last", form.last_session))
    won, lost = (run.games if (run := longest(form.streaks, result)) else 0 for result in ("win", "loss"))
    lines.append(_quiet(f"longest run of wins {won}, of losses {lost}"))
    heads: list[Cell] = [("", -18, ""), ("games", 6, "$quiet"), ("score", 6, "$quiet")]
    wide: list[Cell] = [("points", 7, "$quiet"), ("sessions", 9, "$quiet")] if width >= 50 else []
    lines.append(row_of(*heads, *wide))
    for row in form.lengths:
        score = f"{row.score / row.games:.1%}" if row.games >= FEWEST else "few"
        cells: list[Cell] = [(row.label, -18, ""), (grouped(row.games), 6, "$quiet"), (score, 6, "bold")]
        if wide:
            change = "–" if row.change is None else signed(row.change)
            cells += [(change, 7, ""), (grouped(row.sessions), 9, "$quiet")]
        lines.append(row_of(*cells))
    lines += [_quiet(sentence) for sentence in (provisional_words(form) if wide else "", LONG_SESSIONS) if sentence]
    if notice and form.notice is not None:
        lines.append(
            Content.styled("The last session ran far below expectation: chance does so once in a hundred.", "$accent")
        )
    return Block(f"Sessions: {session_count(form)}", lines)


def _session(name: str, one: Session) -> Content:
    change = "" if one.change is None else f"  {signed(one.change)}"
    return Content.assemble(
        (f"{name:<6}", "$quiet"), f"{_day(one.day)}  {points(one.score)} of {one.games}", (change, "bold"),
        (", provisional" * one.provisional, "$quiet"),
    )  # fmt: skip


def _day(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _quiet(text: str) -> Content:
    return Content.styled(text, "$quiet")
