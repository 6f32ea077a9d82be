"""Games with evaluations and ratings, one JSON object a line: what the model is trained on and judged by.

Fields: `date`, `status`, `win` (1 White, -1 Black, 0), `initial`, `increment`, `moves` (SAN), `ev` (see
`evaluations.py`), and `white` and `black` with `r` (rating), `prov` (1: provisional), `u` (player, hashed) and `split`.
A record may name the `engine` or the `scale` (the factor to the reference) of its evaluations.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from sys import intern
from typing import Any

from tracker.errors import FileUnreadable
from tracker.game import TimeControl, speed_of
from tracker.strength.level import GameRecord
from tracker.strength.scale import Scale, engine_scale, lichess_scale, quiet_imbalances, settle

FASTER = ("ultraBullet", "bullet", "blitz")


@dataclass(frozen=True, slots=True)
class Player:
    """A side of a sample: the truth, kept apart from the game."""

    rating: int
    provisional: bool
    player: str | None
    split: str | None


@dataclass(frozen=True, slots=True)
class Sample:
    """A game and who played it."""

    game: GameRecord
    year: int
    presumed: bool
    """The scale is a guess by the year: the record names neither engine nor scale."""
    white: Player
    black: Player


def read_samples(path: Path) -> Iterator[Sample]:
    """The games of a file, plain or gzipped. Raises FileUnreadable."""
    opener = gzip.open if path.suffix == ".gz" else open
    number = 0
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):  # noqa: B007 - told in the error below
                if line.strip():
                    yield decode(json.loads(line))
    except (OSError, EOFError, zlib.error) as error:
        raise FileUnreadable(f"{path} cannot be read ({error}); check the file.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FileUnreadable(f"Line {number} of {path} is no game with evaluations and ratings ({error!r}).") from error


def decode(record: dict[str, Any]) -> Sample:
    """A line's object. Raises KeyError, TypeError or ValueError where a field is missing or wrong."""
    year = int(str(record["date"])[:4])
    scale = named_scale(record)
    initial = record.get("initial")
    control = None if initial is None else TimeControl(int(initial), int(record.get("increment") or 0))
    result = record.get("win")
    game = GameRecord(
        moves=tuple(map(intern, record["moves"].split())),
        evaluations=[None if value is None else int(value) for value in record["ev"]],
        scale=scale or lichess_scale(year),
        time_control=control,
        speed=_speed(control),
        winner="white" if result == 1 else "black" if result == -1 else None,
        status=str(record.get("status", "")),
    )
    return Sample(game, year, scale is None, _player(record["white"]), _player(record["black"]))


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
    return engine_scale(str(engine)) if engine else None


def _player(side: dict[str, Any]) -> Player:
    return Player(int(side["r"]), bool(side.get("prov")), side.get("u"), side.get("split"))


def settle_scales(samples: list[Sample], given: Scale | None = None) -> tuple[list[Sample], list[Scale]]:
    """The samples on the scales that they most likely have, and the scales that were not as presumed.

    `given` is used for all. Otherwise presumed scales are checked, a year at a time, against what a pawn is worth.
    """
    if given is not None:
        return [replace(sample, game=replace(sample.game, scale=given)) for sample in samples], []
    found: dict[int, list[tuple[int, int]]] = {}
    for sample in samples:
        if sample.presumed:
            values = [value for value in sample.game.evaluations or () if value is not None]
            found.setdefault(sample.year, []).extend(quiet_imbalances(sample.game.moves, values))
    settled = {year: settle(lichess_scale(year), pairs) for year, pairs in found.items()}
    moved = [scale for year, scale in settled.items() if scale != lichess_scale(year)]
    return [
        replace(sample, game=replace(sample.game, scale=settled[sample.year])) if sample.presumed else sample
        for sample in samples
    ], moved
