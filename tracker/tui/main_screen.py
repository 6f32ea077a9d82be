"""The first screen: numbers, timeline, games and why, of one perf of one account."""

from __future__ import annotations

from datetime import tzinfo

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer

from tracker.times import day_of
from tracker.tui.chart import RatingChart
from tracker.tui.columns import Moment
from tracker.tui.curves import PRESETS
from tracker.tui.detail import DetailPane, numbers, who
from tracker.tui.filter_line import FilterLine
from tracker.tui.header import Header
from tracker.tui.keybar import KeyBar
from tracker.tui.main_keys import MainKeys
from tracker.tui.model import GameRow, PerfCard, Query, named
from tracker.tui.notation import clock, counted, full_day, grouped, number
from tracker.tui.sidebar import Sidebar
from tracker.tui.table import GameTable
from tracker.tui.work import AccountsLoaded, Computing, DetailLoaded, Failed, GamesLoaded, OverlayLoaded, SeriesLoaded

EMPTY = "No games here yet: press i and type your Lichess name."
MISSING = "{} is not tracked here yet: press i, then Enter, to import it."
NO_GAMES = "No games of {} here yet: press i to look for new ones."
NO_RATED = "No rated games of this kind yet: press i to look for new ones."
REFRESH_SECONDS = 1.5
"""How often the chart grows while games arrive."""
REST_SECONDS = 0.12
"""How long the cursor rests before a game is explained."""


