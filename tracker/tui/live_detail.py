"""One game with everything that is known of it: record, moves, evaluations, the steps behind each number."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tracker.game import PlayedGame
from tracker.tui.kept import Kept, key_of
from tracker.tui.live_rows import row_of
from tracker.tui.model import GameDetail, GameRow, Section, Step
from tracker.tui.notation import MINUS, number, signed

if TYPE_CHECKING:
    from tracker.comparison import Comparison
    from tracker.store import Account, Store


def detail(
    store: Store, account: Account, game: PlayedGame, kept: Kept | None, comparison: Comparison | None, site: str
) -> GameDetail:
    """The game; without a comparison the sections have results but no steps."""
    row = row_of(key_of(game.id), game, {} if kept is None else {game.perf: kept})
    moves, initial_fen = store.moves(account.id, game.id)
    record = _record(store, account.id, game.id)
    names = (account.name, game.opponent) if game.color == "white" else (game.opponent, account.name)
    sections = sections_of(row) if comparison is None else explained(row, store, account, comparison, game)
    return GameDetail(
        row, f"{site}/{game.id}", *names, tuple((moves or "").split()), initial_fen,
        tuple(int(clock) for clock in record.get("clocks") or ()), tuple(_evaluations(store, game.id, record)),
        sections,
    )  # fmt: skip


def _record(store: Store, account_id: int, game_id: str) -> dict[str, Any]:
    raw = store.records(account_id, game_id).get("json")
    if raw is None:
        return {}
    try:
        record = json.loads(raw)
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def _evaluations(store: Store, game_id: str, record: dict[str, Any]) -> Iterable[int | None]:
    """Lichess's own, else a local engine's."""
    from tracker.strength.evaluations import from_lichess

    if isinstance(record.get("analysis"), list):
        return from_lichess(record["analysis"])
    for _engine, _nodes, content in store.evaluations(game_id):
        if isinstance(content, list) and all(value is None or isinstance(value, int) for value in content):
            return content
    return ()


def sections_of(row: GameRow) -> tuple[Section, ...]:
    """Results without steps."""
    found = []
    if row.lichess_after is not None:
        change = "no change" if row.lichess_change is None else signed(row.lichess_change)
        found.append(Section("Lichess", f"{row.lichess_before} {change} → {row.lichess_after}"))
    if row.fide_live is not None:
        found.append(Section("FIDE", f"{signed(row.fide_change, 1)} → {number(row.fide_live, 1)} live"))
    if row.elo_rating is not None:
        found.append(Section("Elo", f"{signed(row.elo_change, 1)} → {number(row.elo_rating, 1)}"))
    return tuple(found) or (Section("No rating moved", "casual, unfinished or not counted"),)


def explained(
    row: GameRow, store: Store, account: Account, comparison: Comparison, game: PlayedGame
) -> tuple[Section, ...]:
    """What each system made of the game: sentences first, then the steps."""
    from tracker.account import explanation_of

    headlines = {section.title: section.headline for section in sections_of(row)}
    found = []
    for system in explanation_of(store, account, comparison, game):
        said = [Step("", _minus(sentence)) for sentence in system.sentences]
        steps = [Step(step.name, _value(step.value), _minus(step.rule)) for step in system.steps]
        found.append(Section(system.title, headlines.get(system.title, "moved nothing"), (*said, *steps)))
    return tuple(found)


def _value(value: object) -> str:
    """A step's value as the screen writes it."""
    from tracker.ratings.fide.exact import plain

    return _minus("–" if value is None else plain(value) if isinstance(value, Decimal) else str(value))


def _minus(text: str) -> str:
    """A true minus before negative numbers."""
    return re.sub(r"(?<![\w.)])-(?=[\d.])", MINUS, text)
