"""The pane beside the table: the steps behind one game's numbers, and the lines that say who and how much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from itertools import product
from textwrap import wrap
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tracker.tui.model import GameDetail, GameRow, Section, Step
from tracker.tui.notation import clock, day, full_day, number, signed

SHORT_RESULTS = {"win": "beat", "draw": "drew", "loss": "lost to", None: "against"}
RESULT_WORDS = {"win": "won against", "draw": "drew with", "loss": "lost to", None: "no result against"}


class Said(str):
    """A line with the shorter forms that take its place where it does not fit, the longest first."""

    forms: tuple[str, ...]

    def __new__(cls, *forms: str, first: int = 0) -> Said:
        """`first`: index of the form that the line itself has."""
        said = super().__new__(cls, forms[first])
        said.forms = forms
        return said


def forms_of(text: str) -> tuple[str, ...]:
    return text.forms if isinstance(text, Said) else (text,)


def fitting(text: str, width: int) -> str:
    """The longest form that fits whole; where none does, the shortest, cut with a mark."""
    forms = forms_of(text)
    shortest = forms[-1]
    cut = f"{shortest[: max(0, width - 1)]}…" if cell_len(shortest) > width else shortest
    return next((form for form in forms if cell_len(form) <= width), cut)


def fitting_pair(first: str, second: str, width: int) -> tuple[str, str]:
    """Both in forms that fit together, as little shortened as possible and the second last; or the second alone."""
    pairs = product(enumerate(forms_of(first)), enumerate(forms_of(second)))
    for (_, one), (_, other) in sorted(pairs, key=lambda pair: (pair[0][0] + pair[1][0], pair[1][0])):
        if cell_len(one) + cell_len(other) <= width:
            return one, other
    return "", fitting(second, width)


def who(row: GameRow, zone: tzinfo, *, short: bool = False) -> Said:
    """`3 Oct 2025 18:42  lost to Player_x8 1442`; short: `3 Oct 25 lost to Player_x8 1442`."""
    moment, date = f"{full_day(row.at, zone)} {clock(row.at, zone)} ", day(row.at, zone)
    if row.kind == "adjustment":
        said = f"adjustment {signed(row.lichess_change)}"
        return Said(f"{moment} {said}, not from a game", f"{date} {said}, not from a game", f"{date} {said}", said,
                    first=int(short))  # fmt: skip
    rating = "" if row.opponent_rating is None else f" {row.opponent_rating}{'?' if row.opponent_provisional else ''}"
    against = f"{SHORT_RESULTS[row.outcome]} {row.opponent}"
    return Said(
        f"{moment} {RESULT_WORDS[row.outcome]} {row.opponent}{rating}", f"{date} {against}{rating}",
        f"{date} {against}", against, first=int(short),
    )  # fmt: skip


def numbers(row: GameRow, *, short: bool = False) -> Said:
    """Both changes and both ratings, deviation; what is shorter leaves out what matters least."""
    lichess, fide, elo = [], "", ""
    if row.lichess_after is not None:
        after = f"{signed(row.lichess_change)} → {row.lichess_after}{'?' if row.provisional else ''}"
        before = "" if row.lichess_before is None else f"{row.lichess_before} "
        deviation = "" if row.deviation is None else f" ±{row.deviation:.0f}"
        lichess = [f"Lichess {before}{after}{deviation}", f"Lichess {after}{deviation}", f"Lichess {after}"]
        lichess += [f"Li {after}{deviation}", f"Li {after}"]
    if row.fide_live is not None:
        fide = f"FIDE {signed(row.fide_change, 1)} → {number(row.fide_live, 1)}"
    if row.elo_rating is not None:
        elo = f"Elo {signed(row.elo_change, 1)} → {number(row.elo_rating, 1)}"
    if not (lichess or fide or elo):
        return Said("moved no rating")
    long, bare, plain, li, least = lichess or [""] * 5
    roomy = (long, fide, elo), (bare, fide, elo), (plain, fide, elo), (bare, fide), (plain, fide)
    close = (li, fide), (least, fide), (least or fide or elo,), (str(row.lichess_after or ""),), ()
    said = ["   ".join(filter(None, form)) for form in roomy] + ["  ".join(filter(None, form)) for form in close]
    return Said(*said, first=len(roomy) if short else 0)


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


class Page(Widget):
    """A text that is written for the width it gets, and anew for another."""

    DEFAULT_CSS = "Page { height: auto; width: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._write: Callable[[int], Content] = lambda _width: Content("")
        self._written = (0, Content(""))

    def show(self, write: Callable[[int], Content]) -> None:
        """`write` is given the width in cells."""
        self._write, self._written = write, (0, Content(""))
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return len(self._for(width).wrap(width)) if width else 0

    def render(self) -> Content:
        return self._for(self.size.width)

    def _for(self, width: int) -> Content:
        if self._written[0] != width:
            self._written = width, self._write(width)
        return self._written[1]


class DetailPane(VerticalScroll):
    """`Why −5?`"""

    HELP = "Why the selected game changed the ratings as it did; `b` opens it with the board."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_up", "scroll up", id="detail.up", show=False),
        Binding("down,j", "scroll_down", "scroll down", id="detail.down", show=False),
        Binding("pageup", "page_up", "page up", id="detail.pageup", show=False),
        Binding("pagedown,space", "page_down", "page down", id="detail.pagedown", show=False),
        Binding("home,g", "scroll_home", "to the top", id="detail.top", show=False),
        Binding("end,G", "scroll_end", "to the end", id="detail.end", show=False),
    ]
    DEFAULT_CSS = """
    DetailPane {
        border: round $frame; background: $background; padding: 0 0 0 1; height: 1fr; border-title-color: $quiet;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        &:focus { border: round $accent; }
        & Page { margin: 0 1 0 0; }
    }
    """

    def __init__(self, zone: tzinfo, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zone = zone

    def compose(self) -> ComposeResult:
        yield Page(id="why")

    def show(self, detail: GameDetail | None) -> None:
        page = self.query_one("#why", Page)
        if detail is None:
            self.border_title = "Why?"
            page.show(lambda _width: Content.styled("The selected game's steps stand here.", "$quiet"))
        else:
            row = detail.row
            change = row.lichess_change
            self.border_title = f"Why {signed(change)}?" if change is not None else "Why no change?"
            page.show(lambda width: self._steps(detail, width))
        self.scroll_home(animate=False)

    def _steps(self, detail: GameDetail, width: int) -> Content:
        head = Content.styled(who(detail.row, self.zone), "bold")
        return Content("\n\n").join([head, sections_content(without_rules(detail.sections), max(24, width))])
