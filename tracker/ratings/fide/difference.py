"""The rating difference that counts: the 400-point rule of each edition, and games that are too uneven to be rated."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.ratings.fide.editions import Edition

LIMIT = 400
UNCAPPED_FROM = 2650
"""Own rating from which the standard list of 2025-10 counts the full difference, whoever the opponent."""

UNEVEN_FROM = 2600
"""Only where one player is above it can a rapid or blitz game be too uneven."""

NOT_RATED = f"Not rated: a gap of 600 or more with a player above {UNEVEN_FROM} (rapid and blitz 7.3.1)."


def too_uneven(own: int, opponent: int, edition: Edition) -> bool:
    """Whether a rapid or blitz game is not rated: a gap of 600 or more with a player above 2600 (7.3.1, 2024-12)."""
    return edition.gap_600 and abs(own - opponent) >= 600 and (own > UNEVEN_FROM or opponent > UNEVEN_FROM)


def counted_difference(own: int, opponent: int, edition: Edition, upgraded: bool = True) -> int:
    """Own rating minus opponent's, limited as the edition has it (FIDE Rating Regulations 8.3.1).

    `upgraded` says whether this is the event's one game that may benefit under the edition of 2022-01.
    """
    difference = own - opponent
    if -LIMIT <= difference <= LIMIT:
        return difference
    cap = edition.cap
    if cap == "every-game" or (cap == "own-below-2650" and own < UNCAPPED_FROM):
        return LIMIT if difference > 0 else -LIMIT
    if cap == "once-per-event" and difference > 0 and upgraded:
        return LIMIT
    return difference


def upgraded_game(opponents: Iterable[int]) -> int | None:
    """Position of the one game of an event that may benefit from the rule of 2022-01: the lowest-rated opponent's.

    The rule speaks of the greatest difference; of several equal ones it takes the first.
    """
    return min(enumerate(opponents), key=lambda item: item[1], default=(None, 0))[0]
