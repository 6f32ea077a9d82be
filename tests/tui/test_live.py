"""The screen over the real store: cases that players met, and what is kept between two looks."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType
from zoneinfo import ZoneInfo

import pytest
from textual.widgets import Input, Static
from tui.settling import settle

from tracker.errors import NoSuchAccount, StoreError, UsageError
from tracker.filters import parse
from tracker.settings import Settings
from tracker.store import Store
from tracker.tui.app import TrackerApp
from tracker.tui.curves import Curves, whole
from tracker.tui.detail import Page
from tracker.tui.kept import id_of, key_of, pack, unpack
from tracker.tui.live import LiveModel
from tracker.tui.memory import FileMemory
from tracker.tui.model import ADJUSTMENT, OVERLAP, Choices, ImportProgress, Query
from tracker.tui.plot import Look, draw

NAME = "Test_Player"
Tracked = Callable[[Path, str], Path]


def ms(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type]


def model_of(database: Path, zone: str = "UTC", now: int = ms(2026, 1, 10), day_start: str = "00:00") -> LiveModel:
    return LiveModel(Settings(str(database), timezone=zone, day_start=day_start), {}, lambda: now, time.sleep)


@pytest.fixture
def cases(shared: Path) -> Path:
    return shared / "cases"


def test_a_key_is_its_id() -> None:
    assert id_of(key_of("eFQKQ9Yk")) == "eFQKQ9Yk"
    assert id_of(-key_of("ovl00001")) == "ovl00001"
    assert key_of("eFQKQ9Yk") > 0
    with pytest.raises(ValueError, match="no id"):
        key_of("longer-than-eight")


def test_points_from_nowhere_are_a_row_and_a_mark(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c12_refund.ndjson", NAME))
    *_, series = model.series(NAME, "blitz")
    assert series.lichess[-1] == 1705
    assert [bool(flag & ADJUSTMENT) for flag in series.flags] == [False, True]
    rows = model.games(Query(NAME, "blitz", descending=False)).page(0, 10)
    assert [(row.kind, row.lichess_change, row.lichess_after) for row in rows] == [
        ("game", -5, 1695),
        ("adjustment", 4, 1699),
        ("game", 6, 1705),
    ]
    assert rows[1].key == -rows[2].key
    assert rows[1].note == "refund-like"


def test_two_games_at_once_are_in_the_order_of_their_ends(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c13_overlap.ndjson", NAME))
    perf = model.perfs(NAME)[0].perf
    *_, series = model.series(NAME, perf)
    assert list(series.lichess) == [2313, 2307, 2312, 2318]
    assert [bool(flag & OVERLAP) for flag in series.flags] == [False, False, True, False]
    view = model.games(Query(NAME, perf, descending=False))
    rows = view.page(0, 10)
    assert [row.game_id for row in rows] == [f"ovl0000{number}" for number in range(1, 5)]
    assert [row.kind for row in rows] == ["game"] * 4
    said = [step.value for section in model.detail(NAME, rows[2].key).sections for step in section.steps]
    assert any("began before the previous game ended" in value for value in said)


def test_ten_months_of_nothing_are_a_break_with_its_length(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c14_gap.ndjson", NAME))
    perf = model.perfs(NAME)[0].perf
    *_, series = model.series(NAME, perf)
    curves = Curves(series)
    assert len(curves) == 100
    assert series.lichess[-1] == 1716
    look, zone = Look(second="none", band=False), ZoneInfo("UTC")
    by_date = [
        "".join(text for text, _ in line) for line in draw(curves, whole(curves, "date"), 90, 14, look, zone).lines
    ]
    pause = max(range(90), key=lambda x: sum(line[x : x + 1] == "╎" for line in by_date))
    other = max((x for x in range(90) if x != pause), key=lambda x: sum(line[x : x + 1] == "╎" for line in by_date))
    between = [line[min(pause, other) + 1 : max(pause, other)] for line in by_date[:10]]
    assert "10 months" in "".join(between)
    assert not any("⠀" < char <= "⣿" for line in between for char in line)
    by_game = draw(curves, whole(curves, "game"), 90, 14, look, zone)
    drawn = ["".join(text for text, _ in line) for line in by_game.lines[: by_game.plot_rows]]
    columns = [
        x for x in range(by_game.left, by_game.left + by_game.width) if any("⠀" < line[x] <= "⣿" for line in drawn)
    ]
    assert len(columns) >= by_game.width - 2  # equal steps: no hole
    assert sum(line.count("╎") for line in drawn) > 0


@pytest.mark.parametrize(
    ("zone", "day_start", "day", "ids"),
    [
        ("America/Los_Angeles", "00:00", date(2024, 2, 17), {"day00001", "day00002", "day00003"}),
        ("UTC", "00:00", date(2024, 2, 17), {"day00001"}),
        ("UTC", "00:00", date(2024, 2, 18), {"day00002", "day00003"}),
        ("Europe/Paris", "00:00", date(2024, 3, 31), {"day00005", "day00006"}),
    ],
)
def test_whose_day_it_is(zone: str, day_start: str, day: date, ids: set[str], cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c17_days.ndjson", NAME), zone, day_start=day_start)
    wanted = parse(f"since:{day} until:{day}")
    view = model.games(Query(NAME, None, wanted))
    assert {row.game_id for row in view.page(0, 20)} == ids


def test_a_day_that_begins_at_four(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c17_days.ndjson", NAME), "Europe/Paris", day_start="04:00")
    view = model.games(Query(NAME, None, parse("since:2024-02-17 until:2024-02-17")))
    assert "day00002" in {row.game_id for row in view.page(0, 20)}


def test_a_real_history(shared: Path, tracked: Tracked) -> None:
    file = shared / "data" / "histories" / "blitz_2023_2025.ndjson"
    database = tracked(file, "Player_PimJYI")
    model = model_of(database, now=ms(2025, 10, 10, 7))
    first, last = list(model.series("Player_PimJYI", "blitz"))
    assert (first.complete, last.complete) == (False, True)
    assert last.lichess[-1] == 1408
    card = model.perfs("Player_PimJYI")[0]
    assert (card.rating, card.fide_list is None, card.games) == (1408, False, 2891)
    view = model.games(Query("Player_PimJYI", "blitz"))
    assert (view.count, view.adjustments) == (2892, 1)
    assert {one.time_control for one in view.page(0, 50)} == {"5+0"}
    row = view.page(0, 1)[0]
    assert row.lichess_after == 1408
    assert row.fide_live == pytest.approx(card.fide_live)
    again = model_of(database, now=ms(2025, 10, 10, 7))
    assert len(list(again.series("Player_PimJYI", "blitz"))) == 1  # kept, and as new as the games
    filtered = model.games(Query("Player_PimJYI", "blitz", parse("result:win opp>1500"), sort="opponent_rating"))
    ratings = [row.opponent_rating or 0 for row in filtered.page(0, filtered.count)]
    assert ratings == sorted(ratings, reverse=True)
    assert min(ratings) > 1500
    assert all(row.outcome == "win" for row in filtered.page(0, 50))
    detail = model.detail("Player_PimJYI", row.key)
    assert [section.title for section in detail.sections] == ["Lichess", "FIDE", "Elo"]
    assert detail.moves[:2] == ("e4", "e5")
    assert "change" in {step.name for step in detail.sections[2].steps}
    assert detail.sections[0].steps[0].name == ""  # the sentence for the player comes first


def test_columns_survive_the_database(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c12_refund.ndjson", NAME))
    list(model.series(NAME, "blitz"))
    _mark, kept = model._kept[NAME, "blitz"]
    found = unpack(pack(kept, "mark"), NAME, "blitz")
    assert found is not None
    assert found.series.keys == kept.series.keys
    assert found.series.lichess == kept.series.lichess
    assert found.adjustments == kept.adjustments
    assert found.facts == kept.facts


def test_choices_are_checked_and_kept(cases: Path, tracked: Tracked) -> None:
    database = tracked(cases / "c12_refund.ndjson", NAME)
    model = model_of(database)
    model.choose(NAME, Choices("Europe/Paris", "04:00", "2022-01"))
    assert model.choices(NAME) == Choices("Europe/Paris", "04:00", "2022-01")
    with Store(database) as store:
        assert store.account(NAME).options == {"rules": "2022-01"}
    with pytest.raises(UsageError):
        model.choose(NAME, replace(model.choices(NAME), timezone="Atlantis/Center"))
    with pytest.raises(UsageError):
        model.choose(NAME, Choices("Asia/Tokyo", "05:00", "1886-01"))
    assert model.choices(NAME) == Choices("Europe/Paris", "04:00", "2022-01")


def test_an_import_tells_what_is_safe(cases: Path, stand_in: ModuleType, tmp_path: Path) -> None:
    with stand_in.LichessStub({NAME: str(cases / "c14_gap.ndjson")}) as stub:
        settings = Settings(str(tmp_path / "new.db"), url=stub.url, timezone="UTC")
        model = LiveModel(settings, {}, lambda: ms(2026, 1, 10), lambda _seconds: None)
        seen: list[ImportProgress] = []
        assert model.import_account(NAME, seen.append, lambda: False) == f"{NAME}: 100 new games, 100 stored."
        assert seen[-1].stored == 100
        assert model.import_account(NAME, seen.append, lambda: False) == f"{NAME}: 0 new games, 100 stored."
        with pytest.raises(NoSuchAccount):
            model.import_account("nobody_here", seen.append, lambda: False)
    assert [card.games for card in model.accounts()] == [100]


def test_an_export_of_everything_and_of_what_is_shown(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c14_gap.ndjson", NAME))
    everything, shown = io.StringIO(newline=""), io.StringIO(newline="")
    assert model.export(Query(NAME), everything) == 100
    wins = model.export(Query(NAME, None, parse("result:win")), shown)
    assert 0 < wins < 100
    assert shown.getvalue().count("\r\n") == wins + 1
    assert everything.getvalue().startswith("kind,account,perf,game_id")


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        ("stake", {"rating": "1500", "k": "20", "opponent": "1600"}, "+12.8"),
        ("expected", {"rating": "1500", "opponent": "1600"}, "0.36"),
        ("performance", {"games": "1600=win 1550=0.5 1700=loss"}, "1617"),
        ("fide", {"rating": "2000", "k": "20", "games": "2100=win 1750=draw 2500=loss"}, "+5"),
        ("first", {"games": "1600=1 1550=0.5 1700=0 1450=1 1520=0.5"}, "1681"),
        ("lichess", {"me": "1500,350,0.06", "opponent": "1500,350,0.06", "result": "win"}, "1659.35"),
    ],
)
def test_calculators(kind: str, values: dict[str, str], said: str, tmp_path: Path) -> None:
    model = model_of(tmp_path / "none.db", now=ms(2026, 6, 1))
    assert said in "\n".join(model.calculate(kind, values))


def test_a_calculator_says_what_is_missing(tmp_path: Path) -> None:
    model = model_of(tmp_path / "none.db")
    with pytest.raises(UsageError, match="first"):
        model.calculate("stake", {"rating": "", "k": "20", "opponent": "1600"})
    with pytest.raises(UsageError, match="whole number"):
        model.calculate("stake", {"rating": "many", "k": "20", "opponent": "1600"})


def test_what_if_moves_every_system(shared: Path, tracked: Tracked) -> None:
    file = shared / "data" / "histories" / "blitz_2023_2025.ndjson"
    model = model_of(tracked(file, "Player_PimJYI"), now=ms(2025, 10, 10, 7))
    lichess, fide, elo = model.what_if("Player_PimJYI", "blitz", "1500=win 1500=win")
    for section in (lichess, fide, elo):
        before, after = section.headline.replace(" live", "").split(" → ")
        assert float(after.split()[0]) > float(before)
    with pytest.raises(UsageError):
        model.what_if("Player_PimJYI", "blitz", "1500")


def test_memory_in_a_file(tmp_path: Path) -> None:
    memory = FileMemory(tmp_path / "deep" / "screen.json")
    assert memory.load() == {}
    memory.save({"perf": "blitz"})
    assert FileMemory(tmp_path / "deep" / "screen.json").load() == {"perf": "blitz"}
    (tmp_path / "deep" / "screen.json").write_text("not JSON", encoding="utf-8")
    assert memory.load() == {}


@pytest.mark.skipif(sys.platform == "win32", reason="guesses the homes of others")
async def test_a_home_of_somebody_unknown_is_a_folder_of_that_name(
    tmp_path: Path, lines: Callable[[TrackerApp], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "~no-such-person").write_text("a file, where a folder would have to be", encoding="utf-8")
    model = model_of(Path("~no-such-person/tracker.db"))
    with pytest.raises(StoreError, match="cannot be created"):
        model.accounts()
    app = TrackerApp(model, zone=model.zone, now=lambda: ms(2026, 1, 10), environ={})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        assert "The database ~no-such-person/tracker.db cannot be created" in " ".join(lines(app))
    (tmp_path / "~no-such-person").unlink()
    assert model.accounts() == []


@pytest.mark.skipif(sys.platform == "win32", reason="guesses the homes of others")
@pytest.mark.parametrize("words", ["~no-such-person/games.csv", "a" * 300 + ".csv"], ids=["unknown home", "too long"])
async def test_a_file_that_cannot_be_written_is_told(
    words: str, cases: Path, tracked: Tracked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    model = model_of(tracked(cases / "c14_gap.ndjson", NAME))
    app = TrackerApp(model, zone=model.zone, now=lambda: ms(2026, 1, 10), environ={})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press("e")
        app.screen.query_one(Input).value = words
        await pilot.press("enter")
        await settle(app, pilot)
        said = app.screen.query_one("#status", Static).content.plain  # type: ignore[union-attr]
    assert said.startswith(f"{words} cannot be written")


async def test_the_screen_over_the_store(
    cases: Path, tracked: Tracked, lines: Callable[[TrackerApp], list[str]]
) -> None:
    model = model_of(tracked(cases / "c14_gap.ndjson", NAME))
    app = TrackerApp(model, zone=model.zone, now=lambda: ms(2026, 1, 10), environ={})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        shown = "\n".join(lines(app))
        assert f"{NAME} ▸" in shown
        assert "1716" in shown
        assert "10 months" in shown
        await pilot.press("left", "left", "x")
        await settle(app, pilot)
        chart = app.main.chart
        assert chart.curves is not None
        assert chart.selected == 97
        assert app.main.table.current is not None
        assert app.main.table.current.key == chart.curves.series.keys[97]


def test_remarks_reach_the_overview(cases: Path, stand_in: ModuleType, tmp_path: Path) -> None:
    with stand_in.LichessStub({NAME: str(cases / "c14_gap.ndjson")}) as stub:
        settings = Settings(str(tmp_path / "new.db"), url=stub.url, timezone="UTC")
        model = LiveModel(settings, {}, lambda: ms(2026, 1, 10), lambda _seconds: None)
        model.import_account(NAME, lambda _progress: None, lambda: False)
        list(model.series(NAME, "blitz"))
        said = " ".join(model.perfs(NAME)[0].remarks)
    assert "daily" in said  # the server's list of daily ratings came empty, and that is named


def lost_by_drawing(tmp_path: Path) -> Path:
    """Twelve games of an established player; in the last White draws with a player 2 points stronger and loses one."""
    games = []
    for number in range(12):
        last = number == 11
        at = ms(2026, 6, 5, 12) + number * 900_000
        me = {"user": {"name": NAME, "id": NAME.lower()}, "rating": 1500, "ratingDiff": -1 if last else 0}
        other = {"user": {"name": "Equal", "id": "equal"}, "rating": 1502, "ratingDiff": 1 if last else 0}
        games.append(
            {
                "id": f"draw{number:04d}", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz",
                "createdAt": at, "lastMoveAt": at + 300_000, "status": "draw",
                "players": {"white": me, "black": other}, "clock": {"initial": 180, "increment": 2},
                "moves": "e4 e5 Nf3 Nc6",
            }
        )  # fmt: skip
    file = tmp_path / "draws.ndjson"
    file.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return file


async def test_a_point_lost_by_drawing_is_explained_on_the_screen(
    tmp_path: Path, tracked: Tracked, lines: Callable[[TrackerApp], list[str]]
) -> None:
    model = model_of(tracked(lost_by_drawing(tmp_path), NAME), now=ms(2026, 6, 6))
    app = TrackerApp(model, zone=model.zone, now=lambda: ms(2026, 6, 6), environ={})
    async with app.run_test(size=(120, 60)) as pilot:
        await settle(app, pilot)
        assert "Why −1?" in "\n".join(lines(app))
        await pilot.press("b")
        await settle(app, pilot)
        steps = " ".join(app.screen.query_one("#steps", Page).render().plain.split())
    lichess = steps.partition("FIDE")[0]
    assert "first move" in lichess
    assert "about 12 points" in lichess
    assert "decimals" in lichess
    assert "estimate" in lichess
    assert not any(word in lichess.lower() for word in ("fault", "error", "wrong", "bug"))


@pytest.mark.parametrize("language", ["fr_FR.UTF-8", "de_DE.UTF-8"])
async def test_dates_do_not_depend_on_the_machines_language(
    language: str, cases: Path, tracked: Tracked, lines: Callable[[TrackerApp], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for name in ("LANG", "LC_ALL", "LC_TIME"):
        monkeypatch.setenv(name, language)
    model = model_of(tracked(cases / "c17_days.ndjson", NAME), "Europe/Paris", now=ms(2024, 4, 2))
    app = TrackerApp(model, zone=model.zone, now=lambda: ms(2024, 4, 2), environ={})
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        shown = "\n".join(lines(app))
    assert "31 Mar" in shown
    assert "Feb" in shown
    assert "invalid" not in shown.lower()


def test_the_day_of_23_hours_is_one_day(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c17_days.ndjson", NAME), "Europe/Paris", now=ms(2024, 3, 31, 12))
    start, following = model.today(ms(2024, 3, 31, 12)).start, model.today(ms(2024, 4, 1, 12)).start
    assert model.today(ms(2024, 3, 31, 12)).end == following
    assert following - start == 23 * 3_600_000
    assert start - model.today(ms(2024, 3, 30, 12)).start == 24 * 3_600_000
    assert model.today(ms(2024, 4, 2, 12)).start - following == 24 * 3_600_000
    before, on, after = (
        {row.game_id for row in model.games(Query(NAME, None, parse(f"since:{day} until:{day}"))).page(0, 20)}
        for day in ("2024-03-30", "2024-03-31", "2024-04-01")
    )
    assert on == {"day00005", "day00006"}
    assert not on & (before | after)


def test_a_game_says_why_its_moves_show_no_level(cases: Path, tracked: Tracked) -> None:
    model = model_of(tracked(cases / "c14_gap.ndjson", NAME))
    row = model.games(Query(NAME, "blitz")).page(0, 1)[0]
    (section,) = model.level(NAME, row.key)
    assert section.title == "No level"
    assert "tracker analyse" in section.steps[0].value or "moves" in section.steps[0].value
    found = model.levels(NAME, "blitz", lambda: False)
    assert (list(found.levels), found.games) == ([], 100)
    assert "a mean needs 5" in found.why_none


def test_levels_and_form_of_a_real_history(shared: Path, tracked: Tracked) -> None:
    file = shared / "data" / "histories" / "analysed_2023_2025.ndjson"
    model = model_of(tracked(file, "Player_HFnzU3"), now=ms(2026, 1, 1))
    found = model.levels("Player_HFnzU3", "blitz", lambda: False)
    assert len(found.levels) == len(found.keys) >= 60
    assert found.games == 368
    white, black, game = model.level("Player_HFnzU3", found.keys[-1])
    assert {white.title, black.title} == {"White", "Black"}
    low, high = found.levels[-1].shown
    assert white.headline == f"{low} to {high} · Player_HFnzU3"
    assert any(step.value.startswith("middlegame") for step in white.steps)
    assert any("not which of the two played better" in step.value for step in game.steps)
    assert model.levels("Player_HFnzU3", "bullet", lambda: False).why_none.startswith("Bullet games are not calibrated")
    form = model.form("Player_HFnzU3", "blitz")
    assert len(form.form.results) == 368
    assert form.mistakes is not None
    assert form.mistakes.analysed == 72
    assert model.form("Player_HFnzU3", "blitz") is form  # kept while nothing changes


def test_the_newest_rows_of_a_large_account_come_first(
    cases: Path, tracked: Tracked, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = model_of(tracked(cases / "c14_gap.ndjson", NAME))
    assert model.first_games(Query(NAME, "blitz")) is None  # all of them are quick
    monkeypatch.setattr("tracker.tui.live.MANY_ROWS", 50)
    monkeypatch.setattr("tracker.tui.live.FIRST_ROWS", 10)
    first = model.first_games(Query(NAME, "blitz"))
    assert first is not None
    newest = [row.key for row in model.games(Query(NAME, "blitz")).page(0, 10)]
    assert [row.key for row in first.page(0, 20)] == newest
    assert model.first_games(Query(NAME, "blitz", sort="opponent")) is None
