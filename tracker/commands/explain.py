"""`tracker explain GAME_ID`: the steps behind every number of a game."""

from __future__ import annotations

import argparse
import re
from decimal import Decimal
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tracker.commands.rating_options import add_rating_options, rating_options
from tracker.errors import NotTracked, UsageError

if TYPE_CHECKING:
    from tracker.commands.context import Context
    from tracker.explain import Explained, System
    from tracker.store import Account, Store

WIDTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """GAME_ID, --account, --json, the rating options."""
    parser.add_argument("game_id", metavar="GAME_ID", help="the game's id, or its address on Lichess")
    parser.add_argument("--account", metavar="NAME", help="from whose side, where two tracked accounts met")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    add_rating_options(parser)


def run(args: argparse.Namespace, context: Context) -> int:
    """Explains the game in each system."""
    from tracker.account import comparison_of, explanation_of
    from tracker.commands.computing import computing

    with context.open_store() as store, computing(context) as tell:
        game_id = game_id_of(args.game_id)
        account = whose(store, game_id, args.account)
        game = store.game(account.id, game_id)
        options = rating_options(args, account)
        comparison = comparison_of(store, account, options, context.now(), tell, only=game.perf)
        found = explanation_of(store, account, comparison, game)
    if args.json:
        context.print_json({"account": account.name, "game_id": game.id, "perf": game.perf, **document(found)})
        return 0
    when = f"{game.color} against {game.opponent}"
    context.print(f"{game.id} · {game.perf} · {account.name} with {when} · {game.outcome or game.status}")
    for system in found:
        context.print("", *lines(system))
    return 0


def game_id_of(text: str) -> str:
    """The eight characters of an id, also out of an address or of a player's own twelve."""
    words = text.rstrip("/").split("://")[-1].split("/")
    found = next((word for word in words[1:] or words if word not in ("white", "black")), text).split("#")[0]
    return found[:8]


def whose(store: Store, game_id: str, name: str | None) -> Account:
    """The account from whose side the game is seen. Raises NotTracked, or UsageError where two accounts met."""
    if name is not None:
        return store.account(name)
    accounts = store.accounts_with(game_id)
    if not accounts:
        raise NotTracked(f"No game {game_id} is stored; import it first, or check the id.")
    if len(accounts) > 1:
        names = " and ".join(account.name for account in accounts)
        raise UsageError(f"{names} met in this game; say from whose side with --account {accounts[0].name}.")
    return accounts[0]


def document(found: Explained) -> dict[str, Any]:
    """The systems for JSON."""
    return {
        name: {
            "change": _plain(system.change),
            "steps": [{"name": s.name, "value": _plain(s.value), "rule": s.rule} for s in system.steps],
            "sentences": list(system.sentences),
        }
        for name, system in found._asdict().items()
    }


def _plain(value: Decimal | float | str | None) -> Any:
    from tracker.ratings.fide.exact import json_number

    return json_number(value) if isinstance(value, Decimal) else value


def lines(system: System) -> list[str]:
    """One system for a person: aligned, at most 80 columns."""
    from tracker.ratings.fide.exact import plain, signed

    change = "" if system.change is None else f": {signed(system.change)}"
    said = [minus(system.title + change)]
    for sentence in system.sentences:
        said += wrap(minus(sentence), WIDTH, initial_indent="  ", subsequent_indent="  ")
    names = max((len(step.name) for step in system.steps), default=0)
    for step in system.steps:
        value = plain(step.value) if isinstance(step.value, Decimal) else "–" if step.value is None else str(step.value)
        start = minus(f"  {step.name:<{names}}  {value:<12}  ")
        said += wrap(start + minus(step.rule), WIDTH, subsequent_indent=" " * len(start))
    return said


def minus(text: str) -> str:
    """The text with a true minus before its negative numbers."""
    return re.sub(r"(?<![\w.)])-(?=[\d.])", "−", text)
