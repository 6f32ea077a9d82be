"""Cards of perfs, and the day, the session and the streak, out of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tracker.game import PlayedGame
from tracker.tui.kept import Kept, line_facts, month_change, raw_series
from tracker.tui.model import Peak, PerfCard, Run

if TYPE_CHECKING:
    from tracker.store import Store
    from tracker.store.browse import Results
    from tracker.store.store import PerfCount

SESSION_PAUSE = 60 * 60_000
"""Milliseconds after which a session is over."""
WORDS = {"win": "won", "draw": "drawn", "loss": "lost"}


def card(
    count: PerfCount,
    kept: Kept | None,
    results: Results | None,
    today: Results | None,
    store: Store,
    account_id: int,
    now: int,
) -> PerfCard:
    """A perf's numbers: all of them where the columns are known, else what the newest games tell."""
    wins, draws, losses = results[:3] if results else (0, 0, 0)
    plain = PerfCard(
        count.perf, count.games, count.rated, None, wins=wins, draws=draws, losses=losses,
        new_today=today.games if today else 0,
    )  # fmt: skip
    if kept is None:
        return replace(plain, **_from_newest(store, account_id, count.perf))
    facts = kept.facts
    peak, established = facts.get("peak"), facts.get("peak_established")
    return replace(
        plain,
        rating=facts.get("rating"),
        deviation=facts.get("deviation"),
        provisional=bool(facts.get("provisional")),
        month_change=month_change(kept.series, now),
        peak=Peak(*peak) if peak else None,
        peak_established=Peak(*established) if established else None,
        recent=tuple(facts.get("recent", ())),
        spark=tuple(facts.get("spark", ())),
        fide_list=facts.get("fide_list"),
        fide_live=facts.get("fide_live"),
        fide_k=facts.get("fide_k"),
        fide_k_list=facts.get("fide_k_list"),
        fide_note=facts.get("fide_note", ""),
        elo=facts.get("elo"),
        remarks=tuple(facts.get("remarks", ())),
    )


def _from_newest(store: Store, account_id: int, perf: str) -> dict[str, Any]:
    from tracker.store.browse import newest_games

    moved = [game for game in newest_games(store, account_id, perf, 40) if game.moved_rating]
    points = [
        (game.id, game.ended_at, (game.rating or 0) + (game.change or 0), game.provisional)
        for game in moved
        if game.rating is not None
    ]
    facts = line_facts(raw_series("", perf, points))
    return {
        "rating": facts["rating"],
        "provisional": facts.get("provisional", False),
        "recent": tuple(game.change or 0 for game in moved[-12:]),
    }


def session_start(games: Sequence[PlayedGame], now: int) -> int | None:
    """Start of the session that is still going on; None where the last game is too long ago."""
    if not games or abs(now - games[-1].ended_at) > SESSION_PAUSE:
        return None
    start = games[-1]
    for game in reversed(games[:-1]):
        if start.started_at - game.ended_at > SESSION_PAUSE:
            break
        start = game
    return start.started_at


def today(results: Mapping[str, Results], perf: str | None) -> Run:
    """The day's results in one perf, or in all."""
    wins = draws = losses = points = 0
    for name, one in results.items():
        if perf in (None, name):
            wins, draws, losses, points = wins + one.wins, draws + one.draws, losses + one.losses, points + one.points
    return Run("today", wins + draws + losses, wins, draws, losses, points)


def runs(games: Sequence[PlayedGame], now: int) -> list[Run]:
    """This session, where one is going on, and the current streak of equal results."""
    found = []
    if (began := session_start(games, now)) is not None:
        found.append(_run("this session", [game for game in games if game.started_at >= began]))
    if games:
        last = games[-1].outcome
        streak = list(takewhile(lambda game: game.outcome == last, reversed(games)))
        if len(streak) > 1:
            found.append(_run(f"{len(streak)} {WORDS[last or 'draw']} in a row", streak))
    return found


def _run(title: str, games: Sequence[PlayedGame]) -> Run:
    outcomes = [game.outcome for game in games]
    change = sum(game.change or 0 for game in games if game.rated)
    return Run(title, len(games), outcomes.count("win"), outcomes.count("draw"), outcomes.count("loss"), change)
