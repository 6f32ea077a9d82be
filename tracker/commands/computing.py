"""What a long computation is at, on a terminal's stderr: one line that rewrites itself, and nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tracker.commands.terminal import rewritable

if TYPE_CHECKING:
    from tracker.commands.context import Context


@contextmanager
def computing(context: Context, promise: str = "; what is done is kept") -> Iterator[Callable[[str], None]]:
    """Gives what is to be told; the line is gone at the end, so that the report stands alone.

    `promise`: said of Ctrl-C, beside that it stops.
    """
    if not context.err.isatty():
        yield lambda _sentence: None
        return
    told: list[str] = []
    width = rewritable(context.err)

    def tell(sentence: str) -> None:
        told.append(sentence)
        context.err.write("\r" + f"{sentence} (Ctrl-C stops{promise})"[:width].ljust(width))
        context.err.flush()

    try:
        yield tell
    finally:
        if told:
            context.err.write("\r" + " " * width + "\r")
            context.err.flush()
