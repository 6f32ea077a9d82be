"""The readings of a history that a replay weighs against each other, where Lichess did not publish enough. Pure.

A *track* is a state of the own deviation under the constants of one era; a *reading* is a track with a gain factor and
the interval of the hidden fraction that follows from both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tracker.ratings.lichess_eras import MS_PER_DAY, Era, epoch_ms, era_at

LATE = 60 * MS_PER_DAY
"""A change dated by its commit may go live this much later."""
EARLY = 30 * MS_PER_DAY
"""A change dated from games may have come this much earlier."""
SET_AT_RUN_TIME = epoch_ms("2019-04-20")
"""From here on the factors were settings of the server."""
IN_THE_SOURCE = epoch_ms("2025-04-17")
"""From here on the factors stand in the public source again; changes still go live at unknown dates."""
FACTORS = tuple(round(1.0 + step * 0.0025, 4) for step in range(41))
UNKNOWN_DEVIATIONS = tuple(45.0 * 1.04**step for step in range(62))
"""Deviations to begin with where the history does not begin with the account's first game."""
COARSE = 4
"""Every so many of them are tried where it probably does."""
UNKNOWN_VOLATILITIES = (0.06, 0.09)
"""What accounts of before and after September 2020 begin with; it hardly moves."""
NEW_VOLATILITY_SINCE = epoch_ms("2020-09-21")
LIKELY_FACTOR = 0.02
"""Belief from which a factor is tried with every unknown deviation."""
BEGINS_AT_START = 0.9
"""Belief that a history whose first rating is that of a new account begins with the account."""
DOUBTS = (0.8, 0.9, 0.95, 0.975, 0.99, 1.01, 1.025, 1.05, 1.1, 1.25)
"""Parts of the carried deviation that are tried when a change comes as a surprise."""
VOLATILITY_DOUBTS = (0.98, 0.99, 0.995, 1.005, 1.01)
"""The same of the volatility, on which the deviation settled while each game was a rating period."""
DOUBT = 0.001
"""Weight that each of them begins with."""
SAME_DEVIATION = 0.05
SAME_VOLATILITY = 0.0002
"""Tracks this close in both are one."""
NEW_ERA = 0.02
"""Weight of the reading that a change of the constants came earlier than its date."""
DATED_ERA = 1.5
"""Weight, against all else, of the reading that it came at its date."""
DATED_FACTOR = 0.3
"""The same of a gain factor, whose dates are rougher."""


class Track(NamedTuple):
    """The own deviation and volatility after the last game, under the constants of one era."""

    era: int
    """`since` of the era whose constants are taken, apart from the gain factor."""
    deviation: float
    volatility: float
    from_start: bool
    """Begun with the state of a new account."""


class Reading(NamedTuple):
    """One explanation of the history so far, and its weight among all."""

    track: int
    """Index of the track."""
    factor: float
    low: float
    high: float
    """The hidden fraction of the own rating lies between."""
    weight: float


def without_gains(era: Era) -> tuple[object, ...]:
    """What of an era decides about tracks: all but the gain factors and the date."""
    return (
        era.periods_per_game,
        era.periods_per_day,
        era.deviation_floor,
        era.deviation_ceiling,
        era.rating_floor,
        era.start,
        tuple(era.advantage.items()),
        era.bots_halved,
    )


