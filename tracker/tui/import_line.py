"""The running import in a few words: why nothing arrives, and what stands beside the keys. Pure."""

from __future__ import annotations

from math import ceil, floor

from tracker.tui.model import ImportProgress
from tracker.tui.notation import grouped, seconds

SILENCE = 5
"""Seconds without a word from the server that are worth telling."""


def pause_line(progress: ImportProgress, told: float) -> str:
    """Why nothing arrives, `told` seconds after the import last told something; empty while games arrive."""
    if progress.waiting:
        return f"{progress.waiting}: {_left(progress, told)}"
    return "" if told < SILENCE else f"No answer for {seconds(floor(told))}"


def short_lines(progress: ImportProgress, told: float) -> list[str]:
    """The import in a few cells, the longest wording first."""
    count = f"importing {grouped(progress.stored)}"
    if progress.waiting:
        return [f"{count} · {_left(progress, told)}", _left(progress, told)]
    if told >= SILENCE:
        return [f"{count} · no answer for {seconds(floor(told))}", f"no answer {floor(told)} s"]
    return [count]


def _left(progress: ImportProgress, told: float) -> str:
    """What is left of a wait."""
    left = ceil(progress.wait - told)
    return f"waiting {seconds(left)}" if left > 0 else "asking again"
