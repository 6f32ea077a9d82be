"""`tracker calc`: FIDE's and Lichess's arithmetic for games that one types in. Needs no database."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.ratings.fide.editions import Edition
    from tracker.ratings.fide.worksheet import Player

HELP = "an Elo and Glicko-2 calculator"

RESULTS = "opponent's rating and score: 1600=win, 1600=draw, 1600=0; 1600=win*8 for eight; / begins another event"
EXAMPLES = """examples:
  tracker calc fide --rating 1500 --k 20 1400=win 1600=draw 1550=loss
  tracker calc fide --rating 2054 --k auto --games-played 120 2406=0 1908=1 --games-in-period 39
  tracker calc expected 1500 1620
  tracker calc performance 1500=win 1600=draw 1700=win
  tracker calc first 1902=0.5 1877=0.5 1884=1 2012=0 1832=1
  tracker calc stake --rating 1500 --k 20 1620
  tracker calc lichess --me 1500,60,0.06 --opponent 1620,50,0.06 --result win --colour white
"""


class Sheet(Protocol):
    """What a calculation hands out."""

    def to_json(self) -> dict[str, Any]:
        """The numbers."""

    def lines(self) -> list[str]:
        """The same for a person."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One sub-command for each calculation."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    kinds = parser.add_subparsers(dest="calculation", metavar="CALCULATION", required=True, parser_class=type(parser))
    _add_change(_kind(kinds, "fide", "rating change by FIDE's rules, from the games of one period"))
    _add_expected(_kind(kinds, "expected", "expected score by table and formula, and a short table"))
    sub = _kind(kinds, "performance", "performance rating")
    sub.add_argument("results", nargs="+", metavar="OPP=SCORE", help=RESULTS)
    sub = _kind(kinds, "first", "first rating of an unrated player")
    sub.add_argument("results", nargs="+", metavar="OPP=SCORE", help=RESULTS)
    _add_edition(sub)
    sub = _kind(kinds, "stake", "points at stake before a game")
    sub.add_argument("opponent", metavar="OPP", help="opponent's rating")
    _add_player(sub)
    _add_edition(sub)
    _add_arithmetic(sub)
    _add_lichess(_kind(kinds, "lichess", "both players after one game by Lichess's Glicko-2"))


def _kind(kinds: Any, name: str, line: str) -> argparse.ArgumentParser:
    sub: argparse.ArgumentParser = kinds.add_parser(name, help=line, description=line[:1].upper() + line[1:] + ".")
    sub.add_argument("--json", action="store_true", help="one JSON document")
    return sub


def _add_change(sub: argparse.ArgumentParser) -> None:
    also = "; /2024 one that was met with another own rating, as the list changed"
    sub.add_argument("results", nargs="+", metavar="OPP=SCORE", help=RESULTS + also)
    _add_player(sub)
    _add_edition(sub)
    _add_arithmetic(sub)
    sub.add_argument("--games-in-period", type=int, metavar="N", help="all games of the period, where more were played")
    sub.add_argument(
        "--published", metavar="R", help="rating that the change is added to, where it is not that of the games"
    )
    sub.add_argument(
        "--rounding",
        choices=("period", "game"),
        default="period",
        help="round once for the period as FIDE does (default), or every game as many calculators do",
    )


