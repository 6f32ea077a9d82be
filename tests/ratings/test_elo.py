"""Per-game Elo: starts, K, caps, and no rounding in between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tracker.game import PlayedGame
from tracker.ratings.elo import replay_elo
from tracker.ratings.options import RatingOptions

START = datetime(2026, 3, 1, tzinfo=UTC)
RATED = RatingOptions(start=1500, games_played=100)


def game(place: int, opponent: int, outcome: str, **changes: Any) -> PlayedGame:
    """A rated blitz game, one a day."""
    at = int((START + timedelta(days=place)).timestamp() * 1000)
    values: dict[str, Any] = dict.fromkeys(PlayedGame._fields)
    values |= {
        "id": str(place),
        "perf": "blitz",
        "speed": "blitz",
        "variant": "standard",
        "rated": True,
        "rating": 1600,
    }
    values |= {"started_at": at, "finished_at": at, "status": "mate", "outcome": outcome, "plies": 40, "color": "white"}
    values |= {"opponent_id": "other", "opponent_rating": opponent, "change": 3}
    return PlayedGame(**(values | changes))


def test_updated_after_every_game_and_never_rounded() -> None:
    rows = replay_elo([game(0, 1400, "win"), game(1, 1600, "draw"), game(2, 1550, "loss")], "blitz", RATED)
    assert [row and (row.expected, row.k, row.change, row.rating) for row in rows] == [
        (Decimal("0.64"), 20, Decimal("7.2"), Decimal("1507.2")),
        (Decimal("0.37"), 20, Decimal("2.6"), Decimal("1509.8")),  # 1507 - 1600
        (Decimal("0.44"), 20, Decimal("-8.8"), Decimal("1501")),  # 1510 - 1550
    ]


def test_starts_from_lichess_before_the_first_rated_game() -> None:
    games = [game(0, 1600, "win", rated=False, rating=1200), game(1, 1600, "draw", rating=1600)]
    rows = replay_elo(iter(games), "blitz", RatingOptions())
    assert rows[0] is None
    assert rows[1] is not None
    assert rows[1].rating == 1600


def test_k_by_games_played_peak_and_age_but_not_by_games_in_the_month() -> None:
    same_day = [game(0, 1500, "draw", id=str(place)) for place in range(100)]
    rows = [row.k for row in replay_elo(same_day, "blitz", RatingOptions(start=1500, games_played=5)) if row]
    assert rows == [40] * 25 + [20] * 75
    climbing = [game(place, 2400, outcome) for place, outcome in enumerate(["win", "loss", "loss", "draw"])]
    rows = [row.k for row in replay_elo(climbing, "blitz", RatingOptions(start=2395, games_played=50)) if row]
    assert rows == [20, 10, 10, 10]
    assert replay_elo(climbing[:1], "blitz", RatingOptions(start=1500, games_played=50, peak=2400))[0].k == 10  # type: ignore[union-attr]
    junior = RatingOptions(start=1500, games_played=50, birth_year=2010)
    assert replay_elo(climbing[:1], "blitz", junior)[0].k == 40  # type: ignore[union-attr]


def test_the_rules_of_the_edition_hold() -> None:
    strong = RatingOptions(start=2700, games_played=100)
    assert replay_elo([game(0, 2200, "win")], "classical", strong)[0].expected == Decimal("0.96")  # type: ignore[union-attr]
    assert replay_elo([game(0, 2200, "win")], "blitz", strong)[0].expected == Decimal("0.92")  # type: ignore[union-attr]
    assert replay_elo([game(0, 2100, "win")], "blitz", strong) == [None]
    arena = [game(0, 1400, "win", event="arena:x"), game(1, 1300, "win", event="arena:x"), game(2, 1300, "win")]
    rows = replay_elo(arena, "blitz", RatingOptions(rules="2022-01", start=2000, games_played=100))
    assert [row.expected for row in rows if row] == [Decimal("0.98"), Decimal("0.92"), Decimal("0.92")]


def test_what_does_not_count_is_none() -> None:
    games = [game(0, 1500, "win", plies=1), game(1, 1500, "win", opponent_provisional=True)]
    assert replay_elo(games, "blitz", RatingOptions(provisional_opponents="unrated", start=1500)) == [None, None]
    assert replay_elo([], "blitz", RATED) == []


@given(st.lists(st.tuples(st.integers(800, 2400), st.sampled_from(["win", "draw", "loss"])), max_size=60))
def test_changes_add_up_to_the_last_digit(results: list[tuple[int, str]]) -> None:
    rows = [
        row for row in replay_elo([game(place, *each) for place, each in enumerate(results)], "blitz", RATED) if row
    ]
    running = 150_000
    for row in rows:
        running += int(row.change * 100)
        assert row.rating * 100 == running
