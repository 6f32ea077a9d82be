"""What the screen remembers between two starts: in a file, or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path


class FileMemory:
    """`Preferences` in a small JSON file; a broken file is begun anew."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def load(self) -> Mapping[str, str]:
        try:
            values = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(name): str(value) for name, value in values.items()} if isinstance(values, dict) else {}

    def save(self, values: Mapping[str, str]) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(dict(values), indent=1), encoding="utf-8")
        except OSError:
            return  # what is not remembered is only asked again


class NoMemory:
    """`Preferences` that are forgotten, for a look around."""

    def load(self) -> Mapping[str, str]:
        return {}

    def save(self, values: Mapping[str, str]) -> None:
        del values
