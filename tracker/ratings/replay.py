"""Follows one perf of an account game by game, predicting each change before it is seen. Pure.

Lichess shows neither deviations nor fractions of a point. The own deviation and volatility are carried from the first
game; the opponent's deviation is inferred from the opponent's own change; the hidden fraction is carried as an
interval: a reported change d says that fraction + modelled change lies in [d, d + 1). What is not public or not dated
to the day (the gain factor, whether a change was live yet, the state before the first stored game) is a handful of
readings that run side by side, each with its own interval, and are weighed by how well they predicted the past.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, floor
from typing import Any, NamedTuple

from tracker.game import PlayedGame
from tracker.ratings.lichess import REFUND_MOST, deviation_at
from tracker.ratings.lichess_eras import Era, era_at
from tracker.ratings.replay_model import Meeting, Model, after_game, contradicts, grown, meet, model_of, modelled
from tracker.ratings.replay_readings import (
    Reading,
    Track,
    at_dates,
    doubted,
    factors_at,
    follow_eras,
    heaviest,
    merged,
    opening_readings,
    revive,
)

WIDEN = 0.3
"""Part of the slack by which the interval grows with each game."""
MISS = 0.01
"""What is left of a reading's weight when the reported change contradicts it, less by e for each point it is off."""
FARTHEST = -10.0
SHARE = 0.002
"""Part of the weight that flows back to the dated table with every game, so that no factor is ever ruled out."""
FORGOTTEN = 5e-4
"""Readings lighter than this are dropped until a surprise calls them back."""
MOST_READINGS = 100
FEW_TRACKS = 6
"""With more than these an earlier surprise is still being settled."""
TROUBLE_KEPT = 0.8
TROUBLE = 2.0
"""Surprises in a row (older ones count less) after which settling is given up and begun anew."""
JUMPS_KEPT = 0.95
ONE_JUMP = 1.5
"""More jumps than this within some twenty games are missing games, not refunds."""
FEW_READINGS = 6
"""Readings that stay when others are called."""
SURPRISE = 0.1
"""A reported change that was held less likely than this calls forgotten readings back."""
CALLED_BACK = 0.05
"""Weight of all that is called back."""
MERGE_EVERY = 16


class Replayed(NamedTuple):
    """One game as the replay saw it. Estimates by nature; the reported change is the truth."""

    game_id: str
    at: int
    """Epoch ms of the end."""
    deviation_before: float
    """Grown to the moment of the game."""
    volatility_before: float
    deviation: float
    """After the game."""
    volatility: float
    opponent_deviation: float
    change: int
    """The whole-number change predicted before the reported one was seen."""
    difference: int
    """Reported less predicted."""
    probability: float
    """How likely the reported change was held."""
    fraction: tuple[float, float]
    """Where the hidden fraction of the own rating lay, as it was known before the game."""
    factor: float
    """The gain factor of the likeliest reading before the game."""
    era: int
    """`since` of the era whose other constants the likeliest reading took."""
    from_start: bool
    """The likeliest reading begins with a new account; otherwise the first deviation was a guess."""


class State(NamedTuple):
    """All that a replay carries from game to game; `as_json` and `from_json` take it to the store and back."""

    perf: str
    games: int = 0
    last_at: int | None = None
    """Last move of the last rated game, epoch ms."""
    rating: int = 0
    """Whole points after the last game."""
    trouble: float = 0.0
    """Recent surprises; older ones count less."""
    jumps: float = 0.0
    """Recent moves of the rating without a game; older ones count less."""
    tracks: tuple[Track, ...] = ()
    readings: tuple[Reading, ...] = ()

    @property
    def best(self) -> Track | None:
        """The likeliest track."""
        return self.tracks[max(self.readings, key=_weight).track] if self.readings else None

    @property
    def factor(self) -> float | None:
        """The likeliest gain factor."""
        return max(self.readings, key=_weight).factor if self.readings else None

    def deviation_at(self, at: int) -> float | None:
        """The deviation grown to a moment, as the profile shows it live."""
        track = self.best
        return None if track is None else deviation_at(track.deviation, track.volatility, self.last_at, at)


