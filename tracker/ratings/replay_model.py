"""What one game does to one track of a replay: opponent inferred, change modelled, deviation after it. Pure."""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

from tracker.game import PlayedGame
from tracker.ratings import replay_opponent
from tracker.ratings.glicko2 import SCALE, Evidence, certainty_after, evidence_of, g
from tracker.ratings.lichess import advantage_of, deviation_at
from tracker.ratings.lichess_eras import Era
from tracker.ratings.replay_readings import Track

SLACK = 0.005
"""Points that a modelled change may be off by: the opponent's hidden fraction, and rounding."""
SLACK_OF_SPREAD = 0.5
"""Part of the spread left by the opponent's unknown deviation that is allowed for as well."""
FLAG_MARGIN = 3.0
"""Deviation by which a track may contradict the provisional mark of the record."""
UNSEEN_FRACTION = 0.5
"""Added to the opponent's shown rating, whose fraction is cut off."""


class Meeting(NamedTuple):
    """What a game says under the constants of one era, whatever the own deviation."""

    era: Era
    rating: float
    """Own rating with the likeliest fraction."""
    opponent_rating: float
    opponent_deviation: float
    """Mean of those that the opponent may have had."""
    advantage: float
    halved: bool
    """A person's game against a bot."""
    terms: tuple[tuple[float, float, float], ...]
    """For each deviation that the opponent may have had: its probability, the pull of the result, the information."""
    evidence: Evidence
    """Against an opponent of the mean deviation."""


class Model(NamedTuple):
    """What one track says about a game, before any gain factor."""

    meeting: Meeting
    deviation: float
    """Own, grown to the moment of the game."""
    raw: float
    """Change of the rating without factor; halved against a bot."""
    spread: float
    """Standard deviation of `raw` from not knowing the opponent's deviation."""


def grown(track: Track, last_at: int | None, at: int, era: Era) -> float:
    """The track's deviation at a moment, under the constants of an era."""
    return deviation_at(track.deviation, track.volatility, last_at, at, era)


def meet(
    game: PlayedGame, perf: str, rating: float, deviation: float, factors: tuple[float, float], era: Era, bot: bool
) -> Meeting:
    """Infer the opponent. `factors` are those on gains and on losses; `bot`: the account is one."""
    opponent_rating = (game.opponent_rating or 0) + UNSEEN_FRACTION
    score = (game.halves or 0) / 2.0
    advantage = advantage_of(game.color, era, perf, game.variant)
    opponent_is_bot = game.opponent_title == "BOT"
    their_part = 0.5 if era.bots_halved and bot and not opponent_is_bot else 1.0
    gain, loss = factors
    seen = replay_opponent.Game(
        opponent_rating, rating, deviation, 1.0 - score, -advantage, gain * their_part, loss * their_part
    )
    their_change = game.opponent_change
    if their_change is not None and (game.opponent_rating or 0) + their_change <= era.rating_floor:
        their_change = None  # stopped by the floor, it tells nothing
    possible = replay_opponent.deviations(seen, their_change, game.opponent_provisional, era)
    total = sum(weight for _, weight in possible)
    ahead = (rating + advantage - opponent_rating) / SCALE
    terms = []
    for opponent_deviation, weight in possible:
        telling = g(opponent_deviation)
        e = 1.0 / (1.0 + exp(-telling * ahead))
        terms.append((weight / total, SCALE * telling * (score - e), telling * telling * e * (1.0 - e)))
    mean = sum(opponent_deviation * weight for opponent_deviation, weight in possible) / total
    return Meeting(
        era=era,
        rating=rating,
        opponent_rating=opponent_rating,
        opponent_deviation=mean,
        advantage=advantage,
        halved=era.bots_halved and opponent_is_bot and not bot,
        terms=tuple(terms),
        evidence=evidence_of(rating, opponent_rating, mean, score, advantage),
    )


def model_of(track: Track, meeting: Meeting, deviation: float) -> Model:
    """The change under one track, averaged over the deviations that the opponent may have had."""
    certainty = 1.0 / ((deviation / SCALE) ** 2 + meeting.era.periods_per_game * track.volatility * track.volatility)
    mean = square = 0.0
    for probability, pull, information in meeting.terms:
        change = pull / (certainty + information)
        mean += probability * change
        square += probability * change * change
    spread = sqrt(max(square - mean * mean, 0.0))
    part = 0.5 if meeting.halved else 1.0
    return Model(meeting, deviation, mean * part, spread * part)


def modelled(model: Model, factor: float, loss: float) -> tuple[float, float, bool]:
    """The change before truncation, the slack it is given, and whether it ends at the rating floor exactly.

    `factor` is that on gains, `loss` that on losses.
    """
    meeting, _, change, spread = model
    change *= factor if change > 0 else loss
    slack = SLACK + SLACK_OF_SPREAD * spread
    era, rating = meeting.era, meeting.rating
    if not -era.most <= change <= era.most:
        change = era.most if change > 0 else -era.most
    if rating + change < era.rating_floor:
        return era.rating_floor - rating, slack, True
    return change, slack, False


def contradicts(model: Model, provisional: bool) -> bool:
    """The record's provisional mark says otherwise than the track."""
    off = model.deviation - model.meeting.era.provisional
    return off < -FLAG_MARGIN if provisional else off > FLAG_MARGIN


def after_game(track: Track, model: Model) -> Track:
    """The track's deviation and volatility after the game."""
    meeting = model.meeting
    era = meeting.era
    deviation, volatility, _ = certainty_after(
        model.deviation, track.volatility, meeting.evidence, era.tau, era.periods_per_game
    )
    if meeting.halved:
        deviation, volatility = (deviation + model.deviation) / 2.0, (volatility + track.volatility) / 2.0
    return Track(
        track.era,
        min(max(deviation, era.deviation_floor), era.deviation_ceiling),
        min(volatility, era.volatility_ceiling),
        track.from_start,
    )
