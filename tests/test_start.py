"""The first moments of a start, in which Ctrl-C must end the program as quietly as later."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

INTERRUPTED = """
import sys

class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[-1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, CtrlC())
from tracker.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module", ["tracker.cli", "argparse", "tracker.errors", "tracker.commands.forget", "tracker.settings"]
)
def test_an_interrupt_while_modules_are_read_is_quiet(module: str) -> None:
    words = [sys.executable, "-c", INTERRUPTED, "forget", module]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr in ("", "Interrupted.\n", "Interrupted; what arrived is kept.\n")


def test_both_ways_in_begin_with_nothing() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"tracker": "tracker.__main__:main"}
    program = "import sys; before = set(sys.modules); import tracker.__main__; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "['tracker', 'tracker.__main__']\n"
