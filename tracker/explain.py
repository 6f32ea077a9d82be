"""The steps behind one game's numbers, in each system, for people and for scripts. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

from tracker.comparison import Comparison, ComparisonRow, PerfComparison
from tracker.ledger import describe, no_change_reasons
from tracker.ratings.elo import EloRow
from tracker.ratings.fide.remarks import k_remarks
from tracker.ratings.fide.steps import explain_elo, explain_fide
from tracker.ratings.lichess import is_provisional, why_provisional
from tracker.ratings.lichess_steps import explain_lichess
from tracker.ratings.replay import Replayed


class Step(NamedTuple):
    """One line: what, how much, and by which rule."""

    name: str
    value: Decimal | float | int | str | None
    rule: str


class System(NamedTuple):
    """How one system came to its change."""

    title: str
    steps: tuple[Step, ...]
    change: Decimal | int | None
    """None where the game moved nothing in this system."""
    sentences: tuple[str, ...]
    """What a player would want to be told, the most telling first."""


class Explained(NamedTuple):
    """One game in all systems."""

    lichess: System
    fide: System
    elo: System


def explain(
    comparison: Comparison, row: ComparisonRow, replayed: Replayed | None, *, bot: bool = False, mark: str | None = None
) -> Explained:
    """A game of the comparison; `replayed` is the whole replay of that game, `bot` that the account itself is one.

    `mark` says why the rating was provisional again (`returned_mark`).
    """
    return Explained(_lichess(row, replayed, bot, mark), _fide(comparison, row), _elo(comparison, row))


def returned_mark(compared: PerfComparison, number: int) -> str | None:
    """Why the rating was provisional again at the perf's game of that number, where a pause brought the mark back."""
    game = compared.games[number]
    earlier = next((i for i in range(number - 1, -1, -1) if compared.replay[i] is not None), None)
    replay = None if earlier is None else compared.replay[earlier]
    if earlier is None or replay is None or game.provisional is False:
        return None
    last = compared.games[earlier]
    since = last.started_at if last.last_move_at is None else last.last_move_at
    if is_provisional(replay.deviation, since):
        return None
    return why_provisional(replay.deviation, replay.volatility, since, game.started_at)


def _lichess(row: ComparisonRow, replayed: Replayed | None, bot: bool, mark: str | None) -> System:
    game, ledger = row.game, row.ledger
    if game is None or ledger is None:
        return System("Lichess", (), None, ("Not a rated game: Lichess moved nothing.",))
    found = explain_lichess(game, ledger.before, replayed, bot=bot)
    sentences = [found.sentence]
    if ledger.note == "no-change":
        sentences += no_change_reasons(game)
    elif said := describe(ledger):
        sentences.append(said)
    if mark:
        sentences.append(mark)
    steps = list(_steps(found.steps))
    if not found.agrees and ledger.before is not None:
        steps.append(Step("reported", ledger.change, "Lichess's own figure, which is the truth"))
        steps.append(Step("running rating", ledger.after, f"{ledger.before} before the game, and the reported change"))
    return System("Lichess", tuple(steps), ledger.change, tuple(sentences))


def _fide(comparison: Comparison, row: ComparisonRow) -> System:
    game, fide = row.game, row.fide
    compared = comparison.perfs.get(row.perf)
    replay = None
    if fide is not None and compared is not None:
        replay = compared.fide or comparison.fide_lists.get(fide.list or "")
    if game is None or fide is None or replay is None:
        return System("FIDE", (), None, ("FIDE rates no such game.",))
    remarks = k_remarks(replay, comparison.pairs(replay, fide.period))
    sentences = tuple(remark.text for remark in remarks if remark.period == fide.period)
    return System("FIDE", _steps(explain_fide(game, fide, replay)), fide.change, sentences)


def _elo(comparison: Comparison, row: ComparisonRow) -> System:
    elo: EloRow | None = row.elo
    if row.game is None or row.ledger is None:
        return System("Elo", (), None, ("Not a rated game.",))
    steps = _steps(explain_elo(row.game, elo, comparison.options))
    return System("Elo", steps, None if elo is None else elo.change, ())


def _steps(found: Iterable[Any]) -> tuple[Step, ...]:
    return tuple(Step(step.name, step.value, step.rule) for step in found)
