"""What an import did, for people and for scripts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Report:
    """Filled while the import runs."""

    account: str
    new: int = 0
    updated: int = 0
    """Stored games that changed."""
    repeated: int = 0
    """Lines received more than once in one answer."""
    set_aside: int = 0
    """Lines that could not be read."""
    stored: int = 0
    """Games of the account now."""
    listed: int | None = None
    """Games that the profile promises."""
    pending: int = 0
    """Games known to be unfinished."""
    changed: list[str] = field(default_factory=list)
    """Ids of the updated games, the first thousand."""
    remarks: list[str] = field(default_factory=list)
    """What the user should know, as sentences."""
    failures: list[str] = field(default_factory=list)
    """What could not be done, as sentences; the rest was."""
    stopped: bool = False
    """The user stopped it; what arrived is stored."""

    def document(self, adjustments: int) -> dict[str, Any]:
        """The report as `--json` gives it; `adjustments`: how often the rating moved without a game."""
        return {
            "account": self.account,
            "new": self.new,
            "updated": self.updated,
            "repeated": self.repeated,
            "set_aside": self.set_aside,
            "stored": self.stored,
            "listed": self.listed,
            "pending": self.pending,
            "adjustments": adjustments,
            "changed": self.changed,
            "remarks": self.remarks + self.failures,
            "stopped": self.stopped,
        }
