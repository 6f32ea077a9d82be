"""Reads game files into what a player's store would hand out, for tests and benches: no database in between."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from tracker.game import Color, Game, PlayedGame, Side, outcome_for, pool, speed_of
from tracker.sources.lichess import decode

HISTORIES = (
    "analysed_2023_2025.ndjson",
    "blitz_2023_2025.ndjson",
    "bullet_2017_2020.pgn",
    "many_perfs_2020.pgn",
    "merged_classical_2016_2018.pgn",
)
VARIANTS = {
    "Standard": "standard",
    "From Position": "fromPosition",
    "Chess960": "chess960",
    "Crazyhouse": "crazyhouse",
    "Antichess": "antichess",
    "Atomic": "atomic",
    "Horde": "horde",
    "King of the Hill": "kingOfTheHill",
    "Racing Kings": "racingKings",
    "Three-check": "threeCheck",
}
TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)


def read_history(path: Path, account: str | None = None) -> list[PlayedGame]:
    """All games of a file as its most frequent player (or `account`) saw them, in the order ratings were applied."""
    games = list(_pgn(path.read_text()) if path.suffix == ".pgn" else map(decode, path.read_text().splitlines()))
    if account is None:
        account = Counter(side.id for game in games for side in (game.white, game.black) if side.id).most_common(1)[0][
            0
        ]
    rows = [played(game, "white" if game.white.id == account else "black") for game in games]
    if path.suffix == ".pgn":
        rows.reverse()  # newest first in the file, and equal starts stay in order
    return sorted(rows, key=lambda game: (game.ended_at, game.started_at))


def played(game: Game, color: Color) -> PlayedGame:
    """The game from one side."""
    me, other = (game.white, game.black) if color == "white" else (game.black, game.white)
    values = dict.fromkeys(PlayedGame._fields)
    values |= {
        name: getattr(game, name)
        for name in PlayedGame._fields
        if hasattr(game, name) and name not in ("time_control", "plies")
    }
    values |= {
        "time_control": None if game.time_control is None else str(game.time_control),
        "event": f"arena:{game.tournament}" if game.tournament else f"swiss:{game.swiss}" if game.swiss else None,
        "plies": len(game.moves.split()) if game.plies is None and game.moves is not None else game.plies,
        "color": color,
        "outcome": outcome_for(color, game.winner, game.status),
        "opponent_id": other.id,
        "opponent_name": other.name,
        "opponent_title": other.title,
        "opponent_rating": other.rating,
        "opponent_change": other.change,
        "opponent_provisional": other.provisional,
        "opponent_ai_level": other.ai_level,
        "rating": me.rating,
        "change": me.change,
        "provisional": me.provisional,
    }
    return PlayedGame(**values)  # type: ignore[arg-type]


def _pgn(text: str) -> Iterable[Game]:
    """Lichess's PGN by its tags alone."""
    for block in re.split(r"\n\n\n+", text):
        tags = dict(TAG.findall(block))
        if "Site" not in tags:
            continue
        at = int(
            datetime.strptime(tags["UTCDate"] + tags["UTCTime"], "%Y.%m.%d%H:%M:%S").replace(tzinfo=UTC).timestamp()
        )
        at *= 1000
        variant = VARIANTS[tags["Variant"]]
        clock = tags["TimeControl"]
        speed = "correspondence" if clock == "-" else speed_of(*map(int, clock.split("+")))
        perf = speed if variant in ("standard", "fromPosition") else variant
        changes = [int(tags[key]) if key in tags else None for key in ("WhiteRatingDiff", "BlackRatingDiff")]
        ratings = [int(tags[key]) if tags[key].isdigit() else None for key in ("WhiteElo", "BlackElo")]
        yield Game(
            id=tags["Site"][-8:],
            rated=changes[0] is not None or "rated" in tags.get("Event", "").lower(),
            variant=variant,
            speed=speed,
            perf=pool(perf, at),
            started_at=at,
            last_move_at=None,
            finished_at=None,
            status="unknownFinish" if tags["Result"] != "*" else "aborted",
            white=Side(tags["White"].lower(), tags["White"], tags.get("WhiteTitle"), ratings[0], changes[0]),
            black=Side(tags["Black"].lower(), tags["Black"], tags.get("BlackTitle"), ratings[1], changes[1]),
            winner={"1-0": "white", "0-1": "black"}.get(tags["Result"]),  # type: ignore[arg-type]
        )
