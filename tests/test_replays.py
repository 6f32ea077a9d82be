"""Kept replays are the replays: the same rows, whether computed now, kept, or continued."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker import replays
from tracker.comparison import replay_perf
from tracker.ledger import Ledger
from tracker.store import Store


@pytest.fixture
def blitz(tracked, shared: Path):
    with Store(tracked(shared / "data/histories/blitz_2023_2025.ndjson", "Player_PimJYI")) as store:
        yield store


def history(store: Store):
    games = list(store.games(1, "blitz"))[:1200]
    return games, [row.before for row in Ledger(games) if row.kind == "game"]


def test_kept_and_continued_rows_are_those_of_one_go(blitz: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    games, before = history(blitz)
    in_one_go = replay_perf("blitz", games, before)
    monkeypatch.setattr(replays, "KEEP_EVERY", 300)
    monkeypatch.setattr(replays, "WORTH_KEEPING", 1)
    kept = replays.KeptReplays(blitz, blitz.account("Player_PimJYI"))
    assert kept("blitz", games[:800], before[:800]) == in_one_go[:800]
    assert kept("blitz", games, before) == in_one_go

    assert blitz.derived(1, "replay:blitz") is not None
    seen: list[str] = []
    adding = replays.Replay.add
    monkeypatch.setattr(
        replays.Replay, "add", lambda self, game, before: seen.append(game.id) or adding(self, game, before)
    )
    assert kept("blitz", games, before) == in_one_go
    assert seen == [game.id for game in games[-len(seen) :]]
    assert len(seen) == replays.OPEN_END


def test_one_game_is_explained_from_a_checkpoint(blitz: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    games, before = history(blitz)
    monkeypatch.setattr(replays, "CHECKPOINT_EVERY", 100)
    running = replays.Replay("blitz")
    in_one_go = [running.add(game, rating) for game, rating in zip(games, before, strict=True)]
    kept = replays.KeptReplays(blitz, blitz.account("Player_PimJYI"))
    assert kept.whole("blitz", games[:150], before[:150], 120) == in_one_go[120]
    kept("blitz", games, before)
    seen: list[str] = []
    adding = replays.Replay.add
    monkeypatch.setattr(
        replays.Replay, "add", lambda self, game, before: seen.append(game.id) or adding(self, game, before)
    )
    assert kept.whole("blitz", games, before, 777) == in_one_go[777]
    assert len(seen) == 78


@pytest.mark.parametrize("content", [b"", b"\x05\x00\x00\x00{}", b"\xff" * 40])
def test_damaged_content_is_computed_again(blitz: Store, content: bytes) -> None:
    games, before = history(blitz)
    games, before = games[:100], before[:100]
    blitz.keep_derived(1, "replay:blitz", games[-1].ended_at, content)
    kept = replays.KeptReplays(blitz, blitz.account("Player_PimJYI"))
    assert kept("blitz", games, before) == replay_perf("blitz", games, before)


def test_another_versions_content_is_computed_again(blitz: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    games, before = history(blitz)
    kept = replays.KeptReplays(blitz, blitz.account("Player_PimJYI"))
    kept("blitz", games, before)
    monkeypatch.setattr(replays, "__version__", "99")
    with pytest.raises(ValueError, match=r"\d"):
        replays.unpacked(blitz.derived(1, "replay:blitz") or b"")