def as_json(state: State) -> list[Any]:
    """Lists and numbers only."""
    return [*state[:6], [list(t) for t in state.tracks], [list(r) for r in state.readings]]


def from_json(value: Sequence[Any]) -> State:
    """The inverse of `as_json`."""
    perf, games, last_at, rating, trouble, jumps, tracks, readings = value
    return State(
        perf,
        games,
        last_at,
        rating,
        trouble,
        jumps,
        tuple(Track(*t) for t in tracks),
        tuple(Reading(*r) for r in readings),
    )


class Replay:
    """The running replay of one perf. Feed it the rated games in the order in which changes were applied."""

    def __init__(self, perf: str, state: State | None = None, *, bot: bool = False) -> None:
        state = state or State(perf)
        self.perf = perf
        self._bot = bot
        self._games = state.games
        self._last_at = state.last_at
        self._rating = state.rating
        self._trouble = state.trouble
        self._jumps = state.jumps
        self._tracks = list(state.tracks)
        self._readings = list(state.readings)

    @property
    def state(self) -> State:
        """All that the next game needs."""
        return State(
            self.perf,
            self._games,
            self._last_at,
            self._rating,
            self._trouble,
            self._jumps,
            tuple(self._tracks),
            tuple(self._readings),
        )

    def add(self, game: PlayedGame, before: int | None) -> Replayed | None:
        """Predict a game's change from what came before, then learn from the reported one.

        `before` is the ledger's rating before the game. None for a game that moved no rating, or none that is known.
        """
        if before is None or game.change is None or game.halves is None or game.opponent_rating is None:
            return None
        at = game.ended_at
        if self._readings:
            self._jump(before - self._rating)
            self._tracks, self._readings = follow_eras(self._tracks, self._readings, at)
            self._tracks, self._readings = at_dates(self._tracks, self._readings, self.perf, self._last_at or at, at)
        else:
            self._tracks, self._readings = opening_readings(self.perf, before, game.provisional, at)
        best = max(self._readings, key=_weight)
        now = era_at(at)
        models = self._models(game, before, best, now)
        model, volatility_before = models[best.track], self._tracks[best.track].volatility
        changes = self._changes(models, now)
        chances = self._chances(models, changes, before)
        predicted = max(chances, key=chances.__getitem__)
        probability = chances.get(game.change, 0.0) / sum(chances.values())
        self._trouble = TROUBLE_KEPT * self._trouble + (probability < SURPRISE)
        if probability < SURPRISE and (len(self._tracks) <= FEW_TRACKS or self._trouble > TROUBLE):
            self._doubt(at)
            models = self._models(game, before, max(self._readings, key=_weight), now)
            changes = self._changes(models, now)
        self._learn(models, changes, game, now)
        self._tracks = [after_game(track, model) for track, model in zip(self._tracks, models, strict=True)]
        likeliest = self._tracks[max(self._readings, key=_weight).track]
        self._tracks, self._readings = merged(self._tracks, self._readings, self._games % MERGE_EVERY == 0)
        self._last_at = game.started_at if game.last_move_at is None else game.last_move_at
        self._rating = before + game.change
        self._games += 1
        return Replayed(
            game_id=game.id,
            at=at,
            deviation_before=model.deviation,
            volatility_before=volatility_before,
            deviation=likeliest.deviation,
            volatility=likeliest.volatility,
            opponent_deviation=model.meeting.opponent_deviation,
            change=predicted,
            difference=game.change - predicted,
            probability=probability,
            fraction=(best.low, best.high),
            factor=best.factor,
            era=model.meeting.era.since,
            from_start=likeliest.from_start,
        )

    def _jump(self, offset: int) -> None:
        """The rating moved without a game. A refund is whole points; anything else leaves the fraction unknown."""
        self._jumps = self._jumps * JUMPS_KEPT + (offset != 0)
        if offset and (not 0 < offset <= REFUND_MOST or self._jumps > ONE_JUMP):
            self._readings = [reading._replace(low=0.0, high=1.0) for reading in self._readings]

    def _doubt(self, at: int) -> None:
        """Call forgotten factors back and try other deviations. What an earlier doubt left undecided gives way."""
        if len(self._tracks) > FEW_TRACKS:
            self._tracks, self._readings = merged(self._tracks, heaviest(self._readings, FEW_READINGS), alike=True)
        self._readings = revive(self._tracks, self._readings, self.perf, at, CALLED_BACK)
        self._tracks, self._readings = doubted(self._tracks, self._readings)

    def _models(self, game: PlayedGame, before: int, best: Reading, now: Era) -> list[Model]:
        """Every track's change; the opponent is inferred once for each era among them."""
        meetings: dict[int, Meeting] = {}
        likeliest = self._tracks[best.track]
        models, at = [], game.ended_at
        for track in self._tracks:
            meeting = meetings.get(track.era)
            if meeting is None:
                era = era_at(track.era)
                deviation = grown(likeliest, self._last_at, at, era)
                rating = before + (best.low + best.high) / 2.0
                factors = best.factor, now.loss_of(self.perf)
                meeting = meetings[track.era] = meet(game, self.perf, rating, deviation, factors, era, self._bot)
            models.append(model_of(track, meeting, grown(track, self._last_at, at, meeting.era)))
        return models

    def _changes(self, models: Sequence[Model], now: Era) -> list[tuple[float, float, bool]]:
        """What every reading expects (`modelled`)."""
        loss = now.loss_of(self.perf)
        return [modelled(models[track], factor, loss) for track, factor, _, _, _ in self._readings]

    def _chances(
        self, models: Sequence[Model], changes: Sequence[tuple[float, float, bool]], before: int
    ) -> dict[int, float]:
        """Whole-number change -> how likely it is, over all readings (not normalized)."""
        chances: dict[int, float] = {}
        for (track, _, low, high, weight), (change, slack, at_floor) in zip(self._readings, changes, strict=True):
            if at_floor:
                stop = int(models[track].meeting.era.rating_floor) - before
                chances[stop] = chances.get(stop, 0.0) + weight
                continue
            least, most = low + change - slack, high + change + slack
            density = weight / (most - least)
            whole = floor(least)
            while whole < most:
                part = (most if most < whole + 1 else whole + 1) - (least if least > whole else whole)
                chances[whole] = chances.get(whole, 0.0) + density * part
                whole += 1
        return chances

    def _learn(
        self, models: Sequence[Model], changes: Sequence[tuple[float, float, bool]], game: PlayedGame, now: Era
    ) -> None:
        """Narrow every reading's interval by the reported change, and weigh it by how likely it held that change."""
        reported = game.change or 0
        beliefs = factors_at(now.since, self.perf)
        learned: list[Reading] = []
        total = 0.0
        for (track, factor, low, high, weight), (change, slack, at_floor) in zip(self._readings, changes, strict=True):
            least, most = reported - change - slack, reported + 1.0 - change + slack
            new_low, new_high = max(low, least), min(high, most)
            if new_low < new_high:
                weight *= max(MISS, (new_high - new_low) / (high - low + 2.0 * slack))
            else:
                weight *= MISS * exp(max(new_high - new_low, FARTHEST))
                new_low, new_high = max(0.0, least), min(1.0, most)
                if new_low >= new_high:
                    new_low, new_high = 0.0, 1.0
                    change = reported
            if game.provisional is not None and contradicts(models[track], game.provisional):
                weight *= 0.1
            shift, wider = change - reported, slack * WIDEN
            new_low, new_high = max(0.0, new_low + shift - wider), min(1.0, new_high + shift + wider)
            if at_floor:
                new_low, new_high = 0.0, slack
            elif new_low >= new_high:
                new_low, new_high = 0.0, 1.0
            learned.append(Reading(track, factor, new_low, new_high, weight))
            total += weight
        kept = [reading for reading in learned if reading.weight > FORGOTTEN * total]
        if len(kept) > MOST_READINGS and self._games:
            kept = heaviest(kept, MOST_READINGS)
        back = SHARE * total
        total = sum(reading.weight for reading in kept) * (1.0 - SHARE) + back * sum(
            beliefs.get(reading.factor, 0.0) for reading in kept
        )
        self._readings = [
            Reading(track, factor, low, high, (weight * (1.0 - SHARE) + back * beliefs.get(factor, 0.0)) / total)
            for track, factor, low, high, weight in kept
        ]


def _weight(reading: Reading) -> float:
    return reading.weight
