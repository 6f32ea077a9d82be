"""The comparison CSV: the promise about its columns, awkward text, and the way back."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path

import pytest

CONTRACT = """
kind account perf game_id started_at finished_at finished_at_local rated variant speed time_control colour opponent
opponent_title opponent_rating opponent_provisional opponent_change result score status plies source event
opening_eco opening_name lichess_rating_shown lichess_rating_before lichess_change lichess_rating_after
lichess_provisional lichess_note glicko2_deviation glicko2_volatility glicko2_change_replayed
glicko2_opponent_deviation fide_list fide_rules fide_period fide_list_rating fide_expected fide_k_list fide_k
fide_change fide_live_rating fide_note elo_expected elo_k elo_change elo_rating difference_fide_lichess
"""
BLITZ = ("data/histories/blitz_2023_2025.ndjson", "Player_PimJYI")
WITH_CLOCKS = ("data/histories/analysed_2023_2025.ndjson", "Player_HFnzU3")
"""Games that the clock ended, so that the end is later than the last move."""


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))


def exported(run, database: Path, name: str, *words: str) -> bytes:
    done = run("--db", database, "export", name, *words)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def test_the_columns_are_the_promised_ones(run, tracked, shared: Path) -> None:
    content = exported(run, tracked(shared / "cases/c24_csv.ndjson", "Test_Player"), "Test_Player")
    header = content.split(b"\r\n")[0].decode().split(",")
    promised = CONTRACT.split()
    assert header[: len(promised)] == promised
    assert header[len(promised) :] == ["berserk", "opponent_berserk", "last_move_at"]


def test_case_24_awkward_text(run, tracked, shared: Path) -> None:
    content = exported(run, tracked(shared / "cases/c24_csv.ndjson", "Test_Player"), "Test_Player")
    rows = rows_of(content)
    assert [row["game_id"] for row in rows] == ["csv00001", "csv00002", "csv00003", "csv00004"]
    assert rows[0]["opening_name"] == 'Sicilian, "Wing" line; with comma'
    assert b'"Sicilian, ""Wing"" line; with comma"' in content
    assert rows[1]["opponent"] == "'-dash_first"
    assert rows[1]["opening_name"] == "'=1+1 Defense\nsecond line"
    assert rows[2]["opening_name"] == "Grünfeld / Réti · Ćirić"
    assert (rows[2]["lichess_change"], rows[3]["lichess_change"]) == ("0", "")
    assert rows[0]["finished_at"].endswith("Z")
    assert rows[0]["finished_at_local"].endswith("+00:00")
    for row in rows:
        assert not any(cell.startswith(("=", "@", "\t", "\r")) for cell in row.values())


@pytest.mark.parametrize(("file", "name"), [("cases/c24_csv.ndjson", "Test_Player"), BLITZ, WITH_CLOCKS])
def test_out_in_and_out_again_are_the_same_bytes(run, tracked, shared: Path, tmp_path: Path, file, name) -> None:
    first = exported(run, tracked(shared / file, name), name)
    (tmp_path / "comparison.csv").write_bytes(first)
    again = run("--db", tmp_path / "other.db", "import-csv", "comparison.csv", "--json")
    assert again.returncode == 0
    report = json.loads(again.stdout)
    games = sum(row["kind"] == "game" for row in rows_of(first))
    assert (report["account"], report["new"], report["stored"], report["updated"]) == (name, games, games, 0)
    assert exported(run, tmp_path / "other.db", name) == first
    repeated = json.loads(run("--db", tmp_path / "other.db", "import-csv", "comparison.csv", "--json").stdout)
    assert (repeated["new"], repeated["updated"]) == (0, 0)


def test_every_row_adds_up_and_starts_where_the_last_ended(run, tracked, shared: Path) -> None:
    file, name = BLITZ
    rows = rows_of(exported(run, tracked(shared / file, name), name))
    running: dict[str, int] = {}
    for row in rows:
        before, change, after = (
            int(row[f"lichess_{part}"] or 0) for part in ("rating_before", "change", "rating_after")
        )
        assert before + change == after
        assert running.setdefault(row["perf"], before) == before
        running[row["perf"]] = after
    assert running == {"blitz": 1408, "bullet": 1488}
    assert sum(row["kind"] == "game" for row in rows) == 2907


def test_selection_changes_which_rows_are_written_not_their_numbers(run, tracked, shared: Path) -> None:
    file, name = BLITZ
    database = tracked(shared / file, name)
    whole = rows_of(exported(run, database, name))
    part = rows_of(exported(run, database, name, "--perf", "Blitz", "--since", "2025-03-01", "--until", "2025-04-01"))
    assert part == [row for row in whole if row["perf"] == "blitz" and row["finished_at"].startswith("2025-03")]
    assert len(part) > 20


def test_json_has_numbers_where_csv_has_text(run, tracked, shared: Path) -> None:
    database = tracked(shared / "cases/c24_csv.ndjson", "Test_Player")
    rows = json.loads(exported(run, database, "Test_Player", "--format", "json"))
    assert (rows[0]["lichess_change"], rows[0]["rated"], rows[0]["elo_change"]) == (6, True, 20)
    assert (rows[3]["lichess_change"], rows[3]["rated"]) == (None, False)


def test_a_file_that_cannot_be_written_or_read(run, tracked, shared: Path, tmp_path: Path) -> None:
    database = tracked(shared / "cases/c24_csv.ndjson", "Test_Player")
    done = run("--db", database, "export", "Test_Player", "-o", "nowhere/file.csv")
    assert done.returncode == 1
    assert done.stderr.decode().startswith("nowhere/file.csv cannot be written")
    for name, code, sentence in (
        ("", 2, "-o needs the name of a file, or - for stdout.\n"),
        (str(tmp_path), 1, f"{tmp_path} is a folder; give -o the name of a file in it.\n"),
        (
            f"{database}/file.csv",
            1,
            f"{database}/file.csv cannot be written (Not a directory); choose another place with -o.\n",
        ),
    ):
        done = run("--db", database, "export", "Test_Player", "-o", name)
        assert (done.returncode, done.stderr.decode()) == (code, sentence)
    (tmp_path / "bad.csv").write_text("kind,account\r\n")
    done = run("--db", database, "import-csv", "bad.csv")
    assert done.returncode == 1
    assert "no comparison CSV" in done.stderr.decode()
    (tmp_path / "cut.csv").write_bytes(exported(run, database, "Test_Player")[:-30])
    done = run("--db", tmp_path / "new.db", "import-csv", "cut.csv")
    assert (done.returncode, done.stderr.decode()[:29]) == (1, "Line 6 of the CSV cannot be r")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links of POSIX")
def test_a_pipe_is_written_to_and_a_link_goes_on_leading_to_its_file(
    run, tracked, shared: Path, tmp_path: Path
) -> None:
    database = tracked(shared / "cases/c24_csv.ndjson", "Test_Player")
    whole = exported(run, database, "Test_Player")
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert run("--db", database, "export", "Test_Player", "-o", "pipe").returncode == 0
    assert os.read(reader, len(whole) + 1) == whole
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.csv").symlink_to(tmp_path / "folder" / "file.csv")
    assert run("--db", database, "export", "Test_Player", "-o", "link.csv").returncode == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "folder" / "file.csv").read_bytes() == whole
    assert [file.name for file in (tmp_path / "folder").iterdir()] == ["file.csv"]
