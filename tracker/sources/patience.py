"""How long to wait before asking again, and when to give up.

Lichess asks for a full minute after a 429; some of its limits last longer. Pauses can be stopped, are told to whoever
watches, and begin anew once something arrived.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tracker.errors import NetworkUnreachable, RateLimited
from tracker.sources.http import ConnectionBrokenError, ConnectionFailedError

RATE_LIMIT_PAUSES = (60.0, 120.0, 300.0)
"""Seconds after the first, second, third 429 in a row."""
LONGEST_NAMED_PAUSE = 900.0
"""Seconds that a server may name and we still wait for."""
BREAK_PAUSES = (2.0, 5.0, 15.0, 30.0, 60.0, 120.0)
"""Seconds after broken connections and server errors in a row."""
REFUSAL_PAUSE = 3.0
"""Seconds before a 404 is asked again, once."""
SLICE = 0.2
"""Seconds between two looks at whether to stop."""


class Stopped(Exception):  # not an error: the user asked for it
    """The user asked to stop."""


def never() -> bool:
    """Nobody asks to stop."""
    return False


def unwatched(_reason: str, _seconds: float) -> None:
    """Nobody watches the pauses."""


class Patience:
    """Counts what went wrong in a row."""

    def __init__(
        self,
        server: str,
        *,
        sleep: Callable[[float], None] = time.sleep,
        should_stop: Callable[[], bool] = never,
        on_wait: Callable[[str, float], None] = unwatched,
    ) -> None:
        """`on_wait(reason, seconds)` is called before each pause."""
        self.server = server
        self.sleep = sleep
        self.should_stop = should_stop
        self.on_wait = on_wait
        self._answered = False
        self._limits = 0
        self._breaks = 0

    def answered(self) -> None:
        """The server can be reached."""
        self._answered = True

    def went_well(self) -> None:
        """Something arrived: counting begins anew."""
        self._answered = True
        self._limits = self._breaks = 0

    def check(self) -> None:
        """Raises Stopped if the user asked for it."""
        if self.should_stop():
            raise Stopped

    @property
    def stopper(self) -> Callable[[], bool] | None:
        """`should_stop`, where somebody may ask for it."""
        return None if self.should_stop is never else self.should_stop

    def pause(self, reason: str, seconds: float) -> None:
        """Waits. Raises Stopped as soon as the user asks for it."""
        self.on_wait(reason, seconds)
        while seconds > 0:
            self.check()
            self.sleep(min(SLICE, seconds))
            seconds -= SLICE
        self.check()

    def after_limit(self, named: float | None) -> None:
        """Waits after a 429, as long as the answer named or as the schedule says. Raises RateLimited at its end."""
        self._refuse_to_wait_long(named)
        if self._limits >= len(RATE_LIMIT_PAUSES):
            raise RateLimited(
                f"{self.server} still asks to slow down after several waits; what arrived is kept, "
                "try again in an hour or so."
            )
        scheduled = RATE_LIMIT_PAUSES[self._limits]
        self._limits += 1
        self.pause(f"{self.server} asks to slow down", max(named, 1.0) if named is not None else scheduled)

    def after_server_error(self, status: int, named: float | None = None) -> None:
        """Waits after a 5xx, not shorter than the answer named. Raises NetworkUnreachable at the schedule's end."""
        self._refuse_to_wait_long(named)
        self._after_break(f"{self.server} answers with an error of its own (HTTP {status})", named or 0.0)

    def _refuse_to_wait_long(self, named: float | None) -> None:
        if named is not None and named > LONGEST_NAMED_PAUSE:
            raise RateLimited(
                f"{self.server} asks to wait {_spell(named)}; what arrived is kept, try again after that."
            )

    def after_break(self, error: ConnectionBrokenError) -> None:
        """Waits after a broken connection. Raises NetworkUnreachable at once where there never was one."""
        self.check()
        if isinstance(error, ConnectionFailedError) and not self._answered:
            raise NetworkUnreachable(
                f"{self.server} cannot be reached ({error}); check the connection to the internet and try again."
            ) from error
        self._after_break(f"the connection to {self.server} broke ({error})")

    def _after_break(self, reason: str, at_least: float = 0.0) -> None:
        if self._breaks >= len(BREAK_PAUSES):
            raise NetworkUnreachable(f"Given up: {reason}, again and again; what arrived is kept, try again later.")
        self._breaks += 1
        self.pause(reason, max(BREAK_PAUSES[self._breaks - 1], at_least))


def _spell(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes < 120 else f"{round(minutes / 60)} hours"
