"""What a long computation is at: said to a terminal, gone at the end, and nothing elsewhere."""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path

import pytest

from tracker.cli import build_parser
from tracker.commands import form, ledger
from tracker.commands.computing import computing
from tracker.commands.context import Context
from tracker.commands.terminal import rewritable
from tracker.settings import Settings


class Terminal(io.StringIO):
    """Takes what a terminal takes."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("COLUMNS", "40")
    return shutil.get_terminal_size().columns


def test_the_line_rewrites_itself_within_the_terminal_and_goes(narrow: int) -> None:
    err = Terminal()
    with computing(Context(Settings(db=""), {}, err=err), promise="") as tell:
        tell("reading")
        tell("counting to a number that is far too large for one line")
    _, first, second, gone, rest = err.getvalue().split("\r")
    assert first.rstrip() == "reading (Ctrl-C stops)"
    assert {len(first), len(second), len(gone)} == {narrow - 1}
    assert (gone.strip(), rest) == ("", "")


@pytest.mark.parametrize(
    ("command", "words", "said"),
    [
        (form, ["form", "Player_PimJYI"], "reading the blitz games of Player_PimJYI (Ctrl-C stops)"),
        (ledger, ["ledger", "Player_PimJYI"], "putting the games of Player_PimJYI in order (Ctrl-C stops)"),
    ],
)
def test_who_waits_is_told_for_what(command, words: list[str], said: str, tracked, shared: Path) -> None:
    database = tracked(shared / "data/histories/blitz_2023_2025.ndjson", "Player_PimJYI")
    shown = []
    for err in (Terminal(), io.StringIO()):
        context = Context(Settings(db=str(database), timezone="UTC"), {}, out=io.StringIO(), err=err)
        assert command.run(build_parser(words[0]).parse_args(words), context) == 0
        shown.append(err.getvalue())
    assert f"\r{said}" in shown[0]
    assert shown[0].rpartition("\r")[2] == ""
    assert shown[1] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_the_terminal_itself_says_how_wide_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    import termios

    monkeypatch.delenv("COLUMNS", raising=False)
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb"), os.fdopen(theirs, "w") as terminal:
        for columns, room in ((60, 59), (200, 78)):
            termios.tcsetwinsize(theirs, (24, columns))
            assert rewritable(terminal) == room
    assert rewritable(io.StringIO()) == 78
