"""What a ledger is made of: rows, their notes in words, and the account of one perf. Pure."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tracker.game import UNPLAYED, PlayedGame

Kind = Literal["game", "adjustment"]
Note = Literal["overlap", "stale", "refund-like", "unexplained", "gap", "no-change"]

REFUND_WINDOW_MS = 5 * 86_400_000
"""A refund is for games begun within five days before the opponent was marked."""
MIN_PLIES = 2
FARMING_SINCE = 1_548_115_200_000
"""2019-01-22 UTC: repeated games against a bot stop counting."""


class Row(NamedTuple):
    """One line of a ledger: before + change = after, and each row begins where the last one of its perf ended."""

    kind: Kind
    perf: str
    game_id: str | None
    """None for an adjustment."""
    at: int
    """Epoch ms: the end of the game; for an adjustment the start of the game that shows it."""
    change: int | None
    """Whole points; None for a rated game that moved nothing."""
    before: int | None
    """None until a record shows a rating: a file may name none at all."""
    after: int | None
    note: Note | None
    shown: int | None
    """The rating in the game's record, a snapshot at its start."""
    between: tuple[str | None, str] | None
    """The two games between which an adjustment happened; the first is None if the ledger opens with it."""


class Summary(NamedTuple):
    """The account of one perf: opening + changes + adjustments + residual = closing."""

    perf: str
    opening: int | None
    """None where no record shows a rating; the closing may be known from the profile all the same."""
    opening_note: str | None
    """Where the opening comes from, when not from the first game's record."""
    games: int
    """Rated games, those without a change included."""
    changes: int
    """Sum of the reported changes, points."""
    adjustments: int
    """Sum of what moved the rating without a game, points."""
    adjustment_count: int
    closing: int | None
    """From the profile or the newest record, not from the sum."""
    closing_source: Literal["profile", "record"]
    residual: int | None
    without_change: int
    gaps: int
    """Adjustments that look like games missing from the data."""
    ordered_by_start: bool
    """Some games have no end time, so that their order is that of the starts."""

    @property
    def looks_filtered(self) -> bool:
        """Many jumps: games seem to be missing."""
        return self.gaps > 0


def describe(row: Row) -> str | None:
    """A row's note as a sentence for the player; None where there is nothing to say."""
    if row.note == "overlap":
        return (
            f"This game began before the previous game ended: its start shows {row.shown}, "
            f"the running rating was {row.before}."
        )
    if row.note == "stale":
        return f"The rating shown at its start ({row.shown}) had not caught up with the running one ({row.before})."
    if row.note == "no-change":
        return "Rated, but no rating moved."
    if row.note == "refund-like":
        return f"{row.change:+d} not from a game; often a refund of points lost to a player who was later banned."
    if row.note == "unexplained":
        return f"{row.change:+d} not from a game; public data do not tell why."
    if row.note == "gap":
        return f"{row.change:+d} that the games in this data do not explain: some seem to be missing or out of order."
    return None


def remarks(summary: Summary) -> list[str]:
    """What the reader of a ledger has to know, as sentences."""
    said = []
    if summary.opening is None and summary.games:
        said.append("No game shows the own rating (a PGN without Elo tags does not).")
    if summary.opening_note:
        said.append(summary.opening_note)
    if summary.ordered_by_start:
        said.append("Games without an end time (PGN) are in the order of their starts.")
    if summary.looks_filtered and summary.ordered_by_start and summary.perf == "correspondence":
        said.append(
            "The rating jumps between many games: correspondence games overlap, and their ends are not known here. "
            "Import from Lichess, or NDJSON, to have them in the order in which they were rated."
        )
    elif summary.looks_filtered:
        said.append(
            "The rating jumps between many games: the file looks filtered or incomplete. "
            "Import the whole history to close the gaps."
        )
    if summary.residual and summary.closing is not None:
        said.append(
            f"The profile says {summary.closing}, the games lead to {summary.closing - summary.residual}: "
            "newer games, or points that moved since the newest game, are not here yet."
        )
    return said


def no_change_reasons(game: PlayedGame) -> list[str]:
    """Why a rated game may have moved no rating, the likeliest first: what the record itself points to, else all.

    Source: Lichess's public server code. Which of them it was is not public.
    """
    if game.status in UNPLAYED:
        return ["The game was not finished or not played."]
    if game.opponent_ai_level is not None or game.opponent_id is None:
        return ["The opponent is no registered player."]
    if game.opponent_id == "ghost":
        return ["The opponent's account was deleted."]
    if game.plies is not None and game.plies < MIN_PLIES and not (game.event or "").startswith("arena:"):
        return ["Fewer than two moves were played, which counts only in an arena."]
    if game.variant == "fromPosition" and not (game.event or "").startswith("arena:"):
        return ["A game from a set position counts only in an arena."]
    reasons = ["One of the two accounts was marked for cheating or boosting when the game ended."]
    if game.opponent_title == "BOT" and game.started_at >= FARMING_SINCE:
        reasons.insert(0, "The opponent is a bot, and a repeat of a recent game against a bot does not count.")
    if game.source == "friend":
        reasons.append("Short friend games with a new account may not count.")
    reasons.append("A fault at Lichess at that time, or a change that was not written yet when this was downloaded.")
    return reasons
