"""Which Lichess games FIDE's rules would rate, and on which list.

Played and rated on Lichess, by two registered players, from the normal starting position, with at least one move by
each: those count. A rated game for which Lichess moved no rating (a marked account, a farmed bot) was played all the
same and counts; Lichess's reasons are none of FIDE's. Clocks matter only where FIDE's lists are asked for: there a game
in which one player berserked gave the two unequal times and is not rated; where both did, both had half the time.
"""

from __future__ import annotations

from functools import lru_cache

from tracker.game import PlayedGame, TimeControl
from tracker.ratings.fide.editions import FideList
from tracker.ratings.fide.time_control import list_by_time, sixty_moves

NEVER_PLAYED = frozenset({"created", "started", "aborted", "noStart"})


def was_played(game: PlayedGame) -> bool:
    """Whether a rated game between two registered players was played from the start (FIDE Rating Regulations 5)."""
    return (
        game.rated
        and game.outcome is not None
        and game.opponent_id is not None
        and game.opponent_ai_level is None
        and (game.plies is None or game.plies >= 2)
        and game.variant != "fromPosition"
        and game.status not in NEVER_PLAYED
    )


def opponent_is_rated(game: PlayedGame, provisional_count: bool) -> bool:
    """Whether the opponent has a rating to be counted against."""
    return game.opponent_rating is not None and (provisional_count or not game.opponent_provisional)


def list_by_clock(game: PlayedGame) -> tuple[FideList | None, int]:
    """The list of a game by FIDE's time limits, and the seconds each player had for sixty moves.

    None where FIDE does not rate it; a standard game may still give too little time for its players' ratings.
    """
    if game.berserk or game.opponent_berserk:
        return _list_of_half_clock(game.time_control) if game.berserk and game.opponent_berserk else (None, 0)
    return _list_of_clock(game.time_control)


@lru_cache(maxsize=4096)
def _list_of_clock(time_control: str | None) -> tuple[FideList | None, int]:
    clock = TimeControl() if time_control is None else TimeControl.parse(time_control)
    if clock.initial is None:
        return None, 0
    seconds = sixty_moves(clock.initial, clock.increment or 0)
    return list_by_time(seconds), seconds


def _list_of_half_clock(time_control: str | None) -> tuple[FideList | None, int]:
    """Of a game that both players berserked: half the time, and no increment."""
    clock = TimeControl() if time_control is None else TimeControl.parse(time_control)
    seconds = (clock.initial or 0) // 2
    return list_by_time(seconds), seconds
