"""A game as a row of one account, and two records of the same game as one."""

from __future__ import annotations

from typing import Any

from tracker.game import Color, Game, PlayedGame, outcome_for

Row = dict[str, Any]

PLAYED_COLUMNS = ", ".join(PlayedGame._fields)
"""The columns of a `PlayedGame`, in its order, for SQL."""

NOT_COUNTED = frozenset(PlayedGame._fields[PlayedGame._fields.index("opening_eco") :]) | {"opponent_name"}
"""Opening, analysis and the opponent's name, on which no rating depends."""
COUNTED = ("ended_at", *(name for name in PlayedGame._fields if name not in NOT_COUNTED))
"""The columns on which kept results may depend."""

NOT_MERGED = frozenset({"account_id", "id", "first_seen_at"})

ANNOTATIONS = (b'"moves"', b'"clocks"', b'"opening"', b'"eval"', b"[%clk", b"[%eval")
"""How a record shows that it holds moves, clock times, an opening or evaluations, in JSON and in PGN."""


def says_more(raw: bytes, stored: bytes) -> bool:
    """Whether a record has moves, clocks, an opening or evaluations that the stored one lacks, not the reverse."""
    return {each for each in ANNOTATIONS if each in stored} < {each for each in ANNOTATIONS if each in raw}


def row_of(game: Game, account_id: int, user_id: str, now: int) -> Row:
    """The game from the side of the player `user_id`. Raises ValueError if that player is on neither side."""
    color: Color
    if game.white.id == user_id:
        color, own, opponent = "white", game.white, game.black
    elif game.black.id == user_id:
        color, own, opponent = "black", game.black, game.white
    else:
        raise ValueError(f"{user_id} played on neither side of {game.id}")
    event = f"arena:{game.tournament}" if game.tournament else f"swiss:{game.swiss}" if game.swiss else None
    return {
        "account_id": account_id,
        "id": game.id,
        "perf": game.perf,
        "speed": game.speed,
        "variant": game.variant,
        "rated": game.rated,
        "started_at": game.started_at,
        "last_move_at": game.last_move_at,
        "finished_at": game.finished_at,
        "ended_at": game.started_at if game.finished_at is None else game.finished_at,
        "time_control": None if game.time_control is None else str(game.time_control),
        "color": color,
        "status": game.status,
        "winner": game.winner,
        "source": game.source,
        "event": event,
        "outcome": outcome_for(color, game.winner, game.status),
        "plies": game.plies,
        "rating": own.rating,
        "change": own.change,
        "provisional": own.provisional,
        "berserk": own.berserk,
        "opponent_id": opponent.id,
        "opponent_name": opponent.name,
        "opponent_title": opponent.title,
        "opponent_rating": opponent.rating,
        "opponent_change": opponent.change,
        "opponent_provisional": opponent.provisional,
        "opponent_berserk": opponent.berserk,
        "opponent_ai_level": opponent.ai_level,
        "opening_eco": game.opening_eco,
        "opening_name": game.opening_name,
        "opening_ply": game.opening_ply,
        "analysed": game.analysed,
        "inaccuracies": own.inaccuracies,
        "mistakes": own.mistakes,
        "blunders": own.blunders,
        "acpl": own.acpl,
        "accuracy": own.accuracy,
        "opponent_inaccuracies": opponent.inaccuracies,
        "opponent_mistakes": opponent.mistakes,
        "opponent_blunders": opponent.blunders,
        "opponent_acpl": opponent.acpl,
        "opponent_accuracy": opponent.accuracy,
        "initial_fen": game.initial_fen,
        "first_seen_at": now,
        "moves": game.moves,
    }


def merge(stored: Row, incoming: Row, *, richer: bool) -> Row:
    """One row of two records of the same game, field by field.

    What a record leaves out never erases what another one knew. Where both know, the incoming one wins if it is
    `richer` (the server's own, newer record), else the stored one.
    """
    first, second = (incoming, stored) if richer else (stored, incoming)
    merged = {
        name: stored[name]
        if name in NOT_MERGED or name not in incoming
        else first[name]
        if first[name] is not None
        else second[name]
        for name in stored
    }
    merged["analysed"] = stored["analysed"] or incoming["analysed"]
    merged["ended_at"] = merged["started_at"] if merged["finished_at"] is None else merged["finished_at"]
    return merged
