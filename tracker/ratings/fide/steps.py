"""The steps behind one game's numbers, by FIDE's rules and game by game, each with the rule it follows."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from tracker.game import PlayedGame
from tracker.ratings.elo import EloRow
from tracker.ratings.fide.difference import LIMIT, UNCAPPED_FROM
from tracker.ratings.fide.exact import round_up, signed
from tracker.ratings.fide.expected import LAST_DIFFERENCE, table_row
from tracker.ratings.fide.k_factor import reduction
from tracker.ratings.fide.period import period_start
from tracker.ratings.fide.rating_change import SCORES
from tracker.ratings.fide.rows import FidePeriod, FideReplay, FideRow, edition_for
from tracker.ratings.options import RatingOptions

WHY_NOT = {
    "first-rating": "no FIDE rating yet: the game joins the pool for a first one, which needs 5 games (8.2)",
    "below-floor": "the rating fell below the lowest that FIDE publishes, so that the player is unrated (7.2.1)",
    "opponent-unrated": "only games against rated opponents count (8.3)",
    "gap-600": "a gap of 600 or more with a player above 2600 is not rated in rapid and blitz (7.3.1)",
    "not-rated-by-time-limit": "FIDE rates no game with this time control, unequal clocks, or too little time (1.1)",
    "no-fide-list": "FIDE has no list for this kind of chess",
}
"""Note -> why a game moves no list."""


class Step(NamedTuple):
    """One line of an explanation."""

    name: str
    value: Decimal | int | str
    rule: str


def explain_fide(game: PlayedGame, row: FideRow, replay: FideReplay) -> list[Step]:
    """What FIDE's rules make of a game, from the period to the next list."""
    if row.list_rating is None or row.expected is None or row.live is None or row.change is None:
        return [Step("not on a list", note, WHY_NOT[note]) for note in row.notes]
    period = next(period for period in replay.periods if period.period == row.period)
    k_list, k = row.k_list or 0, row.k or 0
    counted = row.list_rating - (game.opponent_rating or 0)
    if "capped-400" in row.notes:
        counted = LIMIT if counted > 0 else -LIMIT
    return [
        Step("list", row.list or "", _list_rule(row, replay)),
        Step("edition", row.rules or "", f"the regulations in force, --rules {replay.options.rules}"),
        Step("period", row.period or "", "a game belongs to the period of its end (UTC)"),
        Step("list rating", row.list_rating, "all games of a period meet the list in force (8.3.2)"),
        *_score_steps(game, row.list_rating, counted, row.expected, replay.options),
        Step("k of the list", k_list, f"{replay.k_in(period.number).reason} (8.3.3)"),
        Step("games in the period", period.n, "so far" if period.rounded is None else "all of them"),
        Step("k", k, "K x n is at most 700 (8.3.3)" if k == k_list else f"{reduction(k_list, k, period.n)} (8.3.3)"),
        Step("change", row.change, "K x (score - expected score), not rounded"),
        Step("live rating", row.live, "list rating plus the period's changes up to this game"),
        _closing_step(period, replay),
    ]


def explain_elo(game: PlayedGame, row: EloRow | None, options: RatingOptions) -> list[Step]:
    """What updating after every game makes of it."""
    if row is None:
        return [Step("not counted", "", "only rated and played games against rated opponents count")]
    before = row.rating - row.change
    return [
        Step("rating before", before, "the running rating, never rounded"),
        *_score_steps(game, round_up(before), row.difference, row.expected, options),
        Step("k", row.k, "40, 20 or 10 by FIDE's rules (8.3.3), without the limit of K x n"),
        Step("change", row.change, "K x (score - expected score)"),
        Step("rating after", row.rating, "updated after every game"),
    ]


def _list_rule(row: FideRow, replay: FideReplay) -> str:
    if "no-fide-list" in row.notes:
        return f"{WHY_NOT['no-fide-list']}; the arithmetic of the standard list"
    return "by FIDE's time limits" if replay.options.lists == "fide" else "the rules that fit the Lichess perf"


def _score_steps(game: PlayedGame, own: int, counted: int, expected: Decimal, options: RatingOptions) -> list[Step]:
    opponent = game.opponent_rating or 0
    difference = own - opponent
    score = SCORES[game.halves or 0]
    return [
        Step("opponent's rating", opponent, "as the game's record shows it"),
        Step("difference", counted, difference_rule(own, difference, counted)),
        Step("expected score", expected, expected_rule(counted, options.method)),
        Step("score", score, "1, 0.5 or 0"),
        Step("score - expected", score - expected, "8.3.2"),
    ]


def difference_rule(own: int, difference: int, counted: int) -> str:
    """Why a difference counts as it does."""
    if difference != counted:
        return f"{signed(difference)} counts as {signed(counted)}, the 400-point rule (8.3.1)"
    if abs(difference) <= LIMIT:
        return "own rating - opponent's"
    if own >= UNCAPPED_FROM:
        return f"own rating - opponent's, in full from {UNCAPPED_FROM} on (8.3.1)"
    return "own rating - opponent's, in full: this game may not benefit from the 400-point rule (8.3.1)"


def expected_rule(counted: int, method: str) -> str:
    """Where an expected score comes from."""
    if method == "formula":
        return "1 / (1 + 10^(-D/400)); FIDE itself uses the table"
    if abs(counted) > LAST_DIFFERENCE:
        return f"beyond {LAST_DIFFERENCE}, the end of table 8.1.2"
    side = "higher" if counted >= 0 else "lower"
    return f"table 8.1.2, row {table_row(counted)}, {side}-rated player"


def _closing_step(period: FidePeriod, replay: FideReplay) -> Step:
    if period.rounded is None:
        return Step("next list", "open", f"{period.period} is not over; its sum will be rounded once (8.3.4)")
    edition = edition_for(replay.options, replay.list, period_start(period.number, replay.options.period))
    how = "away from zero" if edition.half_away else "upward"
    rule = f"{signed(period.change)} in {period.period}, rounded once to {signed(period.rounded)}, .5 {how} (8.3.4)"
    return Step("next list", "unrated" if period.new_rating is None else period.new_rating, rule)
