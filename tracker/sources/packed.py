"""Files packed by gzip, bzip2 or Zstandard -> their content in portions, up to where they are damaged."""

from __future__ import annotations

import bz2
import gzip
import zlib
from collections.abc import Iterator
from typing import IO, Any

import zstandard

from tracker.errors import FileUnreadable

PORTION = 1 << 18
"""Bytes read at once."""

GZIP, BZIP2, ZSTD, ZIP = b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"


def _opened(stream: IO[bytes], name: str) -> Any:
    magic = stream.read(4)
    stream.seek(0)
    if magic.startswith(GZIP):
        return gzip.GzipFile(fileobj=stream)
    if magic.startswith(BZIP2):
        return bz2.BZ2File(stream)
    if magic == ZSTD:
        return _Zstandard(stream)
    if magic == ZIP:
        raise FileUnreadable(f"{name} is a zip archive; unpack it first.")
    return stream


class _Zstandard:
    """Unpacks frame after frame, and unlike the library's own reader does not take a cut for the end."""

    PACKED = 1 << 14
    """Bytes unpacked at once; they may become many more."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 31)
        self._frame: Any = None
        self._left = b""

    def read1(self, _size: int) -> bytes:
        """Some of the content, nothing at its end. Raises EOFError where the last frame has none."""
        while packed := self._left or self._stream.read(self.PACKED):
            if self._frame is None:
                self._frame = self._unpacker.decompressobj()
            content: bytes = self._frame.decompress(packed)
            self._left = b""
            if self._frame.eof:
                self._left = self._frame.unused_data
                self._frame = None
            if content:
                return content
        if self._frame is not None:
            raise EOFError("it ends too early")
        return b""


def unpacked(stream: IO[bytes], name: str) -> Iterator[bytes]:
    """The content in portions. Raises FileUnreadable where a packed file is damaged, after all that came before."""
    content = _opened(stream, name)
    while True:
        try:
            portion = content.read1(PORTION)  # what was unpacked before damage shows
        except (EOFError, OSError, ValueError, zlib.error, zstandard.ZstdError) as error:
            raise FileUnreadable(
                f"{name} is damaged ({error}); what came before that is read, get the file anew for the rest."
            ) from error
        if not portion:
            return
        yield portion
