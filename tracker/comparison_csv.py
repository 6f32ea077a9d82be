"""The comparison CSV read back into games. What is computed in it is left aside: it is computed again."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from tracker.errors import FileUnreadable
from tracker.game import Color, Game, Side, TimeControl, outcome_for
from tracker.times import parse_iso

NEEDED = ("kind", "account", "perf", "game_id", "started_at", "rated", "variant", "speed", "colour", "status")
COMPUTER = "computer level "


def read_csv(stream: TextIO) -> Iterator[tuple[str, Game]]:
    """(account's name, game) of every game row; adjustments are passed over, for the ledger finds them again.

    The stream must be opened with `newline=""`. Raises FileUnreadable with the line's number for what is no comparison.
    """
    reader = csv.DictReader(stream, strict=True)
    try:
        missing = [column for column in NEEDED if column not in (reader.fieldnames or ())]
        if missing:
            raise FileUnreadable(
                f"This is no comparison CSV: the column {missing[0]!r} is missing; choose a file that `tracker export` "
                "wrote."
            )
        for cells in reader:
            if None in cells or None in cells.values():
                raise ValueError("it has not as many cells as the header")
            if cells["kind"] == "game":
                yield _text(cells["account"]) or "", _game(cells)
    except (csv.Error, ValueError, TypeError) as error:
        raise FileUnreadable(
            f"Line {reader.line_num} of the CSV cannot be read ({error}); export it again, or remove that line."
        ) from error


def _text(cell: str | None) -> str | None:
    """A text cell without the quote that kept spreadsheets from running it."""
    return cell.removeprefix("'") if cell else None


def _maybe(cell: str | None, read: Callable[[str], Any]) -> Any:
    return read(cell) if cell else None


def _flag(cell: str) -> bool:
    word = cell.lower()
    if word not in ("true", "false"):
        raise ValueError(f"{cell!r} is neither true nor false")
    return word == "true"


def _needed(cells: dict[str, str], column: str) -> str:
    value = _text(cells[column])
    if value is None:
        raise ValueError(f"{column} is empty")
    return value


def _game(cells: dict[str, str]) -> Game:
    get = cells.get
    account = _needed(cells, "account")
    own = Side(
        id=account.lower(),
        name=account,
        rating=_maybe(get("lichess_rating_shown"), int),
        change=_maybe(get("lichess_change"), int),
        provisional=_maybe(get("lichess_provisional"), _flag),
        berserk=_maybe(get("berserk"), _flag),
    )
    name = _text(get("opponent"))
    computer = name is not None and name.startswith(COMPUTER)
    nameless = computer or (name == "anonymous" and not get("opponent_rating"))
    opponent = Side(
        id=None if nameless or name is None else name.lower(),
        name=None if nameless else name,
        title=_text(get("opponent_title")),
        rating=_maybe(get("opponent_rating"), int),
        change=_maybe(get("opponent_change"), int),
        provisional=_maybe(get("opponent_provisional"), _flag),
        ai_level=int(name.removeprefix(COMPUTER)) if computer and name else None,
        berserk=_maybe(get("opponent_berserk"), _flag),
    )
    color = _color(get("colour"))
    status = _needed(cells, "status")
    finished_at = _maybe(get("finished_at"), parse_iso)
    kind, _, event = (_text(get("event")) or "").partition(":")
    game = Game(
        id=_needed(cells, "game_id"),
        rated=_flag(cells["rated"]),
        variant=_needed(cells, "variant"),
        speed=_needed(cells, "speed"),
        perf=_needed(cells, "perf"),
        started_at=parse_iso(cells["started_at"]),
        last_move_at=_maybe(cells["last_move_at"], parse_iso) if "last_move_at" in cells else finished_at,
        finished_at=finished_at,
        status=status,
        white=own if color == "white" else opponent,
        black=opponent if color == "white" else own,
        winner=_winner(get("result"), color),
        source=_text(get("source")),
        time_control=_maybe(_text(get("time_control")), TimeControl.parse),
        tournament=event if kind == "arena" else None,
        swiss=event if kind == "swiss" else None,
        opening_eco=_text(get("opening_eco")),
        opening_name=_text(get("opening_name")),
        plies=_maybe(get("plies"), int),
    )
    if outcome_for(color, game.winner, status) != (get("result") or None):
        raise ValueError(f"result {get('result')!r} does not go with status {status!r}")
    return game


def _color(cell: str | None) -> Color:
    if cell == "white":
        return "white"
    if cell == "black":
        return "black"
    raise ValueError(f"colour {cell!r} is neither white nor black")


def _winner(result: str | None, color: Color) -> Color | None:
    if result == "win":
        return color
    if result == "loss":
        return "black" if color == "white" else "white"
    return None
