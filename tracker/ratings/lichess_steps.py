"""Why Lichess moved a rating by so much: the steps of one game's update, and a sentence for the player. Pure.

The steps can be checked by hand: every value is printed with the digits that were used. What Lichess does not show (the
deviations, the fraction of a point) comes from the replay and is an estimate; the reported change is the truth.
"""

from __future__ import annotations

from math import exp, floor, pi, sqrt
from typing import NamedTuple

from tracker.game import PlayedGame
from tracker.ratings.glicko2 import SCALE
from tracker.ratings.lichess import advantage_of
from tracker.ratings.lichess_eras import Era, era_at
from tracker.ratings.replay import Replayed

DIGITS = 6
"""Decimals that are printed, and computed with."""
MARGIN = 0.001
"""Points that the fraction keeps away from where a whole number would change."""
FROM_START = "own, replayed from the account's first game and grown to the moment of this one (Glickman step 6)"
FROM_A_GUESS = "own, inferred: the stored games do not begin with the account's first, so the replay began wide"
UNEVEN = 1.4
"""How many times one player's change must be the other's to need a word."""


class Step(NamedTuple):
    """One line of an explanation."""

    name: str
    value: float | int
    rule: str


class Explanation(NamedTuple):
    """The steps to the reported change, or to the model's where the two cannot be brought together."""

    steps: tuple[Step, ...]
    change: int | None
    """As Lichess reported it; None where no rating moved."""
    modelled: float | None
    """Before truncation."""
    agrees: bool
    """The steps end in the reported change."""
    sentence: str


class _Update(NamedTuple):
    g: float
    expected: float
    information: float
    glicko: float
    """Before factors."""
    change: float


class _Inputs(NamedTuple):
    """Rounded as printed."""

    deviation: float
    volatility: float
    opponent_rating: float
    opponent_deviation: float
    advantage: float
    score: float
    gain: float
    loss: float
    halved: bool
    era: Era


def explain_lichess(
    game: PlayedGame, before: int | None, replayed: Replayed | None, *, bot: bool = False
) -> Explanation:
    """The update of one game: `before` is the ledger's rating before it, `bot` says that the account itself is one."""
    if before is None:
        return Explanation(
            (), game.change, None, False, "The rating before this game is not known: no record shows it."
        )
    if game.change is None or replayed is None or game.halves is None or game.opponent_rating is None:
        return Explanation((), game.change, None, False, "Rated, but no rating moved." if game.rated else "Not rated.")
    inputs = _inputs(game, replayed, bot)
    fraction, agrees = _fraction(inputs, before, replayed.fraction, game.change)
    update = _update(inputs, before + fraction)
    rating = round(before + fraction, DIGITS)
    after = round(rating + update.change, DIGITS)
    low, high = replayed.fraction
    steps = [
        Step("rating", before, "shown before the game; decimals are cut off"),
        Step("fraction", fraction, f"hidden; {low:.3f} to {high:.3f} after the games before, narrowed by this change"),
        Step("deviation", inputs.deviation, FROM_START if replayed.from_start else FROM_A_GUESS),
    ]
    if inputs.era.periods_per_game:
        steps.append(Step("volatility", inputs.volatility, "each game was a rating period: phi^2 + volatility^2"))
    steps += [
        Step("opponent rating", inputs.opponent_rating, f"{game.opponent_rating} shown, and half a point for decimals"),
        Step("opponent deviation", inputs.opponent_deviation, _opponent_rule(game)),
        Step(
            "first move", inputs.advantage, "points added to the own rating in the expectation: White plus, Black minus"
        ),
        Step(
            "g", round(update.g, DIGITS), "1 / sqrt(1 + 3 phi_opponent^2 / pi^2), phi = deviation / 173.7178 (step 3)"
        ),
        Step(
            "expected", round(update.expected, DIGITS), "1 / (1 + exp(-g (rating + first move - opponent) / 173.7178))"
        ),
        Step("score", inputs.score, "1, 0.5 or 0"),
        Step("information", round(update.information, DIGITS), "g^2 * expected * (1 - expected) (step 3)"),
        Step("glicko change", round(update.glicko, DIGITS), "173.7178 g (score - expected) / (1/phi^2 + information)"),
    ]
    factor = inputs.gain if update.glicko > 0 else inputs.loss
    steps.append(Step("factor", factor, "on gains, by perf and date" if factor != 1.0 else "none here"))
    if inputs.halved:
        steps.append(Step("half", 0.5, "a person's change against a bot counts half"))
    steps += [
        Step("exact change", round(update.change, DIGITS), "glicko change times the factors"),
        Step("exact rating after", after, "rating + fraction + exact change"),
        Step("rating after", floor(after), "decimals cut off"),
        Step("change", floor(after) - before, "rating after less rating"),
    ]
    if not agrees:
        steps.append(Step("reported", game.change, "what Lichess wrote; no hidden fraction explains it by this model"))
    return Explanation(
        tuple(steps), game.change, update.change, agrees, _sentence(game, inputs, update, rating, after, agrees)
    )


