"""What Lichess makes of Glicko-2: one game, one update of both players, and the rules around it. Pure.

Source: Lichess's public server code (lila, scalachess), with the dated constants of `lichess_eras`.
"""

from __future__ import annotations

from typing import NamedTuple

from tracker.game import SPEEDS, Color
from tracker.ratings.glicko2 import SCALE, Glicko, NoConvergenceError, grown, update_one
from tracker.ratings.lichess_eras import MS_PER_DAY, STANDARD, Era, era_at

REFUND_MOST = 150
"""Whole points that Lichess gives back at most when an opponent is marked for cheating."""


class Rated(NamedTuple):
    """One player after a game, as Lichess keeps it, and the whole points it shows as the change."""

    rating: float
    deviation: float
    volatility: float
    change: int

    @property
    def glicko(self) -> Glicko:
        """The three numbers without the change."""
        return Glicko(self.rating, self.deviation, self.volatility)


def rate_game(
    me: Glicko,
    opponent: Glicko,
    score: float,
    *,
    color: Color,
    at: int,
    perf: str = "blitz",
    variant: str | None = None,
    bot: bool = False,
    opponent_bot: bool = False,
) -> tuple[Rated, Rated]:
    """Both players after one game that ended at `at` (epoch ms): (me, opponent).

    `score` is mine: 1, 0.5 or 0. Deviations are those of the moment of the game (`deviation_at` grows them). `variant`
    defaults to the perf's own: standard for the speeds. An update that does not converge is dropped, as at Lichess.
    """
    era = era_at(at)
    advantage = advantage_of(color, era, perf, variant)
    mine, theirs = kept(me, era), kept(opponent, era)
    try:
        my_raw = update_one(mine, theirs.rating, theirs.deviation, score, advantage, era.tau, era.periods_per_game)
        their_raw = update_one(
            theirs, mine.rating, mine.deviation, 1.0 - score, -advantage, era.tau, era.periods_per_game
        )
    except NoConvergenceError:
        my_raw, their_raw = mine, theirs
    my_half, their_half = era.bots_halved and opponent_bot and not bot, era.bots_halved and bot and not opponent_bot
    return settled(mine, my_raw, era, perf, my_half), settled(theirs, their_raw, era, perf, their_half)


def advantage_of(color: Color, era: Era, perf: str, variant: str | None = None) -> float:
    """Points that the first move adds to (White) or takes from (Black) the own side's expectation."""
    if variant is None:
        variant = STANDARD if perf in SPEEDS else perf
    points = era.advantage.get(variant, 0.0)
    return points if color == "white" else 0.0 - points  # not -0.0, which would be printed


def kept(player: Glicko, era: Era) -> Glicko:
    """A player's numbers within the bounds in which Lichess keeps them."""
    return Glicko(
        max(player.rating, era.rating_floor),
        min(max(player.deviation, era.deviation_floor), era.deviation_ceiling),
        min(player.volatility, era.volatility_ceiling),
    )


def settled(before: Glicko, raw: Glicko, era: Era, perf: str, halved: bool = False) -> Rated:
    """The bare update made into what Lichess stores: factor, half against bots, cap, reset, bounds, truncation."""
    change = raw.rating - before.rating
    change *= era.gain_of(perf) if change > 0 else era.loss_of(perf)
    after = Glicko(before.rating + change, raw.deviation, raw.volatility)
    if halved:
        after = Glicko(*((old + new) / 2.0 for old, new in zip(before, after, strict=True)))
    rating = min(max(after.rating, before.rating - era.most), before.rating + era.most)
    after = Glicko(rating, after.deviation, after.volatility)
    if not (0.0 < rating < era.rating_ceiling and 0.0 < after.deviation < 1000.0 and 0.0 < after.volatility < 0.2):
        after = era.start
    after = kept(after, era)
    return Rated(*after, change=int(after.rating) - int(before.rating))


def deviation_at(deviation: float, volatility: float, since: int | None, at: int, era: Era | None = None) -> float:
    """The deviation at `at` of a player whose last rated game of the perf ended at `since` (None: none yet)."""
    era = era or era_at(at)
    if since is not None and at > since and era.periods_per_day:
        deviation = grown(deviation, volatility, (at - since) / MS_PER_DAY * era.periods_per_day)
    return min(max(deviation, era.deviation_floor), era.deviation_ceiling)


def is_provisional(deviation: float, at: int) -> bool:
    """Lichess puts a question mark behind a rating of this deviation."""
    return deviation >= era_at(at).provisional


def mark_returns_after(deviation: float, volatility: float, at: int) -> float | None:
    """Days without a game from `at` on until the rating is provisional; None where time changes nothing."""
    era = era_at(at)
    if deviation >= era.provisional:
        return 0.0
    if not era.periods_per_day:
        return None
    return (era.provisional**2 - deviation**2) / (era.periods_per_day * (SCALE * volatility) ** 2)


def why_provisional(deviation: float, volatility: float, since: int | None, at: int) -> str | None:
    """Why a rating is marked at `at`, for a player whose deviation was `deviation` after the last game, at `since`.

    None where it is not marked. The deviations are estimates, and the sentence says so.
    """
    limit = era_at(at).provisional
    now = deviation_at(deviation, volatility, since, at)
    if now < limit:
        return None
    if since is not None and deviation < limit:
        days = (at - since) / MS_PER_DAY
        return (
            f"Provisional again after {days:.0f} days without a rated game: the deviation grew from about "
            f"{deviation:.0f} to about {now:.0f} meanwhile, and from {limit:.0f} on Lichess sets the mark."
        )
    return (
        f"Provisional: the deviation is about {now:.0f}; with more games it falls below {limit:.0f} and the mark goes."
    )


def band(rating: float, deviation: float) -> tuple[float, float]:
    """The range in which the true strength lies with 95 per cent: two deviations to each side."""
    return rating - 2.0 * deviation, rating + 2.0 * deviation


def start_at(at: int) -> Glicko:
    """What a new account began with at this moment."""
    return era_at(at).start
