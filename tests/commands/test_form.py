"""`tracker form`: from a database to words and to one JSON document."""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "form"))

from made import START, played, player

from tracker.commands import form
from tracker.commands.context import Context
from tracker.errors import NotTracked, UsageError
from tracker.game import Game, PlayedGame, Side, TimeControl
from tracker.settings import Settings
from tracker.sources.lichess import decode
from tracker.store.store import Entry, Store

GAMES = player(2, 700, lambda number: 1600.0 if number < 500 else 1800.0)


def stored(played: PlayedGame) -> Game:
    """The record of a made game."""
    me = Side(id="ann", name="Ann", rating=played.rating, change=played.change, provisional=False)
    other = Side(
        id=f"bob{played.id[1:]}",
        name=f"Bob{played.id[1:]}",
        rating=played.opponent_rating,
        change=0 if played.change is None else -played.change,
        provisional=False,
    )
    white, black = (me, other) if played.color == "white" else (other, me)
    winner = {
        "win": played.color,
        "draw": None,
        "loss": "black" if played.color == "white" else "white",
        None: None,
    }[played.outcome]
    return Game(
        id=played.id,
        rated=True,
        variant="standard",
        speed="blitz",
        perf=played.perf,
        started_at=played.started_at,
        last_move_at=played.finished_at,
        finished_at=played.finished_at,
        status="resign" if winner else "draw",
        white=white,
        black=black,
        winner=winner,
        time_control=TimeControl(180, 2),
        opening_name=played.opening_name,
        plies=60,
    )


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("form") / "tracker.db"
    games = GAMES
    rapid = [game._replace(id=f"r{game.id}", perf="rapid") for game in player(3, 12)]
    with Store(path) as store:
        account = store.ensure_account("ann", "Ann")
        store.save(account, [Entry(stored(game), None, "json") for game in (*games, *rapid)], richer=True, now=START)
        store.ensure_account("nobody", "Nobody")
    return path


def run(database: Path, *words: str, columns: str | None = None) -> str:
    """What the command prints, in a terminal of so many columns."""
    parser = argparse.ArgumentParser()
    form.add_arguments(parser)
    out = io.StringIO()
    context = Context(
        Settings(db=str(database), timezone="UTC"),
        {"COLUMNS": columns} if columns else {},
        out=out,
        err=io.StringIO(),
        now=lambda: START + 60 * 86_400_000,
    )
    assert form.run(parser.parse_args(words), context) == 0
    return out.getvalue()


def test_json_keeps_its_promise(database: Path) -> None:
    found = json.loads(run(database, "Ann", "--json", "--last", "200", "--goal", "1900", "--against", "1700"))
    assert (found["perf"], found["games"], found["games_before"]) == ("blitz", 200, 500)
    games = GAMES[500:]
    assert found["score"] == sum((game.halves or 0) / 2 for game in games)
    assert found["range"][1] < found["score"]
    assert found["expected"] < found["score"]
    assert found["performance"] == pytest.approx(1800, abs=60)
    assert found["z"] > 3
    assert found["verdict"].startswith("better than before by ")
    assert [one["games"] for one in found["windows"]] == [20, 50, 100, 200]
    assert any(goal["rating"] == 1900 for goal in found["goals"])
    assert [stake["system"] for stake in found["stakes"]] == ["lichess", "fide", "elo"]
    assert found["stakes"][0]["deviation"] > 45  # the clock of these tests is 45 days after the last game


def test_words_fit_eighty_columns(database: Path) -> None:
    text = run(database, "Ann", "--goal", "1900", "--against", "1700")
    assert "Blitz: 700 rated games" in text
    assert "FIDE, list" in text
    assert text.count("Long sessions look worse than they are") == 1
    assert "Verdict: better than before by " in text
    assert "A fresh claim is 40 % too large on average" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("columns", ["36", "40", "57", "79", "200"])
def test_words_fit_the_terminal(database: Path, columns: str) -> None:
    text = run(database, "Ann", "--goal", "1900", "--against", "1700", "--last", "250", columns=columns)
    assert max(map(len, text.splitlines())) <= int(columns)
    assert {len(line) for line in text.splitlines() if line.startswith("──")} == {min(78, int(columns))}
    assert ("Expected     Chance gives" in text) is (int(columns) >= 57)


def test_a_stretch_reaches_rows_sessions_and_mistakes(database: Path) -> None:
    every, newest = (json.loads(run(database, "Ann", "--json", *last)) for last in ((), ("--last", "120")))
    assert (every["asked"], every["rows_games"], newest["asked"], newest["rows_games"]) == (None, 700, 120, 120)
    for found, games in ((every, 700), (newest, 120)):
        assert sum(row["games"] for row in found["rows"] if row["kind"] == "colour") == games
    colours = [(row["games"], row["score"]) for row in newest["rows"] if row["kind"] == "colour"]
    halves = [(game.color, (game.halves or 0) / 2) for game in GAMES[-120:]]
    assert colours == [(60, sum(score for color, score in halves if color == wanted)) for wanted in ("white", "black")]
    assert (every["sessions"]["count"], newest["sessions"]["count"]) == (1, 0)
    assert newest["sessions"]["last"] == every["sessions"]["last"]
    text = run(database, "Ann", "--last", "120")
    assert "Where the points come from, in the last 120 games" in text
    assert "Sessions: 0 that began in the last 120 games" in text
    assert "Where the points come from, in all 700 games" in run(database, "Ann")


