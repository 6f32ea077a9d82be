"""An import's progress on stderr: one line that rewrites itself on a terminal, a few lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from tracker.commands.terminal import rewritable
from tracker.sync.events import Event, Finished, Progress, Resumed, Started, Waiting
from tracker.wording import counted

SPARSE_SECONDS = 10.0
"""Between two lines where they do not rewrite each other."""


class ProgressLine:
    """Called with each event."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds."""
        self._stream, self._clock = stream, clock
        self._rewrites = stream.isatty()
        self._told_at = clock()
        self._open = False

    def __call__(self, event: Event) -> None:
        match event:
            case Started():
                listed = f"; the profile lists {event.listed:,}" if event.listed is not None else ""
                self._line(f"{event.account}: {counted(event.stored, 'game')} stored{listed}.")
            case Progress():
                self._progress(event)
            case Waiting():
                self._line(
                    f"{event.reason[:1].upper()}{event.reason[1:]}: waiting {event.seconds:.0f} s; "
                    f"{safe(event.stored)} (Ctrl-C stops, and loses nothing)."
                )
            case Resumed():
                self._line(f"Going on behind {counted(event.stored, 'game')}.")
            case Finished():
                self.close()

    def close(self) -> None:
        """Ends an open line."""
        if self._open:
            self._stream.write("\n")
            self._stream.flush()
            self._open = False

    def _progress(self, event: Progress) -> None:
        text = describe(event)
        if self._rewrites:
            width = rewritable(self._stream)
            self._stream.write("\r" + text[:width].ljust(width))
            self._stream.flush()
            self._open = True
        elif self._clock() - self._told_at >= SPARSE_SECONDS:
            self._line(text)

    def _line(self, text: str) -> None:
        self.close()
        self._stream.write(text + "\n")
        self._stream.flush()
        self._told_at = self._clock()


def describe(event: Progress) -> str:
    """`1,200 of about 2,907 games are safe, 25/s, 2 min left`."""
    if event.expected is None:
        words = safe(event.stored)
    else:
        words = (
            f"{event.stored:,} of about {counted(event.expected, 'game')} {'is' if event.stored == 1 else 'are'} safe"
        )
    if event.rate >= 1:
        words += f", {event.rate:,.0f}/s"
    if event.seconds_left is not None and event.seconds_left >= 1:
        words += f", {duration(event.seconds_left)} left"
    return words


def safe(games: int) -> str:
    """`1 game is safe`, `210 games are safe`."""
    return f"{counted(games, 'game')} {'is' if games == 1 else 'are'} safe"


def duration(seconds: float) -> str:
    """`45 s`, `12 min`, `3 h 20 min`."""
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
