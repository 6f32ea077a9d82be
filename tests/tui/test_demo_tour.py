"""The demo's player on the screen: every perf, every view, at the sizes of real terminals."""

from __future__ import annotations

import json
import time
from datetime import UTC
from pathlib import Path

import pytest
from tui.settling import settle

from tracker.demo.player import DEMO_NAME, demo_games
from tracker.game import UNFINISHED
from tracker.settings import Settings
from tracker.sources.lichess import decode
from tracker.store import Entry, Store
from tracker.tui.app import TrackerApp
from tracker.tui.curves import Curves, whole
from tracker.tui.live import LiveModel
from tracker.tui.plot import Look, draw

NOW = 1_790_000_000_000


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LiveModel:
    database = tmp_path_factory.mktemp("demo") / "tracker.db"
    with Store(database) as store:
        account = store.ensure_account(DEMO_NAME.lower(), DEMO_NAME)
        lines = [json.dumps(game).encode() for game in demo_games(NOW) if game["status"] not in UNFINISHED]
        entries = [Entry(decode(line), line, "json") for line in lines]
        store.save(account, entries, richer=True, now=NOW)
    return LiveModel(Settings(str(database), timezone="UTC"), {}, lambda: NOW, time.sleep)


def test_a_column_has_no_hole_after_its_first_value(model: LiveModel) -> None:
    for card in model.perfs(DEMO_NAME):
        *_, series = model.series(DEMO_NAME, card.perf)
        for column in (series.lichess, series.band, series.fide, series.elo):
            known = [value == value for value in column]
            assert known == sorted(known)
        assert series.band[0] == series.band[0]


@pytest.mark.parametrize("by", ["date", "game"])
def test_every_perf_can_be_drawn_at_every_width(model: LiveModel, by: str) -> None:
    for card in model.perfs(DEMO_NAME):
        *_, series = model.series(DEMO_NAME, card.perf)
        curves = Curves(series)
        for width in range(20, 200, 7):
            for second in ("fide", "elo"):
                view = whole(curves, by)  # type: ignore[arg-type]
                picture = draw(curves, view, width, 6 + width // 10, Look(second=second, mean=20), UTC)  # type: ignore[arg-type]
                assert {sum(len(text) for text, _ink in line) for line in picture.lines} == {width}


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
async def test_the_tour(model: LiveModel, size: tuple[int, int], tmp_path: Path) -> None:
    app = TrackerApp(model, zone=UTC, now=lambda: NOW, account=DEMO_NAME, environ={"HOME": str(tmp_path)})
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        for key in (
            "x",
            "[",
            "]",
            "f",
            "t",
            "v",
            "x",
            "down",
            "enter",
            "escape",
            "3",
            "escape",
            "2",
            "escape",
            "p",
            "end",
        ):
            await pilot.press(key)
            await settle(app, pilot)
    assert app.return_code in (0, None)
