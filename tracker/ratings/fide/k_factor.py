"""K, the development coefficient: which one a player has, and what many games in one period leave of it."""

from __future__ import annotations

from typing import NamedTuple

from tracker.ratings.fide.editions import Edition

NEW_GAMES = 30
JUNIOR_PEAK = 2300
MASTER_PEAK = 2400


class ListK(NamedTuple):
    """K, and why it is that."""

    k: int
    reason: str


FOR_ALL = ListK(20, "20 for everybody on the rapid and blitz lists of the time")
MASTER = ListK(10, f"{MASTER_PEAK} once published")
JUNIOR = ListK(40, f"not over 18 this year and never {JUNIOR_PEAK}")
NEW = ListK(40, f"fewer than {NEW_GAMES} games before the period")
OTHERS = ListK(20, f"{NEW_GAMES} games or more, never {MASTER_PEAK}")


def list_k(edition: Edition, *, year: int, games: int, peak: int | None, birth_year: int | None) -> ListK:
    """K as the list prints it (FIDE Rating Regulations 8.3.3; order settled on FIDE's published K).

    `year` is that of the list, `games` are those completed before it, `peak` is the highest rating published so far
    on this list. 2400 once published means 10 for good; juniors lose their 40 for good with 2300.
    """
    if not edition.k_by_player:
        return FOR_ALL
    peak = peak or 0
    if peak >= MASTER_PEAK:
        return MASTER
    if birth_year is not None and year - birth_year <= 18 and peak < JUNIOR_PEAK:
        return JUNIOR
    return NEW if games < NEW_GAMES else OTHERS


def limited_k(k: int, games: int, edition: Edition) -> int:
    """K after the limit of K x n <= 700 for the period's n games: the largest whole number, be it 0 (8.3.3)."""
    if edition.k_limit is None or k * games <= edition.k_limit:
        return k
    return edition.k_limit // games


def reduction(k_list: int, k: int, games: int) -> str:
    """What the limit did to K, in words."""
    return f"K {k_list} reduced to {k} because {games} games x {k_list} > 700"