def _add_player(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--rating", required=True, metavar="R", help="own rating on the list in force")
    sub.add_argument("--k", required=True, metavar="K", help="40, 20, 10, or auto for the choice by the rules")
    sub.add_argument("--games-played", type=int, metavar="N", help="for --k auto: rated games before the period")
    sub.add_argument("--birth-year", type=int, metavar="Y", help="for --k auto: juniors have 40")
    sub.add_argument("--peak", type=int, metavar="P", help="for --k auto: highest published rating")


def _add_edition(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--date", metavar="YYYY-MM-DD", help="first day of the event, which chooses the rules (today)")
    sub.add_argument("--list", choices=("standard", "rapid", "blitz"), default="standard", help="FIDE's list")


def _add_arithmetic(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--method", choices=("table", "formula"), default="table", help="expected score (default: table)")
    sub.add_argument("--no-cap", action="store_true", help="leave the 400-point rule out")


def _add_expected(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("rating", nargs="?", metavar="R", help="own rating")
    sub.add_argument("opponent", nargs="?", metavar="OPP", help="opponent's rating")


def _add_lichess(sub: argparse.ArgumentParser) -> None:
    numbers = "rating, deviation and volatility, as 1500,60,0.06"
    sub.add_argument("--me", required=True, metavar="R,RD,VOL", help=numbers)
    sub.add_argument("--opponent", required=True, metavar="R,RD,VOL", help=numbers)
    sub.add_argument("--result", required=True, metavar="win|draw|loss", help="from my side; 1, 0.5, 0 as well")
    sub.add_argument("--colour", "--color", required=True, choices=("white", "black"), help="my colour")
    sub.add_argument("--perf", default="blitz", metavar="PERF", help="Lichess perf (default: blitz)")
    sub.add_argument("--date", metavar="YYYY-MM-DD", help="day of the game, which chooses Lichess's constants (today)")


def run(args: argparse.Namespace, context: Context) -> int:
    """Prints one sheet. Raises UsageError for what does not fit."""
    sheet = SHEETS[args.calculation](args, context)
    if args.json:
        context.print_json(sheet.to_json())
    else:
        context.print(*sheet.lines())
    return 0


def _change(args: argparse.Namespace, context: Context) -> Sheet:
    from tracker.ratings.fide.typed import MOST_GAMES, check_number, parse_period, parse_rating
    from tracker.ratings.fide.worksheet import change_sheet

    check_number(args.games_in_period, "--games-in-period", 0, MOST_GAMES)
    day, player = _day(args, context), _player(args)
    events = parse_period(args.results)
    return change_sheet(
        player,
        [games for _, games in events],
        _edition(args, day),
        day,
        method=args.method,
        cap=not args.no_cap,
        games_in_period=args.games_in_period,
        by_game=args.rounding == "game",
        own_ratings=[player.rating if own is None else own for own, _ in events],
        published=None if args.published is None else parse_rating(args.published, "published rating"),
    )


def _stake(args: argparse.Namespace, context: Context) -> Sheet:
    from tracker.ratings.fide.sheets import stake_sheet
    from tracker.ratings.fide.typed import parse_rating

    player, day = _player(args), _day(args, context)
    edition = _edition(args, day)
    k = player.list_k(edition, day.year)[0]
    opponent = parse_rating(args.opponent, "opponent's rating")
    return stake_sheet(player.rating, opponent, k, edition, args.method, cap=not args.no_cap)


def _expected(args: argparse.Namespace, _context: Context) -> Sheet:
    from tracker.ratings.fide.sheets import ExpectedSheet
    from tracker.ratings.fide.typed import parse_rating

    rating = None if args.rating is None else parse_rating(args.rating)
    opponent = None if args.opponent is None else parse_rating(args.opponent, "opponent's rating")
    return ExpectedSheet(rating, opponent)


def _performance(args: argparse.Namespace, _context: Context) -> Sheet:
    from tracker.ratings.fide.sheets import performance_sheet
    from tracker.ratings.fide.typed import parse_events

    return performance_sheet([result for event in parse_events(args.results) for result in event])


def _first(args: argparse.Namespace, context: Context) -> Sheet:
    from tracker.ratings.fide.sheets import first_rating_sheet
    from tracker.ratings.fide.typed import parse_events

    return first_rating_sheet(parse_events(args.results), _edition(args, _day(args, context)))


def _lichess(args: argparse.Namespace, context: Context) -> Sheet:
    from tracker.ratings.lichess_sheet import lichess_sheet

    at = context.now() if args.date is None else _midnight(_day(args, context))
    return lichess_sheet(args.me, args.opponent, args.result, args.colour, args.perf, at)


SHEETS = {
    "fide": _change,
    "expected": _expected,
    "performance": _performance,
    "first": _first,
    "stake": _stake,
    "lichess": _lichess,
}


def _player(args: argparse.Namespace) -> Player:
    from tracker.ratings.fide.typed import check_number, parse_k, parse_rating
    from tracker.ratings.fide.worksheet import Player
    from tracker.ratings.options import LIMITS, flag

    for name, limits in LIMITS.items():
        check_number(getattr(args, name), flag(name), *limits)
    return Player(parse_rating(args.rating), parse_k(args.k), args.games_played, args.birth_year, args.peak)


def _day(args: argparse.Namespace, context: Context) -> date:
    from tracker.ratings.fide.typed import parse_day

    if args.date is not None:
        return parse_day(args.date)
    return datetime.fromtimestamp(context.now() / 1000, UTC).date()


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def _edition(args: argparse.Namespace, day: date) -> Edition:
    from tracker.ratings.fide.editions import edition_on

    return edition_on(day, args.list)
