"""The printed steps recompute by hand to the reported change; the sentences say what players ask."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from histories import HISTORIES, read_history

from tracker.game import PlayedGame
from tracker.ledger import Ledger
from tracker.ratings.lichess_eras import epoch_ms, era_at
from tracker.ratings.lichess_steps import Explanation, explain_lichess
from tracker.ratings.replay import Replay, Replayed


def by_hand(explanation: Explanation) -> int:
    """The change from the printed inputs alone, by Glickman's formulas as a person would write them down."""
    value = {step.name: step.value for step in explanation.steps}
    phi_squared = (value["deviation"] / 173.7178) ** 2 + value.get("volatility", 0) ** 2
    phi_opponent = value["opponent deviation"] / 173.7178
    g = 1 / math.sqrt(1 + 3 * phi_opponent**2 / math.pi**2)
    rating = value["rating"] + value["fraction"]
    e = 1 / (1 + math.exp(-g * (rating + value["first move"] - value["opponent rating"]) / 173.7178))
    new_phi_squared = 1 / (1 / phi_squared + g * g * e * (1 - e))
    change = 173.7178 * new_phi_squared * g * (value["score"] - e) * value["factor"] * value.get("half", 1)
    return math.floor(rating + change) - math.floor(rating)


def explained(path: Path) -> list[tuple[PlayedGame, Explanation]]:
    games = read_history(path)
    by_id = {game.id: game for game in games}
    replays: dict[str, Replay] = {}
    found = []
    for row in Ledger(games):
        if row.game_id is not None and row.change is not None:
            game = by_id[row.game_id]
            seen = replays.setdefault(row.perf, Replay(row.perf)).add(game, row.before)
            found.append((game, explain_lichess(game, row.before, seen)))
    return found


@pytest.mark.parametrize("name", HISTORIES)
def test_printed_numbers_recompute_to_the_reported_change(shared: Path, name: str) -> None:
    everything = explained(shared / "data/histories" / name)
    disagreeing = [explanation for _, explanation in everything if not explanation.agrees]
    assert len(disagreeing) <= 0.005 * len(everything)
    for explanation in disagreeing:
        assert "cannot reach" in explanation.sentence
    for game, explanation in random.Random(name).sample(everything, 20):
        assert explanation.change == game.change
        if explanation.agrees:
            assert by_hand(explanation) == game.change
            assert explanation.steps[-1].value == game.change
        else:
            assert explanation.steps[-1].name == "reported"


def drawn(color: str, fraction: tuple[float, float], change: int) -> Explanation:
    """Case 19: a draw against somebody 24 points stronger, early in 2026; correspondence has no factor."""
    at = epoch_ms("2026-02-01")
    values: dict[str, object] = dict.fromkeys(PlayedGame._fields)
    values |= {
        "id": "case0019",
        "perf": "correspondence",
        "variant": "standard",
        "rated": True,
        "started_at": at,
        "finished_at": at,
        "color": color,
        "outcome": "draw",
        "rating": 1500,
        "change": change,
        "opponent_rating": 1500,
        "opponent_change": 0,
    }
    seen = Replayed("case0019", at, 45.0, 0.06, 45.0, 0.06, 45.0, change, 0, 0.5, fraction, 1.0, era_at(at).since, True)
    return explain_lichess(PlayedGame(**values), 1500, seen)  # type: ignore[arg-type]


def test_a_point_lost_by_drawing() -> None:
    explanation = drawn("white", (0.0, 0.3), -1)
    assert explanation.agrees
    assert by_hand(explanation) == -1
    assert "White's first move as about 12 points" in explanation.sentence
    assert "+0.0" in explanation.sentence.split("without that")[1]
    assert "decimals are cut off" in explanation.sentence
    assert "estimate" in explanation.sentence
    for word in ("error", "fault", "wrong", "bug"):
        assert word not in explanation.sentence


def test_nothing_visible_moved() -> None:
    explanation = drawn("white", (0.4, 0.6), 0)
    assert by_hand(explanation) == 0
    assert "1500 became 1500" in explanation.sentence


def test_why_more_for_one_than_for_the_other(shared: Path) -> None:
    for game, explanation in explained(shared / "data/histories/analysed_2023_2025.ndjson"):
        if (game.change, game.opponent_change) == (17, -5):
            assert "more for you than for your opponent (+17 and -5)" in explanation.sentence
            return
    pytest.fail("the history has no such game")


def test_without_a_change_there_are_no_steps(shared: Path) -> None:
    game = read_history(shared / "cases/c13_overlap.ndjson", "test_player")[0]._replace(change=None)
    explanation = explain_lichess(game, 2310, None)
    assert explanation.steps == ()
    assert "no rating moved" in explanation.sentence


def test_what_cannot_be_explained_is_said() -> None:
    explanation = drawn("white", (0.0, 1.0), 9)
    assert not explanation.agrees
    assert explanation.steps[-1].value == 9
    assert "the reported change is what counts" in explanation.sentence
