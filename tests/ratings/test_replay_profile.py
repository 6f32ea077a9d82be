"""The replayed deviation against the profile's."""

from __future__ import annotations

from tracker.ratings.lichess_eras import MS_PER_DAY, epoch_ms
from tracker.ratings.replay import State
from tracker.ratings.replay_profile import check_deviation
from tracker.ratings.replay_readings import Reading, Track

NOW = epoch_ms("2026-03-01")


def state(from_start: bool) -> State:
    track = Track(epoch_ms("2026-01-01"), 60.0, 0.06, from_start)
    return State("blitz", 100, NOW - 365 * MS_PER_DAY, tracks=(track,), readings=(Reading(0, 1.005, 0.1, 0.3, 1.0),))


def test_the_deviation_is_grown_to_the_moment_of_the_profile() -> None:
    checked = check_deviation(state(True), 109, NOW)
    assert checked is not None
    assert checked.agrees
    assert round(checked.replayed) == 110


def test_a_difference_says_what_it_may_be() -> None:
    for from_start, word in ((True, "missing"), (False, "guess")):
        checked = check_deviation(state(from_start), 90, NOW)
        assert checked is not None
        assert not checked.agrees
        assert word in checked.sentence


def test_nothing_before_any_game() -> None:
    assert check_deviation(State("blitz"), 90, NOW) is None
