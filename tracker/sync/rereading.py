"""Games that are asked for by their ids: those that were being played, and rated ones that had no change yet."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.sources.lichess import UnreadableError, decode, mark, side_of, without_secret
from tracker.sync.intake import NO_CHANGE, VANISHED, Intake, lacks_change
from tracker.sync.stream import Stream

CHANGE_MAY_COME = 3_600_000
"""Milliseconds after first sight for which a missing change of rating is looked for; later there is none."""


def reread(stream: Stream, ongoing: frozenset[str], now: int) -> None:
    """Asks for all marked games but those known to go on, and judges the marks. Raises SourceError, StoreError."""
    intake = stream.intake
    marks = dict(intake.pending)
    asked = [i for i, found in marks.items() if found.reason == NO_CHANGE or i not in ongoing]
    got, changeless = _fetch(stream, asked)
    settled: list[str] = []
    vanished: list[str] = []
    for each in asked:
        if marks[each].reason == NO_CHANGE:
            if each in got - changeless or now - marks[each].first_seen_at >= CHANGE_MAY_COME:
                settled.append(each)
        elif each not in got:
            (settled if marks[each].reason == VANISHED else vanished).append(each)
    intake.settle(settled)
    intake.store.set_pending(intake.account.id, vanished, VANISHED, now)


def _fetch(stream: Stream, ids: Sequence[str]) -> tuple[set[str], set[str]]:
    """Takes the games in; ids that came, and those without a change. What is missing is asked for once more."""
    got: set[str] = set()
    changeless: set[str] = set()
    missing = list(ids)
    while missing:
        for line in stream.lichess.by_ids(missing):
            if found := _take(line, stream.intake):
                game_id, lacks = found
                got.add(game_id)
                if lacks:
                    changeless.add(game_id)
        stream.flush()
        still = [each for each in missing if each not in got]
        if len(still) == len(missing):
            break
        missing = still
    return got, changeless


def _take(line: bytes, intake: Intake) -> tuple[str, bool] | None:
    if not line.strip():
        return None
    raw = without_secret(line.strip())
    try:
        game = decode(raw)
    except UnreadableError as error:
        intake.refuse(raw, str(error))
        known = mark(raw)
        return (known.id, False) if known else None
    if side_of(game, intake.account.user_id) is None:
        return None
    intake.add(game, raw, "json")
    return game.id, lacks_change(game)
