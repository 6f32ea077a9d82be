"""Bytes in any portions -> lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes. A "line" beyond this is no game, and is not collected in memory."""


class EndlessLineError(ValueError):
    """There are no line ends where there should be some."""


def split_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without their ends, split at line feeds only; the last one may have lacked its end.

    Raises EndlessLineError for what has no lines.
    """
    started: list[bytes] = []
    length = 0
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        started.append(first)
        length += len(first)
        if others:
            yield b"".join(started)
            yield from others[:-1]
            started = [others[-1]]
            length = len(others[-1])
        if length > LONGEST_LINE:
            raise EndlessLineError("there are no line ends")
    if length:
        yield b"".join(started)
