"""One of a thing is not several, wherever things are counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tracker.commands.progress import describe
from tracker.commands.strength_lines import mean_lines
from tracker.sync.events import Progress
from tracker.sync.report import Report
from tracker.tui.live_import import sentence
from tracker.wording import counted


def test_one_and_several() -> None:
    assert [counted(number, "game") for number in (0, 1, 2, 2907)] == ["0 games", "1 game", "2 games", "2,907 games"]


def test_one_of_each_on_the_command_line(run, tmp_path: Path) -> None:
    head = {"Event": "Rated blitz game", "Site": "https://lichess.org/abcd1234", "White": "Ann", "Black": "Bob"}
    head |= {"Result": "1-0", "UTCDate": "2024.01.01", "UTCTime": "10:00:00", "TimeControl": "180+2"}
    head |= {"WhiteElo": "1500", "BlackElo": "1500", "WhiteRatingDiff": "+6", "BlackRatingDiff": "-6"}
    game = "".join(f'[{name} "{value}"]\n' for name, value in head.items()) + "\n1. e4 e5 2. Qh5 1-0\n"
    (tmp_path / "one.pgn").write_text(game)
    assert run("import-file", "one.pgn", "--account", "Ann").returncode == 0
    assert "Ann          1 game   no complete import" in run("accounts").stdout.decode()
    assert "1 rated game, opening" in run("ledger", "Ann").stdout.decode()
    history = run("history", "Ann").stdout.decode()
    assert history.startswith("Ann · 1 game\n\nBlitz · 1 rated of 1 game\n")
    assert "unrated, 1 game counted;" in history
    assert run("export", "Ann", "-o", "one.csv").stderr.decode() == "1 row written to one.csv.\n"


def test_one_of_each_on_the_way() -> None:
    for stored, expected, words in (
        (1, 1, "1 of about 1 game is safe"),
        (0, 1, "0 of about 1 game are safe"),
        (5, 2000, "5 of about 2,000 games are safe"),
        (1, None, "1 game is safe"),
    ):
        assert describe(Progress(stored, stored, stored, expected, 0.0, None)) == words


def test_one_game_with_a_level() -> None:
    assert next(mean_lines("blitz", 1, [])) == "Blitz: 0 of the last 1 game show a level"
    assert next(mean_lines("blitz", 7, [])) == "Blitz: 0 of the last 7 games show a level"


def test_one_of_each_after_an_import_on_the_screen() -> None:
    one = Report("Ann", new=1, stored=1, set_aside=1)
    assert sentence(one) == "Ann: 1 new game, 1 stored. 1 line could not be read and was set aside."
    assert sentence(replace(one, stopped=True, set_aside=0)) == (
        "Stopped: 1 new game of Ann arrived and is kept; Enter goes on from there."
    )
    several = Report("Ann", new=2000, stored=3000, set_aside=2)
    assert sentence(several) == "Ann: 2,000 new games, 3,000 stored. 2 lines could not be read and were set aside."
