"""Accounts and perfs in the command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tracker.game import PERF_NAMES
from tracker.tui.host import Host
from tracker.tui.wishes import OpenPerf


class Places(Provider):
    """`Player ▸ Blitz` opens it."""

    def _places(self) -> Iterator[tuple[str, Callable[[], None]]]:
        app: Host = self.app  # type: ignore[assignment]
        shown = app.in_view
        for account in shown.accounts:
            if account.name != shown.account:
                yield account.name, partial(self._open, account.name, None)
                continue
            for card in shown.perfs:
                name = f"{account.name} ▸ {PERF_NAMES.get(card.perf, card.perf)}"
                yield name, partial(self._open, account.name, card.perf)

    def _open(self, account: str, perf: str | None) -> None:
        self.app.post_message(OpenPerf(account, perf))

    async def discover(self) -> Hits:
        for name, go in self._places():
            yield DiscoveryHit(name, go, help="Open")

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, go in self._places():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), go, help="Open")
