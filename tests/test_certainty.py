"""How sure Lichess is of a rating: the profile first, then the newest record's mark and the replay's estimate."""

from __future__ import annotations

from tracker.comparison import compare
from tracker.game import Live, PlayedGame
from tracker.history import PerfHistory, histories
from tracker.ratings.lichess_eras import MS_PER_DAY, epoch_ms
from tracker.ratings.options import RatingOptions
from tracker.ratings.replay import State
from tracker.ratings.replay_readings import Reading, Track
from tracker.times import day_of, moment

PLAYED = epoch_ms("2025-03-01")
YEAR_LATER = PLAYED + 365 * MS_PER_DAY
"""Lichess lets a deviation of 60 grow to 110 in a year, at a volatility of 0.06."""


def standing(
    deviation: float, now: int, mark: bool | None = False, live: Live | None = None, from_start: bool = True
) -> PerfHistory:
    """One game, after which the replay has this deviation."""
    values: dict[str, object] = dict.fromkeys(PlayedGame._fields)
    values |= {"id": "game0001", "perf": "blitz", "speed": "blitz", "variant": "standard", "rated": True}
    values |= {"started_at": PLAYED, "last_move_at": PLAYED, "finished_at": PLAYED, "status": "mate", "color": "white"}
    values |= {"outcome": "win", "rating": 1500, "change": 6, "provisional": mark, "opponent_rating": 1500}
    game = PlayedGame(**values)  # type: ignore[arg-type]
    comparison = compare([game], RatingOptions(), day_of(now, moment(now).tzinfo))  # type: ignore[arg-type]
    track = Track(epoch_ms("2025-01-01"), deviation, 0.06, from_start)
    state = State("blitz", 1, PLAYED, 1506, tracks=(track,), readings=(Reading(0, 1.005, 0.1, 0.3, 1.0),))
    (found,) = histories(comparison, {"blitz": (1, 1)}, {"blitz": live} if live else {}, {"blitz": state}, now)
    return found


def test_an_estimate_is_named_one_and_grows_to_now() -> None:
    found = standing(60.0, YEAR_LATER)
    assert (found.deviation, found.deviation_estimated, found.provisional) == (60.0, True, False)
    assert found.band == (1506 - 120, 1506 + 120)
    assert found.deviation_now is not None
    assert abs(found.deviation_now - 110.0) < 0.5


def test_why_the_mark_returns_after_a_pause() -> None:
    (said,) = standing(60.0, YEAR_LATER + 30 * MS_PER_DAY).doubts
    assert "again after 395 days" in said
    assert "estimated" in said
    assert standing(60.0, YEAR_LATER - 30 * MS_PER_DAY).doubts == ()


def test_a_new_players_mark() -> None:
    found = standing(180.0, YEAR_LATER, mark=True)
    assert found.provisional is True
    assert "with more games" in found.doubts[0]
    assert standing(180.0, YEAR_LATER, mark=None).provisional is True


def test_the_profile_comes_first_and_is_held_against_the_replay() -> None:
    agreed = standing(60.0, YEAR_LATER, live=Live(1506, 109, False, YEAR_LATER))
    assert (agreed.deviation, agreed.deviation_estimated, agreed.provisional) == (109, False, False)
    assert agreed.doubts == ()
    marked = standing(60.0, YEAR_LATER + 60 * MS_PER_DAY, live=Live(1506, 110, True, YEAR_LATER + 10 * MS_PER_DAY))
    assert ["again after 375 days" in said for said in marked.doubts] == [True]
    for from_start, word in ((True, "missing"), (False, "guess")):
        differing = standing(60.0, YEAR_LATER, live=Live(1506, 90, False, YEAR_LATER), from_start=from_start)
        assert differing.provisional is False
        assert ["says" in said or word in said for said in differing.doubts] == [True]
