"""Histories whose records show no own rating, or none at first: the screen has no number for what nobody knows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tui.settling import settle

from tracker.settings import Settings
from tracker.tui.app import TrackerApp
from tracker.tui.live import LiveModel
from tracker.tui.model import GameRow, Query

NAME = "Player_AkjrFQ"
NOW = int(datetime(2021, 1, 10, tzinfo=UTC).timestamp() * 1000)


def model_of(database: Path) -> LiveModel:
    return LiveModel(Settings(str(database), timezone="UTC"), {}, lambda: NOW, time.sleep)


@pytest.fixture
def without_elo(shared: Path, tracked: Callable[[Path, str], Path], tmp_path: Path) -> Callable[[str], Path]:
    """The database of a history in which games before that day show no ratings."""

    def made(until: str) -> Path:
        text = (shared / "data/histories/many_perfs_2020.pgn").read_text("utf-8")
        kept: list[str] = []
        for record in text.split("\n[Event "):
            day = record.partition('[UTCDate "')[2][:10]
            lines = record.splitlines(keepends=True)
            kept.append("".join(line for line in lines if day >= until or not ("Elo " in line or "Diff " in line)))
        path = tmp_path / "bare.pgn"
        path.write_text("\n[Event ".join(kept), "utf-8")
        return tracked(path, NAME)

    return made


def test_a_rating_that_nobody_knows_is_none(without_elo: Callable[[str], Path]) -> None:
    model = model_of(without_elo("9999"))
    *_, series = model.series(NAME, "blitz")
    assert len(series) == 0
    assert [card.rating for card in model.perfs(NAME)] == [None] * 6
    row = model.games(Query(NAME, "blitz")).page(0, 1)[0]
    assert (row.lichess_before, row.lichess_change, row.lichess_after) == (None, None, None)


def test_columns_begin_where_ratings_do(without_elo: Callable[[str], Path]) -> None:
    model = model_of(without_elo("2020.09.01"))
    *_, series = model.series(NAME, "blitz")
    assert 0 < len(series) < 194
    assert min(series.lichess) > 1000
    rows: Sequence[GameRow] = model.games(Query(NAME, "blitz", descending=False)).page(0, 400)
    rated = [row for row in rows if row.kind == "game" and row.rated]
    assert rated[0].lichess_after is None
    assert [row.lichess_after for row in rated if row.lichess_after is not None] == list(series.lichess)
    assert rated[-1].elo_rating is not None


async def test_the_screen_says_that_there_is_no_rating(
    without_elo: Callable[[str], Path],
    make_app: Callable[..., TrackerApp],
    lines: Callable[[TrackerApp], list[str]],
) -> None:
    app = make_app(model_of(without_elo("9999")))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        shown = "\n".join(lines(app))
        assert "LICHESS no rating known" in shown
        await pilot.press("4")
        await settle(app, pilot)
        assert "no rating known" in "\n".join(lines(app))
