"""The rating options: the same flags on every command that shows ratings, over what is remembered per account."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker.ratings.options import RatingOptions
    from tracker.store import Account

NAMES = (
    "rules",
    "period",
    "start",
    "games_played",
    "peak",
    "birth_year",
    "method",
    "lists",
    "provisional_opponents",
    "floor",
    "corrections",
)


def add_rating_options(parser: argparse.ArgumentParser) -> None:
    """Adds the flags; what is not typed stays None, so that remembered options show through."""
    from tracker.ratings.options import CHOICES

    group = parser.add_argument_group("rating options (remembered per account by `tracker settings`)")
    for name, line in (
        ("rules", "edition of FIDE's rules; by-date: each game's own"),
        ("period", "length of a rating period"),
        ("method", "expected score by FIDE's table or by the formula"),
        ("lists", "one list per Lichess perf, or FIDE's three by time limit"),
        ("provisional_opponents", "whether games against provisional opponents count"),
        ("floor", "below FIDE's floor: mark, or become unrated as FIDE has it"),
    ):
        group.add_argument("--" + name.replace("_", "-"), choices=CHOICES[name], help=line)
    group.add_argument(
        "--start", metavar="fide|lichess|NUMBER", help="first rating by FIDE's rules, Lichess's, or your own number"
    )
    group.add_argument("--games-played", type=int, metavar="N", help="rated games before the first stored one")
    group.add_argument("--peak", type=int, metavar="R", help="highest rating before the first stored game")
    group.add_argument("--birth-year", type=int, metavar="Y", help="for the K-factor of juniors")
    group.add_argument(
        "--corrections",
        action=argparse.BooleanOptionalAction,
        help="apply FIDE's one-time changes of October 2022 and March 2024",
    )


def typed_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that the user typed. Raises UsageError for a --start that is neither word nor number."""
    from tracker.ratings.options import parse_start

    typed = {name: value for name in NAMES if (value := getattr(args, name, None)) is not None}
    if "start" in typed:
        typed["start"] = parse_start(typed["start"])
    return typed


def rating_options(args: argparse.Namespace, account: Account) -> RatingOptions:
    """Defaults < remembered for the account < typed. Raises UsageError."""
    from tracker.ratings.options import RatingOptions

    return RatingOptions.from_dict(account.options | typed_options(args))
