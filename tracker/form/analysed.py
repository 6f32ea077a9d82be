"""Games with evaluations -> own moves judged, on one scale of evaluations. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.errors import FileUnreadable
from tracker.form.mistakes import AnalysedGame, OwnMove
from tracker.game import PlayedGame
from tracker.strength.accuracy import move_qualities
from tracker.strength.evaluations import complete_part
from tracker.strength.figures import divided
from tracker.strength.level import GameRecord
from tracker.strength.scale import to_today


def analysed_games(records: Iterable[tuple[PlayedGame, GameRecord]]) -> Iterator[AnalysedGame]:
    """The games that have evaluations from the first move on; from the usual start position only.

    A record whose moves cannot be replayed says nothing about them and is left out.
    """
    for game, record in records:
        usual = game.variant == "standard" and record.initial_fen is None
        if usual and record.moves and complete_part(record.evaluations or ()):
            try:
                yield judged(game, record)
            except FileUnreadable:
                continue


def judged(game: PlayedGame, record: GameRecord) -> AnalysedGame:
    """The own moves of one game, on the scale of Lichess's newest evaluations, which players see today.

    Raises FileUnreadable for moves that cannot be played.
    """
    division = divided(record.moves)
    own = [
        OwnMove(move, division.phase(move.ply), _clock(record, move.ply))
        for move in move_qualities(to_today(complete_part(record.evaluations or ()), record.scale))
        if move.color == game.color
    ]
    return AnalysedGame(game, own, record.scale.doubtful)


def _clock(record: GameRecord, ply: int) -> float | None:
    """Share of the starting time left before the move of that ply: what the clock showed after the own last one."""
    initial = record.time_control.initial if record.time_control is not None else None
    if not record.clocks or not initial or ply - 2 >= len(record.clocks):
        return None
    return 1.0 if ply < 2 else record.clocks[ply - 2] / 100 / initial
