"""The composition root: words of the command line -> settings -> a command -> an exit code.

Only the chosen command's module is imported, so that `--help` and `--version` answer at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from tracker import __version__
from tracker.errors import TrackerError, UsageError

COMMANDS = {
    "tui": "the terminal interface (also without any command)",
    "serve": "the terminal interface in a web page on this machine",
    "demo": "the whole thing with a made-up player: no network, no account",
    "import": "download and store what is new of a player's games",
    "sync": "import for every account",
    "import-file": "the same from NDJSON, JSON or PGN files",
    "import-csv": "read a comparison CSV back",
    "accounts": "what is tracked",
    "settings": "show or change the rating options remembered for an account",
    "set-aside": "lines that could not be read, with the reason",
    "forget": "remove an account and its games",
    "login": "connect with Lichess (optional: faster downloads)",
    "logout": "revoke and remove the token",
    "history": "ratings of every perf in both systems",
    "ledger": "every rated game's change, and what moved the rating without a game",
    "explain": "the steps behind every number of a game",
    "export": "the comparison as CSV or JSON",
    "form": "is it form, or chance?",
    "strength": "the level that a game's moves show",
    "analyse": "evaluate stored games with a local Stockfish",
    "calc": "an Elo and Glicko-2 calculator",
}
"""Command -> its line in `tracker --help`; its module is `tracker.commands.NAME` with `_` for `-`."""

ARRIVING = ("import", "sync", "import-file", "import-csv", "demo")
"""Commands that are storing games when they are interrupted."""

RESERVED = {"import": "import_"}
"""Commands whose name cannot name a module."""


SETTINGS = {
    "--db": ("PATH", "database file (TRACKER_DB)"),
    "--url": ("URL", "Lichess's address (TRACKER_LICHESS_URL)"),
    "--timezone": ("ZONE", "as Europe/Paris (TRACKER_TIMEZONE)"),
    "--day-start": ("HH:MM", "when your day begins (TRACKER_DAY_START)"),
}
"""Flags that go before the command or after it."""


def sentence_of(words: str) -> str:
    """With a capital, and an end."""
    sentence = words[:1].upper() + words[1:]
    return sentence if sentence.endswith(("?", "!", ".")) else f"{sentence}."


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence with a pointer to the help."""

    def error(self, message: str) -> NoReturn:
        """Exits with 2."""
        self.exit(2, f"{sentence_of(message)} See `{self.prog} --help`.\n")


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser with all commands' names, and the arguments of the chosen one."""
    parser = Parser(
        prog="tracker",
        description="Two rating histories of your Lichess games, side by side: Lichess's own, and FIDE's rules.",
        epilog="`tracker COMMAND --help` tells more. Without a command the terminal interface opens.",
    )
    parser.add_argument("--version", action="version", version=f"tracker {__version__}")
    _add_common(parser, default=None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser, required=True)
    for name, line in COMMANDS.items():
        sub = commands.add_parser(name, help=line, description=sentence_of(line))
        if name == chosen:
            _add_common(sub, default=argparse.SUPPRESS)
            _module(name).add_arguments(sub)
    return parser


def _add_common(parser: argparse.ArgumentParser, *, default: str | None) -> None:
    group = parser.add_argument_group("settings")
    for flag, (metavar, line) in SETTINGS.items():
        group.add_argument(flag, metavar=metavar, default=default, help=line)


def _module(command: str) -> Any:
    return import_module("tracker.commands." + RESERVED.get(command, command.replace("-", "_")))


def first_word(words: Sequence[str]) -> str | None:
    """The first word that is no setting and no setting's value: a command, if the user named one."""
    remaining = iter(words)
    for word in remaining:
        if word in SETTINGS:
            next(remaining, None)
        elif not word.startswith("-"):
            return word
    return None


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. 0 done, 1 could not (one sentence on stderr), 2 wrong usage, 130 interrupted."""
    _ready_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    chosen = first_word(words)
    if chosen is None and not {"-h", "--help", "--version"} & set(words):
        chosen = "tui"
        words.append(chosen)
    try:
        args = build_parser(chosen).parse_args(words)
        return _run(args)
    except TrackerError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted; what arrived is kept.\n" if chosen in ARRIVING else "Interrupted.\n")
        return 130
    except BrokenPipeError:
        _give_up_output()
        return 0
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        sys.stderr.write(f"The system refused: {error.strerror or error}{where}; mend that and try again.\n")
        _give_up_output()
        return 1


def _ready_streams() -> None:
    """Closed streams lead nowhere; signs that a stream's encoding lacks become question marks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - until the process ends
        elif name == "stdout" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _give_up_output() -> None:
    """What is still to be written goes nowhere, or the interpreter would complain about it at its end."""
    with suppress(OSError, ValueError):  # a stream in memory has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check_names(args: argparse.Namespace) -> None:
    """Raises UsageError for an empty name, wherever one is taken."""
    given = [getattr(args, "name", None), getattr(args, "account", None), *(getattr(args, "names", None) or ())]
    if any(name is not None and not name.strip() for name in given):
        raise UsageError("An empty name is nobody's; give a Lichess name, as `tracker accounts` lists them.")


def _run(args: argparse.Namespace) -> int:
    from tracker import settings
    from tracker.commands.context import Context

    _check_names(args)
    given = {name: getattr(args, name, None) for name in ("db", "url", "timezone", "day_start")}
    context = Context(settings=settings.load(os.environ, given), environ=os.environ)
    code: int = _module(args.command).run(args, context)
    sys.stdout.flush()
    return code
