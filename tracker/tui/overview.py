"""All perfs at a glance, and the day, the session and the streak in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from textwrap import wrap
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from tracker.errors import TrackerError
from tracker.game import PERF_NAMES
from tracker.tui.chart import RatingChart
from tracker.tui.curves import Curves
from tracker.tui.detail import Page
from tracker.tui.header import Part, fide_parts, lichess_parts
from tracker.tui.host import Host
from tracker.tui.keybar import KeyBar
from tracker.tui.model import PerfCard, Run
from tracker.tui.notation import grouped, signed, spark, typographic
from tracker.tui.work import Failed, SeriesLoaded

NO_GAMES = "No games of this account are stored yet: Esc, then i to look for new ones."
SMALL_MULTIPLES = 8
"""Perfs drawn at most."""


def run_line(run: Run) -> str:
    """`today 3 games +1 =1 −1, −4 points`."""
    if not run.games:
        return f"{run.title} no games"
    games = "1 game" if run.games == 1 else f"{run.games} games"
    return f"{run.title} {games} +{run.wins} ={run.draws} −{run.losses}, {signed(run.change)}"


def provisional_words(card: PerfCard) -> str:
    """What the question mark means."""
    if not card.provisional:
        return ""
    deviation = "" if card.deviation is None else f" (deviation {card.deviation:.0f}, over 110)"
    return f"“?” means that Lichess is not sure yet{deviation}; games played regularly settle it."


def flow(groups: Sequence[list[Part]], width: int) -> list[Content]:
    """Groups side by side, on as many lines as the width asks for."""
    lines: list[list[Part]] = [[]]
    used = 0
    for group in groups:
        length = sum(len(text) for text, _ in group)
        if lines[-1] and used + 3 + length > width:
            lines.append([])
            used = 0
        if lines[-1]:
            lines[-1].append(("   ", ""))
            used += 3
        lines[-1] += group
        used += length
    return [Content.assemble(*line) for line in lines if line]


def card_content(card: PerfCard, width: int, zone: tzinfo, ascii_only: bool) -> Content:
    """One perf in a few lines: Lichess, FIDE, and the games each begin one of their own."""
    name = PERF_NAMES.get(card.perf, card.perf)
    decided = card.wins + card.draws + card.losses
    share = f"{(card.wins + card.draws / 2) / decided:.1%}" if decided else "–"
    games: list[Part] = [
        (grouped(card.games), "bold"),
        (" game  " if card.games == 1 else " games  ", "$quiet"),
        (f"+{grouped(card.wins)} ={grouped(card.draws)} −{grouped(card.losses)}", ""),
    ]
    score: list[Part] = [("score ", "$quiet"), (share, "")]
    head: list[Part] = [
        (f"{name}  ", "bold $accent"),
        (spark(card.spark, max(8, width - len(name) - 4), ascii_only), ""),
    ]
    lines = [Content.assemble(*head)]
    for groups in (lichess_parts(card, zone), fide_parts(card), [games, score]):
        lines += flow(groups, width - 2)
    if card.recent:
        said = f"last {len(card.recent)}:"
        changes = wrap(" ".join([said, *map(signed, card.recent)]), max(8, width - 2))
        lines += [Content(line).stylize("$quiet", 0, len(said) if line.startswith(said) else 0) for line in changes]
    lines += quiet_lines(provisional_words(card), width - 2)
    if card.fide_live is not None:
        lines += quiet_lines(card.fide_note, width - 2)
    return Content("\n").join([lines[0], *(Content("  ") + line for line in lines[1:])])


def quiet_lines(text: str, width: int) -> list[Content]:
    return [Content.styled(line, "$quiet") for line in wrap(typographic(text), max(8, width))]


@dataclass
class Read(Message):
    """Numbers for the screen."""

    perfs: Sequence[PerfCard]
    runs: Sequence[Run]


class OverviewScreen(Screen[None]):
    """A card a perf; `v` draws a small timeline of each instead."""

    HELP = "All perfs of the account. `v` turns between numbers and small timelines."
    DEFAULT_CSS = """
    OverviewScreen {
        & #title { height: auto; padding: 0 1; }
        & #cards { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
        & #cards RatingChart { height: 11; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,1,2", "app.pop_screen", "back", key_display="Esc", id="overview.back"),
        Binding("question_mark", "app.help", "help", id="overview.help"),
        Binding("v", "multiples", "numbers/timelines", id="overview.multiples"),
        Binding("x", "switch_axis", "date/game", id="overview.axis"),
        Binding("j,down", "scroll(2)", "scroll down", id="overview.down", show=False),
        Binding("k,up", "scroll(-2)", "scroll up", id="overview.up", show=False),
        Binding("pagedown,space", "page(1)", "page down", id="overview.pagedown", show=False),
        Binding("pageup", "page(-1)", "page up", id="overview.pageup", show=False),
        Binding("home,g", "edge(0)", "to the top", id="overview.top", show=False),
        Binding("end,G", "edge(1)", "to the end", id="overview.end", show=False),
    ]
    AUTO_FOCUS = ""
    app: Host

    def __init__(self) -> None:
        super().__init__()
        self._perfs: Sequence[PerfCard] = ()
        self.multiples = False
        """Small timelines in place of numbers."""

    def compose(self) -> ComposeResult:
        yield Static("", id="title")
        with VerticalScroll(id="cards"):
            yield Page(id="numbers")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        account = self.app.in_view.account
        if account is None:
            self.query_one("#title", Static).update("No account yet: Esc, then i to import one.")
            return
        self.read(account)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def read(self, account: str) -> None:
        try:
            model = self.app.model
            self.post_message(Read(list(model.perfs(account)), list(model.runs(account, None, self.app.now()))))
        except TrackerError as error:
            self.post_message(Failed(str(error)))

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self.query_one("#title", Static).update(Content.styled(event.sentence, "$error"))

    @on(Read)
    async def _read(self, event: Read) -> None:
        self._perfs = event.perfs
        runs = [Content.styled(run_line(run), "$quiet") for run in event.runs]
        title = Content.assemble((f"{self.app.in_view.account} ▸ all perfs", "bold"))
        self.query_one("#title", Static).update(Content("\n").join([title, *runs]))
        self.query_one("#numbers", Page).show(self._numbers)
        await self._show_multiples()

    def _numbers(self, width: int) -> Content:
        """What is to be said of the account, then a card a perf."""
        if not self._perfs:
            return Content.styled(NO_GAMES, "$quiet")
        remarks = dict.fromkeys(remark for card in self._perfs for remark in card.remarks)
        said = [Content("\n").join(quiet_lines(remark, width)) for remark in remarks]
        plain = self.app.look.symbols != "braille"  # a bar has eight heights, which few fonts of a console have
        cards = [card_content(card, width, self.app.zone, plain) for card in self._perfs]
        return Content("\n\n").join([*said, *cards])

    async def action_multiples(self) -> None:
        self.multiples = not self.multiples
        await self._show_multiples()

    async def _show_multiples(self) -> None:
        """As many timelines as there are perfs, or none."""
        rated = [card for card in self._perfs if card.rated][:SMALL_MULTIPLES]
        self.query_one("#numbers").display = not self.multiples or not rated
        await self._cards.query(RatingChart).remove()
        if not self.multiples:
            return
        for card in rated:
            chart = RatingChart(self.app.zone, id=f"small-{card.perf}")
            # strength and levels are read for the large timeline only
            chart.look, chart.hint = replace(self.app.look, strength=False, level=0), "Reading …"
            chart.title = PERF_NAMES.get(card.perf, card.perf)
            await self._cards.mount(chart)
        if (account := self.app.in_view.account) is not None:
            self.read_all(account)

    @work(thread=True, exclusive=True, group="multiples", exit_on_error=False)
    def read_all(self, account: str) -> None:
        for card in self._perfs[:SMALL_MULTIPLES]:
            try:
                for number, series in enumerate(self.app.model.series(account, card.perf)):
                    self.post_message(SeriesLoaded(account, card.perf, Curves(series), number > 0))
            except TrackerError as error:
                self.post_message(Failed(str(error)))

    @on(SeriesLoaded)
    def _series_loaded(self, event: SeriesLoaded) -> None:
        for chart in self.query(f"#small-{event.perf}").results(RatingChart):
            chart.hint = "no rated games"
            chart.show(event.curves, self.app.now(), keep=event.again)
            chart.selected = None

    def action_switch_axis(self) -> None:
        for chart in self.query(RatingChart):
            chart.switch_axis()

    @property
    def _cards(self) -> VerticalScroll:
        return self.query_one("#cards", VerticalScroll)

    def action_scroll(self, lines: int) -> None:
        self._cards.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self.action_scroll(pages * max(1, self._cards.size.height - 1))

    def action_edge(self, which: int) -> None:
        self._cards.scroll_end(animate=False) if which else self._cards.scroll_home(animate=False)
