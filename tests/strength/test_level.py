"""The range of a side, what widens it, and when there is none."""

from __future__ import annotations

import gzip
import json
import sys
from dataclasses import fields, replace
from pathlib import Path

import chess
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from made_games import blitz, rapid

from tracker.game import TimeControl
from tracker.strength.features import see
from tracker.strength.figures import side_figures
from tracker.strength.level import GameRecord, Level, Refusal, judge, judge_all
from tracker.strength.model import Seen, own_quantiles, shipped
from tracker.strength.scale import Scale, engine_scale, lichess_scale


def white(record: GameRecord) -> Level:
    level = judge(record).white
    assert isinstance(level, Level)
    return level


def reason(record: GameRecord) -> str:
    level = judge(record).white
    assert isinstance(level, Refusal)
    return level.reason


def test_a_game_gives_a_range_for_each_side() -> None:
    levels = judge(rapid())
    for level in levels:
        assert isinstance(level, Level)
        assert level.low < level.estimate < level.high
        low, high = level.shown
        assert low % 50 == high % 50 == 0
        assert 600 <= low < high <= 2800
        assert str(level) == f"typical of players rated {low} to {high} on Lichess"


def test_a_six_move_game_is_refused() -> None:
    assert "6 own moves" in reason(rapid(12))


@pytest.mark.parametrize(("plies", "refused"), [(28, True), (29, False)])
def test_fifteen_own_moves_are_enough(plies: int, refused: bool) -> None:
    assert isinstance(judge(rapid(plies)).white, Refusal) == refused
    assert isinstance(judge(rapid(plies)).black, Refusal)


def test_without_evaluations_there_is_no_level() -> None:
    for nothing in (None, [], [None] * 80):
        assert "no evaluations" in reason(replace(rapid(), evaluations=nothing))


def test_what_an_engine_cannot_mend_is_said_first() -> None:
    assert "6 own moves" in reason(replace(rapid(12), evaluations=None))
    assert "moves of this game are not known" in reason(replace(rapid(), moves=(), evaluations=None))


def test_a_gap_in_the_evaluations_is_told() -> None:
    values = list(rapid().evaluations or ())
    level = white(replace(rapid(), evaluations=[*values[:50], None, *values[51:]]))
    assert level.reasons == ("the last 30 half-moves were not looked at: the evaluations end, or have a gap",)
    assert white(replace(rapid(), evaluations=values[:-1])).reasons == ()


def test_only_the_evaluated_moves_count() -> None:
    values = list(rapid().evaluations or ())
    assert "10 own moves" in reason(replace(rapid(), evaluations=[*values[:20], None, *values[21:]]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"variant": "atomic"}, "standard chess only"),
        ({"initial_fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1"}, "usual position"),
        ({"variant": "fromPosition"}, "usual position"),
        ({"speed": "bullet"}, "bullet games are not calibrated"),
        ({"speed": "correspondence", "time_control": TimeControl(days=3)}, "correspondence games are not calibrated"),
        ({"speed": None, "time_control": TimeControl(60, 0)}, "bullet games are not calibrated"),
        ({"speed": None, "time_control": TimeControl()}, "correspondence games are not calibrated"),
    ],
)
def test_refusals_in_words(change: dict[str, object], words: str) -> None:
    assert words in reason(replace(rapid(), **change))


def test_a_game_won_by_move_twelve_has_a_wide_range_and_says_why() -> None:
    decided = rapid(80, decided=12)
    figures = side_figures(decided)
    assert figures is not None
    assert figures["white"].shown.accuracy == pytest.approx(99, abs=1.5)
    level = white(decided)
    assert level.reasons == ("decided by move 12: only 12 own moves were made while the game was open",)
    assert level.high - level.low >= 800


@pytest.mark.parametrize(
    ("open_moves", "told"),
    [(0, "no own moves were made"), (1, "decided by move 1: only 1 own move was made")],
)
def test_a_game_decided_at_once(open_moves: int, told: str) -> None:
    values = [900] * 80 if not open_moves else [20, 900, *[900] * 78]
    record = replace(rapid(), evaluations=values)
    level = judge(record).white if open_moves else judge(record).black
    assert isinstance(level, Level)
    assert level.reasons == (f"{told} while the game was open",)


def test_no_time_control_is_wider_and_says_so() -> None:
    known, unknown = white(rapid()), white(replace(rapid(), time_control=None))
    assert unknown.high - unknown.low > 1.2 * (known.high - known.low)
    assert "the time control is not known" in unknown.reasons


