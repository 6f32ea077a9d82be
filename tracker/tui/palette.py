"""Accounts and perfs in the command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tracker.game import PERF_NAMES

if TYPE_CHECKING:
    from tracker.tui.app import TrackerApp


class Places(Provider):
    """`Player ▸ Blitz` opens it."""

    def _places(self) -> Iterator[tuple[str, Callable[[], None]]]:
        app: TrackerApp = self.app  # type: ignore[assignment]
        main = app.main
        for account in main.accounts:
            if account.name != main.account:
                yield account.name, partial(main.open, account.name, None)
                continue
            for card in main.perfs:
                name = f"{account.name} ▸ {PERF_NAMES.get(card.perf, card.perf)}"
                yield name, partial(main.open, account.name, card.perf)

    async def discover(self) -> Hits:
        for name, go in self._places():
            yield DiscoveryHit(name, go, help="Open")

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, go in self._places():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), go, help="Open")
