"""One person's two accounts, seen together or apart."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest


@pytest.fixture
def both(tracked, shared: Path) -> Path:
    tracked(shared / "cases/c12_refund.ndjson", "Test_Player")
    return tracked(shared / "cases/c12_refund.ndjson", "Rival")


def test_rows_of_both_in_one_order(run, both: Path, tmp_path: Path) -> None:
    content = run("--db", both, "export", "Test_Player", "RIVAL", "test_player").stdout
    rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    assert [(row["account"], row["kind"], row["game_id"]) for row in rows] == [
        ("Test_Player", "game", "ref00001"),
        ("Rival", "game", "ref00001"),
        ("Test_Player", "adjustment", ""),
        ("Test_Player", "game", "ref00002"),
        ("Rival", "adjustment", ""),
        ("Rival", "game", "ref00002"),
    ]
    (tmp_path / "both.csv").write_bytes(content)
    again = run("--db", tmp_path / "other.db", "import-csv", "both.csv", "--json")
    assert [(one["account"], one["stored"]) for one in json.loads(again.stdout)] == [("Test_Player", 2), ("Rival", 2)]
    assert run("--db", tmp_path / "other.db", "export", "Test_Player", "Rival").stdout == content


def test_standings_side_by_side(run, both: Path) -> None:
    said = run("--db", both, "history", "Test_Player", "Rival").stdout.decode()
    assert "Together · 4 games\nBlitz  Test_Player 1705 (2 rated) · Rival 1694 (2 rated)\n" in said
    documents = json.loads(run("--db", both, "history", "Test_Player", "Rival", "--json").stdout)
    assert [one["account"] for one in documents] == ["Test_Player", "Rival"]


def test_a_perf_that_one_of_them_has(run, both: Path) -> None:
    assert run("--db", both, "export", "Test_Player", "Rival", "--perf", "BLITZ").returncode == 0
    done = run("--db", both, "export", "Test_Player", "Rival", "--perf", "rapid")
    assert (done.returncode, done.stderr.decode()) == (
        1,
        "Test_Player and Rival have no rapid games here; there are blitz.\n",
    )