def _inputs(game: PlayedGame, replayed: Replayed, bot: bool) -> _Inputs:
    era = era_at(replayed.era)
    return _Inputs(
        deviation=round(replayed.deviation_before, DIGITS),
        volatility=round(replayed.volatility_before, DIGITS),
        opponent_rating=(game.opponent_rating or 0) + 0.5,
        opponent_deviation=round(replayed.opponent_deviation, DIGITS),
        advantage=round(advantage_of(game.color, era, game.perf, game.variant), DIGITS),
        score=(game.halves or 0) / 2.0,
        gain=round(replayed.factor, DIGITS),
        loss=round(era_at(replayed.at).loss_of(game.perf), DIGITS),
        halved=era.bots_halved and game.opponent_title == "BOT" and not bot,
        era=era,
    )


def _update(inputs: _Inputs, rating: float) -> _Update:
    """Glickman 2013, steps 2 to 7, for one game, and Lichess's factors and bounds."""
    phi2 = (inputs.deviation / SCALE) ** 2 + inputs.era.periods_per_game * inputs.volatility**2
    g = 1.0 / sqrt(1.0 + 3.0 * (inputs.opponent_deviation / SCALE) ** 2 / pi**2)
    e = 1.0 / (1.0 + exp(-g * (rating + inputs.advantage - inputs.opponent_rating) / SCALE))
    information = g * g * e * (1.0 - e)
    glicko = SCALE * g * (inputs.score - e) / (1.0 / phi2 + information)
    change = glicko * (inputs.gain if glicko > 0 else inputs.loss) * (0.5 if inputs.halved else 1.0)
    change = min(max(change, -inputs.era.most, inputs.era.rating_floor - rating), inputs.era.most)
    return _Update(g, e, information, glicko, change)


def _fraction(inputs: _Inputs, before: int, known: tuple[float, float], reported: int) -> tuple[float, bool]:
    """A fraction within what was known, else any, under which the update ends in the reported change."""
    fraction = sum(known) / 2.0
    for _ in range(3):  # the change depends on the fraction a little
        change = _update(inputs, before + fraction).change
        least = max(0.0, reported - change) + MARGIN
        most = min(1.0, reported + 1.0 - change) - MARGIN
        if least > most:
            return round(sum(known) / 2.0, DIGITS), False
        low, high = max(known[0], least), min(known[1], most)
        fraction = (low + high) / 2.0 if low <= high else min(max(fraction, least), most)
    fraction = round(fraction, DIGITS)
    after = before + fraction + _update(inputs, before + fraction).change
    return fraction, floor(round(after, DIGITS)) - before == reported


def _opponent_rule(game: PlayedGame) -> str:
    if game.opponent_change is None:
        return "not known: the record has no change for the opponent"
    return f"estimated from the opponent's own change of {game.opponent_change:+d}"


def _sentence(game: PlayedGame, inputs: _Inputs, update: _Update, rating: float, after: float, agrees: bool) -> str:
    """What a player understands; only what applies to this game."""
    reported = game.change or 0
    said = [
        f"You were expected to score {update.expected:.2f} and scored {inputs.score:g}: "
        f"about {update.change:+.2f} points (an estimate, with your deviation at {inputs.deviation:.0f})."
    ]
    if inputs.advantage and inputs.score == 0.5:
        plain = _update(inputs._replace(advantage=0.0), rating).change
        side = "White" if inputs.advantage > 0 else "Black"
        said.append(
            f"You had {side}, and Lichess counts White's first move as about {abs(inputs.advantage):.0f} points; "
            f"without that this draw would have been worth {plain:+.2f}."
        )
    if agrees and (reported == 0 or abs(reported - update.change) > 0.5):
        said.append(
            f"Only whole points are shown and decimals are cut off: {rating:.2f} became {after:.2f}, "
            f"so {floor(rating)} became {floor(after)}."
        )
    if game.opponent_change is not None and _uneven(reported, game.opponent_change):
        more, less = inputs.deviation, inputs.opponent_deviation
        who = (
            "you than for your opponent" if abs(reported) > abs(game.opponent_change) else "your opponent than for you"
        )
        said.append(
            f"It moved more for {who} ({reported:+d} and {game.opponent_change:+d}): the less sure Lichess is of a "
            f"rating, the larger its steps; the deviations are {more:.0f} and {less:.0f}."
        )
    if inputs.halved:
        said.append("Against a bot a person's change counts half.")
    if not agrees:
        said.append(
            f"Lichess reported {reported:+d}, which this model cannot reach; the reported change is what counts."
        )
    return " ".join(said)


def _uneven(one: int, other: int) -> bool:
    small, large = sorted((abs(one), abs(other)))
    return large - small >= 2 and large >= UNEVEN * small
