"""Mistakes that recur, as lines for any width. Pure."""

from __future__ import annotations

from textual.content import Content

from tracker.form.layout import Column, Table
from tracker.form.mistakes import FEWEST_GAMES, MistakeRow, Mistakes
from tracker.form.report_rows import KINDS, fitted, ranged
from tracker.tui.form_text import Block
from tracker.tui.notation import grouped


def mistakes_block(found: Mistakes | None, games: int, width: int) -> Block:
    """Loss, accuracy and judgements; what it rests on comes first."""
    if found is None or not found.rows:
        none = f"None of {grouped(games)} games is analysed: ask Lichess for an analysis, or run tracker analyse."
        return Block("Mistakes", [Content.styled(none, "$quiet")])
    share = f"{grouped(found.analysed)} of {grouped(found.games)} games are analysed ({found.share:.0%})"
    if found.looked_at < found.analysed:
        share += f"; the rows rest on the newest {grouped(found.looked_at)}"
    table = _table(width)
    lines = [Content.styled(share, "$quiet"), Content.styled(table.heads(), "$quiet")]
    kind = "all"
    for row in found.rows:
        if row.kind != kind:
            kind = row.kind
            lines.append(Content.styled(KINDS[kind], "bold"))
        lines.append(_row(row, table))
    note = "Loss in centipawns a move; accuracy by Lichess's formula, in per cent; the rest a game. "
    note += f"± is the 95 % range; – stands for fewer than {FEWEST_GAMES} games."
    if any(row.doubtful for row in found.rows):
        note += " Evaluations are on Lichess's scale since 2024; ~ marks games from years whose scale is less sure."
    lines.append(Content.styled(note, "$quiet"))
    return Block("Mistakes", lines)


COLUMNS = (
    Column("games", 5),
    Column("moves", 6, 5),
    Column("loss", 6),
    Column("accuracy", 8, 1),
    Column("?!", 7, 4),
    Column("?", 7, 3),
    Column("??", 7),
)


def _table(width: int) -> Table:
    return Table(width, COLUMNS, label=23, shortest=14)


def _row(row: MistakeRow, table: Table) -> Content:
    mark = "~" if row.doubtful else ""
    judgements = (ranged(one, 1) for one in (row.inaccuracies, row.mistakes, row.blunders))
    counts = (grouped(row.games), grouped(row.moves))
    lead = " " if table.label > 18 else ""
    label = f"{lead}{fitted(row.label, table.label - 1 - len(lead))}{mark}"
    line = table.row(label, [*counts, ranged(row.acpl, 0), ranged(row.accuracy, 1), *judgements])
    return Content.styled(line, "bold" if row.kind == "all" else "")
