"""`tracker settings NAME`: the rating options remembered for an account."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tracker.commands.rating_options import add_rating_options, typed_options

if TYPE_CHECKING:
    from tracker.commands.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """NAME, the rating options, --reset."""
    parser.add_argument("name", metavar="NAME", help="the account")
    parser.add_argument("--reset", action="store_true", help="forget what was remembered first")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    add_rating_options(parser)


def run(args: argparse.Namespace, context: Context) -> int:
    """Remembers what was typed, then shows all options."""
    from tracker.ratings.options import RatingOptions

    with context.open_store() as store:
        account = store.account(args.name)
        typed = typed_options(args)
        remembered = ({} if args.reset else account.options) | typed
        options = RatingOptions.from_dict(remembered)
        if remembered != account.options:
            store.update_account(account.id, options=remembered)
    values = options.to_dict()
    if args.json:
        context.print_json(values)
        return 0
    context.print(f"Rating options of {account.name} (change them with the same flags):")
    for name, value in values.items():
        flag = "--" + name.replace("_", "-")
        shown = "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        context.print(f"  {flag:<25} {shown:<10} {'' if name in remembered else '(default)'}".rstrip())
    return 0
