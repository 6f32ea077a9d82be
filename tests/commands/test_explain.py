"""`explain`: the steps end in the numbers of the export, whatever way the game is named."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pytest

from tracker.commands.explain import game_id_of

NAME = "Player_PimJYI"


@pytest.fixture
def blitz(tracked, shared: Path) -> Path:
    return tracked(shared / "data/histories/blitz_2023_2025.ndjson", NAME)


@pytest.mark.parametrize(
    "text",
    [
        "abcd1234",
        "abcd1234WXYZ",
        "https://lichess.org/abcd1234",
        "https://lichess.org/abcd1234/black#12",
        "lichess.org/abcd1234/",
    ],
)
def test_ways_to_name_a_game(text: str) -> None:
    assert game_id_of(text) == "abcd1234"


def test_the_steps_end_in_the_numbers_of_the_export(run, blitz: Path) -> None:
    exported = run("--db", blitz, "export", NAME).stdout.decode()
    rows = [row for row in csv.DictReader(io.StringIO(exported, newline="")) if row["kind"] == "game"]
    for row in random.Random(5).sample(rows, 4):
        done = run("--db", blitz, "explain", row["game_id"], "--json")
        assert done.returncode == 0
        found = json.loads(done.stdout)
        assert found["perf"] == row["perf"]
        for system in ("lichess", "fide", "elo"):
            cell = row[f"{system}_change"]
            assert found[system]["change"] == (float(cell) if cell else None)
        steps = {step["name"]: step["value"] for step in found["elo"]["steps"]}
        assert steps["change"] == pytest.approx(steps["k"] * (steps["score"] - steps["expected score"]))
        assert all(step.keys() == {"name", "value", "rule"} for step in found["lichess"]["steps"])


def test_a_month_of_240_games_says_so(run, blitz: Path) -> None:
    exported = run("--db", blitz, "export", NAME, "--since", "2024-06-10", "--perf", "blitz").stdout.decode()
    row = next(csv.DictReader(io.StringIO(exported, newline="")))
    assert (row["fide_period"], row["fide_k_list"], row["fide_k"], row["fide_note"]) == (
        "2024-06",
        "20",
        "2",
        "k-reduced",
    )
    said = run("--db", blitz, "explain", row["game_id"]).stdout.decode()
    assert "240 games x 20 > 700" in said
    assert max(map(len, said.splitlines())) <= 80


def test_two_tracked_accounts_that_met(run, tracked, shared: Path) -> None:
    database = tracked(shared / "cases/c12_refund.ndjson", "Test_Player")
    tracked(shared / "cases/c12_refund.ndjson", "Rival")
    done = run("--db", database, "explain", "ref00001")
    assert done.returncode == 2
    assert "--account" in done.stderr.decode()
    found = json.loads(run("--db", database, "explain", "ref00001", "--account", "rival", "--json").stdout)
    assert (found["account"], found["lichess"]["change"]) == ("Rival", 5)


def test_an_unknown_game(run, blitz: Path) -> None:
    done = run("--db", blitz, "explain", "zzzzzzzz")
    assert (done.returncode, done.stderr.decode()) == (
        1,
        "No game zzzzzzzz is stored; import it first, or check the id.\n",
    )


def test_a_casual_game_moves_nothing(run, tracked, shared: Path) -> None:
    database = tracked(shared / "cases/c24_csv.ndjson", "Test_Player")
    found = json.loads(run("--db", database, "explain", "csv00004", "--json").stdout)
    assert [found[system]["change"] for system in ("lichess", "fide", "elo")] == [None, None, None]
    assert found["lichess"]["sentences"] == ["Not a rated game: Lichess moved nothing."]
