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


def test_why_a_mark_came_back_after_a_pause(run, tracked, tmp_path: Path) -> None:
    """From the floor of 45 a deviation grows beyond 110 in less than two years without a game."""
    day = 86_400_000
    lines = []
    for number in range(60):
        at = 1_717_200_000_000 + number * day + (900 * day if number >= 50 else 0)
        me = {
            "user": {"name": "Ann", "id": "ann"},
            "rating": 1500 + 6 * (number % 2),
            "ratingDiff": -6 if number % 2 else 6,
        }
        other = {"user": {"name": "Bob", "id": "bob"}, "rating": 1500, "ratingDiff": 6 if number % 2 else -6}
        if number >= 50:
            me["provisional"] = True
        record = {"id": f"mark{number:04}", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz"}
        record |= {"createdAt": at, "lastMoveAt": at + 300_000, "status": "mate", "moves": "e4 e5 Nf3"}
        lines.append(record | {"players": {"white": me, "black": other}, "winner": "black" if number % 2 else "white"})
    (tmp_path / "pause.ndjson").write_text("".join(json.dumps(line) + "\n" for line in lines))
    database = tracked(tmp_path / "pause.ndjson", "Ann")

    def said(game_id: str) -> str:
        return " ".join(json.loads(run("--db", database, "explain", game_id, "--json").stdout)["lichess"]["sentences"])

    assert "Provisional again after 901 days without a rated game" in said("mark0050")
    assert "Provisional again" not in said("mark0049")
