"""Values computed elsewhere: FIDE's own pages, published lists and other programs, each with its source in the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tracker.ratings.fide.corrections import compressed, lifted
from tracker.ratings.fide.difference import counted_difference
from tracker.ratings.fide.editions import Edition, edition_named, edition_on
from tracker.ratings.fide.exact import round_away, round_fraction, round_up
from tracker.ratings.fide.expected import expected_table, rating_difference, whole_percent
from tracker.ratings.fide.first_rating import computed_rating, first_rating
from tracker.ratings.fide.k_factor import limited_k, list_k
from tracker.ratings.fide.period import published, rounded_change
from tracker.ratings.fide.rating_change import Event, PeriodChange, rate_event, rate_period
from tracker.ratings.fide.time_control import fide_list

PATH = Path(__file__).parents[4] / "shared" / "vectors" / "fide.json"
VECTORS = json.loads(PATH.read_text())["vectors"] if PATH.exists() else []


def halves(score: float) -> int:
    assert 2 * score == int(2 * score)
    return int(2 * score)


def edition(inputs: dict[str, Any]) -> Edition:
    return edition_on(date.fromisoformat(inputs["start"]), inputs.get("list", "standard"))


def event(inputs: dict[str, Any]) -> Event:
    games = inputs.get("games") or [[inputs["opp"], inputs["score"]]]
    return Event(inputs["own"], [(opponent, halves(score)) for opponent, score in games], edition(inputs))


def one_event(inputs: dict[str, Any]) -> PeriodChange:
    return rate_period([event(inputs)], int(inputs["k"]))


def change(inputs: dict[str, Any]) -> Decimal:
    return one_event(inputs).change


def tournament(inputs: dict[str, Any]) -> dict[str, Any]:
    games = rate_event(event(inputs))
    gains = [game.gain for game in games if game.gain is not None]
    return {"per_game": gains, "sum": sum(gains), "k_sum": inputs["k"] * sum(gains)}


def period(inputs: dict[str, Any]) -> dict[str, Any]:
    result = rate_period([event(part) for part in inputs["tournaments"]], inputs["k_list"])
    return {"k": result.k, "change": result.change, "new": inputs["base"] + result.rounded}


def cap_mode(inputs: dict[str, Any]) -> str:
    rules, own = edition_on(date.fromisoformat(inputs["start"]), "standard"), inputs["own"]
    if counted_difference(own, own - 500, rules, upgraded=False) == 400:
        return "all"
    return "one" if counted_difference(own, own - 500, rules, upgraded=True) == 400 else "none"


def initial_plus(inputs: dict[str, Any]) -> int:
    """The rule speaks of an average: as many opponents as make it a whole sum."""
    average, games = Fraction(inputs["avg"]), inputs["n"]
    total = average * games
    assert total.denominator == 1
    low, rest = divmod(total.numerator, games)
    opponents = [low + (place < rest) for place in range(games)]
    scores = [2] * (halves(inputs["score"]) // 2) + [1] * (halves(inputs["score"]) % 2)
    scores += [0] * (games - len(scores))
    return computed_rating(list(zip(opponents, scores, strict=True)), edition_named("2022-01", "standard"))


def initial_2024(inputs: dict[str, Any]) -> int:
    total, count = halves(inputs["score"]), len(inputs["opponents"])
    scores = [2] * (total // 2) + [1] * (total % 2)
    games = list(zip(inputs["opponents"], scores + [0] * (count - len(scores)), strict=True))
    return computed_rating(games, edition_named("2024-03", "standard"))


def initial_list(inputs: dict[str, Any]) -> int | None:
    events = [[(opponent, halves(score)) for opponent, score in games] for games in inputs["events"]]
    return first_rating(events, edition_named("2024-03", "standard")).rating


def performance(inputs: dict[str, Any]) -> int:
    average = round_fraction(Fraction(inputs["sum_opp"], inputs["n"]))
    return average + rating_difference(whole_percent(halves(inputs["score"]), inputs["n"]))


def time_class(inputs: dict[str, Any]) -> str | None:
    rules = edition_on(date(inputs.get("year", 2026), 6, 1), "standard")
    return fide_list(inputs["base_s"], inputs["inc_s"], rules, (inputs.get("r1"), inputs.get("r2")))


def k_base(inputs: dict[str, Any]) -> int:
    peak = 2400 if inputs["ever2400"] else 2300 if inputs["ever2300"] else None
    return list_k(
        edition_named("2025-10", "standard"),
        year=inputs["year"],
        games=inputs["games_before"],
        peak=peak,
        birth_year=inputs["birth_year"],
    ).k


def exact(value: float) -> Decimal:
    return Decimal(str(value))


CALCULATIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "change": change,
    "change_rounded": lambda inputs: one_event(inputs).rounded,
    "tournament": tournament,
    "period": period,
    "cap_mode": cap_mode,
    "pd": lambda inputs: expected_table(inputs["d"]),
    "round_change": lambda inputs: rounded_change(exact(inputs["change"]), edition_named("2025-10", "standard")),
    "round_new": lambda inputs: inputs["rating"] + round_away(exact(inputs["change"])),
    "round_new_halfup": lambda inputs: inputs["rating"] + round_up(exact(inputs["change"])),
    "initial_plus": initial_plus,
    "initial_2024": initial_2024,
    "initial_list": initial_list,
    "k_cap": lambda inputs: limited_k(inputs["k"], inputs["n"], edition_named("2025-10", "standard")),
    "k_base": k_base,
    "compress": lambda inputs: compressed(inputs["rating"]),
    "compress_after": lambda inputs: compressed(inputs["rating"] + inputs["change"]),
    "rb_floor_2022": lambda inputs: lifted(inputs["rb"], inputs["standard"]),
    "publish": lambda inputs: published(
        inputs["rating"], edition_on(date.fromisoformat(inputs["list"]), "standard").floor
    ),
    "rp": performance,
    "fide_list": time_class,
}


def as_exact(value: Any) -> Any:
    """Floats of the file as the decimals they were written as."""
    if isinstance(value, float):
        return exact(value)
    if isinstance(value, list):
        return [as_exact(item) for item in value]
    return {key: as_exact(item) for key, item in value.items()} if isinstance(value, dict) else value


def test_the_file_is_whole(shared: Path) -> None:
    assert len(json.loads((shared / "vectors" / "fide.json").read_text())["vectors"]) == 180


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    """Where source and rule differ (`agrees` false) the note holds the reason, and the rule's value is right."""
    result = CALCULATIONS[vector["calc"]](vector["inputs"])
    assert result == as_exact(vector["computed"]), vector["note"]
    assert (result == as_exact(vector["expected"])) == vector["agrees"]
    assert vector["agrees"] or vector["note"].startswith("DISAGREES")


@pytest.mark.parametrize("vector", [each for each in VECTORS if each["calc"] == "period"], ids=lambda each: each["id"])
def test_published_periods_follow_from_their_events(vector: dict[str, Any]) -> None:
    """Real months of several events: FIDE's published list is met by rounding once."""
    inputs, published_list = vector["inputs"], vector["expected"]
    parts = [event(part) for part in inputs["tournaments"]]
    assert len(parts) > 1
    result = rate_period(parts, inputs["k_list"])
    assert inputs["base"] + result.rounded == published_list["new"], vector["note"]
    assert result.k == published_list["k"]
