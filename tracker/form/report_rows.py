"""The long tables of the report: rows, sessions, mistakes. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.form.breakdown import Row
from tracker.form.layout import Column, Table, said
from tracker.form.mistakes import FEWEST_GAMES, Average, MistakeRow, Mistakes
from tracker.form.sessions import LONG_SESSIONS, LengthRow, Session, best_and_worst, longest
from tracker.form.summary import Form
from tracker.form.windows import FEWEST
from tracker.form.words import TITLES, left_out, over, points
from tracker.wording import counted

ROWS = (Column("Games", 6), Column("Score", 6), Column("Expected", 9, 1), Column("Chance gives", 16))
NARROW = (Column("Games", 6), Column("Score", 6), Column("Chance", 9))
"""The same where there is no room for words: per cent."""
MARK = 2
"""Columns of the star or the tilde behind a row."""


def row_lines(form: Form, room: int) -> Iterator[str]:
    """By colour, opponent, opening ...: which are more than chance."""
    tested = [row for row in form.rows if row.p is not None]
    yield ""
    yield from said(f"Where the points come from, in {over(form)}", room)
    yield "─" * room
    if tested:
        wide = room >= 56
        table = Table(room - MARK, ROWS if wide else NARROW, shortest=13)
        yield table.heads()
        kind = ""
        for row in tested:
            if row.kind != kind:
                kind = row.kind
                yield TITLES[kind]
            yield _row(row, table, wide)
        yield from said(
            f"{counted(len(tested), 'row')} looked at; * marks the {sum(row.called_out for row in tested)} that are "
            "more than chance, allowing for that many rows (Benjamini-Hochberg, 5 %).",
            room,
        )
    yield from said(left_out(form.rows), room, indent="  ")


def _row(row: Row, table: Table, wide: bool) -> str:
    score, expected = row.score / row.games, row.expected / row.games
    low, high = (row.range.low / row.games, row.range.high / row.games) if row.range else (expected, expected)
    chance = f"{low:.1%} to {high:.1%}" if wide else f"{100 * low:.0f}–{100 * high:.0f} %"
    cells = [f"{row.games:,}", f"{score:.1%}", *([f"{expected:.1%}"] if wide else []), chance]
    return table.row(f"  {row.label}" if wide else f" {row.label}", cells) + " *" * row.called_out


LENGTHS = (Column("Sessions", 8, 1), Column("Games", 6), Column("Score", 7), Column("Points", 7))


def session_lines(form: Form, room: int) -> Iterator[str]:
    """The best, the worst, the last, and what long sessions bring."""
    if form.last_session is None:
        return
    yield ""
    yield from said(f"Sessions: {session_count(form)}", room)
    yield "─" * room
    if extremes := best_and_worst(form.sessions):
        yield from said(_session("best", extremes[0]), room, "  ")
        yield from said(_session("worst", extremes[1]), room, "  ")
    yield from said(_session("last", form.last_session), room, "  ")
    won, lost = (run.games if (run := longest(form.streaks, result)) else 0 for result in ("win", "loss"))
    same = form.streak.games if form.streak else 0
    yield from said(
        f"  longest run of wins {won}, of losses {lost}" + f"; the last {same} ended the same way" * (same > 1),
        room,
        "  ",
    )
    if not form.lengths:
        return
    table = Table(room, LENGTHS, label=24, shortest=17)
    yield table.heads()
    for row in form.lengths:
        yield table.row(row.label if room < 56 else f"  {row.label}", _length(row))
    yield from said(provisional_words(form), room)
    yield from said(LONG_SESSIONS, room)


def session_count(form: Form) -> str:
    """How many there are, and in which games."""
    return f"{len(form.sessions):,}{'' if form.stretch is None else ' that began'} in {over(form)}"


def _length(row: LengthRow) -> list[str]:
    score = f"{row.score / row.games:.1%}" if row.games >= FEWEST else "too few"
    return [f"{row.sessions:,}", f"{row.games:,}", score, "–" if row.change is None else f"{row.change:+,}"]


def provisional_words(form: Form) -> str:
    """That points leave out the sessions of a provisional rating; empty where there were none."""
    count = sum(row.provisional for row in form.lengths)
    if not count:
        return ""
    return f"Points leave out {counted(count, 'session')} with a provisional rating, which moves in leaps."


def _session(name: str, one: Session) -> str:
    change = "" if one.change is None else f"{one.change:+d} point{'s' * (abs(one.change) != 1)}"
    return f"  {name:<6} {one.day}  {points(one.score)} of {one.games}  {change}" + ", provisional" * one.provisional


MISTAKES = (
    Column("Games", 5),
    Column("Moves", 6, 4),
    Column("Loss", 6),
    Column("Accuracy", 8, 1),
    Column("Inacc.", 7, 3),
    Column("Mist.", 7, 2),
    Column("Blund.", 7),
)
KINDS = {
    "all": "",
    "phase": "By phase",
    "balance": "By what stood before",
    "clock": "By time left",
    "time": "Over time",
}


def mistake_lines(found: Mistakes, form: Form, room: int) -> Iterator[str]:
    """Loss, accuracy and judgements with their ranges."""
    yield ""
    yield from said(f"Mistakes: {found.analysed:,} of {over(form)} are analysed ({found.share:.0%})", room)
    if found.looked_at < found.analysed:
        yield from said(f"The rows rest on the newest {found.looked_at:,} of them.", room)
    yield "─" * room
    if not found.rows:
        yield from said("No analysed games: request a computer analysis on Lichess, or run `tracker analyse`.", room)
        return
    table = Table(room - MARK, MISTAKES, label=23, shortest=12)
    yield table.heads()
    kind = "all"
    for row in found.rows:
        if row.kind != kind:
            kind = row.kind
            yield KINDS[kind]
        yield table.row(f" {fitted(row.label, table.label - 1)}", _mistakes(row)) + " ~" * row.doubtful
    yield from said(
        "Loss in centipawns a move; the last columns a game. ± is the 95 % range, – stands for fewer than "
        f"{FEWEST_GAMES} games. Evaluations are brought to the scale that Lichess has since 2024; ~ marks rows with "
        "games from years (as 2023) whose scale is less sure.",
        room,
    )


def _mistakes(row: MistakeRow) -> list[str]:
    judgements = (row.inaccuracies, row.mistakes, row.blunders)
    return [
        f"{row.games:,}",
        f"{row.moves:,}",
        ranged(row.acpl, 0),
        ranged(row.accuracy, 1),
        *(ranged(one, 1) for one in judgements),
    ]


def fitted(label: str, room: int) -> str:
    """A row's label, shorter where there is no room for it."""
    return label if len(label) <= room else label.replace(" of the time", "").replace(" to 20", "–20")


def ranged(one: Average | None, digits: int) -> str:
    """A mean with half of its 95 % range; a dash with too few games."""
    if one is None:
        return "–"
    digits = 0 if one.margin >= 9.95 else digits
    return f"{one.mean:.{digits}f}±{one.margin:.{digits}f}"
