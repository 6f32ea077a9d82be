"""Mistakes that recur, as lines for any width. Pure."""

from __future__ import annotations

from textual.content import Content

from tracker.form.mistakes import MistakeRow, Mistakes
from tracker.tui.form_text import Block, Cell, row_of
from tracker.tui.notation import grouped

KINDS = {
    "all": "",
    "phase": "By phase",
    "balance": "By what stood before",
    "clock": "By time left",
    "time": "Over time",
}


def mistakes_block(found: Mistakes | None, games: int, width: int) -> Block:
    """Loss, accuracy and judgements; what it rests on comes first."""
    if found is None or not found.rows:
        none = f"None of {grouped(games)} games is analysed: ask Lichess for an analysis, or run tracker analyse."
        return Block("Mistakes", [Content.styled(none, "$quiet")])
    share = f"{grouped(found.analysed)} of {grouped(found.games)} games are analysed ({found.share:.0%})"
    if found.looked_at < found.analysed:
        share += f"; the rows rest on the newest {grouped(found.looked_at)}"
    lines = [Content.styled(share, "$quiet"), _heads(width)]
    kind = "all"
    for row in found.rows:
        if row.kind != kind:
            kind = row.kind
            lines.append(Content.styled(KINDS[kind], "bold"))
        lines.append(_row(row, width))
    note = "Loss in centipawns a move; accuracy by Lichess's formula, in per cent; the rest a game."
    if any(row.doubtful for row in found.rows):
        note += " Evaluations are on Lichess's scale since 2024; ~ marks games from years whose scale is less sure."
    lines.append(Content.styled(note, "$quiet"))
    return Block("Mistakes", lines)


def _label(width: int) -> int:
    return width - 39 if width >= 56 else width - 23


def _heads(width: int) -> Content:
    quiet = "$quiet"
    heads: list[Cell] = [("", -_label(width), ""), ("games", 5, quiet), ("loss", 4, quiet)]
    if width >= 56:
        heads += [("accuracy", 11, quiet), ("?!", 4, quiet), ("?", 4, quiet), ("??", 4, quiet)]
    else:
        heads += [("acc.", 5, quiet), ("??", 4, quiet)]
    return row_of(*heads)


def _row(row: MistakeRow, width: int) -> Content:
    mark = "~" if row.doubtful else ""
    cells: list[Cell] = [
        (f" {row.label}{mark}", -_label(width), "bold" if row.kind == "all" else ""),
        (grouped(row.games), 5, "$quiet"),
        (f"{row.acpl:.0f}", 4, ""),
    ]
    if width >= 56:
        accuracy = f"{row.accuracy.mean:.1f} ± {row.accuracy.margin:.1f}" if row.accuracy else "too few"
        cells += [(accuracy, 11, "bold"), (f"{row.inaccuracies:.1f}", 4, ""), (f"{row.mistakes:.1f}", 4, "")]
    else:
        cells.append((f"{row.accuracy.mean:.1f}" if row.accuracy else "few", 5, "bold"))
    return row_of(*cells, (f"{row.blunders:.1f}", 4, ""))
