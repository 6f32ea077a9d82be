"""Games with evaluations and ratings, one JSON object a line: what the model is trained on and judged by.

Fields: `date` (ISO), `status`, `win` (1 White, -1 Black, 0), `initial`, `increment`, `moves` (SAN), `ev` (see
`evaluations.py`), and `white` and `black` with `r` (rating), `prov` (1: provisional), `u` (player, hashed) and `split`.
A record may name the `engine` or the `scale` (the factor to the reference) of its evaluations. Only `moves`, `ev` and
the two sides must be there; what else is missing is unknown.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from sys import intern
from typing import Any, TextIO, cast

from tracker.errors import FileUnreadable
from tracker.game import TimeControl, speed_of
from tracker.strength.evaluations import complete_part
from tracker.strength.level import GameRecord
from tracker.strength.scale import UNDATED, Scale, engine_scale, lichess_scale, quiet_imbalances, settle

GZIP = b"\x1f\x8b"
FASTER = ("ultraBullet", "bullet", "blitz")


@dataclass(frozen=True, slots=True)
class Player:
    """A side of a sample: the truth, kept apart from the game."""

    rating: int | None
    provisional: bool
    player: str | None
    split: str | None


@dataclass(frozen=True, slots=True)
class Sample:
    """A game and who played it."""

    game: GameRecord
    presumed: bool
    """The scale is a guess by the year: the record names neither engine nor scale."""
    white: Player
    black: Player


def read_samples(path: Path, unread: list[str] | None = None) -> Iterator[Sample]:
    """The games of a file, plain or gzipped. A line that is none goes, with the reason, to `unread` if there is such a
    list. Raises FileUnreadable for it if not, and for a file that cannot be read.
    """
    try:
        with _opened(path) as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    sample = decode(json.loads(line))
                except (ValueError, LookupError, TypeError, AttributeError) as error:
                    reason = f"line {number} of {path} is no game with evaluations and ratings ({_reason(error)})"
                    if unread is None:
                        raise FileUnreadable(f"{reason[0].upper()}{reason[1:]}; check the file.") from error
                    unread.append(reason)
                else:
                    yield sample
    except (OSError, EOFError, zlib.error) as error:
        raise FileUnreadable(f"{path} cannot be read ({error}); check the file.") from error


def _opened(path: Path) -> TextIO:
    """Its text; packed or not is told by the first bytes, not by the name."""
    with path.open("rb") as stream:
        packed = stream.read(len(GZIP)) == GZIP
    opener = gzip.open if packed else open
    return cast("TextIO", opener(path, "rt", encoding="utf-8-sig", errors="replace"))


def _reason(error: Exception) -> str:
    """In a reader's words, not Python's."""
    if isinstance(error, json.JSONDecodeError):
        return "it is no JSON"
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)


def decode(record: Any) -> Sample:
    """A line's object. Raises KeyError, TypeError, AttributeError or ValueError where a field is missing or wrong."""
    if not isinstance(record, dict):
        raise TypeError("it is no JSON object")
    scale = named_scale(record)
    initial = record.get("initial")
    control = None if initial is None else TimeControl(int(initial), int(record.get("increment") or 0))
    result = record.get("win")
    game = GameRecord(
        moves=tuple(map(intern, record["moves"].split())),
        evaluations=[None if value is None else int(value) for value in record["ev"]],
        scale=scale or _presumed_scale(record.get("date")),
        time_control=control,
        speed=_speed(control),
        winner="white" if result == 1 else "black" if result == -1 else None,
        status=str(record.get("status", "")),
    )
    return Sample(game, scale is None, _player(record["white"]), _player(record["black"]))


def _presumed_scale(date: Any) -> Scale:
    """As if Lichess had made the evaluations, if the date begins with a year."""
    year = re.match(r"(?:19|20)\d\d(?!\d)", str(date))
    return lichess_scale(int(year[0])) if year else UNDATED


def _speed(control: TimeControl | None) -> str | None:
    """Samples are blitz or rapid, whatever their clock: a model is not excused from a game that it was given."""
    if control is None or control.initial is None:
        return None
    return "blitz" if speed_of(control.initial, control.increment or 0) in FASTER else "rapid"


def named_scale(record: dict[str, Any]) -> Scale | None:
    """The scale that a record names itself, by a factor or an engine."""
    told = record.get("scale")
    if isinstance(told, int | float):
        return Scale(float(told), float(told), float(told), "as the record says")
    engine = record.get("engine")
    if isinstance(engine, dict):
        engine = engine.get("name")
    return engine_scale(str(engine)) if engine else None


def _player(side: dict[str, Any]) -> Player:
    rating = side.get("r")
    return Player(None if rating is None else int(rating), bool(side.get("prov")), side.get("u"), side.get("split"))


def settle_scales(samples: list[Sample], given: Scale | None = None) -> tuple[list[Sample], list[Scale]]:
    """The samples on the scales that they most likely have, and the scales that were not as presumed.

    `given` is used for all. Otherwise presumed scales are checked, a year at a time, against what a pawn is worth.
    """
    if given is not None:
        return [replace(sample, game=replace(sample.game, scale=given)) for sample in samples], []
    found: dict[Scale, list[tuple[int, int]]] = {}
    for sample in samples:
        if sample.presumed:
            values = complete_part(sample.game.evaluations or ())
            found.setdefault(sample.game.scale, []).extend(quiet_imbalances(sample.game.moves, values))
    settled = {expected: settle(expected, pairs) for expected, pairs in found.items()}
    moved = [scale for expected, scale in settled.items() if scale != expected]
    return [
        replace(sample, game=replace(sample.game, scale=settled[sample.game.scale])) if sample.presumed else sample
        for sample in samples
    ], moved