class MainScreen(MainKeys):
    """Header, side bar, timeline, table and detail; what is narrow shows one of the three at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._refreshed_at = 0.0
        self._shown: Query | None = None
        self._loaded = False
        """It is known which accounts there are."""
        self._explained: int | None = None
        """The game that the detail explains, or is about to."""
        self._resting: Timer | None = None
        self._computing = ""
        """What the rest of the numbers waits for."""

    def compose(self) -> ComposeResult:
        yield Header(self.app.zone, id="head")
        with Horizontal(id="top"):
            yield Sidebar(id="side")
            yield RatingChart(self.app.zone, id="chart")
        yield FilterLine(id="filter")
        with Horizontal(id="below"):
            yield GameTable(id="games")
            yield DetailPane(self.app.zone, id="detail")
        yield KeyBar(id="keys")

    def on_resize(self, event: events.Resize) -> None:
        """There is room for one pane, or for several."""
        one = event.size.width < 72 or event.size.height < 20
        self.set_class(one, "-one")
        if not one and self.focused is not None and not self.focused.display:
            self.show_pane("chart")

    def on_mount(self) -> None:
        self.chart.hint = "Reading …"
        self.table.hint = ""
        self.table.border_title = "Games"
        self.chart.look = self.app.look
        remembered = self.app.memory.get("range", "all")
        self.chart.wish = remembered if remembered in PRESETS else "all"
        self.table.ascii_only = self.app.look.symbols == "ascii"
        self.show_pane("chart")
        self.load(self.app.wanted_account, self.app.wanted_perf)

    @on(AccountsLoaded)
    def _accounts_loaded(self, event: AccountsLoaded) -> None:
        self.accounts, self.perfs, self.account = list(event.accounts), list(event.perfs), event.account
        self._say_who_is_missing()
        year = day_of(event.today.start, self.app.zone, event.today.begins).year
        self.table.moment = Moment(self.app.zone, event.today, event.session, year)
        self.table.redraw()
        if self.account is None:
            hint = MISSING.format(self.app.named) if self.app.named else EMPTY
            self._show_nothing(hint, "Your games will stand here, each with its change in both systems.")
        elif not self.perfs:
            self._show_nothing(NO_GAMES.format(self.account), "")
        elif self.perf not in [card.perf for card in self.perfs]:
            self.perf = self.perfs[0].perf
        self._show_numbers()
        self._show_runs(event)

    def _say_who_is_missing(self) -> None:
        """Once, where another account had to be opened than the one that was named at the start."""
        missed = self.app.named
        if named(missed, (card.name for card in self.accounts)):
            self.app.named = ""
        elif missed and self.accounts and not self._loaded:
            self.notify(f"{MISSING.format(missed)} Open now: {self.account}.", severity="warning", timeout=10)
        self._loaded = True

    def _show_nothing(self, chart_hint: str, table_hint: str) -> None:
        """An account without games, or none at all."""
        self.asked = self.perf = self.selected_key = None
        self.chart.hint, self.table.hint = chart_hint, table_hint
        self.chart.show(None, self.app.now())
        self.table.show(None)
        self.table.border_title = "Games"
        self._explain(None)

    @on(SeriesLoaded)
    def _series_loaded(self, event: SeriesLoaded) -> None:
        fresh = (event.account, event.perf) != (self.account, self.perf) or self.asked is None
        self.account, self.perf = event.account, event.perf
        if fresh or event.curves.series.complete:
            self._computing = ""
        self.chart.hint = NO_RATED
        self.chart.show(event.curves, self.app.now(), keep=event.again and not fresh)
        self.app.remember(account=event.account, perf=event.perf)
        self.ask_overlays()
        if fresh:
            self.selected_key = None
        if fresh or event.again:
            self.call_after_refresh(self.ask_games, event.account, event.perf)
        self._show_numbers()

    @on(Computing)
    def _computed(self, event: Computing) -> None:
        if (event.account, event.perf) == (self.account, self.perf):
            self._computing = event.sentence
            self._show_numbers()

    @on(OverlayLoaded)
    def _overlay_loaded(self, event: OverlayLoaded) -> None:
        if event.curves is self.chart.curves:
            self.chart.overlay(strength=event.strength, levels=event.levels)

    @on(GamesLoaded)
    def _games_loaded(self, event: GamesLoaded) -> None:
        if event.query != self.asked:
            return
        table = self.table
        table.without = frozenset() if self._perf_asked(event.query) is None else frozenset({"perf"})
        table.sorted_by = (event.query.sort, event.query.descending)
        table.hint = (
            "No game fits the filter; Esc clears it."
            if event.query.filter
            else "No games here yet; i looks for new ones."
        )
        at_top = event.query == self._shown and not table.cursor
        self._shown = event.query
        # whoever looks at the newest game goes on looking at the newest while games arrive
        table.show(event.games, None if at_top else self.selected_key)
        self._table_title(event.whole)
        if table.current is not None:
            self._follow(table.current, move_chart=at_top or self.selected_key is None)
        elif event.whole:
            self._explain(None)

    @on(DetailLoaded)
    def _detail_loaded(self, event: DetailLoaded) -> None:
        if self._explained is not None and event.detail.row.key == abs(self._explained):
            self.query_one(DetailPane).show(event.detail)

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        """In place of the timeline, or beside it where there is one."""
        self._computing = ""
        self._show_numbers()
        if self.chart.curves is None or not len(self.chart.curves):
            self.chart.hint = event.sentence
            self.chart.refresh()
        else:
            self.notify(event.sentence, severity="error", timeout=10)

    def arrived(self, account: str, elapsed: float) -> None:
        """New games of an account are stored: the chart grows, now and then."""
        if elapsed - self._refreshed_at < REFRESH_SECONDS:
            return
        self._refreshed_at = elapsed
        if self._gives_way_to(account):
            self.load(account, self.perf if named(self.account, [account]) else None, again=True, quick=True)
        else:
            self.load(self.account, self.perf, again=True, quick=True)

    def show_imported(self, account: str) -> bool:
        """Reads again after an import. Whether its account is what is shown then."""
        shown = self._gives_way_to(account)
        if not shown or named(self.account, [account]):
            self.reload()
        else:
            self.open(account, None)
        self.app.named = ""
        return shown

    def _gives_way_to(self, account: str) -> bool:
        """Whether an imported account is to be shown: it is the open one, was asked for, or nothing is there to see."""
        seen = any(card.games for card in self.accounts if card.name == self.account)
        return bool(named(account, filter(None, (self.account, self.app.named)))) or (self._loaded and not seen)

    def reload(self) -> None:
        self.load(self.account or self.app.wanted_account, self.perf, again=True)

    def draw_strength(self) -> None:
        """As the form screen asks for it."""
        self.set_look(strength=True)
        self.ask_overlays()

    def use_symbols(self, symbols: str) -> None:
        self.set_look(symbols=symbols)
        self.table.ascii_only = symbols == "ascii"
        self.table.redraw()

    def use_zone(self, zone: tzinfo) -> None:
        """Days begin elsewhere, so that all is read again."""
        self.query_one(Header).zone = self.query_one(DetailPane).zone = self.chart.zone = zone
        self.chart.set_look()
        self.reload()

    # What stands where

    def _card(self) -> PerfCard | None:
        known = next((card for card in self.perfs if card.perf == self.perf), None)
        if known is None and self.perf is not None and self.chart.curves is not None:
            return self.chart.curves.card(self.perf)
        return known

    def _show_numbers(self) -> None:
        account = next((card for card in self.accounts if card.name == self.account), None)
        self.query_one(Header).show(account, self._card(), self.app.now(), self._computing)
        self.query_one(Sidebar).show(self.accounts, self.account, self.perfs, self.perf)

    def _show_runs(self, event: AccountsLoaded) -> None:
        from tracker.tui.overview import run_line

        said = [run_line(run) for run in event.runs[:2]]
        self.table.border_subtitle = " · ".join(said) if self.size.width >= 100 else ""

    def _table_title(self, whole: bool) -> None:
        games = self.table.games
        parts = ["Games …" if not whole else "Games"]
        if games is not None and games.count and whole:
            parts.append(grouped(games.count - games.adjustments))
            if games.adjustments:
                parts.append(counted(games.adjustments, "adjustment"))
        if self.asked is not None and self.asked.filter:
            parts.append("filtered")
        self.table.border_title = " · ".join(parts)

    def _perf_asked(self, query: Query) -> str | None:
        return query.filter.perf or query.perf

    # Cursor of chart and table together

    @on(RatingChart.PointSelected)
    def _point_selected(self, event: RatingChart.PointSelected) -> None:
        if (curves := self.chart.curves) is None:
            return
        key = curves.series.keys[event.index]
        self.table.select_key(key)
        row = self.table.current
        if row is not None and row.key == key:
            self._follow(row, move_chart=False)
        else:
            self.selected_key = key
            series = curves.series
            at = series.times[event.index]
            self.chart.set_readout(
                f"{full_day(at, self.app.zone)} {clock(at, self.app.zone)}  (outside the filter)",
                f"Lichess {number(series.lichess[event.index])}",
            )
            self._explain(key)

    def _explain(self, key: int | None) -> None:
        """The steps are asked for once the cursor rests; without a game the pane is empty."""
        self._explained = key
        if self._resting is not None:
            self._resting.stop()
            self._resting = None
        if key is None:
            self.query_one(DetailPane).show(None)
        else:
            self._resting = self.set_timer(REST_SECONDS, lambda: self._rested(key))

    def _rested(self, key: int) -> None:
        self._resting = None
        if self.account is not None:
            self.load_detail(self.account, key)

    @property
    def waiting(self) -> bool:
        """The cursor moved a moment ago, and its game is not asked for yet."""
        return self._resting is not None

    @on(RatingChart.ViewChanged)
    def _view_changed(self) -> None:
        self.app.remember(range=self.chart.wish)

    @on(GameTable.RowHighlighted)
    def _row_highlighted(self, event: GameTable.RowHighlighted) -> None:
        self._follow(event.row, move_chart=True)

    def _follow(self, row: GameRow, *, move_chart: bool) -> None:
        """Chart, readout and detail go to a row."""
        self.selected_key = row.key
        short = self.size.width < 60
        self.chart.set_readout(who(row, self.app.zone, short=short), numbers(row, short=short))
        curves = self.chart.curves
        if move_chart and curves is not None and row.perf == self.perf:
            index = curves.index_of(abs(row.key), row.at)
            if index is not None and index != self.chart.selected:
                self.chart.select(index, tell=False)
        self._explain(row.key)

    @on(GameTable.RowSelected)
    def _row_selected(self, event: GameTable.RowSelected) -> None:
        self.open_row(event.row)

    @on(Sidebar.Chosen)
    def _chosen(self, event: Sidebar.Chosen) -> None:
        self.query_one("#side").remove_class("shown")
        self.open(event.account, event.perf)
        self.show_pane("chart")

    # What the table and the filter ask for

    @on(GameTable.SortRequested)
    def _sort_requested(self, event: GameTable.SortRequested) -> None:
        again = event.field == self.wanted.sort
        self.ask(sort=event.field, descending=not self.wanted.descending if again else True)

    @on(FilterLine.Changed)
    def _filtered(self, event: FilterLine.Changed) -> None:
        if event.filter != self.wanted.filter:
            self.ask(filter=event.filter)

    @on(FilterLine.Closed)
    def _filter_closed(self) -> None:
        self.table.focus()
