"""Which of FIDE's lists a game belongs to, by the time that sixty moves take."""

from __future__ import annotations

from tracker.ratings.fide.editions import Edition, FideList

LIST_OF_PERF: dict[str, FideList] = {
    "ultraBullet": "blitz",
    "bullet": "blitz",
    "blitz": "blitz",
    "rapid": "rapid",
    "classical": "standard",
}
"""Lichess perf -> the list whose rules it follows when every perf is a list of its own."""


def list_of_perf(perf: str) -> tuple[FideList, bool]:
    """The list whose rules a perf follows, and whether FIDE has such a list at all (not for variants and days)."""
    found = LIST_OF_PERF.get(perf)
    return (found, True) if found else ("standard", False)


def sixty_moves(initial: int, increment: int) -> int:
    """Seconds that a player has for sixty moves."""
    return initial + 60 * increment


def list_by_time(seconds: int) -> FideList | None:
    """The list of a game whose players each have `seconds` for sixty moves; None where it is not rated.

    Standard games need still more time where a player is strong: `enough_time`.
    """
    if seconds <= 180:
        return None
    if seconds <= 600:
        return "blitz"
    return "rapid" if seconds < 3600 else "standard"


def enough_time(
    seconds: int, ratings: tuple[int | None, int | None], edition: Edition, unrated_low: bool = True
) -> bool:
    """Whether a standard game gives enough time for both players' ratings: 60, 90 or 120 minutes (1.1).

    An unrated player (None) counts as the weakest, or as one who may have any rating.
    """
    middle, strong = edition.standard_limits
    highest = max((0 if unrated_low else strong) if rating is None else rating for rating in ratings)
    minutes = 60 if highest < middle else 90 if highest < strong else 120
    return seconds >= 60 * minutes


def fide_list(
    initial: int, increment: int, edition: Edition, ratings: tuple[int | None, int | None] = (None, None)
) -> FideList | None:
    """The list of a game by its clock and both ratings; None where FIDE does not rate it."""
    seconds = sixty_moves(initial, increment)
    found = list_by_time(seconds)
    if found == "standard" and not enough_time(seconds, ratings, edition):
        return None
    return found
