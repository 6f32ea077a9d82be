"""The model card: what the weights were made from, how far they err, and what they cannot do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.strength.level import WIDER_BLITZ

_HEAD = "| | mean error | mean of 200-point bands | 80 % range covers | width | sides |\n|---|---|---|---|---|---|\n"


def card(facts: Mapping[str, Any]) -> str:
    """The card as Markdown."""
    tables = "\n".join(_table(name, measured) for name, measured in facts["measured"].items())
    return f"""# The level that a game's moves show: model card

Made {facts["date"]} by `python -m tracker.strength.train` (seed {facts["seed"]}) from `{facts["data"]}`.

## Data and split

{facts["games"]} rapid games of Lichess with server evaluations of every ply, most of 2022; players are hashes.
Learned from {facts["train_sides"]} sides of games in which no player of another split takes part. Choices and
calibration were made on the calibration players alone. A twentieth of the training players (by the hash of their
name) and all their games were kept out for one final look. One rule came after it, which only widens: the range of a
side whose game was decided early is at least 800 points wide. The figures below are with that rule.

## Two kinds of nets

* **Own moves** (three nets, their mean): a side's own moves only, and what it faced. Ratings were drawn nearly evenly
  in training, so that averages of many games are not pulled to the middle. No rating, name, title or result goes in.
* **Level of the game** (two nets, their mean): both sides' moves, result and ending; ratings as frequent as they are.

## Errors

Rating points. The ranges are those the program shows, before rounding. Baselines are straight lines fitted to the
training players, the even ones with ratings drawn as evenly as for the own-moves nets: compare the bands with those.

{tables}
One player's estimates vary by {facts["within_player_sd"]} points (standard deviation) from game to game.

## Limits

* The unit is the Lichess rapid rating of 2022. Analysed games only: people ask for analysis of eventful games.
* Below 900 and above 2300 estimates are pulled inwards by 150 to 280 points, and fewer ratings lie in the range.
* The two sides of one game cannot be told apart as ratings: pairings make them nearly equal, and so does the net.
  Never read two ranges as "who played better"; accuracy says how the game went.
* A single mistake hardly moves the estimate, and need not lower it: the net judges the whole pattern. Openings count:
  a booked-up player looks stronger.
* Bullet, classical and correspondence are not calibrated. Blitz was not in the training; its ranges are
  {WIDER_BLITZ - 1:.0%} wider.
* Evaluations must be on one scale (`scale.py`); where the engine is only presumed, the range carries that doubt.
* Cheats, sandbagging, premoves and lost connections are not seen.
"""


def _table(name: str, measured: Mapping[str, Any]) -> str:
    rows = [("own moves", measured), ("level of the game", measured["game"])]
    rows += [(f"baseline: {key}", value) for key, value in measured["baselines"].items()]
    rows += [(f"baseline, even ratings: {key}", value) for key, value in measured["baselines_even"].items()]
    lines = "".join(_line(title, row) for title, row in rows if row["n"])
    means = "; ".join(
        f"{games} games {value['mean_error']} ({value['groups']} groups)"
        for games, value in measured["means"].items()
        if value["groups"]
    )
    said = f"Plain mean of one player's games, own moves: {means or 'too few games'}."
    return f"### {name.capitalize()}\n\n{_HEAD}{lines}\n{said}\n"


def _line(title: str, row: Mapping[str, Any]) -> str:
    covers = f"{100 * row['coverage']:.1f} %"
    return f"| {title} | {row['mean_error']} | {row['band_mean']} | {covers} | {row['width']} | {row['n']} |\n"
