"""Words in the timeline are whole, touch nothing, and give way to what matters more."""

from __future__ import annotations

import re
from array import array
from datetime import UTC

import pytest
from tui.conftest import made_up

from tracker.tui.curves import Curves, View, whole
from tracker.tui.model import PROVISIONAL
from tracker.tui.notation import DAY
from tracker.tui.plot import Look, Picture, draw
from tracker.tui.raster import Extremes
from tracker.tui.sheet import Ink
from tracker.tui.strength_line import ChangeMark, StrengthLine

SIZES = ((38, 9), (78, 8), (78, 11), (118, 22))


def words(picture: Picture, ink: Ink) -> list[tuple[int, str, str, str]]:
    """(column, the cell before, text, the cell after) of every run in an ink."""
    found = []
    for line in picture.lines:
        whole_line, at = "".join(text for text, _ in line), 0
        for text, one in line:
            if one == ink:
                found.append((at, whole_line[at - 1 : at], text, whole_line[at + len(text) : at + len(text) + 1]))
            at += len(text)
    return found


def player(seed: int, games: int, leap: bool, stretch: int) -> Curves:
    series, _ = made_up(f"player {seed}", "blitz", games, pause_at=games // 2 if seed % 2 else None)
    for index in range(games):
        series.lichess[index] = 1500 + (series.lichess[index] - 1500) * stretch
    if leap:
        series.lichess[0] = 1950
        series.flags[0] |= PROVISIONAL
    return Curves(series)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("by", ["date", "game"])
@pytest.mark.parametrize("games", [1, 5, 12, 40, 150, 600])
def test_a_peak_has_its_whole_rating_or_is_not_there(size: tuple[int, int], by: str, games: int) -> None:
    for seed in range(6):
        curves = player(seed, games, leap=seed % 3 == 0, stretch=1 + 2 * (seed % 4))
        view = whole(curves, by)  # type: ignore[arg-type]
        shown = words(draw(curves, view, *size, Look(), UTC, games - 1), Ink.PEAK)
        peaks = {"△": curves.peak, "▲": curves.peak_established}
        for at, before, text, after in shown:
            (mark,) = re.findall("[△▲]", text)
            rating = f"{curves.series.lichess[peaks[mark]]:.0f}{'?' if mark == '△' else ''}"
            assert text in (mark + rating, rating + mark)
            assert not (before + after).strip("│●┅░╎").isalnum()
            assert at > 5 or text.startswith(mark), "a number beside the axis would be read as a tick"
        assert ("▲" in "".join(text for _, _, text, _ in shown)) == (curves.peak_established is not None)


def test_there_are_two_or_three_ratings_beside_a_low_picture() -> None:
    for seed in range(40):
        curves = player(seed, 200, leap=False, stretch=1 + seed % 5)
        picture = draw(curves, whole(curves, "date"), 78, 8, Look(), UTC)
        labels = [line[0][0] for line in picture.lines if "┤" in "".join(text for text, _ in line)]
        assert 2 <= len(labels) <= 5


def test_pauses_by_game_say_their_length_in_a_narrow_picture() -> None:
    for games in (100, 200, 600):
        series, _ = made_up("A player", "blitz", games, pause_at=games // 2)
        curves = Curves(series)
        picture = draw(curves, whole(curves, "game"), 38, 9, Look(), UTC)
        assert any(re.fullmatch(r"╎?\d+d╎?", text) for _, _, text, _ in words(picture, Ink.PAUSE))


def test_where_pauses_crowd_the_longest_keeps_its_words() -> None:
    series, _ = made_up("A player", "blitz", 40)
    for index in range(10, 40):
        shift = sum(gap for at, gap in ((12, 31 * DAY), (13, 400 * DAY), (14, 45 * DAY)) if index >= at)
        series.times[index] += shift
    curves = Curves(series)
    picture = draw(curves, whole(curves, "game"), 38, 6, Look(), UTC)
    assert any("14mo" in text for _, _, text, _ in words(picture, Ink.PAUSE))


def test_changes_stand_apart_and_the_largest_keep_their_sizes() -> None:
    series, _ = made_up("A player", "blitz", 600)
    curves = Curves(series)
    flat = Extremes(array("d", [1500.0]) * 600)
    marks = [
        ChangeMark(at, at - 5, at + 5, points, f"{points:+d} ± 30".replace("-", "−"))
        for at, points in zip(range(40, 600, 22), (-228, 363, -270, 41, 52, -90, 77) * 4, strict=False)
    ]
    strength = StrengthLine(flat, flat, flat, marks, 600)
    for width, height in ((38, 9), (78, 8), (118, 22)):
        picture = draw(curves, View("game", 0, 600), width, height, Look(strength=True), UTC, None, strength)
        lines = ["".join(text for text, _ in line) for line in picture.lines[: picture.plot_rows]]
        labels = [found for line in lines for found in re.finditer(r"[+−]\d+ ± \d+", line)]
        assert labels
        assert all(found.group() in {mark.label for mark in marks} for found in labels)
        for line in lines:
            assert not re.search(r"± \d+[+−]", line)
        assert "+363 ± 30" in "".join(lines)
