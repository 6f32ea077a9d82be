"""Form as a JSON document: plain numbers, null for what is absent. Pure."""

from __future__ import annotations

from typing import Any

from tracker.form.chances import Z95
from tracker.form.changes import Change
from tracker.form.goals import Goal
from tracker.form.mistakes import Average, Mistakes
from tracker.form.sessions import Session, best_and_worst, longest
from tracker.form.smoother import Strength
from tracker.form.stakes import Stake
from tracker.form.summary import Form, Judged
from tracker.game import Outcome
from tracker.times import iso_utc


def document(form: Form, mistakes: Mistakes | None = None, stakes: list[Stake] | None = None) -> dict[str, Any]:
    """Everything, the window asked for first."""
    asked = judged(form.asked) if form.asked else dict.fromkeys(WINDOW_KEYS)
    games = form.results.games
    extremes = best_and_worst(form.sessions)
    return {
        "perf": form.results.perf,
        **asked,
        "games": asked["games"] or 0,
        "verdict": asked["verdict"] or "too few games to say",
        "asked": form.stretch,
        "games_in_perf": len(games),
        "rated_in_perf": form.rated,
        "windows": [judged(one) for one in form.windows],
        "strength": strength(form.now) if games else None,
        "strength_history": [{"at": iso_utc(at), **strength(one)} for at, one in form.points],
        "changes": [change(one, before, form) for one, before in form.sides],
        "rows": [
            {
                "kind": row.kind,
                "label": row.label,
                "games": row.games,
                "score": row.score,
                "expected": round(row.expected, 2),
                "range": [round(end, 2) for end in row.range] if row.range else None,
                "z": rounded(row.z, 3),
                "p": rounded(row.p, 5),
                "called_out": row.called_out,
            }
            for row in form.rows
        ],
        "rows_games": form.covered,
        "correction": "Benjamini-Hochberg, 5 %",
        "rows_looked_at": sum(row.p is not None for row in form.rows),
        "goals": [goal(one) for one in form.goals],
        "sessions": {
            "count": len(form.sessions),
            "games": sum(one.games for one in form.sessions),
            "best": session(extremes[0]) if extremes else None,
            "worst": session(extremes[1]) if extremes else None,
            "last": session(form.last_session) if form.last_session else None,
            "recent": [session(one) for one in form.sessions[-RECENT:]],
            "by_length": [
                {
                    "label": row.label,
                    "sessions": row.sessions,
                    "games": row.games,
                    "score": row.score,
                    "change": row.change,
                    "provisional": row.provisional,
                }
                for row in form.lengths
            ],
        },
        "streaks": {
            "current": {"result": form.streak.outcome, "games": form.streak.games} if form.streak else None,
            **{f"longest_{result}": run.games if (run := longest(form.streaks, result)) else 0 for result in RESULTS},
        },
        "stakes": [
            {
                "system": one.system,
                "rating": one.rating,
                "deviation": rounded(one.deviation, 1),
                "win": one.win,
                "draw": one.draw,
                "loss": one.loss,
            }
            for one in stakes or ()
        ],
        "mistakes": mistakes_document(mistakes) if mistakes else None,
    }


RECENT = 30
"""Sessions listed."""
RESULTS: tuple[Outcome, ...] = ("win", "loss")
WINDOW_KEYS = (
    "games",
    "score",
    "expected",
    "range",
    "performance",
    "performance_range",
    "z",
    "verdict",
    "change",
    "margin",
    "before",
    "games_before",
)


def judged(one: Judged) -> dict[str, Any]:
    """A window; what cannot be compared is null."""
    comparable, change_ = one.window.comparable, one.verdict.change
    shown = one.performance
    return {
        "games": one.window.games,
        "score": one.window.score,
        "expected": round(one.window.expected, 3) if one.window.start else None,
        "range": list(one.range) if one.range else None,
        "performance": rounded(shown.rating, 1),
        "performance_range": [rounded(shown.low, 1), rounded(shown.high, 1)],
        "z": round(one.window.z, 3) if comparable else None,
        "verdict": str(one.verdict),
        "change": rounded(change_.mean, 1) if change_ else None,
        "margin": round(Z95 * change_.sd, 1) if change_ else None,
        "before": strength(one.window.before) if one.window.start else None,
        "games_before": one.window.start,
    }


def strength(value: Strength) -> dict[str, float]:
    """A strength with its 95 % range."""
    return {
        "mean": round(value.mean, 1),
        "low": round(value.mean - Z95 * value.sd, 1),
        "high": round(value.mean + Z95 * value.sd, 1),
    }


def change(one: Change, before: int, form: Form) -> dict[str, Any]:
    """A change-point, with the range of moments at which it may have been."""
    games = form.results.games
    return {
        "at": iso_utc(games[one.game].started_at),
        "earliest": iso_utc(games[one.earliest].started_at),
        "latest": iso_utc(games[one.latest].started_at),
        "game": one.game,
        "points": round(one.points, 1),
        "margin": round(one.margin, 1),
        "games": one.games,
        "games_before": before,
        "games_after": one.games - before,
    }


def goal(one: Goal) -> dict[str, Any]:
    """A goal with its odds by number of games."""
    return {
        "rating": one.rating,
        "name": one.name,
        "points": one.points,
        "expected_games": rounded(one.expected_games, 1),
        "median_games": one.median_games,
        "odds": {str(games): chance for games, chance in one.odds.items()},
        "games": one.games,
        "deviation": round(one.deviation, 1),
    }


def session(one: Session) -> dict[str, Any]:
    """A session on the user's day."""
    return {
        "day": one.day.isoformat(),
        "began": iso_utc(one.began),
        "ended": iso_utc(one.ended),
        "games": one.games,
        "score": one.score,
        "change": one.change,
        "provisional": one.provisional,
    }


def mistakes_document(found: Mistakes) -> dict[str, Any]:
    """Mistakes with the share of games that they speak for."""
    return {
        "analysed": found.analysed,
        "looked_at": found.looked_at,
        "games": found.games,
        "share": round(found.share, 4),
        "rows": [
            {
                "kind": row.kind,
                "label": row.label,
                "games": row.games,
                "moves": row.moves,
                **average("acpl", row.acpl, 1),
                **average("inaccuracies", row.inaccuracies, 2),
                **average("mistakes", row.mistakes, 2),
                **average("blunders", row.blunders, 2),
                **average("accuracy", row.accuracy, 1),
                "scale_doubtful": row.doubtful,
            }
            for row in found.rows
        ],
    }


def average(name: str, one: Average | None, digits: int) -> dict[str, float | None]:
    """A mean and half of its 95 % range; null with too few games."""
    return {
        name: None if one is None else round(one.mean, digits),
        f"{name}_margin": None if one is None else round(one.margin, digits),
    }


def rounded(value: float | None, digits: int) -> float | None:
    """Rounded, and None stays None."""
    return None if value is None else round(value, digits)
