"""Whom the player of the demo meets: made-up names, ratings near the own one, a few titles and machines."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tracker.ratings.glicko2 import Glicko

# fmt: off
_FIRST = (
    "quiet", "amber", "brisk", "clever", "copper", "dusty", "eager", "early", "fabled", "gentle", "hidden", "icy",
    "jolly", "keen", "lively", "mellow", "nimble", "olive", "patient", "quick", "rustic", "silent", "stormy", "tidy",
    "upbeat", "velvet", "witty", "young", "zesty", "northern",
)
_SECOND = (
    "anchor", "badger", "bishop", "castle", "cedar", "comet", "cobbler", "ferry", "fianchetto", "gambit", "harbour",
    "heron", "juniper", "kestrel", "lantern", "maple", "meadow", "miller", "otter", "passer", "pebble", "pawn",
    "raven", "rook", "saddle", "tempo", "thistle", "walker", "weaver", "zugzwang",
)
# fmt: on
_TITLES = ("CM", "FM", "NM", "WFM")


class Opponent(NamedTuple):
    """The other side of one game."""

    name: str
    glicko: Glicko
    """As Lichess keeps it at the moment of the game."""
    strength: float
    """What results are drawn from: the true strength on the same scale."""
    title: str | None = None

    @property
    def bot(self) -> bool:
        return self.title == "BOT"


def made_up_name(rng: Random) -> str:
    """A name that Lichess would allow."""
    first, second, number, style = rng.getrandbits(16), rng.getrandbits(16), rng.getrandbits(10), rng.getrandbits(3)
    first_word, second_word = _FIRST[first % len(_FIRST)], _SECOND[second % len(_SECOND)]
    if style < 3:
        return f"{first_word}_{second_word}{number % 100}"
    if style < 6:
        return f"{first_word.capitalize()}{second_word.capitalize()}{number % 100}"
    return f"{second_word}-{number}"


def spread(rng: Random, width: int) -> float:
    """A bell-shaped draw in -width..width: three uniform ones, because these are the same on every machine."""
    return (rng.random() + rng.random() + rng.random() - 1.5) * width / 1.5


def met(rng: Random, rating: float, width: int) -> Opponent:
    """Somebody from the pool, within `width` of the rating."""
    name = made_up_name(rng)
    fraction, certain, doubt = rng.random(), rng.random(), rng.random()
    shown = max(450, int(rating + spread(rng, width)))
    if certain < 0.74:
        deviation = 45.0 + 18.0 * doubt
    elif certain < 0.92:
        deviation = 63.0 + 45.0 * doubt
    else:
        deviation = 112.0 + 160.0 * doubt
    strength = shown + spread(rng, int(deviation * 1.6))
    title_draw = rng.random()
    title = _TITLES[int(title_draw * 400) % len(_TITLES)] if shown >= 1900 and title_draw < 0.4 else None
    return Opponent(name, Glicko(shown + fraction, deviation, 0.06), strength, title)


def acquaintance(rng: Random, name: str, rating: int, title: str | None = None) -> Opponent:
    """Somebody met again and again, whose rating has moved a little since."""
    value = rating + spread(rng, 60) + rng.random()
    return Opponent(name, Glicko(value, 45.0 + 12.0 * rng.random(), 0.06), value, title)
