"""While a large account is compared the screen says so in place, and promises nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from tui.conftest import FakeModel
from tui.settling import PATIENCE, settle

from tracker.errors import NotAvailable
from tracker.tui.app import TrackerApp
from tracker.tui.model import PerfCard, Series, Tell, unheard

Make = Callable[..., TrackerApp]
Lines = Callable[[TrackerApp], list[str]]
SAID = "comparing 100,000 games"


class Large(FakeModel):
    """Lichess's line at once, the rest when it may come."""

    def series(self, account: str, perf: str, tell: Tell = unheard) -> Iterator[Series]:
        whole = self.players[account][perf][0]
        yield replace(whole, band=whole.band[:0], fide=whole.fide[:0], elo=whole.elo[:0], complete=False)
        tell(SAID)
        assert self.may.wait(PATIENCE)  # type: ignore[attr-defined]
        if self.broken:  # type: ignore[attr-defined]
            raise NotAvailable("The games could not be compared.")
        self.known = True
        yield whole

    def perfs(self, account: str) -> list[PerfCard]:
        known = getattr(self, "known", False)
        return [
            card if known else replace(card, fide_live=None, fide_note="", elo=None) for card in super().perfs(account)
        ]


@pytest.fixture
def large(model: FakeModel) -> Iterator[Large]:
    made = Large(model.players)
    made.may, made.broken = threading.Event(), False  # type: ignore[attr-defined]
    yield made
    made.may.set()  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
@pytest.mark.parametrize("broken", [False, True])
async def test_a_comparison_gives_a_sign_of_life(
    size: tuple[int, int], broken: bool, large: Any, make_app: Make, lines: Lines
) -> None:
    large.broken = broken
    app = make_app(large)
    async with app.run_test(size=size) as pilot:
        while SAID not in "\n".join(lines(app)):
            await pilot.pause(0.01)
        shown = "\n".join(lines(app))
        assert f"FIDE {SAID} …" in shown
        assert "FIDE live" not in shown
        large.may.set()
        await settle(app, pilot)
        shown = "\n".join(lines(app))
        assert SAID not in shown
        assert ("FIDE live" in shown) == (not broken)
        assert ("FIDE 1487 list" in shown) == (not broken)


async def test_long_words_of_the_header_are_cut_and_not_left_out(
    model: FakeModel, make_app: Make, lines: Lines
) -> None:
    app = make_app(model)
    async with app.run_test(size=(40, 15)) as pilot:
        await settle(app, pilot)
        app.main._computing = "ultraBullet: 400,000 of 1,000,000 games replayed"
        app.main._show_numbers()
        await settle(app, pilot)
        assert lines(app)[2] == " FIDE ultraBullet: 400,000 of 1,000,000…"
