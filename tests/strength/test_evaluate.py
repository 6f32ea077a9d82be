"""Figures of the model on files of samples, and what is left out."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tracker.errors import FileUnreadable
from tracker.strength.evaluate import Judged, Line, evaluate, figures
from tracker.strength.samples import decode, read_samples, settle_scales
from tracker.strength.scale import UNDATED, Scale


def judged(*pairs: tuple[float, float]) -> list[Judged]:
    return [Judged(rating, estimate - 100, estimate, estimate + 100) for rating, estimate in pairs]


def test_figures_of_known_errors() -> None:
    low, high = [(1000.0, 1050.0)] * 30, [(2010.0, 1810.0)] * 20
    found = figures(judged(*low, *high))
    assert found == {"mean_error": 110.0, "band_mean": 125.0, "coverage": 0.6, "width": 200.0, "n": 50}


def test_rare_bands_have_no_mean() -> None:
    assert figures(judged((1000, 1000), *[(1500, 1600)] * 20))["band_mean"] == 100
    assert figures([])["mean_error"] is None


def test_a_baseline_is_a_line() -> None:
    assert Line(1500, 10, -200, 300).range(1700, 5) == Judged(1700, 1350, 1550, 1850)


@pytest.fixture
def games(shared: Path) -> list[dict[str, Any]]:
    with gzip.open(shared / "data/strength/fixture.ndjson.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def write(path: Path, games: list[dict[str, Any]]) -> Path:
    with gzip.open(path, "wt") as lines:
        lines.writelines(json.dumps(game) + "\n" for game in games)
    return path


def test_a_file_gives_the_promised_keys(games: list[dict[str, Any]], tmp_path: Path) -> None:
    found = evaluate(write(tmp_path / "games.ndjson.gz", games))
    keys = {"mean_error", "band_mean", "coverage", "width", "n"}
    assert keys <= set(found)
    assert set(found["baselines"]) == {"constant", "acpl", "accuracy"}
    assert all(set(line) == keys for line in found["baselines"].values())
    assert found["n"] + found["left_out"]["short"] + found["left_out"]["provisional"] == 240
    assert found["baselines"]["constant"]["n"] == found["n"]
    assert set(found["by_split"]) == {"test", "unused"}


def test_provisional_and_short_sides_are_left_out_and_counted(games: list[dict[str, Any]], tmp_path: Path) -> None:
    whole = evaluate(write(tmp_path / "all.ndjson.gz", games))
    games[0]["white"]["prov"] = 1
    short = games[1]
    short["moves"], short["ev"] = " ".join(short["moves"].split()[:20]), short["ev"][:20]
    found = evaluate(write(tmp_path / "some.ndjson.gz", games))
    assert found["left_out"]["provisional"] == 1
    assert found["left_out"]["short"] == whole["left_out"]["short"] + 2
    assert found["n"] == whole["n"] - 3


def test_ratings_do_not_reach_the_levels(games: list[dict[str, Any]], tmp_path: Path) -> None:
    """With every rating 500 higher, all errors move by 500 and no range moves."""
    one = evaluate(write(tmp_path / "one.ndjson.gz", games))
    for game in games:
        for color in ("white", "black"):
            game[color]["r"] += 5000
    other = evaluate(write(tmp_path / "other.ndjson.gz", games))
    assert one["width"] == other["width"]
    assert other["mean_error"] > 4000


def test_a_record_may_name_its_engine_or_scale(games: list[dict[str, Any]]) -> None:
    plain = decode(games[0])
    assert plain.presumed
    assert plain.game.scale.origin == f"Lichess {games[0]['date'][:4]}"
    assert decode({**games[0], "engine": "Stockfish 15.1"}).game.scale.factor == 1.6
    assert decode({**games[0], "scale": 1.25}).game.scale.factor == 1.25
    assert not decode({**games[0], "scale": 1.25}).presumed


def test_a_given_scale_wins(games: list[dict[str, Any]]) -> None:
    samples = [decode(game) for game in games]
    given = Scale(2.0, 2.0, 2.0, "as given")
    assert {sample.game.scale for sample in settle_scales(samples, given)[0]} == {given}


def test_evaluations_of_another_engine_are_noticed(games: list[dict[str, Any]]) -> None:
    """Games of 2022 whose evaluations are today's engine's; and games of 2018 that someone scaled already."""
    recent = [game for game in games if game["date"] >= "2022"] * 3
    local = [{**game, "ev": [round(value / 1.6) for value in game["ev"]]} for game in recent]
    samples, moved = settle_scales([decode(game) for game in local])
    assert {sample.game.scale.factor for sample in samples} == {1.6}
    assert len(moved) == 1
    older = [{**game, "date": "2018-06-01"} for game in recent]
    samples, _ = settle_scales([decode(game) for game in older])
    assert {sample.game.scale.factor for sample in samples} == {1.0}
    samples, moved = settle_scales([decode(game) for game in recent])
    assert moved == []
    assert {sample.game.scale.factor for sample in samples} == {1.0}


def test_old_dates_and_none(games: list[dict[str, Any]]) -> None:
    for date in (None, "?", "", 1654041600000, "06.2018"):
        found = decode({**games[0], "date": date})
        assert found.presumed
        assert found.game.scale == UNDATED
    assert decode({**games[0], "date": "2018.06.01"}).game.scale.origin == "Lichess 2018"
    assert decode({**games[0], "engine": {"name": "Stockfish 16", "nodes": 10000}}).game.scale.factor == 1.6


def test_undated_games_of_todays_engine_are_noticed(games: list[dict[str, Any]]) -> None:
    local = [{**game, "date": None, "ev": [round(value / 1.6) for value in game["ev"]]} for game in games] * 2
    samples, moved = settle_scales([decode(game) for game in local])
    assert {sample.game.scale.factor for sample in samples} == {1.6}
    assert len(moved) == 1


def test_what_need_not_be_there(games: list[dict[str, Any]], tmp_path: Path) -> None:
    """Only moves, evaluations and ratings."""
    whole = evaluate(write(tmp_path / "whole.ndjson.gz", games))
    spare = [
        {
            **{key: game[key] for key in ("date", "moves", "ev", "initial", "increment")},
            "white": {"r": game["white"]["r"]},
            "black": {"r": game["black"]["r"]},
        }
        for game in games
    ]
    found = evaluate(write(tmp_path / "spare.ndjson.gz", spare))
    assert {key: found[key] for key in ("mean_error", "coverage", "width", "n", "baselines")} == {
        key: whole[key] for key in ("mean_error", "coverage", "width", "n", "baselines")
    }
    assert found["by_split"] == {}


def test_lines_that_cannot_be_read_are_left_out_and_counted(games: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "some.ndjson"
    bad: list[Any] = [3, None, [], {}, {**games[0], "moves": None}, {**games[0], "ev": ["#3"]}]
    unplayable = {**games[0], "moves": f"e4 e4 {games[0]['moves']}"}
    unrated = {**games[0], "white": {"prov": 0}}
    lines = ["no json", *map(json.dumps, [*bad, unplayable, unrated, *games[1:]])]
    path.write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8")
    whole = evaluate(write(tmp_path / "all.ndjson.gz", games))
    found = evaluate(path)
    assert found["left_out"] == {**whole["left_out"], "unrated": 1, "unreadable": 2 * 8}
    assert found["n"] == whole["n"] - 1
    assert found["unread"][0].startswith(f"line 1 of {path} is no game")
    assert "it is no JSON)" in found["unread"][0]
    assert "moves is missing" in found["unread"][4]


def test_a_packed_file_of_any_name(games: list[dict[str, Any]], tmp_path: Path) -> None:
    packed = write(tmp_path / "games.ndjson.gz", games[:2])
    renamed = packed.rename(tmp_path / "games.ndjson")
    assert len(list(read_samples(renamed))) == 2


def test_an_empty_file_has_no_figures(tmp_path: Path) -> None:
    path = tmp_path / "empty.ndjson"
    path.touch()
    found = evaluate(path)
    assert (found["n"], found["mean_error"], found["baselines"]["acpl"]["n"]) == (0, None, 0)


def test_a_file_that_is_no_sample_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "bad.ndjson"
    path.write_text('{"date": "2022-01-01"}\n')
    with pytest.raises(FileUnreadable, match="Line 1 of"):
        list(read_samples(path))
    with pytest.raises(FileUnreadable, match=r"moves is missing.*nor is any other line"):
        evaluate(path)
    with pytest.raises(FileUnreadable, match="cannot be read"):
        list(read_samples(tmp_path / "none.ndjson.gz"))


def test_the_file_of_another_name_is_plain_text(games: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_text("\n".join(json.dumps(game) for game in games[:3]))
    assert [replace(sample) for sample in read_samples(path)] == [decode(game) for game in games[:3]]
