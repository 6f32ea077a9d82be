"""What Lichess tells about the demo's player beside the games: profile, one perf, rating history. Pure."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from tracker.demo.player import DEMO_NAME, DemoHistory
from tracker.demo.standing import Standing
from tracker.game import PERF_NAMES, UNFINISHED, UNPLAYED
from tracker.ratings.glicko2 import Glicko

ALWAYS_SHOWN = ("bullet", "blitz", "rapid", "classical", "correspondence")
"""Perfs that a profile has even without a game."""
NEWCOMER = Glicko(1500.0, 500.0, 0.09)


def profile(history: DemoHistory, now: int) -> dict[str, Any]:
    """The answer of `/api/user/{name}`."""
    perfs = {perf: _perf(history.standings.get(perf) or Standing(NEWCOMER), now) for perf in ALWAYS_SHOWN}
    perfs |= {perf: _perf(standing, now) for perf, standing in history.standings.items() if standing.games}
    return {
        "id": DEMO_NAME.lower(),
        "username": DEMO_NAME,
        "perfs": perfs,
        "createdAt": history.games[-1]["createdAt"] - 3_600_000,
        "seenAt": now,
        "count": _counts(history.games),
    }


def _perf(standing: Standing, now: int) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "games": standing.games,
        "rating": standing.rating,
        "rd": int(standing.deviation(now)),
        "prog": _progress(standing),
    }
    if standing.provisional(now):
        shown["prov"] = True
    return shown


def _progress(standing: Standing) -> int:
    """From the oldest to the newest of the last twelve ratings."""
    last = [rating for _, rating in standing.points[-12:]]
    return last[-1] - last[0] if len(standing.points) > 10 else 0


def _counts(games: list[dict[str, Any]]) -> dict[str, int]:
    counts: Counter[str] = Counter(dict.fromkeys(("all", "rated", "win", "loss", "draw", "playing"), 0))
    for game in games:
        if game["status"] in UNPLAYED:
            counts["playing"] += game["status"] in UNFINISHED
            continue
        counts["all"] += 1
        counts["rated"] += game["rated"]
        winner = game.get("winner")
        counts["draw" if winner is None else "win" if is_demo_player(game["players"][winner]) else "loss"] += 1
    return dict(counts)


def is_demo_player(side: dict[str, Any]) -> bool:
    """Whether this side of a record is the demo's player."""
    return bool(side.get("user", {}).get("name") == DEMO_NAME)


def perf(history: DemoHistory, key: str, now: int) -> dict[str, Any] | None:
    """The answer of `/api/user/{name}/perf/{perf}`, as far as a tracker reads it; None for an unknown perf."""
    if key not in PERF_NAMES:
        return None
    standing = history.standings.get(key) or Standing(NEWCOMER)
    glicko: dict[str, Any] = {
        "rating": int(standing.glicko.rating * 100) / 100,
        "deviation": int(standing.deviation(now) * 100) / 100,
    }
    if standing.provisional(now):
        glicko["provisional"] = True
    return {
        "user": {"name": DEMO_NAME},
        "perf": {"glicko": glicko, "nb": standing.games, "progress": _progress(standing)},
        "rank": None,
        "percentile": None,
    }


def rating_history(history: DemoHistory) -> list[dict[str, Any]]:
    """The answer of `/api/user/{name}/rating-history`: the last rating of each UTC day; months count from 0."""
    answer = []
    for key, name in PERF_NAMES.items():
        days: dict[tuple[int, int, int], int] = {}
        standing = history.standings.get(key)
        for at, rating in standing.points if standing else ():
            day = datetime.fromtimestamp(at / 1000, UTC)
            days[day.year, day.month - 1, day.day] = rating
        answer.append({"name": name, "points": [[*day, rating] for day, rating in days.items()]})
    return answer
