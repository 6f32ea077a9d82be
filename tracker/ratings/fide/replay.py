"""A player's games replayed by FIDE's rules: period after period, list after list.

A game belongs to the period of its end, in UTC. An arena or a Swiss is one event, any other game its own; an event that
goes on in the next period is one event in each. Games come in the order ratings were applied.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from tracker.game import PlayedGame
from tracker.ratings.fide.editions import FIDE_LISTS, RECOMMENDED, FideList, Readings
from tracker.ratings.fide.list_replay import TOO_FAST, Entries, ListReplay
from tracker.ratings.fide.period import by_period, period_index
from tracker.ratings.fide.rows import (
    FideLists,
    FidePeriod,
    FideReplay,
    FideRow,
    FideStanding,
    Published,
    note_row,
)
from tracker.ratings.fide.selection import list_by_clock, opponent_is_rated, was_played
from tracker.ratings.fide.time_control import list_of_perf
from tracker.ratings.options import RatingOptions

__all__ = [
    "FideLists",
    "FidePeriod",
    "FideReplay",
    "FideRow",
    "FideStanding",
    "Published",
    "replay_fide",
    "replay_fide_lists",
]

NO_LIST = note_row("no-fide-list")


def replay_fide(
    games: Iterable[PlayedGame], perf: str, options: RatingOptions, today: date, readings: Readings = RECOMMENDED
) -> FideReplay:
    """Replay the games of one perf as a list of its own; time limits and berserking play no part."""
    fide_list, exists = list_of_perf(perf)
    rows: list[FideRow | None] = []
    replay = ListReplay(fide_list, options, rows, () if exists else ("no-fide-list",), readings=readings)
    provisional_count = options.provisional_opponents == "rated"
    untouched = options.start == "lichess"
    current = 0
    for index, games_of_period in by_period(games, options.period):
        first = len(rows)
        rows += [None] * len(games_of_period)
        entries: Entries = {}
        unrated: Entries = {}
        for place, game in enumerate(games_of_period, first):
            if untouched and game.rated and game.rating is not None:
                replay.start_with(game.rating)
                untouched = False
            if was_played(game):
                (entries if opponent_is_rated(game, provisional_count) else unrated)[place] = game
        if entries or unrated:
            current = index
            replay.advance(index)
            replay.add(entries, unrated)
    replay.finish(max(current, period_index(today, options.period)))
    return _result(replay)


def replay_fide_lists(
    games: Iterable[PlayedGame], options: RatingOptions, today: date, readings: Readings = RECOMMENDED
) -> FideLists:
    """Replay the games of all perfs on FIDE's three lists, by time limit.

    Rapid and blitz take the standard rating where they have none (since 2024-03). A rating brought along (`--start`)
    opens all three lists.
    """
    rows: list[FideRow | None] = []
    replays = _three_lists(options, rows, readings)
    provisional_count = options.provisional_opponents == "rated"
    untouched = set(FIDE_LISTS) if options.start == "lichess" else set()
    current = 0
    for index, games_of_period in by_period(games, options.period):
        first = len(rows)
        rows += [None] * len(games_of_period)
        entries: dict[FideList, Entries] = {name: {} for name in FIDE_LISTS}
        unrated: dict[FideList, Entries] = {name: {} for name in FIDE_LISTS}
        for place, game in enumerate(games_of_period, first):
            if not was_played(game):
                continue
            fide_list, _ = list_by_clock(game)
            if game.variant != "standard" or fide_list is None:
                rows[place] = NO_LIST if game.variant != "standard" else TOO_FAST
                continue
            if untouched and fide_list in untouched and game.rating is not None:
                replays[fide_list].start_with(game.rating)
                untouched.discard(fide_list)
            (entries if opponent_is_rated(game, provisional_count) else unrated)[fide_list][place] = game
        if any(entries.values()) or any(unrated.values()):
            current = index
            for each in replays.values():
                each.advance(index)
            for name, each in replays.items():
                each.add(entries[name], unrated[name])
    last = max(current, period_index(today, options.period))
    for each in replays.values():
        each.finish(last)
    return FideLists(rows, {name: _result(replay) for name, replay in replays.items() if replay.periods})


def _three_lists(options: RatingOptions, rows: list[FideRow | None], readings: Readings) -> dict[FideList, ListReplay]:
    standard = ListReplay("standard", options, rows, by_clock=True, readings=readings)
    return {
        "standard": standard,
        "rapid": ListReplay("rapid", options, rows, standard=standard, readings=readings),
        "blitz": ListReplay("blitz", options, rows, standard=standard, readings=readings),
    }


def _result(replay: ListReplay) -> FideReplay:
    return FideReplay(replay.fide_list, replay.rows, replay.periods, replay.published, replay.options)
