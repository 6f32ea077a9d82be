"""`import`, `sync`, `import-file`, `set-aside` and `forget` from the words to the exit code."""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import keyring
import keyring.backends.null
import pytest

from tracker.cli import main
from tracker.commands.context import Context
from tracker.commands.import_ import tell
from tracker.commands.progress import ProgressLine, describe, duration
from tracker.settings import Settings
from tracker.sources.patience import Patience
from tracker.store import Store
from tracker.sync import Event, Finished, Progress, Report, Resumed, Started, Waiting

Run = Callable[..., int]
KEYS = {"account", "new", "updated", "repeated", "set_aside", "stored", "listed", "pending", "adjustments"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tracker.db"


@pytest.fixture
def run(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs a command against a database, a settings folder and a keyring of its own."""
    monkeypatch.setenv("TRACKER_DB", str(database))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("LICHESS_TOKEN", raising=False)
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.null.Keyring())  # type: ignore[no-untyped-call]
    yield lambda *words: main(list(words))
    keyring.set_keyring(before)


@pytest.fixture
def served(stand_in: ModuleType, shared: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Case 7, with a token for the account."""
    accounts = {"Test_Player": shared / "cases/c07_odd_players.ndjson"}
    with stand_in.LichessStub(accounts, tokens={"lip_GOODSECRET": "Test_Player"}) as stub:
        monkeypatch.setenv("TRACKER_LICHESS_URL", stub.url)
        yield stub


def test_an_import_reports_and_a_second_finds_nothing(
    run: Run, served: Any, capsys: pytest.CaptureFixture[str], database: Path
) -> None:
    assert run("import", "test_player") == 0
    said = capsys.readouterr()
    assert "Test_Player: 6 new games, 0 updated; 6 games stored." in said.out
    assert "2 lines could not be read" in said.out
    assert "5" in said.err
    assert run("import", "Test_Player", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report.keys() >= KEYS
    assert [report[key] for key in ("account", "new", "stored", "listed", "adjustments")] == ["Test_Player", 0, 6, 5, 0]
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


def test_the_lines_set_aside_are_shown(run: Run, served: Any, capsys: pytest.CaptureFixture[str]) -> None:
    run("import", "test_player")
    capsys.readouterr()
    assert run("set-aside", "test_player", "--json") == 0
    lines = json.loads(capsys.readouterr().out)
    assert ["odd00006" in lines[0]["line"], "odd00007" in lines[1]["line"]] == [True, True]
    assert all(line["reason"] for line in lines)
    assert run("set-aside", "test_player") == 0
    assert "odd00006" in capsys.readouterr().out


def test_a_name_that_does_not_exist(run: Run, served: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("import", "NoBody", "--json") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "no account of that name" in said.err
    assert "NoBody" in said.err
    assert said.err.count("\n") == 1


def test_the_first_run_without_a_network(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Case 28."""
    assert run("import", "somebody", "--url", "http://127.0.0.1:9") == 1
    said = capsys.readouterr()
    assert "cannot be reached" in said.err
    assert "Traceback" not in said.err + said.out


def test_the_first_run_without_a_database(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["sync"], ["set-aside", "x"], ["forget", "x"]):
        assert run(*words) == 1
        assert "tracker import NAME" in capsys.readouterr().err


def test_sync_brings_every_account(
    run: Run, served: Any, stand_in: ModuleType, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = stand_in.Account("Closed_One", [])
    served.accounts["closed_one"] = other
    run("import", "test_player")
    run("import", "closed_one")
    other.disabled = True
    capsys.readouterr()
    assert run("sync", "--json") == 0
    said = capsys.readouterr()
    assert [report["account"] for report in json.loads(said.out)] == ["Test_Player"]
    assert "Closed_One is closed" in said.err
    served.accounts["test_player"].disabled = False
    served.inject(kind="status", status=403, path="user")
    assert run("sync") == 1


@pytest.fixture
def three(run: Run, served: Any, stand_in: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Three accounts, and a clock that does not let anybody wait."""
    for name in ("Alpha", "Beta"):
        served.accounts[name.lower()] = stand_in.Account(name, [])
    for name in ("alpha", "beta", "test_player"):
        assert run("import", name) == 0
    monkeypatch.setattr(Patience, "pause", lambda *_: None)
    return served


def test_one_account_that_fails_does_not_keep_the_others(
    run: Run, three: Any, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def others() -> list[str]:
        said = capsys.readouterr()
        assert said.err.count("Alpha: ") == 1
        return [report["account"] for report in json.loads(said.out)]

    capsys.readouterr()
    with Store(database) as store, store.importing(store.account("alpha").id):
        assert run("sync", "--json") == 1
    assert others() == ["Beta", "Test_Player"]
    faults: list[dict[str, Any]] = [
        {"path": "user", "status": 500, "times": 7},
        {"path": "user", "status": 400},
        {"path": "ongoing", "status": 404, "times": 2},
    ]
    for fault in faults:
        three.inject(kind="status", **fault)
        assert run("sync", "--json") == 1
        assert others() == ["Beta", "Test_Player"]


def test_a_server_that_two_accounts_do_not_reach_is_not_asked_again(
    run: Run, three: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    three.inject(kind="status", path="user", status=500, times=21)
    capsys.readouterr()
    assert run("sync", "--json") == 1
    said = capsys.readouterr()
    assert json.loads(said.out) == []
    assert [name in said.err for name in ("Alpha: ", "Beta: ", "Test_Player: ")] == [True, True, False]
    assert len(three.faults) == 21 - 7 - 1, "the second one is not waited for all over again"


def test_forget_asks_or_is_told(
    run: Run, served: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", "test_player")
    assert run("forget", "test_player") == 2
    assert "--yes" in capsys.readouterr().err

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    assert run("forget", "test_player") == 0
    assert "Nothing was removed" in capsys.readouterr().out
    assert run("forget", "TEST_player", "--yes") == 0
    assert run("set-aside", "test_player") == 1


def test_the_token_is_nowhere(
    run: Run, served: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 29."""
    monkeypatch.setenv("LICHESS_TOKEN", "lip_GOODSECRET")
    assert run("import", "test_player") == 0
    assert all(request["token"] for request in served.requests)
    assert run("export", "test_player", "-o", str(tmp_path / "out.csv")) == 0
    monkeypatch.setenv("LICHESS_TOKEN", "lip_BADSECRET")
    assert run("import", "test_player") == 1
    said = capsys.readouterr()
    assert "does not accept the token" in said.err
    assert "SECRET" not in said.err + said.out
    for folder, _, names in os.walk(tmp_path):
        assert not any(b"SECRET" in (Path(folder) / name).read_bytes() for name in names)


def pgn(number: int, white: str = "Ann", black: str = "Bob") -> str:
    return (
        f'[Event "Rated Blitz game"]\n[Site "https://lichess.org/pgn{number:05}"]\n[White "{white}"]\n'
        f'[Black "{black}"]\n[Result "1-0"]\n[UTCDate "2024.05.01"]\n[UTCTime "10:{number:02}:00"]\n'
        '[WhiteElo "1500"]\n[BlackElo "1500"]\n[WhiteRatingDiff "+6"]\n[BlackRatingDiff "-6"]\n'
        '[TimeControl "300+0"]\n[Termination "Normal"]\n\n1. e4 e5 1-0\n\n\n'
    )


def test_the_player_of_a_file_is_found(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pgn").write_text(pgn(1) + pgn(2, "Cid", "ANN") + pgn(3, "ann", "Dan"), encoding="utf-8")
    assert run("import-file", str(tmp_path / "a.pgn"), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report.keys() >= KEYS
    assert (report["account"].lower(), report["new"], report["listed"]) == ("ann", 3, None)
    assert run("import-file", str(tmp_path / "a.pgn"), "--json") == 0
    assert json.loads(capsys.readouterr().out)["new"] == 0


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ([("Ann", "Bob"), ("Cid", "Dan")], "No player is in every game"),
        ([("Ann", "Bob"), ("Bob", "Ann")], "Ann and Bob are in every game"),
    ],
)
def test_whose_games_is_asked_where_it_is_not_clear(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], games: Any, words: str
) -> None:
    text = "".join(pgn(number, *names) for number, names in enumerate(games))
    (tmp_path / "a.pgn").write_text(text, encoding="utf-8")
    assert run("import-file", str(tmp_path / "a.pgn")) == 2
    assert words in capsys.readouterr().err
    assert run("import-file", str(tmp_path / "a.pgn"), "--account", "ann") == 0
    said = capsys.readouterr().out
    assert ("1 game of other players was left out" in said) == ("Cid" in text)


def test_a_broken_game_hides_neither_the_player_nor_the_others(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = pgn(3).replace('"Ann"', '"A?"').replace("1. e4 e5 1-0", "1. e4 {")
    (tmp_path / "a.pgn").write_text(pgn(1) + broken + pgn(2, "Cid", "Ann"), encoding="utf-8")
    assert run("import-file", str(tmp_path / "a.pgn"), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["account"], report["new"], report["set_aside"]) == ("Ann", 2, 1)


def test_several_files_one_of_them_useless(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pgn").write_text(pgn(1) + pgn(2, "Cid", "Ann"), encoding="utf-8")
    (tmp_path / "b.json").write_text('{"id": "ann", "perfs": {}}', encoding="utf-8")
    (tmp_path / "c.pgn").write_text("<html></html>", encoding="utf-8")
    assert run("import-file", str(tmp_path), "--account", "Ann") == 1
    said = capsys.readouterr()
    assert "2 new games" in said.out
    assert "b.json holds no games of Lichess" in said.err
    assert "c.pgn is a web page" in said.err


@pytest.mark.parametrize("content", ["", '{"id": "ann"}', "<html>", "%PDF"])
def test_a_file_without_games_is_one_sentence(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    (tmp_path / "a.pgn").write_text(content, encoding="utf-8")
    assert run("import-file", str(tmp_path / "a.pgn")) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_wrong_account_begins_none(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pgn").write_text(pgn(1), "utf-8")
    (tmp_path / "b.pgn").write_text("", "utf-8")
    assert run("import-file", str(tmp_path / "a.pgn"), "--account", "anne") == 2
    assert "anne played none of these games" in capsys.readouterr().err
    assert run("import-file", str(tmp_path / "b.pgn"), "--account", "ann") == 1
    assert "no games to read" in capsys.readouterr().err
    assert run("accounts", "--json") == 0
    assert json.loads(capsys.readouterr().out) == []
    assert run("import-file", str(tmp_path / "a.pgn"), "--account", "ANN", "--json") == 0
    assert json.loads(capsys.readouterr().out)["account"] == "Ann", "as the games spell it"


def test_lines_that_come_again_in_a_file_are_counted(
    run: Run, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("import-file", str(shared / "cases/c04_repeats.ndjson"), "--account", "test_player", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["new"], report["repeated"]) == (5, 7)


def test_standard_input(run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((pgn(1) + pgn(2, "Ann", "Eve")).encode())))
    assert run("import-file", "-") == 0
    assert "Ann: 2 new games" in capsys.readouterr().out


LINE: dict[str, Any] = {
    "id": "pgn00001", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz",
    "createdAt": 1_714_557_660_123, "lastMoveAt": 1_714_557_700_456, "status": "outoftime", "source": "pool",
    "players": {"white": {"user": {"name": "Ann", "id": "ann"}, "rating": 1500, "ratingDiff": 6},
                "black": {"user": {"name": "Bob", "id": "bob"}, "rating": 1500, "ratingDiff": -6}},
    "winner": "white", "moves": "e4 e5", "clock": {"initial": 300, "increment": 0},
}  # fmt: skip


@pytest.mark.parametrize("order", [["pgn", "server"], ["server", "pgn"], ["pgn", "file"], ["file", "pgn"]])
def test_the_same_game_from_a_file_and_from_the_server_is_one(
    run: Run, stand_in: ModuleType, tmp_path: Path, database: Path, capsys: pytest.CaptureFixture[str], order: list[str]
) -> None:
    (tmp_path / "a.pgn").write_text(pgn(1).replace("[Termi", '[ECO "C20"]\n[Opening "King\'s Pawn"]\n[Termi'), "utf-8")
    (tmp_path / "a.ndjson").write_text(json.dumps(LINE), encoding="utf-8")
    with stand_in.LichessStub({"Ann": [LINE]}) as stub:
        words = {
            "pgn": ["import-file", str(tmp_path / "a.pgn"), "--account", "ann"],
            "file": ["import-file", str(tmp_path / "a.ndjson"), "--account", "ann"],
            "server": ["import", "ann", "--url", stub.url],
        }
        for source in order:
            assert run(*words[source]) == 0
    with Store(database) as store:
        [game] = store.games(1)
        assert set(store.records(1, game.id)) == {"json", "pgn"}
    assert (game.started_at, game.last_move_at, game.status) == (1_714_557_660_123, 1_714_557_700_456, "outoftime")
    assert game.opening_name == "King's Pawn"


def test_an_old_file_does_not_undo_what_the_server_said_since(
    run: Run, stand_in: ModuleType, tmp_path: Path, database: Path
) -> None:
    (tmp_path / "old.ndjson").write_text(json.dumps(LINE), encoding="utf-8")
    renamed = LINE["players"] | {"black": {"user": {"name": "ghost", "id": "ghost"}, "rating": 1500}}
    with stand_in.LichessStub({"Ann": [LINE | {"players": renamed, "analysis": [{"eval": 1}]}]}) as stub:
        run("import", "ann", "--url", stub.url)
    run("import-file", str(tmp_path / "old.ndjson"), "--account", "ann")
    with Store(database) as store:
        [game] = store.games(1)
    assert (game.opponent_name, game.opponent_change, game.analysed) == ("ghost", -6, True)


def test_a_file_of_unfinished_games_is_remembered_for_the_next_import(
    run: Run, stand_in: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    started = LINE | {"status": "started"}
    (tmp_path / "a.ndjson").write_text(json.dumps(started | {"id": "other001"}) + "\n" + json.dumps(started), "utf-8")
    assert run("import-file", str(tmp_path / "a.ndjson"), "--account", "ann", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["new"], report["pending"]) == (0, 2)


class Screen(io.StringIO):
    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


EVENTS: list[Event] = [
    Started("Ann", 10, 2907),
    Progress(100, 100, 110, 2907, 25.0, 112.0),
    Progress(200, 200, 210, 2907, 25.0, 108.0),
    Waiting("lichess.org asks to slow down", 60.0, 210),
    Resumed(210),
    Finished(Report("Ann")),
]


def test_progress_rewrites_itself_on_a_terminal_and_is_sparse_elsewhere() -> None:
    terminal, pipe = Screen(terminal=True), Screen(terminal=False)
    for screen in (terminal, pipe):
        line = ProgressLine(screen, clock=lambda: 0.0)
        for event in EVENTS:
            line(event)
    assert terminal.getvalue().count("\r") == 2
    assert "\r" not in pipe.getvalue()
    assert "of about" not in pipe.getvalue()
    for screen in (terminal, pipe):
        assert "asks to slow down: waiting 60 s; 210 games are safe" in screen.getvalue()
        assert screen.getvalue().endswith("\n")


def test_progress_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    terminal = Screen(terminal=True)
    ProgressLine(terminal)(EVENTS[1])
    assert len(terminal.getvalue()) == len("\r") + 39


def test_one_of_each_is_said_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report("Ann", new=1, repeated=1, set_aside=1, stored=1, pending=1)
    tell(report, 1, Context(settings=Settings(db=""), environ={}))
    assert capsys.readouterr().out.splitlines() == [
        "Ann: 1 new game, 0 updated, 1 repeated line; 1 game stored.",
        "1 game is still being played; the next import looks for its end.",
        "1 line could not be read and was set aside; `tracker set-aside Ann` shows it.",
        "The rating moved once without a game; `tracker ledger Ann` shows where.",
    ]


def test_progress_in_words() -> None:
    assert describe(Progress(100, 100, 110, 2907, 25.0, 112.0)) == "110 of about 2,907 games are safe, 25/s, 2 min left"
    assert describe(Progress(100, 100, 110, None, 0.0, None)) == "110 games are safe"
    assert describe(Progress(1, 1, 1, None, 0.0, None)) == "1 game is safe"
    assert [duration(seconds) for seconds in (5, 600, 12_000)] == ["5 s", "10 min", "3 h 20 min"]
