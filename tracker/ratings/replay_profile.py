"""The replay's deviation held against the one that the profile shows. Pure."""

from __future__ import annotations

from typing import NamedTuple

from tracker.ratings.replay import State

CLOSE = 2.0
"""Points of deviation within which the replay and the profile agree: the profile cuts decimals off."""


class Checked(NamedTuple):
    """The deviation now, from both sides."""

    replayed: float
    profile: float
    agrees: bool
    sentence: str


def check_deviation(state: State, profile_deviation: float, at: int) -> Checked | None:
    """Compare with the profile's live deviation, read at `at` (epoch ms). None before any game."""
    replayed = state.deviation_at(at)
    if replayed is None:
        return None
    agrees = abs(replayed - profile_deviation - 0.5) <= CLOSE
    said = f"The profile's deviation is {profile_deviation:.0f}, the replay from the games comes to {replayed:.1f}"
    if agrees:
        said += "."
    elif state.best is not None and not state.best.from_start:
        said += ": the stored games do not begin with the account's first, so the replay began with a guess."
    else:
        said += ": games may be missing, or Lichess changed its rules."
    return Checked(replayed, profile_deviation, agrees, said)
