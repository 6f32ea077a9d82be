"""The pane beside the table: the steps behind one game's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from textwrap import wrap

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tracker.tui.model import GameDetail, GameRow, Section, Step
from tracker.tui.notation import clock, day, full_day, number, signed

SHORT_RESULTS = {"win": "beat", "draw": "drew", "loss": "lost to", None: "against"}
RESULT_WORDS = {"win": "won against", "draw": "drew with", "loss": "lost to", None: "no result against"}


def who(row: GameRow, zone: tzinfo, *, short: bool = False) -> str:
    """`3 Oct 2025 18:42  lost to Player_x8 1442`; short: `3 Oct 25 lost to Player_x8 1442`."""
    moment = day(row.at, zone) if short else f"{full_day(row.at, zone)} {clock(row.at, zone)} "
    if row.kind == "adjustment":
        return f"{moment} adjustment {signed(row.lichess_change)}, not from a game"
    rating = "" if row.opponent_rating is None else f" {row.opponent_rating}{'?' if row.opponent_provisional else ''}"
    result = (SHORT_RESULTS if short else RESULT_WORDS)[row.outcome]
    return f"{moment} {result} {row.opponent}{rating}"


def numbers(row: GameRow, *, short: bool = False) -> str:
    """Both changes and both ratings, deviation."""
    parts = []
    if short:
        if row.lichess_after is not None:
            deviation = "" if row.deviation is None else f" ±{row.deviation:.0f}"
            parts.append(f"Li {signed(row.lichess_change)} → {row.lichess_after}{deviation}")
        if row.fide_live is not None:
            parts.append(f"FIDE {signed(row.fide_change, 1)} → {number(row.fide_live, 1)}")
        return "  ".join(parts) or "moved no rating"
    if row.lichess_after is not None:
        before = "" if row.lichess_before is None else f"{row.lichess_before} "
        after = f"{row.lichess_after}{'?' if row.provisional else ''}"
        deviation = "" if row.deviation is None else f" ±{row.deviation:.0f}"
        parts.append(f"Lichess {before}{signed(row.lichess_change)} → {after}{deviation}")
    if row.fide_live is not None:
        parts.append(f"FIDE {signed(row.fide_change, 1)} → {number(row.fide_live, 1)}")
    if row.elo_rating is not None:
        parts.append(f"Elo {signed(row.elo_change, 1)} → {number(row.elo_rating, 1)}")
    return "   ".join(parts) or "moved no rating"


def section_content(section: Section, width: int) -> Content:
    """A system's headline and its steps, values in a column of their own; what is long goes on its own lines."""
    lines = [Content.assemble((f"{section.title} ", "bold $accent"), (section.headline, "bold"))]
    room = min(max((len(step.name) for step in section.steps), default=0), max(10, width // 2))
    for step in section.steps:
        lines += step_lines(step, room, width)
    return Content("\n").join(lines)


def step_lines(step: Step, room: int, width: int) -> list[Content]:
    """One step: name, value and rule on a line where they fit, else the rest indented below."""
    if not step.name:
        return _indented(step.value, width)
    head = Content.assemble("  ", (f"{step.name:<{room}}", "$quiet"))
    if room + 4 + len(step.value) > width:
        return [head, *_indented(step.value, width, "$foreground"), *_indented(step.rule, width)]
    head = Content.assemble(head, f"  {step.value}")
    if step.rule and len(head.plain) + 2 + len(step.rule) <= width:
        return [Content.assemble(head, (f"  {step.rule}", "$quiet"))]
    return [head, *_indented(step.rule, width)]


def _indented(text: str, width: int, style: str = "$quiet") -> list[Content]:
    return [Content.assemble("    ", (line, style)) for line in wrap(text, max(12, width - 4))]


def without_rules(sections: Sequence[Section]) -> list[Section]:
    """For a narrow place: names and values; the game's own screen has the rules."""
    return [section._replace(steps=tuple(step._replace(rule="") for step in section.steps)) for section in sections]


def sections_content(sections: Sequence[Section], width: int) -> Content:
    return Content("\n\n").join([section_content(section, width) for section in sections])


class DetailPane(VerticalScroll):
    """`Why −5?`"""

    HELP = "Why the selected game changed the ratings as it did; `b` or Enter opens it with the board."
    DEFAULT_CSS = """
    DetailPane {
        border: round $frame; background: $background; padding: 0 0 0 1; height: 1fr; border-title-color: $quiet;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        &:focus { border: round $accent; }
        & Static { height: auto; width: 1fr; margin: 0 1 0 0; }
    }
    """

    def __init__(self, zone: tzinfo, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zone = zone
        self._detail: GameDetail | None = None

    def compose(self) -> ComposeResult:
        yield Static("", id="why")

    def show(self, detail: GameDetail | None) -> None:
        self._detail = detail
        self._draw()
        self.scroll_home(animate=False)

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        body = self.query_one("#why", Static)
        if self._detail is None:
            self.border_title = "Why?"
            body.update(Content.styled("The selected game's steps stand here.", "$quiet"))
            return
        row = self._detail.row
        self.border_title = f"Why {signed(row.lichess_change)}?" if row.lichess_change is not None else "Why no change?"
        head = Content.assemble((who(row, self.zone), "bold"))
        steps = sections_content(without_rules(self._detail.sections), max(24, body.size.width))
        body.update(Content("\n\n").join([head, steps]))