def test_blitz_is_wider() -> None:
    assert white(blitz()).high - white(blitz()).low > 1.1 * (white(rapid()).high - white(rapid()).low)


def test_same_input_same_output_alone_and_among_others() -> None:
    records = [rapid(), blitz(60), rapid(12), rapid(80, decided=12)]
    together = judge_all(records)
    assert together == judge_all(records)
    for alone, level in zip(map(judge, records), together, strict=True):
        assert isinstance(alone.white, Refusal) == isinstance(level.white, Refusal)
        if isinstance(alone.white, Level) and isinstance(level.white, Level):
            assert alone.white.estimate == pytest.approx(level.white.estimate, abs=0.01)


def test_neither_players_nor_ratings_can_enter() -> None:
    names = {field.name for field in fields(GameRecord)}
    assert names == {
        "moves",
        "evaluations",
        "scale",
        "variant",
        "initial_fen",
        "time_control",
        "speed",
        "winner",
        "status",
        "clocks",
    }


def test_a_sides_own_range_does_not_see_the_result() -> None:
    won, lost = rapid(), replace(rapid(), winner="black", status="outoftime")
    assert judge(won)[:2] == judge(lost)[:2]
    assert judge(won).game != judge(lost).game


def test_mirrored_colours_give_the_same_range(shared: Path) -> None:
    """The board flipped and the evaluations negated, but for the start evaluation, which is White's."""
    model = shipped()
    with gzip.open(shared / "data/strength/fixture.ndjson.gz", "rt") as lines:
        games = [json.loads(line) for line, _ in zip(lines, range(20), strict=False)]
    for game in games:
        board, image = chess.Board(), chess.Board().mirror()
        mirrored = []
        for san in game["moves"].split():
            move = board.push_san(san)
            flipped = chess.Move(
                chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion
            )
            mirrored.append(image.san(flipped))
            image.push(flipped)
        one = see(game["moves"].split(), game["ev"])
        other = see(mirrored, [-value for value in game["ev"]], chess.Board().mirror())
        assert np.array(one.inputs[3:]) == pytest.approx(np.array(other.inputs[3:]))
        assert one.positions == other.positions
        seen = [Seen(moves, 600, False, None, "other") for moves in (one, other)]
        quantiles = own_quantiles(model, seen)
        assert np.abs(quantiles[:2] - quantiles[2:]).max() < 40  # what 30 centipawns at the start are worth


def test_the_same_game_on_either_scale_gives_the_same_answer() -> None:
    """Evaluations of before Stockfish 15.1 and the same ones as it would give them today."""
    old = replace(rapid(), scale=lichess_scale(2022))
    values = [round(value / 1.6) for value in old.evaluations or () if value is not None]
    new = replace(old, evaluations=values, scale=engine_scale("Stockfish 16"))
    wrong = replace(new, scale=lichess_scale(2022))
    assert white(new).estimate == pytest.approx(white(old).estimate, abs=15)
    assert abs(white(wrong).estimate - white(old).estimate) > abs(white(new).estimate - white(old).estimate)


def test_a_doubtful_scale_widens_the_range() -> None:
    sure, doubtful = Scale(1.0, 1.0, 1.0, "sure"), Scale(1.0, 0.8, 1.3, "a guess")
    narrow, wide = (white(replace(rapid(), scale=scale)) for scale in (sure, doubtful))
    assert wide.high - wide.low > narrow.high - narrow.low
    assert "a guess, ×1 (0.8 to 1.3)" in wide.reasons[0]


def test_the_document_keeps_its_promised_keys() -> None:
    assert set(white(rapid()).as_json()) == {"estimate", "low", "high", "level", "reasons"}
    assert white(rapid()).as_json()["level"] == 0.8
    assert set(Refusal("so").as_json()) == {"refused"}


def test_a_lasting_blunder_lowers_the_median_estimate(shared: Path) -> None:
    """600 centipawns lost for good at move 13 in a quiet position; single games may answer otherwise (the card)."""
    changes = []
    with gzip.open(shared / "data/strength/fixture.ndjson.gz", "rt") as lines:
        for game in map(json.loads, lines):
            if len(game["ev"]) < 60 or abs(game["ev"][23]) > 100:
                continue
            spoiled = [value - 600 if ply >= 24 else value for ply, value in enumerate(game["ev"])]
            seen = [
                Seen(see(game["moves"].split(), values), 600, False, None, "other") for values in (game["ev"], spoiled)
            ]
            quantiles = own_quantiles(shipped(), seen)
            changes.append(quantiles[2][1] - quantiles[0][1])
    assert len(changes) > 20
    assert np.median(changes) < -20
