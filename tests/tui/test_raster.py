"""Points become characters, and no extreme is lost on the way."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from tracker.tui.raster import Extremes, Raster, columns


def test_a_diagonal_in_braille() -> None:
    raster = Raster(4, 2)
    raster.line(0, 7, 7, 0)
    assert raster.lines() == ["  ⢀⠜", "⣀⠔⠁ "]


def test_vertical_spans_in_every_alphabet() -> None:
    braille, block, ascii_ = Raster(1, 3), Raster(1, 3, "block"), Raster(1, 3, "ascii")
    braille.vertical(1, 2, 9)
    block.vertical(0, 1, 4)
    ascii_.vertical(0, 5, 1)
    assert braille.lines() == ["⢠", "⢸", "⠘"]
    assert block.lines() == ["▄", "█", "▀"]
    assert ascii_.lines() == [" ", "*", "*"]


def test_what_lies_outside_is_cut_off() -> None:
    raster = Raster(2, 1)
    raster.vertical(-1, 0, 3)
    raster.vertical(0, -9, 1)
    raster.line(2, 50, 30, 90)
    assert raster.lines() == ["⠃ "]


def test_dotted_lines_leave_every_second_column_free() -> None:
    raster = Raster(4, 1)
    raster.line(0, 1, 7, 1, dotted=True)
    assert raster.lines() == ["⠂⠂⠂⠂"]


numbers = st.lists(st.floats(400, 3200), min_size=1, max_size=900)


@given(numbers, st.integers(0, 300), st.data())
def test_spans_agree_with_reading_everything(values: list[float], absent: int, data: st.DataObject) -> None:
    column = Extremes(array("d", [float("nan")] * absent + values))
    assert column.first == absent
    start = data.draw(st.integers(absent, absent + len(values) - 1))
    stop = data.draw(st.integers(start + 1, absent + len(values)))
    part = column.values[start:stop]
    assert column.span(start, stop) == (min(part), max(part))


@given(numbers, st.integers(1, 200))
def test_extremes_survive_any_shrinking(values: list[float], width: int) -> None:
    edges = [len(values) * x // width for x in range(width + 1)]
    drawn = columns(Extremes(array("d", values)), edges)
    assert min(column.low for column in drawn) == min(values)
    assert max(column.high for column in drawn) == max(values)
    assert drawn[0].entry == values[0]
    assert drawn[-1].exit == values[-1]
