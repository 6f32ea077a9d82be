"""Whatever is drawn keeps to the characters that were chosen; only players' names stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tui.settling import settle
from tui.test_screens import SCREENS, STATES

from tracker.tui.alphabet import ALPHABETS, CP437
from tracker.tui.app import TrackerApp

PLACES = SCREENS | STATES | {"palette": "colon", "game_level": "b v", "copied": "b y"}
NAME = set("山田太郎")


def strangers(shown: list[str], symbols: str) -> set[str]:
    """Characters that the alphabet does not have."""
    kept = CP437 if symbols == "block" else frozenset()
    return {char for line in shown for char in line if not char.isascii() and char not in kept | NAME}


@pytest.mark.parametrize(
    ("place", "symbols"), [*((place, "ascii") for place in PLACES), *((place, "block") for place in [*PLACES][:4])]
)
async def test_every_screen_keeps_to_its_alphabet(
    place: str,
    symbols: str,
    model: Any,
    memory: Any,
    make_app: Callable[..., TrackerApp],
    lines: Callable[[TrackerApp], list[str]],
) -> None:
    memory.values = {"symbols": symbols}
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        await pilot.press(*PLACES[place].split())
        await settle(app, pilot)
        shown = lines(app)
        assert strangers(shown, symbols) == set()


async def test_the_linux_console_gets_what_its_fonts_have(
    model: Any, make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    app = make_app(model)
    console = TrackerApp(model, zone=app.zone, now=app.now, environ={"TERM": "linux"})
    async with console.run_test(size=(80, 24)) as pilot:
        await settle(console, pilot)
        shown = lines(console)
        assert strangers(shown, "block") == set()
        assert "█ Lichess" in "\n".join(shown)
        assert shown[3].startswith("┌─")


async def test_choosing_symbols_spells_the_whole_screen_anew(
    model: Any, make_app: Callable[..., TrackerApp], lines: Callable[[TrackerApp], list[str]]
) -> None:
    app = make_app(model)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app, pilot)
        before = lines(app)
        await pilot.press("comma")
        await settle(app, pilot)
        choice = next(one for one in app.screen.query("Choice") if one.name == "symbols")
        choice.focus()
        for word in ("block", "ascii", "braille"):
            await pilot.press("right")
            await settle(app, pilot)
            assert app.look.symbols == word
            assert (strangers(lines(app), word) == set()) == (word != "braille")
        await pilot.press("escape")
        await settle(app, pilot)
        assert lines(app) == before


def test_what_a_person_reads() -> None:
    plain = ALPHABETS["ascii"].spelled
    assert plain("Lichess 1401 −7 → 1394 ±45   Elo") == "Lichess 1401 -7 ->1394+-45   Elo"
    assert plain("−228 ± 24 · “?” …") == '-228 +-24 | "?" .'
    assert plain("╭─ Réti ▸ 山田太郎 ─╮") == "+- Reti > 山田太郎 -+"
    assert ALPHABETS["block"].spelled("╭─ ▸ −5 ± 2 → ▁█ ─╮") == "┌─ ► -5 ± 2 → _█ ─┐"


@given(
    st.text(st.one_of(st.characters(min_codepoint=0x20, max_codepoint=0xFFFF, exclude_categories=["Cc", "Cs", "Cn"])))
)
def test_a_line_keeps_its_length(text: str) -> None:
    for alphabet in ALPHABETS.values():
        assert cell_len(alphabet.spelled(text)) == cell_len(text)
