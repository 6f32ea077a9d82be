"""`tracker strength` and `tracker analyse`: from a database, a file or samples to words and to one JSON document."""

from __future__ import annotations

import argparse
import gzip
import io
import json
import re
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from tracker.commands import analyse, strength
from tracker.commands.context import Context
from tracker.errors import FileUnreadable, NotAvailable, NotTracked, UsageError
from tracker.settings import Settings
from tracker.sources.lichess import decode
from tracker.store import Entry, Store

FAKE = Path(__file__).parents[1] / "strength" / "fake_uci.py"
EVALUATED = "evaluate"
PLAIN = "plain001"
SHORT = "short001"
BULLET = "bullet01"
BROKEN = "1. e4 e5 2. Ke3 *\n"
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"
LONG = MOVES + " Qd2 Qe8 Qd1 Qd8" * 6


def record(game_id: str, **changes: Any) -> dict[str, Any]:
    """A Lichess game record."""
    sides = {
        color: {"user": {"name": name, "id": name.lower()}, "rating": 1500, "ratingDiff": diff}
        for color, name, diff in (("white", "Ann", 5), ("black", "Bob", -5))
    }
    return {
        "id": game_id,
        "rated": True,
        "variant": "standard",
        "speed": "rapid",
        "perf": "rapid",
        "createdAt": 1_714_560_000_000,
        "lastMoveAt": 1_714_560_900_000,
        "status": "resign",
        "players": sides,
        "winner": "white",
        "moves": LONG,
        "clock": {"initial": 600, "increment": 0, "totalTime": 600},
    } | changes


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Ann's games: one with Lichess's evaluations, one without, one of six moves, one of bullet."""
    plies = len(LONG.split())
    records = [
        record(EVALUATED, analysis=[{"eval": 20 + ply % 7} for ply in range(plies)]),
        record(PLAIN, createdAt=1_714_660_000_000, lastMoveAt=1_714_660_900_000),
        record(SHORT, moves=" ".join(LONG.split()[:12]), createdAt=1_714_700_000_000, lastMoveAt=1_714_700_900_000),
        record(BULLET, speed="bullet", perf="bullet", clock={"initial": 60, "increment": 0}),
    ]
    path = tmp_path / "tracker.db"
    with Store(path) as store:
        account = store.ensure_account("ann", "Ann")
        raw = [json.dumps(one).encode() for one in records]
        store.save(account, [Entry(decode(one), one, "json") for one in raw], richer=True, now=1_720_000_000_000)
    return path


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """The fake engine as a program."""
    if sys.platform == "win32":
        pytest.skip("the fake engine is started by a shell script")
    path = tmp_path / "fakefish"
    path.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{FAKE}'\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def call(
    command: Any, database: Path, *words: str | Path, engine: str = "", err: io.StringIO | None = None
) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of a command."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    context = Context(Settings(db=str(database), engine=engine), {}, out=io.StringIO(), err=err or io.StringIO())
    code = command.run(parser.parse_args([str(word) for word in words]), context)
    return code, context.out.getvalue(), context.err.getvalue()  # type: ignore[attr-defined]


def told(database: Path, *words: str | Path, engine: str = "") -> Any:
    return json.loads(call(strength, database, *words, "--json", engine=engine)[1])


def test_a_game_with_lichess_evaluations(database: Path) -> None:
    found = told(database, EVALUATED)
    assert found["evaluations"]["origin"] == "Lichess 2024"
    for color in ("white", "black"):
        assert {"estimate", "low", "high", "level"} <= set(found[color])
        assert found[color]["low"] <= found[color]["estimate"] <= found[color]["high"]
        assert found[color]["figures"]["moves"] == 22
    words = call(strength, database, EVALUATED)[1]
    assert re.search(r"White: typical of players rated \d+ to \d+ on Lichess", words)
    assert "average centipawn loss" in words
    assert "not which of the two played better" in words


def test_a_six_move_game_is_refused(database: Path) -> None:
    found = told(database, SHORT, "--no-engine")
    assert "refused" in found["white"]
    assert "estimate" not in found["white"]


def test_a_bullet_game_is_refused(database: Path, engine: Path) -> None:
    assert "not calibrated" in told(database, BULLET, engine=str(engine))["black"]["refused"]


def test_without_evaluations_and_engine_it_is_refused(database: Path) -> None:
    assert "no evaluations" in told(database, PLAIN, "--no-engine")["white"]["refused"]


def test_without_evaluations_the_engine_is_asked_once(database: Path, engine: Path) -> None:
    found = told(database, PLAIN, engine=str(engine))
    assert found["evaluations"]["origin"] == "Fakefish 1.0"
    assert "estimate" in found["white"]
    assert told(database, PLAIN, "--no-engine") == found  # kept


def test_an_engine_asked_for_must_be_there(database: Path) -> None:
    with pytest.raises(NotAvailable, match="no program at /no/such/engine"):
        call(strength, database, PLAIN, "--engine", "/no/such/engine")


def test_an_unknown_game(database: Path) -> None:
    with pytest.raises(NotTracked, match="No game nothere1 is stored"):
        call(strength, database, "nothere1")


def test_words_that_do_not_fit(database: Path) -> None:
    with pytest.raises(UsageError, match="Say what to look at"):
        call(strength, database)
    with pytest.raises(UsageError, match="stands alone"):
        call(strength, database, PLAIN, "--evaluate", "x.gz")
    with pytest.raises(UsageError, match="makes no sense"):
        call(strength, database, EVALUATED, "--scale", "90")


def test_a_scale_can_be_given(database: Path) -> None:
    assert told(database, EVALUATED, "--scale", "Stockfish 16")["evaluations"]["factor"] == 1.6
    assert told(database, EVALUATED, "--scale", "Lichess 2022")["evaluations"]["factor"] == 1.0
    assert told(database, EVALUATED, "--scale", "1.25")["evaluations"]["factor"] == 1.25


def pgn(moves: str, evaluations: bool = True, control: str = "600+0") -> str:
    text = []
    for ply, san in enumerate(moves.split()):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        text.append(f"{number}{san}" + (f" {{ [%eval 0.{20 + ply % 7}] }}" if evaluations else ""))
    header = f'[Site "https://lichess.org/x{len(moves)}"]\n[UTCDate "2022.05.01"]\n[TimeControl "{control}"]\n'
    return f"{header}\n{' '.join(text)} 1-0\n\n"


def test_a_file_gives_a_list(tmp_path: Path, database: Path) -> None:
    path = tmp_path / "games.pgn"
    short = " ".join(LONG.split()[:12])
    path.write_text(
        pgn(LONG) + pgn(short) + pgn(LONG, evaluations=False) + pgn(LONG, control="?") + "1. e4 e5 2. Ke3 *\n"
    )
    found = told(database, path, "--no-engine")
    assert [("estimate" in game["white"]) for game in found] == [True, False, False, True, False]
    assert "the time control is not known" in found[3]["white"]["reasons"]
    known, unknown = (game["white"]["high"] - game["white"]["low"] for game in (found[0], found[3]))
    assert unknown > known
    assert "cannot be read" in found[4]["white"]["refused"]
    assert all(set(game) == set(found[0]) for game in found)
    assert call(strength, database, path, "--no-engine")[1].count("White:") == 4


def test_a_file_without_evaluations_is_evaluated(tmp_path: Path, database: Path, engine: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(pgn(LONG, evaluations=False))
    assert told(database, path, engine=str(engine))[0]["evaluations"]["origin"] == "Fakefish 1.0"


def test_files_that_are_none(tmp_path: Path, database: Path) -> None:
    with pytest.raises(FileUnreadable, match="cannot be read"):
        call(strength, database, tmp_path / "none.pgn")
    (tmp_path / "empty.pgn").write_text("")
    with pytest.raises(FileUnreadable, match="holds no games"):
        call(strength, database, tmp_path / "empty.pgn")


def test_the_last_games_of_a_player(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    analysis = [{"eval": 20 + ply % 7} for ply in range(len(LONG.split()))]
    start = 1_714_560_000_000
    with Store(path) as store:
        account = store.ensure_account("ann", "Ann")
        for number in range(12):
            times = {"createdAt": start + number * 10_000_000, "lastMoveAt": start + number * 10_000_000 + 900_000}
            raw = json.dumps(record(f"game{number:04}", analysis=analysis, **times)).encode()
            store.save(account, [Entry(decode(raw), raw, "json")], richer=True, now=start)
    found = told(path, "--account", "ann")
    blitz, rapid = found["perfs"]
    assert (blitz["games"], rapid["games"], rapid["judged"]) == (0, 12, 12)
    assert rapid["means"]["10"]["games"] == 10
    assert rapid["means"]["20"] is None
    assert rapid["changes"]["5"]["real"] is False
    assert "no change beyond chance" in call(strength, path, "--account", "ann", "--perf", "rapid")[1]


def test_evaluate_prints_the_table(shared: Path, tmp_path: Path, database: Path) -> None:
    path = tmp_path / "some.ndjson.gz"
    with (
        gzip.open(shared / "data/strength/fixture.ndjson.gz", "rt") as lines,
        gzip.open(path, "wt") as out,
    ):
        out.writelines(line for line, _ in zip(lines, range(20), strict=False))
    found = told(database, "--evaluate", path)
    assert {"mean_error", "band_mean", "coverage", "width", "n", "baselines"} <= set(found)
    assert "baseline: accuracy" in call(strength, database, "--evaluate", path)[1]


def test_analyse_keeps_what_it_did_and_does_it_once(database: Path, engine: Path) -> None:
    code, out, err = call(analyse, database, "Ann", "--engine", engine, "--json")
    assert code == 0
    assert {key: json.loads(out)[key] for key in ("analysed", "left")} == {"analysed": 2, "left": 0}
    assert "2 of 2 games, about 0 s left" in err
    assert json.loads(call(analyse, database, "ann", "--engine", engine, "--json")[1])["analysed"] == 0
    assert json.loads(call(analyse, database, "ann", "--engine", engine, "--json", "--nodes", "50")[1])["analysed"] == 2
    assert "estimate" in told(database, PLAIN, "--no-engine")["white"]


@pytest.mark.parametrize(("words", "count"), [(["--last", "1"], 1), (["--perf", "bullet"], 1), (["--all"], 3)])
def test_analyse_chooses(database: Path, engine: Path, words: list[str], count: int) -> None:
    assert json.loads(call(analyse, database, "ann", "--engine", engine, "--json", *words)[1])["analysed"] == count


def test_a_game_that_cannot_be_played_does_not_stop_the_others(database: Path, engine: Path) -> None:
    moves = "e4 e4 " + LONG
    broken = record("broken01", moves=moves, createdAt=1_714_800_000_000, lastMoveAt=1_714_800_900_000)
    evaluated = record("broken02", moves=moves, analysis=[{"eval": 20}] * 40, createdAt=1_714_900_000_000)
    with Store(database) as store:
        account = store.ensure_account("ann", "Ann")
        raw = [json.dumps(one).encode() for one in (broken, evaluated)]
        store.save(account, [Entry(decode(one), one, "json") for one in raw], richer=True, now=1_720_000_000_000)
    code, out, err = call(analyse, database, "ann", "--engine", engine, "--json")
    assert (code, json.loads(out)["analysed"], json.loads(out)["left"]) == (0, 2, 1)
    assert "The moves of game broken01 cannot be played" in err
    assert "cannot be played" in told(database, "broken02")["white"]["refused"]
    (rapid,) = json.loads(call(strength, database, "--account", "ann", "--perf", "rapid", "--json")[1])["perfs"]
    assert (rapid["games"], rapid["judged"]) == (5, 2)


def test_analyse_of_a_perf_that_is_not_there(database: Path, engine: Path) -> None:
    with pytest.raises(NotTracked, match="no blitz games"):
        call(analyse, database, "ann", "--engine", engine, "--perf", "blitz")


class CtrlC(io.StringIO):
    """Standard error of a user who presses Ctrl-C when the first game is done."""

    pressed = False

    def write(self, text: str) -> int:
        if "1 of 2 games" in text and not self.pressed:
            self.pressed = True
            raise KeyboardInterrupt
        return super().write(text)


def test_analyse_keeps_what_is_done_when_interrupted(database: Path, engine: Path) -> None:
    code, out, _ = call(analyse, database, "ann", "--engine", engine, "--json", err=CtrlC())
    assert (code, json.loads(out)["analysed"], json.loads(out)["left"]) == (130, 1, 1)
    assert json.loads(call(analyse, database, "ann", "--engine", engine, "--json")[1])["analysed"] == 1


def test_durations() -> None:
    assert [analyse.duration(seconds) for seconds in (4, 89, 600, 12_000)] == ["4 s", "89 s", "10 min", "3 h 20 min"]
