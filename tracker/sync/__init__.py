"""From a source into the store: batches, resume, late finishers, completeness, progress, stop."""

from tracker.sync.download import sync
from tracker.sync.events import Event, Finished, Progress, Resumed, Started, Waiting
from tracker.sync.from_files import import_files
from tracker.sync.report import Report

__all__ = [
    "Event",
    "Finished",
    "Progress",
    "Report",
    "Resumed",
    "Started",
    "Waiting",
    "import_files",
    "sync",
]
