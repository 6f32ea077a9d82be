"""Made games for replays, as a fixture: `game("2026-03-05", 1600, "win")`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tracker.game import Outcome, PlayedGame


def at(text: str) -> int:
    """Epoch milliseconds of `2026-03-05` or `2026-03-05 14:30`, UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def game(day: str, opponent: int | None, outcome: Outcome | None, **changes: Any) -> PlayedGame:
    """A rated blitz game that ended ten minutes after it began on that day."""
    start = at(day)
    values: dict[str, Any] = dict.fromkeys(PlayedGame._fields)
    values |= {
        "id": f"g{start}",
        "perf": "blitz",
        "speed": "blitz",
        "variant": "standard",
        "rated": True,
        "started_at": start,
        "last_move_at": start + 600_000,
        "finished_at": start + 600_000,
        "time_control": "300+3",
        "color": "white",
        "status": "mate",
        "outcome": outcome,
        "plies": 60,
        "rating": 1500,
        "change": 5,
        "opponent_id": "other",
        "opponent_name": "Other",
        "opponent_rating": opponent,
        "opponent_change": -5,
        "analysed": False,
    }
    return PlayedGame(**(values | changes))


@pytest.fixture(name="game")
def game_maker() -> Callable[..., PlayedGame]:
    """Makes games."""
    return game
