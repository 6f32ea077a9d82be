"""The level that moves show, out of the store: of one game as sections, of a perf's analysed games as a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tracker.game import PERF_NAMES, Color, PlayedGame
from tracker.tui.kept import key_of
from tracker.tui.model import Levels, Section, Step
from tracker.tui.notation import counted

if TYPE_CHECKING:
    from tracker.store import Account, Store
    from tracker.strength.accuracy import Quality
    from tracker.strength.figures import SideFigures
    from tracker.strength.level import GameRecord, Level, Refusal

NEWEST = 1000
"""Analysed games looked at, the newest ones."""
AT_ONCE = 25
"""Games between two looks at whether the answer is still wanted."""
CAUTION = "How players who move like this are rated; not which of the two played better. No part of any rating."


def sections(store: Store, account: Account, game: PlayedGame) -> tuple[Section, ...]:
    """The account's own side first."""
    from tracker.stored_games import stored_record
    from tracker.strength.figures import side_figures
    from tracker.strength.level import judge

    record = stored_record(store, account.id, game)
    found, figures = judge(record), side_figures(record)
    names = {game.color: account.name, _other(game.color): game.opponent}
    sides = [
        (
            color,
            names[color],
            found.white if color == "white" else found.black,
            figures[color] if figures else None,
        )
        for color in (game.color, _other(game.color))
    ]
    return tuple(_told(sides, found.game, record))


def _told(
    sides: Sequence[tuple[Color, str, Level | Refusal, SideFigures | None]], both: Level | Refusal, record: GameRecord
) -> Iterator[Section]:
    first = sides[0][2]
    if all(figures is None for *_, figures in sides) and str(first) == str(sides[1][2]):
        yield Section("No level", "", (Step("", _reason(first)),))
        return
    for color, name, level, figures in sides:
        headline = f"{_range(level) or 'no level'} · {name}"
        yield Section(color.capitalize(), headline, (Step("", _reason(level)), *_widened(level), *_figures(figures)))
    if record.evaluations:
        steps = [Step("", CAUTION), Step("", f"Evaluations: {record.scale}.")]
        if (game := _range(both)) is not None:
            steps.insert(0, Step("", f"Typical of games between players rated {game}, by both sides and how it ended."))
        yield Section("The game", "", tuple(steps))


def _range(level: Level | Refusal) -> str | None:
    from tracker.strength.level import Level

    return "{} to {}".format(*level.shown) if isinstance(level, Level) else None


def _reason(level: Level | Refusal) -> str:
    """A sentence."""
    text = str(level)
    return f"{text[:1].upper()}{text[1:]}."


def _widened(level: Level | Refusal) -> Iterator[Step]:
    if reasons := getattr(level, "reasons", ()):
        yield Step("", f"A rougher range than usual: {'; '.join(reasons)}.")


def _figures(figures: SideFigures | None) -> Iterator[Step]:
    """Accuracy, loss and judgements, of the game and of its phases."""
    if figures is None:
        return
    yield Step("", f"{'':10}{'acc.':>5}{'loss':>5}{'?!':>3}{'?':>3}{'??':>3}")
    yield Step("", _quality("all moves", figures.shown))
    for phase, part in figures.phases.items():
        yield Step("", _quality(phase, part))


def _quality(name: str, part: Quality) -> str:
    accuracy = "–" if part.accuracy is None else f"{part.accuracy:.0f}%"
    loss = "–" if part.acpl is None else f"{part.acpl:.0f}"
    return f"{name:<10}{accuracy:>5}{loss:>5}{part.inaccuracies:>3}{part.mistakes:>3}{part.blunders:>3}"


def _other(color: Color) -> Color:
    return "black" if color == "white" else "white"


def levels(store: Store, account: Account, perf: str, stopped: Callable[[], bool]) -> Levels:
    """The levels of a perf's newest analysed games, by Lichess's evaluations or a local engine's."""
    from tracker.store.browse import evaluated_ids
    from tracker.stored_games import stored_record
    from tracker.strength.level import CALIBRATED, Level, judge_all
    from tracker.strength.trend import SIZES

    played = [game for game in store.games(account.id, perf) if game.rated]
    name = PERF_NAMES.get(perf, perf)
    if perf not in CALIBRATED:
        return Levels([], [], len(played), f"{name} games are not calibrated: the level is known for blitz and rapid.")
    local = evaluated_ids(store)
    analysed = [game for game in played if game.analysed or game.id in local][-NEWEST:]
    keys: list[int] = []
    found: list[Level] = []
    for start in range(0, len(analysed), AT_ONCE):
        if stopped():
            break
        part = analysed[start : start + AT_ONCE]
        records = [stored_record(store, account.id, game) for game in part]
        for game, level in zip(part, judge_all(records), strict=True):
            own = level.white if game.color == "white" else level.black
            if isinstance(own, Level):
                keys.append(key_of(game.id))
                found.append(own)
    why = ""
    if len(found) < SIZES[0]:
        show = "shows" if len(found) == 1 else "show"
        why = (
            f"{len(found)} of {counted(len(played), f'{name} game')} {show} a level; a mean needs {SIZES[0]}. "
            "Ask Lichess for an analysis, or run tracker analyse."
        )
    return Levels(keys, found, len(played), why)
