"""One game with everything that is known of it: record, moves, evaluations, the steps behind each number."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tracker.game import PlayedGame
from tracker.tui.kept import Kept, key_of
from tracker.tui.live_rows import row_of
from tracker.tui.model import GameDetail, GameRow, Section, Step
from tracker.tui.notation import number, signed

if TYPE_CHECKING:
    from tracker.comparison import Comparison, ComparisonRow
    from tracker.store import Account, Store

SITE_NOTE = (
    "Lichess counts the first move of White as about 12 points and shows whole points only, cut off; a draw or even "
    "a win can so show one point less. The deviations are estimates, so this explains and proves nothing."
)


def detail(
    store: Store, account: Account, game: PlayedGame, kept: Kept | None, comparison: Comparison | None, site: str
) -> GameDetail:
    """The game; without a comparison the sections have results but no steps."""
    row = row_of(key_of(game.id), game, {} if kept is None else {game.perf: kept})
    moves, initial_fen = store.moves(account.id, game.id)
    record = _record(store, account.id, game.id)
    names = (account.name, game.opponent) if game.color == "white" else (game.opponent, account.name)
    found = None if comparison is None else find(comparison, game)
    sections = sections_of(row) if found is None else explained(row, game, found, comparison)
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


def find(comparison: Comparison, game: PlayedGame) -> ComparisonRow | None:
    """The game's row in every system."""
    compared = comparison.perfs.get(game.perf)
    if compared is None:
        return None
    return next((row for row in compared.rows() if row.game is not None and row.game.id == game.id), None)


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
    row: GameRow, game: PlayedGame, found: ComparisonRow, comparison: Comparison | None
) -> tuple[Section, ...]:
    """The steps of each system."""
    from tracker.ratings.fide.steps import explain_elo, explain_fide

    headlines = {section.title: section.headline for section in sections_of(row)}
    sections = [Section("Lichess", headlines.get("Lichess", "moved no rating"), tuple(_lichess(found)))]
    if comparison is not None and found.fide is not None:
        compared = comparison.perfs[game.perf]
        replay = compared.fide or comparison.fide_lists.get(found.fide.list or "")
        steps = () if replay is None else explain_fide(game, found.fide, replay)
        sections.append(Section("FIDE", headlines.get("FIDE", "not counted"), _plain(steps)))
        elo = explain_elo(game, found.elo, comparison.options)
        sections.append(Section("Elo", headlines.get("Elo", "not counted"), _plain(elo)))
    return tuple(sections)


def _plain(steps: Iterable[Any]) -> tuple[Step, ...]:
    return tuple(Step(step.name, _value(step.value), step.rule) for step in steps)


def _value(value: object) -> str:
    """A step's value with the screen's minus."""
    return str(value).replace("-", "−") if not isinstance(value, str) else value


def _lichess(found: ComparisonRow) -> list[Step]:
    """The reported change, and what the replay of Lichess's own mathematics says of it."""
    from tracker.ledger import describe, no_change_reasons

    ledger, replayed = found.ledger, found.replay
    steps = []
    if ledger is not None:
        if said := describe(ledger):
            steps.append(Step("", said))
        if ledger.change is None and found.game is not None:
            steps += [Step("perhaps", reason) for reason in no_change_reasons(found.game)]
    if replayed is not None and ledger is not None and ledger.change is not None:
        agrees = "as reported" if replayed.change == ledger.change else f"reported {signed(ledger.change)}"
        steps += [
            Step("your deviation after", f"{replayed.deviation:.0f}", "replayed; an estimate"),
            Step("opponent's deviation", f"{replayed.opponent_deviation:.0f}", "inferred; an estimate"),
            Step("replay said before", signed(replayed.change), agrees),
            Step("", SITE_NOTE),
        ]
    return steps
