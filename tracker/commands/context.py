"""What a command works with: settings, streams, clock and the doors to the store and to Lichess."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TextIO

from tracker.errors import NotTracked
from tracker.times import epoch_ms

if TYPE_CHECKING:
    from tracker.settings import Settings
    from tracker.store import Store


@dataclass(frozen=True)
class Context:
    """Handed to every command; tests hand in their own parts."""

    settings: Settings
    environ: Mapping[str, str]
    out: TextIO = field(default_factory=lambda: sys.stdout)
    err: TextIO = field(default_factory=lambda: sys.stderr)
    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    now: Callable[[], int] = epoch_ms
    """Epoch milliseconds."""
    sleep: Callable[[float], None] = time.sleep

    def open_store(self, *, create: bool = False) -> Store:
        """The database. Raises NotTracked where there is none yet and the command cannot begin one."""
        from tracker.settings import path_of, visible
        from tracker.store import Store

        path = path_of(self.settings.db)
        if not create and not visible(path):
            raise NotTracked(
                f"There is no database at {path} yet; run `tracker import NAME` with your Lichess name first, "
                "or `tracker demo` to look around."
            )
        return Store(path)

    def print(self, *lines: str) -> None:
        """Lines for a person or a script, on stdout."""
        for line in lines:
            self.out.write(line + "\n")

    def print_json(self, value: Any) -> None:
        """The one document of `--json`, on stdout; in a stream of another encoding than UTF-8 with escapes."""
        encoding = getattr(self.out, "encoding", None) or "utf-8"
        plain = encoding.lower().replace("_", "-") not in ("utf-8", "utf8")
        self.out.write(json.dumps(value, ensure_ascii=plain, indent=2) + "\n")

    def warn(self, *lines: str) -> None:
        """Lines on stderr."""
        for line in lines:
            self.err.write(line + "\n")
