"""The command line's own manners: help at once, exit codes, words of a human."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tracker import __version__
from tracker.cli import COMMANDS, first_word, main
from tracker.store import Store


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ([], None),
        (["--db", "history", "accounts"], "accounts"),
        (["--db=x", "history", "NAME"], "history"),
        (["--version"], None),
        (["nonsense"], "nonsense"),
    ],
)
def test_the_command_among_the_words(words: list[str], first: str | None) -> None:
    assert first_word(words) == first


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: tracker {command}")


def test_a_question_needs_no_full_stop(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["form", "--help"])
    said = capsys.readouterr().out
    assert "or chance?\n" in said
    assert "unasked, the last 100" in said


@pytest.mark.parametrize(
    "words",
    [["form", ""], ["history", "Ann", " "], ["import", ""], ["tui", ""], ["explain", "abcdefgh", "--account", ""]],
)
def test_an_empty_name_is_nobodys(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == (
        "An empty name is nobody's; give a Lichess name, as `tracker accounts` lists them.\n"
    )


class Interrupted(io.StringIO):
    """Ctrl-C is pressed while this is read."""

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:
        raise KeyboardInterrupt

    def read(self, size: int | None = -1, /) -> str:
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["forget", "Ann"], "Interrupted.\n"),
        (["import-file", "-", "--account", "Ann"], "Interrupted; what arrived is kept.\n"),
    ],
)
def test_only_where_something_arrives_is_it_kept(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Store(tmp_path / "tracker.db") as store:
        store.ensure_account("ann", "Ann")
    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(["--db", str(tmp_path / "tracker.db"), *words]) == 130
    assert capsys.readouterr().err.endswith(sentence)


def test_help_names_every_command_and_imports_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(f"    {command}" in said for command in COMMANDS)
    program = (
        "import sys; from tracker.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print({'httpx', 'textual', 'sqlalchemy', 'chess', 'msgspec', 'tracker.settings'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"tracker {__version__}\nset()\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_output_that_nobody_takes_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        words = [sys.executable, "-m", "tracker", "calc", "expected", "1500", "1600", "--json"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"The system refused: No space left on device; mend that and try again.\n"


def test_closed_streams_are_no_crash() -> None:
    program = "import sys; sys.stdin = sys.stdout = None; from tracker.cli import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", program, "calc", "expected", "1500", "1600"]
    done = subprocess.run(words, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_signs_that_the_terminal_lacks_are_no_crash() -> None:
    environ = os.environ | {"PYTHONIOENCODING": "ascii"}
    for more in ([], ["--json"]):
        words = [sys.executable, "-m", "tracker", "calc", "performance", "1500=1", *more]
        done = subprocess.run(words, capture_output=True, check=False, env=environ)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()


@pytest.mark.parametrize("words", [["nonsense"], ["history"], ["export", "x", "--rules", "1999"], ["--db"]])
def test_wrong_usage_is_2_and_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "--help`." in said


def test_a_closed_pipe_is_no_error(run, tmp_path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m tracker demo --json | head -c 10",
        shell=True,
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.stdout == b'{\n  "accou'
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr
