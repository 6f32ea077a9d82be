"""What the screen remembers between two starts: in a file, or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tracker.settings import time_of_day, zone_named
from tracker.tui.curves import PRESETS

WORDS = {
    "range": PRESETS,
    "symbols": ("braille", "block", "ascii"),
    "animations": ("on", "off"),
    "notice": ("off", "on"),
}
"""What is remembered as one of a few words, the first being what is shown first."""


class FileMemory:
    """`Preferences` in a small JSON file; a broken file is begun anew, and a value that will not do is forgotten."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.problem = ""
        """Why the last values were not kept, as a sentence; empty where they were."""

    def load(self) -> Mapping[str, str]:
        try:
            values = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(values, dict):
            return {}
        return {name: value for name, value in values.items() if isinstance(value, str) and fits(name, value)}

    def save(self, values: Mapping[str, str]) -> None:
        self.problem = ""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(dict(values), indent=1), encoding="utf-8")
        except OSError as error:
            self.problem = f"Only until you quit: {self._file} cannot be written ({error.strerror})."


class NoMemory:
    """`Preferences` that are forgotten, for a look around."""

    problem = ""

    def load(self) -> Mapping[str, str]:
        return {}

    def save(self, values: Mapping[str, str]) -> None:
        del values


def fits(name: str, value: str) -> bool:
    """Whether a remembered value can be used; names and themes are looked up by whoever knows them."""
    try:
        value.encode()  # JSON can hold half a character, and nothing else can
        if name == "timezone":
            return not value or zone_named(value) is not None
        if name == "day_start":
            return time_of_day(value) is not None
    except ValueError:
        return False
    return name not in WORDS or value in WORDS[name]
