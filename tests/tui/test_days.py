"""The day is the user's everywhere: in the table, in the day's summary and in the header, whatever the clock says."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from datetime import time as clock
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from tui.settling import settle

from tracker.settings import Settings
from tracker.times import day_bounds, day_of
from tracker.tui import live
from tracker.tui.app import TrackerApp
from tracker.tui.columns import COLUMNS, Moment, mark
from tracker.tui.header import title_line
from tracker.tui.live import LiveModel
from tracker.tui.model import AccountCard, Day, GameRow, PerfCard

NAME = "Test_Player"
PARIS = ZoneInfo("Europe/Paris")
Tracked = Callable[[Path, str], Path]


def ms(*parts: int, zone: ZoneInfo | None = None) -> int:
    return int(datetime(*parts, tzinfo=zone or UTC).timestamp() * 1000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("at", "begins", "now", "text", "sign"),
    [
        ((2024, 2, 18, 2, 30), "00:00", (2024, 2, 18, 9, 0), "today 02:30", "╎"),
        ((2024, 2, 18, 2, 30), "04:00", (2024, 2, 18, 9, 0), "17 Feb +2:30", " "),
        ((2024, 2, 18, 2, 30), "04:00", (2024, 2, 18, 3, 59), "today +2:30", "╎"),
        ((2024, 2, 18, 4, 0), "04:00", (2024, 2, 18, 9, 0), "today 04:00", "╎"),
        ((2024, 2, 17, 23, 10), "04:00", (2024, 2, 18, 3, 0), "today 23:10", "╎"),
        ((2024, 3, 1, 0, 5), "04:00", (2024, 5, 1, 9, 0), "29 Feb +0:05", " "),
        ((2024, 1, 1, 1, 0), "04:00", (2024, 5, 1, 9, 0), "31 Dec 2023", " "),
        ((2024, 1, 1, 1, 0), "04:00", (2024, 1, 1, 3, 0), "today +1:00", "╎"),
        ((2024, 2, 18, 11, 30), "12:00", (2024, 5, 1, 9, 0), "17 Feb+11:30", " "),
        ((2024, 2, 19, 9, 0), "00:00", (2024, 2, 18, 9, 0), "19 Feb 09:00", " "),
        ((2025, 2, 19, 9, 0), "00:00", (2024, 2, 18, 9, 0), "19 Feb 2025", " "),
    ],
)
def test_a_row_stands_on_the_users_day(
    at: tuple[int, ...], begins: str, now: tuple[int, ...], text: str, sign: str
) -> None:
    start = clock.fromisoformat(begins)
    day = day_of(ms(*now, zone=PARIS), PARIS, start)
    moment = Moment(PARIS, Day(*day_bounds(day, PARIS, start), start), None, day.year)
    row = GameRow(1, "game", "blitz", ms(*at, zone=PARIS), "a")
    when = next(column for column in COLUMNS if column.name == "at")
    assert when.cell(row, moment)[0] == text
    assert len(text) <= when.width
    assert mark(row, moment) == sign


@pytest.mark.parametrize(
    ("now", "games"), [((2024, 2, 18, 2), 2), ((2024, 2, 19, 10), 0), ((2024, 2, 18, 10), 1), ((2024, 1, 1), 0)]
)
async def test_table_summary_and_header_agree_on_today(
    now: tuple[int, ...], games: int, shared: Path, tracked: Tracked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After midnight the evening goes on; and however many games there were, and whichever came in from files."""
    database = tracked(shared / "cases" / "c17_days.ndjson", NAME)
    monkeypatch.setattr(live, "RECENT_GAMES", 1)
    settings = Settings(str(database), timezone="Europe/Paris", day_start="04:00")
    model = LiveModel(settings, {}, lambda: ms(*now), time.sleep)
    app = TrackerApp(model, zone=model.zone, now=lambda: ms(*now), environ={})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        table = app.main.table
        assert table.games is not None
        cells = [COLUMNS[0].cell(row, table.moment)[0] for row in table.games.page(0, 20)]
        assert sum(cell.startswith("today") for cell in cells) == games, cells
        assert app.main.perfs[0].new_today == games
        said = {0: "today no games", 1: "today 1 game +0 =0 −1, −6", 2: "today 2 games +2 =0 −0, +12"}[games]
        assert str(table.border_subtitle).startswith(said)
        assert "session" not in str(table.border_subtitle)


def test_one_game_is_one() -> None:
    account = AccountCard("A", 1, None)
    assert title_line(account, PerfCard("blitz", 1, 1, None, new_today=1), 80, 0).plain.endswith("1 game · 1 today")
    assert title_line(account, PerfCard("blitz", 2000, 1, None, new_today=1999), 80, 0).plain.endswith(
        "2,000 games · 1,999 today"
    )
