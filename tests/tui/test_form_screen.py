"""The form screen, and what is drawn of form and level on the timeline."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from form.made import player
from rich.cells import cell_len
from tui.settling import settle

from tracker.form.mistakes import Average, MistakeRow, Mistakes
from tracker.form.summary import form
from tracker.game import PlayedGame
from tracker.strength.level import Level
from tracker.tui.app import TrackerApp
from tracker.tui.curves import Curves, whole
from tracker.tui.form_screen import FormScreen
from tracker.tui.form_text import blocks, gauge
from tracker.tui.kept import key_of
from tracker.tui.level_panel import draw_panel, level_line
from tracker.tui.mistakes_text import mistakes_block
from tracker.tui.model import Levels, Series
from tracker.tui.plot import Look, draw
from tracker.tui.strength_line import strength_line

UTC = ZoneInfo("UTC")


def curves_of(games: list[PlayedGame]) -> Curves:
    """The line of a made player."""
    series = Series("a", "blitz", array("q"), array("q"), array("d"), bytearray(len(games)))
    for game in games:
        series.keys.append(key_of(game.id))
        series.times.append(game.ended_at)
        series.lichess.append((game.rating or 0) + (game.change or 0))
    return Curves(series)


def stronger(number: int) -> float:
    """A player who gained 250 points after 200 games."""
    return 1600.0 if number < 200 else 1850.0


def text_of(lines: list[Any]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


@pytest.mark.parametrize("width", [36, 57, 76, 100])
def test_no_line_is_wider_than_its_place(width: int) -> None:
    found = form(player(3, 400, stronger), "blitz", UTC)
    for block in blocks(found, width, UTC, False):
        for line in block.lines:
            if "  " in line.plain.strip():  # a row of a table; sentences are wrapped where they stand
                assert cell_len(line.plain.rstrip()) <= width, line.plain


def test_a_change_is_said_with_its_size_and_its_games() -> None:
    found = form(player(3, 400, stronger), "blitz", UTC)
    said = {block.title: "\n".join(line.plain for line in block.lines) for block in blocks(found, 76, UTC, False)}
    changed = said["Changes of strength"]
    assert "+" in changed
    assert "180 games before, 220 after" in changed
    assert "better than before by" in next(iter(said.values()))


def test_every_block_says_how_many_games_it_rests_on() -> None:
    found = form(player(5, 300), "blitz", UTC)
    for block in blocks(found, 76, UTC, False):
        said = block.title + "\n".join(line.plain for line in block.lines)
        assert "games" in said, block.title


def test_a_bad_session_is_said_only_when_asked_for() -> None:
    games = player(5, 300)
    begins = games[-1].started_at + 86_400_000
    games += [
        game._replace(id=f"z{number:07}", started_at=begins + number * 600_000, outcome="loss", change=-6,
                      finished_at=begins + number * 600_000 + 300_000)
        for number, game in enumerate(games[-9:])
    ]  # fmt: skip
    found = form(games, "blitz", UTC)
    assert found.notice is not None
    for asked in (False, True):
        said = "\n".join(line.plain for one in blocks(found, 76, UTC, False, notice=asked) for line in one.lines)
        assert ("far below expectation" in said) is asked


def test_too_few_games_are_said_to_be_too_few() -> None:
    found = form(player(5, 12), "blitz", UTC)
    said = "\n".join(line.plain for block in blocks(found, 76, UTC, False) for line in block.lines)
    assert "too few games to" in said
    assert "strength now: too few games (12; it takes 20)" in said
    assert "odds: too few games (12; it takes 20)" in said
    assert "too few games (12; it takes 100)" in said
    assert "± " not in said
    nothing = form([], "blitz", UTC)
    assert [block.title for block in blocks(nothing, 76, UTC, False)] == ["No rated games"]
    bare = form([game._replace(opponent_rating=None) for game in player(5, 12)], "blitz", UTC)
    (block,) = blocks(bare, 76, UTC, False)
    assert block.lines[0].plain.startswith("None of 12 rated games shows a result")
    only = "\n".join(block.content.plain for block in blocks(form(player(5, 1), "blitz", UTC), 76, UTC, False))
    assert "1 games" not in only


def test_a_gauge_is_centered_on_what_was_expected() -> None:
    assert gauge(11, (-0.1, 0.1, 0.2), 0.25, False).plain == "   ──┼── ● "
    assert gauge(11, (-0.1, 0.1, 0.9), 0.25, True).plain == "   --|--  o"
    inside, called = gauge(11, (-0.1, 0.1, 0.2), 0.25, False), gauge(11, (-0.1, 0.1, 0.2), 0.25, False, called=True)
    assert not any("up" in str(span.style) for span in inside.spans)
    assert any("up" in str(span.style) for span in called.spans)


def test_strength_and_its_changes_are_drawn_on_request() -> None:
    games = player(3, 400, stronger)
    curves, found = curves_of(games), form(games, "blitz", UTC)
    line = strength_line(found, curves)
    assert [mark.game for mark in line.changes] == [change.game for change in found.changes] != []
    assert line.low.values[-1] < found.now.mean < line.high.values[-1]
    view = whole(curves, "game")
    without = text_of(draw(curves, view, 90, 16, Look(second="none"), UTC, None, line).lines)
    shown = text_of(draw(curves, view, 90, 16, Look(second="none", strength=True), UTC, None, line).lines)
    assert not any("~" in row for row in without)
    assert sum(row.count("~") for row in shown) > 20
    mark = line.changes[0]
    assert any(mark.label in row for row in shown)
    assert "━" in shown[-2]
    uprights = [row.index("┊") for row in shown if "┊" in row]
    assert set(uprights) == {5 + view.place(curves, mark.game, 79)}


def levels_of(games: list[PlayedGame], every: int, first: float = 1500.0, last: float = 1500.0) -> Levels:
    analysed = games[::every]
    step = (last - first) / max(1, len(analysed) - 1)
    shown = [Level(first + step * at, 1000, 2000) for at in range(len(analysed))]
    return Levels([key_of(game.id) for game in analysed], shown, len(games))


def test_levels_stand_on_an_axis_of_their_own_and_only_where_games_are_analysed() -> None:
    games = player(7, 200)
    curves = curves_of(games)
    line = level_line(levels_of(games[100:], 2), curves)  # the first half has none
    assert (line.judged, line.games) == (50, 100)
    picture = draw_panel(line, curves, whole(curves, "game"), 91, 12, Look(level=5), UTC)
    rows = text_of(picture.lines)
    assert rows[0].strip().startswith("Level")
    assert "50 of 100 games" in rows[0]
    columns = {at for row in rows[1:-2] for at in range(picture.left, picture.left + picture.width) if row[at] == "•"}
    assert min(columns) >= picture.left + 40
    assert not any("⠀" < char <= "⣿" for row in rows for char in row)  # no rating line in it


def test_a_change_of_level_is_called_one_only_beyond_chance() -> None:
    games = player(7, 200)
    curves = curves_of(games)
    still, risen = level_line(levels_of(games, 2), curves), level_line(levels_of(games, 5, 900.0, 2400.0), curves)
    assert "no change beyond chance" in still.changes[20]
    assert "points higher" in risen.changes[20]


def test_no_levels_are_a_sentence() -> None:
    games = player(7, 30)
    why = Levels([], [], 30, "Bullet games are not calibrated.")
    picture = draw_panel(level_line(why, curves_of(games)), curves_of(games), whole(curves_of(games), "date"), 60, 9,
                         Look(level=10), UTC)  # fmt: skip
    assert text_of(picture.lines)[0].strip() == why.why_none
    assert len(picture.lines) == 9


@pytest.mark.parametrize("width", [36, 57, 76])
def test_mistakes_say_on_how_many_games_they_rest(width: int) -> None:
    row = MistakeRow("all", "all moves", 72, 2000, Average(61.2, 4.4), *[Average(2.44, 0.36)] * 3,
                     Average(76.1, 2.4), doubtful=True)  # fmt: skip
    few = MistakeRow("time", "2023-05 to 2023-09", 4, 90, *[None] * 5, doubtful=False)
    block = mistakes_block(Mistakes(90, 72, 368, [row, few]), 368, width)
    said = [line.plain for line in block.lines]
    assert said[0] == "90 of 368 games are analysed (24%); the rows rest on the newest 72"
    assert "72" in said[2]
    assert "61±4" in said[2]
    assert "2.4±0.4" in said[2]
    assert ("76.1±2.4" in said[2]) is (width > 40)
    assert said[4].split()[-2:] == ["–", "–"]
    assert "~" in said[2]
    assert all(cell_len(line) <= width for line in said[1:5])


def test_without_analysed_games_the_way_to_them_is_said() -> None:
    assert "tracker analyse" in mistakes_block(None, 20, 60).lines[0].plain


async def test_form_of_the_next_perf_and_back_to_the_timeline(model: Any, make_app: Callable[..., TrackerApp]) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press("3")
        await settle(app, pilot)
        screen = app.screen
        assert isinstance(screen, FormScreen)
        assert screen.found is not None
        assert len(screen.found.form.results) == 600
        await pilot.press("p")
        await settle(app, pilot)
        assert screen.found is not None
        assert (screen.perf, len(screen.found.form.results)) == ("rapid", 60)
        await pilot.press("t")
        await settle(app, pilot)
        chart = app.main.chart
        assert app.screen is app.main
        assert (app.main.perf, chart.look.strength) == ("rapid", True)
        assert chart.strength is not None
        assert chart.strength.games == 60


async def test_form_says_what_went_wrong(
    model: Any, make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        model.fail = "The database is busy; try again in a moment."
        await pilot.press("3")
        await settle(app, pilot)
        assert model.fail in "\n".join(lines(app))
