"""Calculator and what-if, answered by the rating rooms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, cast

from tracker.errors import UsageError
from tracker.game import PERF_NAMES
from tracker.tui.kept import Kept
from tracker.tui.model import Section, Step
from tracker.tui.notation import MINUS, number, signed

if TYPE_CHECKING:
    from tracker.ratings.fide.editions import FideList

ASSUMED_DEVIATION = 60.0
ASSUMED_VOLATILITY = 0.06


def _field(values: Mapping[str, str], name: str, what: str) -> str:
    if not values.get(name):
        raise UsageError(f"Type {what} first.")
    return values[name]


def _day(values: Mapping[str, str], now: int) -> date:
    from tracker.ratings.fide.typed import parse_day

    return parse_day(values["date"]) if values.get("date") else datetime.fromtimestamp(now / 1000, UTC).date()


def _edition(values: Mapping[str, str], now: int) -> Any:
    from tracker.ratings.fide.editions import edition_on

    name = values.get("list") or "standard"
    if name not in ("standard", "rapid", "blitz"):
        raise UsageError(f"FIDE has the lists standard, rapid and blitz, not {name}.")
    return edition_on(_day(values, now), cast("FideList", name))


def calculate(kind: str, values: Mapping[str, str], now: int) -> list[str]:
    """The calculators of the command line, as lines for a person. Raises UsageError for what does not fit."""
    return [re.sub(r"(?<![\w.])-(?=\d)", MINUS, line).replace("->", "→") for line in _lines(kind, values, now)]


def _lines(kind: str, values: Mapping[str, str], now: int) -> list[str]:
    from tracker.ratings.fide import sheets, worksheet
    from tracker.ratings.fide.typed import parse_events, parse_k, parse_rating

    match kind:
        case "lichess":
            return lichess_lines(values, now)
        case "expected":
            rating = parse_rating(_field(values, "rating", "your rating"))
            opponent = parse_rating(_field(values, "opponent", "the opponent's rating"), "opponent's rating")
            return sheets.ExpectedSheet(rating, opponent).lines()
        case "performance":
            events = parse_events(_field(values, "games", "results such as 1600=win").split())
            return sheets.performance_sheet([result for event in events for result in event]).lines()
        case "first":
            events = parse_events(_field(values, "games", "results such as 1600=win").split())
            return sheets.first_rating_sheet(events, _edition(values, now)).lines()
    player = worksheet.Player(
        parse_rating(_field(values, "rating", "your rating")), parse_k(_field(values, "k", "K")), None, None, None
    )
    edition, day = _edition(values, now), _day(values, now)
    if kind == "stake":
        opponent = parse_rating(_field(values, "opponent", "the opponent's rating"), "opponent's rating")
        k = player.list_k(edition, day.year)[0]
        return sheets.stake_sheet(player.rating, opponent, k, edition, "table", cap=True).lines()
    events = parse_events(_field(values, "games", "results such as 1600=win").split())
    return worksheet.change_sheet(player, events, edition, day).lines()


def lichess_lines(values: Mapping[str, str], now: int) -> list[str]:
    """Both players after one game by Lichess's Glicko-2."""
    from tracker.ratings.fide.typed import parse_halves
    from tracker.ratings.lichess import rate_game

    color, perf = values.get("colour", "white"), values.get("perf", "blitz")
    if color not in ("white", "black"):
        raise UsageError("The color is white or black.")
    if perf not in PERF_NAMES:
        raise UsageError(f"There is no perf {perf}; use one of {', '.join(PERF_NAMES)}.")
    me = _glicko(_field(values, "me", "your rating, deviation and volatility"))
    other = _glicko(_field(values, "opponent", "the opponent's rating, deviation and volatility"))
    score = parse_halves(_field(values, "result", "the result")) / 2
    both = rate_game(me, other, score, color=color, at=now, perf=perf)  # type: ignore[arg-type]
    return [
        f"{name:<9} {before.rating:8.2f} ±{before.deviation:6.2f}  →  {after.rating:8.2f} ±{after.deviation:6.2f}"
        f"   shown {signed(after.change)}"
        for name, before, after in zip(("you", "opponent"), (me, other), both, strict=True)
    ]