@lru_cache(maxsize=256)
def _eras_by_day(day: int) -> tuple[Era, ...]:
    at = day * MS_PER_DAY
    moments = [at - LATE, *(at - LATE + n * MS_PER_DAY for n in range(1, (LATE + EARLY) // MS_PER_DAY + 1))]
    found: dict[tuple[object, ...], Era] = {}
    for moment in moments:
        era = era_at(moment)
        found.setdefault(without_gains(era), era)
    return tuple(found.values())


def eras_around(at: int) -> tuple[Era, ...]:
    """The eras whose constants may have been live at a moment, oldest first; those that differ in factors only once."""
    return _eras_by_day(at // MS_PER_DAY)


@lru_cache(maxsize=256)
def factors_at(since: int, perf: str) -> dict[float, float]:
    """Gain factor -> belief before any game, from the dated table. `since` is that of the era in force."""
    era = era_at(since)
    known = era.gain_of(perf)
    if since < SET_AT_RUN_TIME:
        return {known: 1.0}
    width, rest = (0.001, 0.01) if since >= IN_THE_SOURCE else (0.004, 0.1)
    candidates = {*FACTORS, known}
    beliefs = {factor: 1.0 / (1.0 + ((factor - known) / width) ** 2) for factor in candidates}
    total = sum(beliefs.values())
    return {factor: (1 - rest) * belief / total + rest / len(candidates) for factor, belief in beliefs.items()}


def opening_readings(perf: str, rating: int, provisional: bool | None, at: int) -> tuple[list[Track], list[Reading]]:
    """Where a history begins: a new account's state if the first rating is that, and every deviation otherwise."""
    eras = eras_around(at)
    tracks: list[Track] = []
    beliefs: list[float] = []
    now = era_at(at)
    for era in eras:
        if rating == era.start.rating and provisional is not False:
            tracks.append(Track(era.since, era.start.deviation, era.start.volatility, True))
            beliefs.append(BEGINS_AT_START * (1.0 if without_gains(era) == without_gains(now) else 0.1))
    known = len(tracks)
    volatilities = UNKNOWN_VOLATILITIES if at >= NEW_VOLATILITY_SINCE else UNKNOWN_VOLATILITIES[:1]
    for deviation in UNKNOWN_DEVIATIONS[:: COARSE if known else 1]:
        if provisional is None or (deviation >= now.provisional) == provisional:
            for volatility in volatilities:
                tracks.append(Track(now.since, deviation, volatility, False))
                beliefs.append((1.0 - BEGINS_AT_START) / deviation)
    total = sum(beliefs)
    factors = factors_at(now.since, perf)
    return tracks, [
        Reading(index, factor, 0.0, 0.0 if index < known else 1.0, beliefs[index] / total * belief)
        for index in range(len(tracks))
        for factor, belief in factors.items()
        if index < known or belief > (LIKELY_FACTOR if not known else max(factors.values()) / 2)
    ]


def follow_eras(tracks: list[Track], readings: list[Reading], at: int) -> tuple[list[Track], list[Reading]]:
    """Bring tracks into the eras around a moment: passed eras end, new ones branch off the likeliest reading."""
    eras = eras_around(at)
    keys = {era.since for era in eras}
    present = {track.era for track in tracks}
    if present == keys:
        return tracks, readings
    known = {without_gains(era): era.since for era in eras}
    oldest = eras[0].since
    moved = [
        track._replace(era=track.era if track.era in keys else known.get(without_gains(era_at(track.era)), oldest))
        for track in tracks
    ]
    present = {track.era for track in moved}
    best = max(readings, key=lambda reading: reading.weight)
    for since in sorted(keys - present):
        moved.append(moved[best.track]._replace(era=since))
        readings = readings + [
            reading._replace(track=len(moved) - 1, weight=reading.weight * NEW_ERA)
            for reading in readings
            if reading.track == best.track
        ]
    return moved, readings


def at_dates(
    tracks: list[Track], readings: list[Reading], perf: str, last_at: int, at: int
) -> tuple[list[Track], list[Reading]]:
    """Where the table dates a change between two games, the likeliest reading also goes on with what is new."""
    old, new = era_at(last_at), era_at(at)
    if old is new:
        return tracks, readings
    best = max(readings, key=lambda reading: reading.weight)
    total = sum(reading.weight for reading in readings)
    live = {without_gains(era): era.since for era in eras_around(at)}[without_gains(new)]
    if without_gains(old) != without_gains(new) and tracks[best.track].era != live:
        tracks = [*tracks, tracks[best.track]._replace(era=live)]
        early = {index for index, track in enumerate(tracks[:-1]) if track.era == live}
        readings = [reading for reading in readings if reading.track not in early]
        readings.append(best._replace(track=len(tracks) - 1, weight=total * DATED_ERA))
    factor = new.gain_of(perf)
    if factor != old.gain_of(perf):
        readings = [reading for reading in readings if reading.factor != factor or reading is best]
        readings += [
            reading._replace(factor=factor, weight=reading.weight * DATED_FACTOR)
            for reading in readings
            if reading.factor == best.factor != factor
        ]
    return tracks, readings


def heaviest(readings: list[Reading], most: int) -> list[Reading]:
    """So many readings that weigh most."""
    return sorted(readings, key=lambda reading: reading.weight, reverse=True)[:most]


def revive(tracks: list[Track], readings: list[Reading], perf: str, at: int, weight: float) -> list[Reading]:
    """The readings with the forgotten factors added again, about whose fraction nothing is known."""
    present = {(reading.track, reading.factor) for reading in readings}
    beliefs = factors_at(era_at(at).since, perf)
    weights = [0.0] * len(tracks)
    for reading in readings:
        weights[reading.track] += reading.weight
    return readings + [
        Reading(index, factor, 0.0, 1.0, weight * belief * weights[index])
        for index in range(len(tracks))
        for factor, belief in beliefs.items()
        if (index, factor) not in present
    ]


def doubted(tracks: list[Track], readings: list[Reading]) -> tuple[list[Track], list[Reading]]:
    """The likeliest track's neighbours added: games may be missing from the data, or the first state was a guess."""
    best = max(readings, key=lambda reading: reading.weight)
    track = tracks[best.track]
    neighbours = [track._replace(deviation=track.deviation * part) for part in DOUBTS]
    neighbours += [track._replace(volatility=track.volatility * part) for part in VOLATILITY_DOUBTS]
    neighbours += [track._replace(volatility=other) for other in UNKNOWN_VOLATILITIES]
    return tracks + neighbours, readings + [
        best._replace(track=len(tracks) + number, low=0.0, high=1.0, weight=best.weight * DOUBT)
        for number in range(len(neighbours))
    ]


def _same(one: Track, other: Track) -> bool:
    return (
        one.era == other.era
        and abs(one.deviation - other.deviation) < SAME_DEVIATION
        and abs(one.volatility - other.volatility) < SAME_VOLATILITY
    )


def merged(tracks: list[Track], readings: list[Reading], alike: bool) -> tuple[list[Track], list[Reading]]:
    """Drop tracks that no reading follows; with `alike`, let those that have become the same run as one."""
    used = sorted({reading.track for reading in readings})
    if len(tracks) == len(used) and not (alike and len(tracks) > 1):
        return tracks, readings
    target: dict[int, int] = {}
    kept: list[Track] = []
    for index in used:
        track = tracks[index]
        for place, other in enumerate(kept):
            if alike and _same(track, other):
                target[index] = place
                break
        else:
            target[index] = len(kept)
            kept.append(track)
    by_key: dict[tuple[int, float], Reading] = {}
    for reading in readings:
        moved = reading._replace(track=target[reading.track])
        key = (moved.track, moved.factor)
        same = by_key.get(key)
        if same is not None:
            heavier = moved if moved.weight > same.weight else same
            moved = heavier._replace(weight=moved.weight + same.weight)
        by_key[key] = moved
    return kept, list(by_key.values())
