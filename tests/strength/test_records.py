"""JSON records and PGN become the same game."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from made_games import rapid

from tracker.game import TimeControl
from tracker.strength.level import GameRecord, Refusal
from tracker.strength.records import NamedGame, from_json, lacks_only_evaluations, local, read_pgn

PGN = """[Event "Rated blitz game"]
[Site "https://lichess.org/abcd1234"]
[UTCDate "2024.05.01"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]
[WhiteElo "2800"]
[TimeControl "180+2"]
[Termination "Normal"]

1. f3 { [%eval -0.4] [%clk 0:03:00] } 1... e5 { [%eval -0.3] } 2. g4 { [%eval #-1] } 2... Qh4# 0-1
"""


def only(text: str) -> NamedGame:
    (game,) = read_pgn(io.StringIO(text))
    return game


def record(text: str) -> GameRecord:
    found = only(text).record
    assert isinstance(found, GameRecord)
    return found


def test_a_pgn_with_evaluations() -> None:
    game = only(PGN)
    assert (game.name, game.white, game.black) == ("https://lichess.org/abcd1234", "Ann", "Bob")
    found = record(PGN)
    assert found.moves == ("f3", "e5", "g4", "Qh4#")
    assert found.evaluations == [-40, -30, -9999]
    assert (found.winner, found.status, found.usual_speed) == ("black", "mate", "blitz")
    assert found.time_control == TimeControl(180, 2)
    assert found.scale.origin == "Lichess 2024"


@pytest.mark.parametrize(
    ("old", "new", "field", "value"),
    [
        ('[TimeControl "180+2"]', '[TimeControl "-"]', "usual_speed", "correspondence"),
        ('[TimeControl "180+2"]\n', "", "time_control", None),
        ('[TimeControl "180+2"]\n', "", "usual_speed", "blitz"),
        ("0-1", "*", "winner", None),
        ('[White "Ann"]', '[White "Ann"]\n[Variant "Atomic"]', "variant", "atomic"),
        ('[White "Ann"]', '[White "Ann"]\n[Variant "From Position"]', "variant", "standard"),
    ],
)
def test_headers(old: str, new: str, field: str, value: object) -> None:
    assert getattr(record(PGN.replace(old, new)), field) == value


def test_the_scale_goes_by_the_named_engine_else_by_the_year() -> None:
    named = PGN.replace('[White "Ann"]', '[White "Ann"]\n[Annotator "Analysed by Stockfish 15"]')
    assert record(named).scale.factor == 1.1
    undated = PGN.replace('[UTCDate "2024.05.01"]\n', "")
    assert record(undated).scale.doubtful
    assert "unknown" in record(undated).scale.origin


def test_evaluations_from_elsewhere_have_no_known_engine() -> None:
    found = record(PGN.replace("https://lichess.org/abcd1234", "Chess.com")).scale
    assert found.doubtful
    assert found.origin == "unknown engine (Chess.com)"
    assert record(PGN.replace("lichess.org/abcd1234", "lichess.org/study/x/y")).scale.origin == "Lichess 2024"
    assert record(PGN.replace('[Site "https://lichess.org/abcd1234"]\n', "")).scale.origin == "Lichess 2024"


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("600", TimeControl(600, 0)),
        ("40/7200:3600", TimeControl(10800, 0)),
        ("40/5400+30:1800+30", TimeControl(7200, 30)),
        ("1/259200", TimeControl(days=3)),
        ("*180", None),
        ("40/x", None),
        ("", None),
    ],
)
def test_time_controls_of_other_sites(text: str, control: TimeControl | None) -> None:
    """PGN standard 9.6.1; `1/259200` as chess.com writes three days a move."""
    assert record(PGN.replace("180+2", text)).time_control == control


def test_an_engine_is_of_use_where_evaluations_do_not_suffice() -> None:
    whole = rapid()
    assert not lacks_only_evaluations(whole)
    values = list(whole.evaluations or ())
    assert lacks_only_evaluations(replace(whole, evaluations=None))
    assert lacks_only_evaluations(replace(whole, evaluations=[None, *values[1:]]))
    assert not lacks_only_evaluations(replace(rapid(20), evaluations=None))
    assert not lacks_only_evaluations(replace(whole, evaluations=None, speed="bullet"))


@pytest.mark.parametrize("text", ["", "\n\n", "no game at all\n", '{"id": "abc"}\n'])
def test_text_without_games(text: str) -> None:
    assert list(read_pgn(io.StringIO(text))) == []


def test_an_unusual_start_is_kept_and_the_usual_one_is_not() -> None:
    start = '[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n'
    assert record(PGN.replace('[White "Ann"]', start + '[White "Ann"]')).initial_fen is None
    other = start.replace("KQkq", "-")
    assert record(PGN.replace('[White "Ann"]', other + '[White "Ann"]')).initial_fen is not None


def test_without_comments_there_are_no_evaluations() -> None:
    assert record("1. e4 e5 2. Nf3 *").evaluations is None


def test_a_game_that_cannot_be_read_does_not_spoil_its_neighbours() -> None:
    games = list(read_pgn(io.StringIO(f'[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Ke3 *\n\n{PGN}')))
    assert isinstance(games[0].record, Refusal)
    assert games[0].name == "A - B"
    assert isinstance(games[1].record, GameRecord)


def test_a_lichess_record(shared: Path) -> None:
    lines = (shared / "data/histories/analysed_2023_2025.ndjson").read_text().splitlines()
    game = next(found for found in map(json.loads, lines) if found.get("analysis") and found["status"] == "mate")
    found = from_json(game)
    assert len(found.moves) == len(found.evaluations or ()) + 1  # the mating move has none
    assert found.status == "mate"
    assert found.scale.origin.startswith("Lichess 202")
    assert found.time_control == TimeControl(game["clock"]["initial"], game["clock"]["increment"])
    assert from_json({**game, "analysis": None}).evaluations is None


def test_variations_and_written_mates() -> None:
    text = "1. f3 (1. e4 { [%eval 0.3] }) e5 { [%eval 0.35,18] } 2. g4 { [%eval #-1] } Qh4 { [%eval #0] } 0-1"
    found = record(text)
    assert found.moves == ("f3", "e5", "g4", "Qh4#")
    assert found.evaluations == [None, 35, -9999, -10000]
    assert isinstance(only("1. e4 -- 2. d4 *").record, Refusal)


def test_a_local_engine_brings_its_own_scale() -> None:
    found = local(record(PGN), [0, 0, 0], "Stockfish 15.1")
    assert found.scale.factor == 1.6
    assert found.evaluations == [0, 0, 0]