def test_a_bad_stretch_fits_eighty_columns_too(tmp_path: Path) -> None:
    path = tmp_path / "low.db"
    games = [*player(2, 400), *(played(900 + n, outcome="loss", change=-6) for n in range(12))]
    with Store(path) as store:
        account = store.ensure_account("ann", "Ann")
        store.save(account, [Entry(stored(game), None, "json") for game in games], richer=True, now=START)
    text = run(path, "Ann", "--notice", "--last", "1")
    assert "Last 1: 0 points, 0.0%. Verdict: too few games to say." in text
    assert "A score outside its range, yet no claim: by chance alone one look in " in text
    assert "The last session ran far below expectation" in text
    assert max(map(len, text.splitlines())) <= 80


def test_few_games_say_so(database: Path) -> None:
    words = run(database, "Ann", "--perf", "rapid", "--goal", "1900")
    assert "Strength now: too few games (12; it takes 20)." in words
    assert "1900 your own: " in words
    assert "odds: too few games (12; it takes 20)." in words
    assert "Changes of strength: too few games (12; it takes 100)." in words
    assert "%" not in words.partition("Where the points")[2]
    assert "Too few games to compare: 12 in the window and 0 before it." in run(database, "Ann", "--perf", "rapid")
    found = json.loads(run(database, "Ann", "--perf", "rapid", "--json"))
    assert (found["games"], found["verdict"], found["z"]) == (12, "too few games to say", None)


def test_the_notice_is_off_by_default(database: Path) -> None:
    assert "notice" not in json.loads(run(database, "Ann", "--json"))
    assert json.loads(run(database, "Ann", "--json", "--notice"))["notice"] is False


def test_a_real_history_with_some_analysed_games(shared: Path, tmp_path: Path) -> None:
    lines = (shared / "data/histories/analysed_2023_2025.ndjson").read_bytes().splitlines()
    with Store(tmp_path / "real.db") as store:
        account = store.ensure_account("player_hfnzu3", "Player_HFnzU3")
        store.save(account, [Entry(decode(line), line, "json") for line in lines], richer=True, now=START)
    found = json.loads(run(tmp_path / "real.db", "Player_HFnzU3", "--perf", "blitz", "--json"))
    moved = [json.loads(line) for line in lines if b'"perf":"blitz"' in line and b"ratingDiff" in line]
    assert found["games_in_perf"] == len(moved)
    assert found["mistakes"]["analysed"] == sum("analysis" in game for game in moved)
    assert found["verdict"] == "as expected"
    assert abs(found["z"]) < 2


def test_a_local_engines_games_count_as_analysed(shared: Path, tmp_path: Path) -> None:
    lines = (shared / "data/histories/analysed_2023_2025.ndjson").read_bytes().splitlines()
    with Store(tmp_path / "real.db") as store:
        account = store.ensure_account("player_hfnzu3", "Player_HFnzU3")
        store.save(account, [Entry(decode(line), line, "json") for line in lines], richer=True, now=START)
    before = json.loads(run(tmp_path / "real.db", "Player_HFnzU3", "--perf", "blitz", "--json"))["mistakes"]
    with Store(tmp_path / "real.db") as store:
        rated = [game for game in store.games(account.id, "blitz") if game.rated and not game.analysed]
        chosen = next(game for game in rated if (store.moves(account.id, game.id)[0] or "").count(" ") > 40)
        plies = (store.moves(account.id, chosen.id)[0] or "").count(" ") + 1
        store.save_evaluations(chosen.id, "Stockfish 16", 10_000, [20 - 30 * (ply % 2) for ply in range(plies)])
    after = json.loads(run(tmp_path / "real.db", "Player_HFnzU3", "--perf", "blitz", "--json"))["mistakes"]
    assert after["analysed"] == before["analysed"] + 1


def test_since_and_an_empty_stretch(database: Path) -> None:
    assert json.loads(run(database, "Ann", "--since", "2023-11-20", "--json"))["games"] < 700
    empty = json.loads(run(database, "Ann", "--since", "2030-01-01", "--json"))
    assert (empty["games"], empty["score"], empty["verdict"]) == (0, None, "too few games to say")
    assert "There is no game to look at" in run(database, "Ann", "--since", "2030-01-01")


@pytest.mark.parametrize(
    "words",
    [
        ("--since", "yesterday"),
        ("--since", "9999-12-31"),
        ("--last", "0"),
        ("--goal", "5"),
        ("--against", "99999999999999"),
        ("--pause", "0"),
    ],
)
def test_nonsense_is_refused_in_words(database: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        run(database, "Ann", *words)


def test_unknown_names_and_empty_accounts(database: Path) -> None:
    with pytest.raises(NotTracked):
        run(database, "Carl")
    with pytest.raises(NotTracked, match="no games here yet"):
        run(database, "Nobody")
    with pytest.raises(NotTracked):
        run(database, "Ann", "--perf", "atomic")
