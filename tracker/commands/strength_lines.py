"""What `tracker strength` prints: levels with their figures, means of many games, errors of the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.game import Color
from tracker.strength.accuracy import Quality
from tracker.strength.figures import SideFigures, side_figures
from tracker.strength.level import GameRecord, Level, Refusal, judge
from tracker.strength.trend import SIZES, change, mean_level
from tracker.wording import counted

CAUTION = (
    "A range says how players who move like this are rated, not which of the two played better: "
    "that cannot be told from one game."
)
COLORS: tuple[Color, Color] = ("white", "black")


def document(record: GameRecord) -> dict[str, Any]:
    """`white`, `black`, `game` and where the evaluations come from."""
    levels, figures = judge(record), side_figures(record)
    sides: dict[str, Any] = {
        color: {**level.as_json(), "figures": figures[color].as_json() if figures else None}
        for color, level in zip(COLORS, levels[:2], strict=True)
    }
    scale = record.scale
    origin = {"origin": scale.origin, "factor": scale.factor, "factor_low": scale.low, "factor_high": scale.high}
    return {
        "speed": record.usual_speed,
        "time_control": None if record.time_control is None else str(record.time_control),
        "evaluations": origin if record.evaluations else None,
        **sides,
        "game": levels.game.as_json(),
    }


def refused(reason: Refusal) -> dict[str, Any]:
    """The document of a game that cannot be read."""
    unknown = {"speed": None, "time_control": None, "evaluations": None}
    sides: dict[str, Any] = {color: {**reason.as_json(), "figures": None} for color in COLORS}
    return {**unknown, **sides, "game": reason.as_json()}


def game_lines(title: str, record: GameRecord) -> Iterator[str]:
    """A game for a person."""
    levels, figures = judge(record), side_figures(record)
    told = [title]
    told += [str(part) for part in (record.usual_speed, record.time_control) if part is not None]
    if record.evaluations:
        told.append(f"evaluations: {record.scale}")
    yield " · ".join(told)
    for color, level in zip(COLORS, levels[:2], strict=True):
        yield from _side_lines(color.capitalize(), level)
        if figures:
            yield from _figure_lines(figures[color], record)
    if isinstance(levels.game, Level):
        yield from _side_lines("The game, from both sides and its end", levels.game)
        yield CAUTION


def _side_lines(name: str, level: Level | Refusal) -> Iterator[str]:
    yield f"{name}: {level}"
    if isinstance(level, Level) and level.reasons:
        yield f"  a rougher range than usual: {'; '.join(level.reasons)}"


def _figure_lines(figures: SideFigures, record: GameRecord) -> Iterator[str]:
    yield f"  {_quality(figures.shown)}"
    for phase, part in figures.phases.items():
        yield f"    {phase}: {_quality(part)}"
    both = figures.shown, figures.comparable
    if both[0] != both[1] and both[1].accuracy is not None:
        doubt = ", a doubtful scale" if record.scale.doubtful else ""
        yield f"    on the scale of Lichess today{doubt}: {_quality(figures.comparable)}"


def _quality(part: Quality) -> str:
    if part.accuracy is None or part.acpl is None:
        return "no counted move"
    counts = ((part.inaccuracies, "inaccuracy", "inaccuracies"), (part.mistakes, "mistake", "mistakes"))
    told = [f"{count} {one if count == 1 else many}" for count, one, many in (*counts, (part.blunders, *_BLUNDER))]
    return f"accuracy {part.accuracy:.0f} %, average centipawn loss {part.acpl:.0f}, {', '.join(told)}"


_BLUNDER = ("blunder", "blunders")


def mean_lines(perf: str, games: int, levels: Sequence[Level]) -> Iterator[str]:
    """A player's last games in a perf."""
    show = "shows" if len(levels) == 1 else "show"
    yield f"{perf.capitalize()}: {len(levels)} of the last {counted(games, 'game')} {show} a level"
    for size in SIZES:
        mean = mean_level(levels[-size:]) if len(levels) >= size else None
        if mean is not None:
            yield f"  mean of the last {size}: {mean.level}"
    if len(levels) < SIZES[0]:
        yield f"  a mean needs {SIZES[0]}; `tracker analyse` evaluates more games"
    for size in reversed(SIZES):
        found = change(levels, size)
        if found is not None:
            yield f"  {found}"
            break


def error_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """`--evaluate` for a person."""
    left = found["left_out"]
    without = f"{left['provisional']:,} provisional, {left['short']:,} with too few own moves"
    without += f", {left['unrated']:,} without rating" if left["unrated"] else ""
    without += f", {left['unreadable']:,} that cannot be read" if left["unreadable"] else ""
    yield f"{counted(found['n'], 'side')}; left out: {without}"
    yield f"{'':22}{'mean error':>11}{'of bands':>10}{'covers':>9}{'width':>8}{'sides':>8}"
    rows = [("own moves", found), ("level of the game", found["game"])]
    rows += [(f"baseline: {name}", value) for name, value in found["baselines"].items()]
    rows += [(f"even: {name}", value) for name, value in found["baselines_even"].items()]
    for name, row in rows:
        if row["n"]:
            covers = f"{100 * row['coverage']:.1f} %"
            bands = "-" if row["band_mean"] is None else row["band_mean"]
            yield f"{name:22}{row['mean_error']:>11}{bands:>10}{covers:>9}{row['width']:>8}{row['n']:>8}"
    for games, value in found["means"].items():
        if value["groups"]:
            groups = counted(value["groups"], "group")
            yield f"mean of {games} games of a player: error {value['mean_error']} ({groups})"
    for scale, count in found["scales"].items():
        yield f"{counted(count, 'game')} on the scale of {scale}"
