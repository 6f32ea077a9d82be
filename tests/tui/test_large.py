"""A large account on the screen: compared beside it, explained from what was kept, and failures said in words."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tracker import account
from tracker.errors import NotAvailable
from tracker.settings import Settings
from tracker.tui import live, prepare
from tracker.tui.live import LiveModel
from tracker.tui.model import Query, Tell

NAME = "Player_PimJYI"


def model_of(database: Path) -> LiveModel:
    return LiveModel(Settings(str(database), timezone="UTC"), {}, lambda: time.time_ns() // 1_000_000, time.sleep)


@pytest.fixture
def database(tracked, shared: Path) -> Path:
    return tracked(shared / "data/histories/blitz_2023_2025.ndjson", NAME)


def test_a_large_account_has_the_columns_and_the_steps_of_a_small_one(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = model_of(database)
    *_, plain = small.series(NAME, "blitz")
    keys = [row.key for row in small.games(Query(NAME, "blitz")).page(0, 300) if row.key > 0][::60]
    sections = [small.detail(NAME, key).sections for key in keys]

    monkeypatch.setattr(account, "LARGE", 1)
    monkeypatch.setattr(live, "WORTH_KEEPING", 1)
    beside: list[str] = []

    def run_beside(settings: Settings, name: str, tell: Tell) -> None:
        beside.append(name)
        other = LiveModel(settings, {}, lambda: time.time_ns() // 1_000_000, time.sleep)
        other.make(other.store().account(name))

    monkeypatch.setattr(prepare, "run_beside", run_beside)
    small.store().writer.keep_derived(1, "screen:blitz", 0, b"\x02\x00\x00\x00{}")  # as of another version
    large = model_of(database)
    told: list[str] = []
    first, second = large.series(NAME, "blitz", told.append)
    assert not first.complete
    assert (second.keys, second.lichess, second.flags) == (plain.keys, plain.lichess, plain.flags)
    assert list(second.fide) == pytest.approx(list(plain.fide), abs=0.001, nan_ok=True)
    assert (beside, told) == ([NAME], ["comparing 2,907 games"])
    assert [large.detail(NAME, key).sections for key in keys] == sections
    assert all(len(section.steps) > 3 for found in sections for section in found)


def test_a_comparison_that_fails_beside_the_screen_is_told_in_a_sentence(database: Path, tmp_path: Path) -> None:
    with pytest.raises(NotAvailable, match=r"Nobody's games could not be compared.*\(Nobody is not tracked here"):
        prepare.run_beside(Settings(str(database)), "Nobody")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database at all, but long enough to be looked at" * 99)
    with pytest.raises(NotAvailable, match=r"damaged or no tracker database.*run `tracker history Bench`"):
        prepare.run_beside(Settings(str(broken)), "Bench")


def test_a_comparison_beside_the_screen_is_kept_for_it(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    prepare.run_beside(Settings(str(database)), NAME, told.append)
    assert told[0] == "blitz: 0 of 2,891 games replayed"
    monkeypatch.setattr(LiveModel, "_columns", lambda *_given: pytest.fail("was not kept"))
    (series,) = model_of(database).series(NAME, "blitz")
    assert series.complete
