"""A local engine: found or its absence explained, asked, stopped."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from tracker.errors import NotAvailable
from tracker.strength.engine import Engine, find_engine
from tracker.strength.evaluations import MATE, MATE_FLOOR

FAKE = Path(__file__).with_name("fake_uci.py")


def program(folder: Path, *words: str) -> Path:
    """The fake engine as a program with fixed arguments."""
    if sys.platform == "win32":
        path = folder / "fakefish.bat"
        path.write_text(f'@"{sys.executable}" "{FAKE}" {" ".join(words)}\n')
        return path
    path = folder / "fakefish"
    path.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{FAKE}' {' '.join(words)}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_moves_are_evaluated_from_whites_view(tmp_path: Path) -> None:
    with Engine(program(tmp_path), 10) as engine:
        assert engine.name == "Fakefish 1.0"
        assert list(engine.evaluate(["e4", "d5", "exd5", "Qxd5"])) == [0, 0, 100, 0]


def test_the_end_of_a_game_needs_no_engine(tmp_path: Path) -> None:
    with Engine(program(tmp_path), 10) as engine:
        assert list(engine.evaluate(["f3", "e5", "g4", "Qh4#"]))[-1] == -MATE
        assert list(engine.evaluate(["Kb1"], "7k/5Q2/8/8/8/8/8/K7 w - - 0 1")) == [0]  # stalemate


def test_the_caller_may_stop_between_two_moves(tmp_path: Path) -> None:
    with Engine(program(tmp_path, "slow"), 10) as engine:
        values = engine.evaluate(["e4", "e5", "Nf3", "Nc6"])
        assert next(values) == 0
        values.close()
        assert list(engine.evaluate(["d4"])) == [0]


def test_a_move_that_cannot_be_played(tmp_path: Path) -> None:
    with Engine(program(tmp_path), 10) as engine, pytest.raises(ValueError):
        list(engine.evaluate(["e5"]))


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("dies", "broke off"),
        ("mute", "broke off .no answer in 2 seconds"),
        ("cheats", "broke off .*e1e8"),
        ("mumbles", "no evaluation"),
    ],
)
def test_an_engine_that_fails_is_told_in_words(
    tmp_path: Path, fault: str, told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with Engine(program(tmp_path, fault), 10, patience=2) as engine, pytest.raises(NotAvailable, match=told):
        list(engine.evaluate(["e4"]))
    assert capfd.readouterr().err == ""


def test_an_engine_in_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = program(tmp_path).name
    monkeypatch.chdir(tmp_path)
    assert find_engine(f"./{name}") == tmp_path / name


def test_what_is_no_engine_is_told_in_words(tmp_path: Path) -> None:
    none = tmp_path / "none"
    none.write_text("#!/bin/sh\nexit 3\n")
    none.chmod(0o755)
    with pytest.raises(NotAvailable, match="does not answer as a UCI engine"):
        Engine(none)


def test_the_setting_comes_first_then_path_then_the_usual_places(tmp_path: Path) -> None:
    usual = program(tmp_path)
    on_path = {"stockfish": "/somewhere/stockfish", "/my/engine": "/my/engine"}
    assert find_engine("/my/engine", which=on_path.get) == Path("/my/engine")
    assert find_engine(which=on_path.get, usual=[str(usual)]) == Path("/somewhere/stockfish")
    assert find_engine(which={}.get, usual=["/no/such/place", str(usual)]) == usual


def test_a_missing_engine_says_how_to_get_one() -> None:
    with pytest.raises(NotAvailable, match="apt install stockfish"):
        find_engine(which={}.get, usual=[])
    with pytest.raises(NotAvailable, match="no program at /my/engine"):
        find_engine("/my/engine", which={}.get)
    with pytest.raises(NotAvailable, match="no program at ~no-such-person/fish"):
        find_engine("~no-such-person/fish", which={}.get)


def test_the_real_stockfish_says_the_same_twice() -> None:
    try:
        path = find_engine()
    except NotAvailable as missing:
        pytest.skip(str(missing))
    moves = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    with Engine(path, 2000) as engine:
        once, again = list(engine.evaluate(moves)), list(engine.evaluate(moves))
        assert engine.name.startswith("Stockfish")
    assert once == again
    assert once[5] >= MATE_FLOOR  # Black let the mate in
    assert once[6] == MATE
