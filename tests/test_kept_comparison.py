"""A large account's comparison is the one of any account, made now or kept, and goes with what it came from."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from tracker import account, comparison, kept_comparison
from tracker.account import comparison_of, explanation_of, history_of
from tracker.commands.history import document
from tracker.export import together, write_csv
from tracker.ratings.options import RatingOptions
from tracker.sources.lichess import decode
from tracker.store import Entry, Store

NOW = 1_796_000_000_000
BLITZ = "blitz_2023_2025.ndjson"
NAMES = {
    BLITZ: "Player_PimJYI",
    "merged_classical_2016_2018.pgn": "Player_YofkK9",
    "many_perfs_2020.pgn": "Player_AkjrFQ",
}
OPTIONS = {
    "by perf": RatingOptions(),
    "FIDE's lists": RatingOptions(lists="fide"),
    "by date and week": RatingOptions(rules="by-date", period="week", start="lichess", floor="apply"),
    "formula": RatingOptions(method="formula", start=1500),
}


@pytest.fixture
def store(tracked, shared: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    history = getattr(request, "param", BLITZ)
    with Store(tracked(shared / "data/histories" / history, NAMES[history])) as opened:
        yield opened


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows whenever an account is compared anew."""
    calls: list[str] = []
    compare = comparison.compare
    monkeypatch.setattr(comparison, "compare", lambda *given: calls.append("anew") or compare(*given))
    return calls


def all_count_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account, "LARGE", 1)
    monkeypatch.setattr(kept_comparison, "PAGE", 7)


def outputs(store: Store, options: RatingOptions) -> list[str]:
    """All that the program says of the account."""
    tracked = store.accounts()[0]
    found = comparison_of(store, tracked, options, NOW)
    stream = io.StringIO()
    write_csv(together({tracked.name: found.rows()}), stream, UTC)
    said = [stream.getvalue(), json.dumps(document(history_of(store, tracked, options, NOW)))]
    ids = [row.game.id for row in found.rows() if row.game is not None]
    for game_id in ids[:: len(ids) // 5]:
        game = store.game(tracked.id, game_id)
        only = comparison_of(store, tracked, options, NOW, only=game.perf)
        said.append(repr(explanation_of(store, tracked, only, game)))
    return said


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("store", NAMES, indirect=True)
def test_columns_say_what_lists_say(
    store: Store, options: RatingOptions, compared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = outputs(store, options)
    all_count_as_large(monkeypatch)
    store.update_account(1, options=options.to_dict())
    assert outputs(store, options) == plain
    compared.clear()
    assert outputs(store, options) == plain
    assert not compared


def test_a_new_game_and_other_options_are_compared_anew(
    store: Store, compared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    all_count_as_large(monkeypatch)
    usual = RatingOptions()

    def look(options: RatingOptions) -> int:
        compared.clear()
        comparison_of(store, store.accounts()[0], options, NOW)
        return len(compared)

    assert (look(usual), look(usual)) == (1, 0)
    assert look(RatingOptions(rules="2014-07")) == 1
    assert look(usual) == 0
    newest = store.one("SELECT id FROM game ORDER BY ended_at DESC LIMIT 1")
    with sqlite3.connect(store.path) as other:
        later = {"id": "'later001'", "ended_at": "ended_at + 1", "finished_at": "finished_at + 1"}
        names = [name for (name,) in other.execute("SELECT name FROM pragma_table_info('game')")]
        values = ", ".join(later.get(name, name) for name in names)
        other.execute(f"INSERT INTO game SELECT {values} FROM game WHERE id = ?", [newest])
    assert (look(usual), look(usual)) == (1, 0)


def test_damaged_content_is_compared_anew(store: Store, compared: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    all_count_as_large(monkeypatch)
    options = RatingOptions()
    plain = outputs(store, options)
    content = store.derived(1, "comparison:blitz") or b""
    store.keep_derived(1, "comparison:blitz", 2**52, content[: len(content) // 2])
    compared.clear()
    assert outputs(store, options) == plain
    assert compared


def test_adjustments_are_counted_from_where_the_ledger_was_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = account.adjustment_count(store, 1)
    assert counted
    monkeypatch.setattr(account, "LONG", 100)
    assert account.adjustment_count(store, 1) == counted
    read: list[int] = []
    monkeypatch.setattr(account.Ledger, "take", lambda *_given: read.append(1) or ())
    account.adjustment_count(store, 1)
    assert len(read) == account.OPEN_END


def test_a_late_analysis_leaves_kept_results_and_a_change_of_the_rating_drops_them(store: Store) -> None:
    tracked, at = store.account("Player_PimJYI"), 2**52
    (found,) = (decode(raw) for raw in [store.records(1, store.one("SELECT id FROM game LIMIT 1"))["json"]])
    for game, kept in ((replace(found, opening_name="Grob Opening"), b"kept"), (replace(found, plies=1), None)):
        store.keep_derived(1, "replay:blitz", at, b"kept")
        assert store.save(tracked, [Entry(game, None, "json")], richer=True, now=NOW).updated == [game.id]
        assert store.derived(1, "replay:blitz") == kept
