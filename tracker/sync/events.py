"""What an import tells whoever watches it: small values, for a line on stderr and for the screen alike."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.sync.report import Report


@dataclass(frozen=True, slots=True)
class Started:
    """The server answered; games are about to come."""

    account: str
    stored: int
    listed: int | None


@dataclass(frozen=True, slots=True)
class Progress:
    """A batch is on disk."""

    received: int
    """Games received in this run."""
    new: int
    """Of these, games that were not stored before."""
    stored: int
    """Games that are safe now."""
    expected: int | None
    """About how many there will be; never less than `stored`."""
    rate: float
    """Games a second."""
    seconds_left: float | None
    """A guess; None where there is no ground for one."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The next request has to wait."""

    reason: str
    seconds: float
    stored: int
    """Games that are safe meanwhile."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Asking again where the last answer broke off."""

    stored: int


@dataclass(frozen=True, slots=True)
class Finished:
    """It is over."""

    report: Report


Event = Started | Progress | Waiting | Resumed | Finished


def unwatched(_event: Event) -> None:
    """Nobody watches."""
