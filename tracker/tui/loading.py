"""The first screen's threads: they read from the model and only post messages."""

from __future__ import annotations

from textual import work
from textual.screen import Screen
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.tui.curves import Curves
from tracker.tui.host import Host
from tracker.tui.level_panel import level_line
from tracker.tui.model import AccountCard, PerfCard, Query, Tell, named
from tracker.tui.strength_line import strength_line
from tracker.tui.work import AccountsLoaded, Computing, DetailLoaded, Failed, GamesLoaded, OverlayLoaded, SeriesLoaded


class LoadingScreen(Screen[None]):
    """One group of threads for each kind of question; a newer question of a kind drops the older one's answer."""

    app: Host

    @work(thread=True, exclusive=True, group="account", exit_on_error=False)
    def load(self, account: str | None, perf: str | None, again: bool = False, quick: bool = False) -> None:
        """Accounts and perfs, then ever more complete versions of one perf's line, only the first when quick."""
        model, now, worker = self.app.model, self.app.now(), get_current_worker()
        try:
            accounts = list(model.accounts())
            names = [card.name for card in accounts]
            meant = named(account, names)
            chosen = meant or next(iter(names), None)
            if chosen is None:
                self.post_message(AccountsLoaded(accounts, None, [], [], model.today(now), None))
                return
            if perf is None or chosen != meant:
                perf = model.newest_perf(chosen)
            if perf is not None:
                for version, series in enumerate(model.series(chosen, perf, self._teller(chosen, perf))):
                    curves = Curves(series)
                    if worker.is_cancelled:
                        return
                    self.post_message(SeriesLoaded(chosen, perf, curves, again or version > 0))
                    if quick:
                        break
                    if not series.complete:
                        self._post_account(accounts, chosen, perf, list(model.perfs(chosen)), now)
            perfs = list(model.perfs(chosen))
            self._post_account(accounts, chosen, perf, perfs, now)
        except TrackerError as error:
            self.post_message(Failed(str(error)))

    def _teller(self, account: str, perf: str) -> Tell:
        """Tells what a perf's numbers wait for."""

        def tell(sentence: str) -> None:
            self.post_message(Computing(account, perf, sentence))

        return tell

    def _post_account(
        self, accounts: list[AccountCard], account: str, perf: str | None, perfs: list[PerfCard], now: int
    ) -> None:
        model = self.app.model
        runs, session = list(model.runs(account, perf, now)), model.session_start(account, now)
        if not get_current_worker().is_cancelled:
            self.post_message(AccountsLoaded(accounts, account, perfs, runs, model.today(now), session))

    @work(thread=True, exclusive=True, group="strength", exit_on_error=False)
    def load_strength(self, account: str, perf: str, curves: Curves) -> None:
        """Strength over the games of the curves."""
        worker = get_current_worker()
        try:
            found = self.app.model.form(account, perf)
            if not worker.is_cancelled:
                self.post_message(OverlayLoaded(curves, strength=strength_line(found.form, curves)))
        except TrackerError as error:
            self.post_message(Failed(str(error)))

    @work(thread=True, exclusive=True, group="levels", exit_on_error=False)
    def load_levels(self, account: str, perf: str, curves: Curves) -> None:
        """The levels that moves show, over the games of the curves."""
        worker = get_current_worker()
        try:
            found = self.app.model.levels(account, perf, lambda: worker.is_cancelled)
            if not worker.is_cancelled:
                self.post_message(OverlayLoaded(curves, levels=level_line(found, curves)))
        except TrackerError as error:
            self.post_message(Failed(str(error)))

    @work(thread=True, exclusive=True, group="games", exit_on_error=False)
    def load_games(self, query: Query) -> None:
        try:
            if (first := self.app.model.first_games(query)) is not None:
                self.post_message(GamesLoaded(query, first, whole=False))
            games = self.app.model.games(query)
            if not get_current_worker().is_cancelled:
                self.post_message(GamesLoaded(query, games))
        except TrackerError as error:
            self.post_message(Failed(str(error)))

    @work(thread=True, exclusive=True, group="detail", exit_on_error=False)
    def load_detail(self, account: str, key: int) -> None:
        try:
            detail = self.app.model.detail(account, abs(key))
            if not get_current_worker().is_cancelled:
                self.post_message(DetailLoaded(detail))
        except TrackerError as error:
            self.post_message(Failed(str(error)))
