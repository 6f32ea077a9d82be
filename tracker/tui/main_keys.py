"""The first screen's keys: what each does to the chart, the table and what is asked of the model."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import ClassVar

from textual.binding import Binding, BindingType

from tracker.filters import Filter
from tracker.tui.chart import MEAN_GAMES, RatingChart
from tracker.tui.filter_line import FilterLine
from tracker.tui.loading import LoadingScreen
from tracker.tui.model import SORTS, AccountCard, GameRow, PerfCard, Query
from tracker.tui.sidebar import Sidebar
from tracker.tui.table import GameTable
from tracker.tui.wishes import OpenGame

SIZES = (5, 10, 20)
"""Games of the means of the level that moves show."""


class MainKeys(LoadingScreen):
    """State and actions; `MainScreen` lays them out and follows what widgets and threads tell."""

    HELP = "Where am I, and what did the last games do? The chart's cursor and the table's row move together."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "help", id="main.help"),
        Binding("slash", "filter", "filter", id="main.filter"),
        Binding("x", "switch_axis", "date/game", id="main.axis"),
        Binding("left_square_bracket", "range(-1)", "range", key_display="[ ]", id="main.shorter"),
        Binding("right_square_bracket", "range(1)", "longer range", id="main.longer", show=False),
        Binding("f", "second", "FIDE/Elo", id="main.second"),
        Binding("b", "board", "board", id="main.board"),
        Binding("i", "app.imports", "import", id="main.import"),
        Binding("e", "app.export", "export", id="main.export"),
        Binding("2", "app.overview", "overview", id="main.overview"),
        Binding("3", "app.form", "form", id="main.form"),
        Binding("comma", "app.settings", "settings", id="main.settings", show=False),
        Binding("c", "app.calculator", "calculator", id="main.calculator"),
        Binding("w", "app.what_if", "what if", id="main.whatif"),
        Binding("p", "perf(1)", "next perf", id="main.perf", show=False),
        Binding("P", "perf(-1)", "perf before", id="main.perf_back", show=False),
        Binding("a", "sidebar", "accounts", id="main.sidebar", show=False),
        Binding("m", "mean", "rolling mean", id="main.mean", show=False),
        Binding("d", "band", "deviation band", id="main.band", show=False),
        Binding("t", "strength", "strength and changes", id="main.strength", show=False),
        Binding("v", "level", "level shown by the moves", id="main.level", show=False),
        Binding("s", "sort", "sort by next column", id="main.sort", show=False),
        Binding("S", "reverse", "reverse the order", id="main.reverse", show=False),
        Binding("y", "copy_id", "copy the game's id", id="main.copy_id", show=False),
        Binding("Y", "copy_link", "copy the game's link", id="main.copy_link", show=False),
        Binding("o", "browse", "open in the browser", id="main.browse", show=False),
        Binding("tab", "turn(1)", "next pane", id="main.next", show=False),
        Binding("shift+tab", "turn(-1)", "pane before", id="main.before", show=False),
        Binding("escape", "clear", "clear the filter", id="main.clear", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.accounts: list[AccountCard] = []
        self.perfs: list[PerfCard] = []
        self.account: str | None = None
        self.perf: str | None = None
        self.wanted = Query("")
        """Filter and order, whatever account and perf are open."""
        self.asked: Query | None = None
        """What the table shows, or None while another perf is on its way."""
        self.selected_key: int | None = None

    @property
    def chart(self) -> RatingChart:
        return self.query_one("#chart", RatingChart)

    @property
    def table(self) -> GameTable:
        return self.query_one("#games", GameTable)

    def open(self, account: str, perf: str | None) -> None:
        """Another account or perf."""
        if (account, perf) != (self.account, self.perf):
            self.asked = None
            self.perf = perf if perf is not None else self.perf if account == self.account else None
            self.load(account, self.perf)

    def open_row(self, row: GameRow) -> None:
        """A game's own screen."""
        if self.account is not None:
            self.app.post_message(OpenGame(self.account, abs(row.key)))

    def set_look(self, **changes: object) -> None:
        """Draws the timeline otherwise; the app knows how, for the timelines of other screens."""
        self.chart.set_look(**changes)
        self.app.look = self.chart.look

    def action_switch_axis(self) -> None:
        self.chart.switch_axis()

    def action_range(self, step: int) -> None:
        self.chart.step_preset(step)

    def action_second(self) -> None:
        following = {"fide": "elo", "elo": "none", "none": "fide"}[self.chart.look.second]
        self.set_look(second=following)

    def action_mean(self) -> None:
        self.set_look(mean=0 if self.chart.look.mean else MEAN_GAMES)

    def action_band(self) -> None:
        self.set_look(band=not self.chart.look.band)

    def action_strength(self) -> None:
        self.set_look(strength=not self.chart.look.strength)
        self.ask_overlays()

    def action_level(self) -> None:
        """Means of 5, 10, 20 games, then none."""
        following = dict(pairwise((0, *SIZES, 0)))
        self.set_look(level=following[self.chart.look.level])
        self.ask_overlays()

    def ask_overlays(self) -> None:
        """What the look asks for and is not there yet, once all of the series is."""
        chart, account, perf = self.chart, self.account, self.perf
        if account is None or perf is None or chart.curves is None or not chart.curves.series.complete:
            return
        if chart.look.strength and chart.strength is None:
            self.load_strength(account, perf, chart.curves)
        if chart.look.level and chart.levels is None:
            self.load_levels(account, perf, chart.curves)

    def action_perf(self, step: int) -> None:
        names = [card.perf for card in self.perfs]
        if self.account is not None and self.perf in names:
            self.open(self.account, names[(names.index(self.perf) + step) % len(names)])

    def action_sidebar(self) -> None:
        side = self.query_one("#side", Sidebar)
        if side.has_focus:
            side.remove_class("shown")
            self.show_pane("chart")
        else:
            side.add_class("shown")
            self.show_pane("side")

    def action_board(self) -> None:
        if (row := self.table.current) is not None:
            self.open_row(row)

    def action_sort(self) -> None:
        self.ask(sort=SORTS[(SORTS.index(self.wanted.sort) + 1) % len(SORTS)])

    def action_reverse(self) -> None:
        self.ask(descending=not self.wanted.descending)

    def ask(self, **changes: object) -> None:
        """Another filter or order, of what is open and of what is opened later."""
        self.wanted = replace(self.wanted, **changes)  # type: ignore[arg-type]
        if self.asked is not None:
            if "filter" not in changes:
                self.selected_key = None  # another order is looked at from its top
            self.ask_games(self.asked.account, self.perf)

    def ask_games(self, account: str, perf: str | None) -> None:
        """The table of a perf, or of the one that the filter names."""
        self.asked = replace(self.wanted, account=account, perf=self.wanted.filter.perf or perf)
        self.load_games(self.asked)

    def action_filter(self) -> None:
        self.query_one(FilterLine).open()
        self.show_pane("games", focus=False)

    def action_clear(self) -> None:
        if self.query_one("#side").has_focus:
            self.action_sidebar()
            return
        self.query_one(FilterLine).clear()
        if self.wanted.filter:
            self.ask(filter=Filter())

    def action_copy_id(self) -> None:
        if (row := self.table.current) is not None:
            self.app.copy(row.game_id)

    def action_copy_link(self) -> None:
        if (row := self.table.current) is not None:
            self.app.copy(self.app.link(row.game_id))

    def action_browse(self) -> None:
        if (row := self.table.current) is not None:
            self.app.open_url(self.app.link(row.game_id))

    def action_turn(self, step: int) -> None:
        """Next pane: the focus moves, and where there is room for one only, so does what is shown."""
        shown = ["chart", "games", "detail"]
        if not self.has_class("-one"):
            shown = [name for name in ("side", *shown) if self.query_one(f"#{name}").display]
        focused = self.focused.id if self.focused is not None else None
        at = shown.index(focused) if focused in shown else -1
        self.show_pane(shown[(at + step) % len(shown)])

    def show_pane(self, name: str, focus: bool = True) -> None:
        for each in ("side", "chart", "games", "detail"):
            self.set_class(each == name, f"show-{each}")
        if focus:
            self.query_one(f"#{name}").focus()
