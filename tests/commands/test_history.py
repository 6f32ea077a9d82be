"""`history`, `accounts`, `settings`, `ledger`: what a player is told of stored games."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

BLITZ = ("data/histories/blitz_2023_2025.ndjson", "Player_PimJYI")


def report(run, database: Path, *words: str):
    done = run("--db", database, *words, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)


@pytest.fixture
def blitz(tracked, shared: Path) -> Path:
    return tracked(shared / BLITZ[0], BLITZ[1])


def test_the_ledger_closes_at_the_newest_record(run, blitz: Path) -> None:
    first, second = report(run, blitz, "history", "player_pimjyi")["perfs"]
    assert (first["perf"], first["games"], first["rated"], first["lichess"]["rating"]) == ("blitz", 2891, 2891, 1408)
    ledger = first["ledger"]
    assert (ledger["opening"], ledger["closing"], ledger["residual"]) == (1500, 1408, 0)
    assert ledger["opening"] + ledger["changes"] + ledger["adjustments"] == ledger["closing"]
    assert (second["perf"], second["lichess"]["rating"], second["ledger"]["residual"]) == ("bullet", 1488, 0)


def test_peaks_are_told_apart(run, blitz: Path) -> None:
    lichess = report(run, blitz, "history", "Player_PimJYI")["perfs"][0]["lichess"]
    assert (lichess["peak"]["rating"], lichess["peak"]["provisional"]) == (1941, True)
    assert (lichess["peak_established"]["rating"], lichess["peak_established"]["provisional"]) == (1753, False)
    assert lichess["peak"]["game_id"] == "xusCG053"


def test_every_promised_key_is_there(run, blitz: Path) -> None:
    document = report(run, blitz, "history", "Player_PimJYI")
    assert document["account"] == "Player_PimJYI"
    for perf in document["perfs"]:
        assert {"perf", "games", "rated", "lichess", "fide", "elo", "ledger"} <= perf.keys()
        assert {"rating", "deviation", "provisional", "peak", "peak_established"} <= perf["lichess"].keys()
        promised = {"list", "list_rating", "live", "k", "k_list", "games_in_period", "games_counted", "rules"}
        assert promised <= perf["fide"].keys()
        assert perf["elo"].keys() == {"rating"}
    lists = report(run, blitz, "history", "Player_PimJYI", "--lists", "fide")["fide_lists"]
    assert [one["list"] for one in lists] == ["blitz"]


@pytest.mark.parametrize("lists", ["perf", "fide"])
def test_months_in_which_k_fell_are_told_with_what_elo_shows_instead(
    run, blitz: Path, shared: Path, lists: str
) -> None:
    games = [json.loads(line) for line in (shared / BLITZ[0]).read_text().splitlines()]
    ends = [game["lastMoveAt"] for game in games if game["rated"] and game["perf"] == "blitz"]
    months = Counter(datetime.fromtimestamp(end / 1000, UTC).strftime("%Y-%m") for end in ends)
    document = report(run, blitz, "history", "Player_PimJYI", "--lists", lists)
    fallen = document["fide_lists"][0]["k_reduced"] if lists == "fide" else document["perfs"][0]["fide"]["k_reduced"]
    by_month = {one["period"]: one for one in fallen}
    assert (by_month["2024-06"]["games"], by_month["2024-06"]["k_list"], by_month["2024-06"]["k"]) == (240, 20, 2)
    assert all(one["k"] == 700 // one["games"] for one in fallen)
    if lists == "perf":
        assert all(one["games"] == months[one["period"]] for one in fallen)
    busiest = by_month["2024-06"]
    text = run("--db", blitz, "history", "Player_PimJYI", "--no-chart", "--lists", lists).stdout.decode()
    assert (
        f"the busiest was 2024-06 with 240 games and K 2: the list moved by {busiest['fide_change']:+.1f}, "
        f"Elo game by game by {busiest['elo_change']:+.1f}."
    ) in " ".join(text.split())
    assert max(len(line) for line in text.splitlines()) <= 80


def test_options_are_remembered_and_typed_ones_win(run, blitz: Path) -> None:
    assert report(run, blitz, "settings", "Player_PimJYI")["start"] == "fide"
    assert report(run, blitz, "settings", "Player_PimJYI", "--start", "1700", "--rules", "2022-01")["start"] == 1700
    remembered = report(run, blitz, "history", "Player_PimJYI")["perfs"][0]["fide"]
    assert remembered["rules"] == "2022-01"
    typed = report(run, blitz, "history", "Player_PimJYI", "--rules", "2024-03")["perfs"][0]["fide"]
    assert typed["rules"] == "2024-03"
    assert report(run, blitz, "settings", "Player_PimJYI", "--reset")["rules"] == "2025-10"


def test_the_picture_fits_80_columns(run, blitz: Path) -> None:
    done = run("--db", blitz, "history", "Player_PimJYI")
    lines = done.stdout.decode().splitlines()
    assert max(map(len, lines)) <= 80
    assert "Blitz · 2,891 rated of 2,891 games" in lines
    assert any("1941?" in line for line in lines)
    plain = run("--db", blitz, "history", "Player_PimJYI", PYTHONIOENCODING="ascii:backslashreplace")
    assert "⣀" not in plain.stdout.decode()


@pytest.mark.parametrize("columns", [36, 40, 60])
def test_a_narrow_terminal_gets_narrow_lines(run, blitz: Path, columns: int) -> None:
    lines = run("--db", blitz, "history", "Player_PimJYI", COLUMNS=str(columns)).stdout.decode().splitlines()
    assert columns - 8 < max(map(len, lines)) <= columns


def test_case_12_points_from_nowhere(run, tracked, shared: Path) -> None:
    database = tracked(shared / "cases/c12_refund.ndjson", "Test_Player")
    lost, adjustment, won = report(run, database, "ledger", "Test_Player")
    assert (lost["change"], adjustment["change"], won["change"], won["rating"]) == (-5, 4, 6, 1705)
    assert (adjustment["kind"], adjustment["between"]) == ("adjustment", ["ref00001", "ref00002"])
    said = run("--db", database, "ledger", "Test_Player").stdout.decode()
    assert "not from a game; often a refund" in said
    assert "adjustment" in said


def test_case_13_two_games_at_once(run, tracked, shared: Path) -> None:
    database = tracked(shared / "cases/c13_overlap.ndjson", "Test_Player")
    rows = report(run, database, "ledger", "Test_Player")
    assert [row["game_id"] for row in rows] == ["ovl00001", "ovl00002", "ovl00003", "ovl00004"]
    assert [row["rating"] for row in rows] == [2313, 2307, 2312, 2318]
    assert [row["note"] for row in rows] == [None, None, "overlap", None]
    assert "began before the previous game ended" in run("--db", database, "ledger", "Test_Player").stdout.decode()


def test_accounts(run, blitz: Path) -> None:
    assert report(run, blitz, "accounts") == [
        {"account": "Player_PimJYI", "games": 2907, "last_import": None, "closed": False}
    ]


@pytest.mark.parametrize("command", ["history", "export", "ledger", "settings"])
def test_case_28_nothing_here_yet(run, tmp_path: Path, command: str) -> None:
    done = run("--db", tmp_path / "none.db", command, "Test_Player")
    assert done.returncode == 1
    assert done.stdout == b""
    sentence = done.stderr.decode()
    assert "run `tracker import NAME`" in sentence
    assert sentence.count("\n") == 1
    assert not (tmp_path / "none.db").exists()


def test_an_unknown_account_or_perf(run, blitz: Path) -> None:
    done = run("--db", blitz, "history", "Somebody")
    assert (done.returncode, done.stderr.decode()) == (
        1,
        "Somebody is not tracked here; run `tracker import Somebody` first.\n",
    )
    done = run("--db", blitz, "ledger", "Player_PimJYI", "--perf", "rapid")
    assert (done.returncode, done.stderr.decode()) == (
        1,
        "Player_PimJYI has no rapid games here; there are blitz, bullet.\n",
    )


def test_the_demo_walks_the_whole_road(run, tmp_path: Path) -> None:
    done = run("demo", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["account"]) == (0, "Demo_Knight")
    perfs = {perf["perf"]: perf for perf in document["perfs"]}
    assert {"bullet", "blitz", "rapid", "classical", "correspondence", "chess960"} <= perfs.keys()
    assert all(perf["ledger"]["residual"] == 0 for perf in perfs.values())
    assert perfs["blitz"]["ledger"]["adjustment_count"] == 1
    assert list(tmp_path.iterdir()) == []


def test_the_demo_into_a_database_of_ones_own(run, tmp_path: Path) -> None:
    assert run("--db", tmp_path / "demo.db", "demo", "--no-tui", "--no-chart").returncode == 0
    assert report(run, tmp_path / "demo.db", "accounts")[0]["account"] == "Demo_Knight"


def test_without_elo_tags_a_rating_is_absent_and_never_0(run, tracked, shared: Path, tmp_path: Path) -> None:
    lines = (shared / "data/histories/many_perfs_2020.pgn").read_text(encoding="utf-8").splitlines(keepends=True)
    bare = tmp_path / "bare.pgn"
    bare.write_text("".join(line for line in lines if "Elo " not in line and "RatingDiff " not in line), "utf-8")
    database = tracked(bare, "Player_AkjrFQ")
    perf = report(run, database, "history", "Player_AkjrFQ")["perfs"][0]
    assert (perf["games"], perf["rated"], perf["lichess"]["rating"], perf["lichess"]["peak"]) == (307, 285, None, None)
    assert [perf["ledger"][key] for key in ("opening", "closing", "residual")] == [None, None, None]
    words = run("--db", database, "history", "Player_AkjrFQ").stdout.decode()
    assert "Lichess  no rating known" in words
    assert "Lichess  0" not in words
    assert {row["rating"] for row in report(run, database, "ledger", "Player_AkjrFQ")} == {None}
    assert "closing –" in run("--db", database, "ledger", "Player_AkjrFQ").stdout.decode()
    exported = run("--db", database, "export", "Player_AkjrFQ", "--perf", "blitz").stdout.decode().splitlines()
    after = exported[0].split(",").index("lichess_rating_after")
    assert {line.split(",")[after] for line in exported[1:]} == {""}
