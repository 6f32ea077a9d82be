"""Dialogs: what stays in sight behind them, and how they close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tui.settling import settle

from tracker.tui.app import TrackerApp
from tracker.tui.themes import OWN


@pytest.mark.parametrize("theme", OWN)
@pytest.mark.parametrize("key", ["i", "e", "comma", "question_mark"])
async def test_the_screen_behind_a_dialog_stays_in_sight(
    theme: str,
    key: str,
    model: Any,
    memory: Any,
    make_app: Callable[..., TrackerApp],
    lines: Callable[[TrackerApp], list[str]],
) -> None:
    memory.values = {"theme": theme}
    app = make_app(model)
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(app, pilot)
        before = lines(app)
        await pilot.press(key)
        await settle(app, pilot)
        after = lines(app)
        assert "Esc closes" in "\n".join(after)
        assert any("LICHESS" in line for line in before)
        beside = [(was[:8], now[:8]) for was, now in zip(before, after, strict=True) if was[:8].strip()]
        assert len(beside) > 30
        assert all(was == now for was, now in beside)