def _glicko(text: str) -> Any:
    from tracker.ratings.glicko2 import Glicko

    try:
        rating, deviation, volatility = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"Write rating, deviation and volatility as 1500,60,0.06, not {text}.") from None
    if not (0 < rating < 4000 and 0 < deviation <= 1000 and 0 < volatility <= 1):
        raise UsageError("A rating lies below 4000, a deviation within 1000, a volatility within 1.")
    return Glicko(rating, deviation, volatility)


def what_if(kept: Kept, perf: str, text: str, now: int) -> list[Section]:
    """What a row of results would do to today's ratings. Raises UsageError for what is no result."""
    from tracker.ratings.fide.typed import parse_events

    games = [result for event in parse_events(text.split()) for result in event]
    if not games:
        raise UsageError("Type results such as 1500=win 1620=0.5 1700=loss.")
    return [_lichess(kept, perf, games, now), *_fide(kept, games), *_elo(kept, games)]


def _lichess(kept: Kept, perf: str, games: Sequence[tuple[int, int]], now: int) -> Section:
    """Game after game; the opponents' deviations are assumed."""
    from tracker.ratings.glicko2 import Glicko
    from tracker.ratings.lichess import rate_game

    facts = kept.facts
    if facts.get("rating") is None:
        return Section("Lichess", "no rating yet")
    start = Glicko(
        float(facts["rating"]),
        facts.get("deviation_now") or ASSUMED_DEVIATION,
        facts.get("volatility") or ASSUMED_VOLATILITY,
    )
    steps, ends = [], []
    for color in ("white", "black"):
        me, changes = start, []
        for opponent, halves in games:
            after = rate_game(
                me, Glicko(float(opponent), ASSUMED_DEVIATION, ASSUMED_VOLATILITY), halves / 2,
                color=color, at=now, perf=perf,
            )[0]  # fmt: skip
            changes.append(after.rating - me.rating)
            me = after.glicko
        ends.append(me.rating)
        steps.append(Step(f"always {color}", " ".join(signed(change, 1) for change in changes), "in turn"))
    steps.append(
        Step("opponents", f"deviation {ASSUMED_DEVIATION:.0f} each", "assumed: Lichess shows it to nobody else")
    )
    low, high = (f"{end:.1f}" for end in sorted(ends))
    if low == high:
        steps[:2] = [steps[0]._replace(name="either color")]
    return Section("Lichess", f"{start.rating:.0f} → {low if low == high else f'{low} to {high}'}", tuple(steps))


def _fide(kept: Kept, games: Sequence[tuple[int, int]]) -> list[Section]:
    """All games of the month meet the list rating, and K shrinks with their number (8.3.3)."""
    from tracker.ratings.fide.editions import edition_named
    from tracker.ratings.fide.k_factor import limited_k

    facts = kept.facts
    if facts.get("fide_list") is None or facts.get("fide_k_list") is None:
        return [Section("FIDE", "no list rating yet")]
    count = facts["fide_games"] + len(games)
    k = limited_k(facts["fide_k_list"], count, edition_named(facts["fide_rules"], "blitz"))
    added = sum(_over_expectation(facts["fide_list"], opponent, halves) for opponent, halves in games)
    live = facts["fide_list"] + k * (facts["fide_sum"] + added)
    steps = (
        Step("score − expected", signed(added, 2), "table 8.1.2, all against the list rating"),
        Step("games this month", f"{facts['fide_games']} + {len(games)}"),
        Step("K", f"{k} of {facts['fide_k_list']}", "K × games is at most 700 (8.3.3)"),
    )
    return [Section("FIDE", f"{number(facts['fide_live'], 1)} live → {number(live, 1)}", steps)]


def _elo(kept: Kept, games: Sequence[tuple[int, int]]) -> list[Section]:
    """Updated after each game."""
    facts = kept.facts
    if facts.get("elo") is None or facts.get("elo_k") is None:
        return []
    rating, changes = float(facts["elo"]), []
    for opponent, halves in games:
        change = facts["elo_k"] * _over_expectation(round(rating), opponent, halves)
        changes.append(signed(change, 1))
        rating += change
    steps = (Step("game by game", " ".join(changes), f"K {facts['elo_k']}"),)
    return [Section("Elo", f"{number(facts['elo'], 1)} → {number(rating, 1)}", steps)]


def _over_expectation(rating: int, opponent: int, halves: int) -> float:
    from tracker.ratings.fide.expected import expected_table

    return halves / 2 - float(expected_table(max(-400, min(400, rating - opponent))))
