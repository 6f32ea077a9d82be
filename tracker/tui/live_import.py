"""An import's events as the screen's progress, and its report as a sentence."""

from __future__ import annotations

from collections.abc import Callable

from tracker.sync import Event, Finished, Progress, Report, Resumed, Started, Waiting
from tracker.tui.model import ImportProgress
from tracker.tui.notation import counted, grouped


class Watcher:
    """Called with each event of an import."""

    def __init__(self, name: str, tell: Callable[[ImportProgress], None]) -> None:
        self._tell = tell
        self._now = ImportProgress(name, 0, None, 0.0)

    def __call__(self, event: Event) -> None:
        now = self._now._replace(waiting="", wait=0.0)
        match event:
            case Started():
                now = now._replace(account=event.account, stored=event.stored, expected=event.listed)
            case Progress():
                now = now._replace(
                    stored=event.stored, expected=event.expected, rate=event.rate, seconds_left=event.seconds_left
                )
            case Waiting():
                reason = event.reason[:1].upper() + event.reason[1:]
                now = now._replace(stored=event.stored, seconds_left=None, waiting=reason, wait=event.seconds)
            case Resumed():
                now = now._replace(stored=event.stored)
            case Finished():
                now = now._replace(stored=event.report.stored)
        self._now = now
        self._tell(now)


def sentence(report: Report) -> str:
    """What happened, for a person."""
    new = counted(report.new, "new game")
    said = f"{report.account}: {new}, {grouped(report.stored)} stored."
    if report.stopped:
        are = "is" if report.new == 1 else "are"
        said = f"Stopped: {new} of {report.account} arrived and {are} kept; Enter goes on from there."
    if report.set_aside:
        aside, were = counted(report.set_aside, "line"), "was" if report.set_aside == 1 else "were"
        said += f" {aside} could not be read and {were} set aside."
    return " ".join([said, *report.remarks, *report.failures])
