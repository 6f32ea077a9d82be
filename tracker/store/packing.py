"""Records as they lie in the file: Zstandard with a dictionary of what records have in common.

Measured on 700-byte records against zlib with the same dictionary: a third of the time, 7 % more room.
"""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zstandard import ZstdCompressor, ZstdDecompressor

LEVEL = 3

DICTIONARY = (
    b'"analysis":[{"eval":"best":"variation":"judgment":{"name":"Inaccuracy","comment":"Mistake. Blunder. '
    b'"inaccuracy":,"mistake":,"blunder":,"acpl":,"accuracy":"daysPerTurn":"swissTour":{"id":"arenaTour":{"id":"'
    b'"division":{"middle":,"end":"provisional":true,"aiLevel":"title":"flair":"patron":true,"patronColor":'
    b" Rxe8+ Kxe8 Rfe1 Rad8 Nbd2 Qxd8 Bxf6 exd5 cxd4 O-O-O O-O Bb5 Bc4 Bg4 Nf6 Nc6 Nf3 Nc3 e4 e5 d4 d5 c5 c4 e6 g6 Bg7 "
    b'"opening":{"eco":"name":"Defense: Variation","ply":},"moves":"clock":{"initial":,"increment":,"totalTime":}}'
    b'"lastFen":"lastMove":"clocks":[,"winner":"black""winner":"white","status":"outoftime","status":"mate","status":'
    b'"resign","source":"lobby","source":"pool","players":{"white":{"user":{"name":"","id":""},"rating":1500,'
    b'"ratingDiff":-6},"black":{"user":{"name":"","id":""},"rating":1500,"ratingDiff":6}}{"id":"","rated":true,'
    b'"variant":"standard","speed":"bullet","perf":"bullet""speed":"rapid","perf":"rapid"'
    b'"speed":"blitz","perf":"blitz","createdAt":,"lastMoveAt":'
)
"""What records have in common, so that even a short one packs well. Part of the file format: never to be changed."""


class DamagedRecordError(ValueError):
    """Bytes that `pack` never made."""


class _Tools(threading.local):
    """Compressor and decompressor, each thread its own: neither may be used by two at a time."""

    @cached_property
    def compressor(self) -> ZstdCompressor:
        from zstandard import DICT_TYPE_RAWCONTENT, ZstdCompressionDict, ZstdCompressor

        dictionary = ZstdCompressionDict(DICTIONARY, dict_type=DICT_TYPE_RAWCONTENT)
        dictionary.precompute_compress(level=LEVEL)
        return ZstdCompressor(level=LEVEL, dict_data=dictionary)

    @cached_property
    def decompressor(self) -> ZstdDecompressor:
        from zstandard import DICT_TYPE_RAWCONTENT, ZstdCompressionDict, ZstdDecompressor

        return ZstdDecompressor(dict_data=ZstdCompressionDict(DICTIONARY, dict_type=DICT_TYPE_RAWCONTENT))


_tools = _Tools()


def pack(raw: bytes) -> bytes:
    """A record, compressed."""
    return _tools.compressor.compress(raw)


def unpack(packed: bytes) -> bytes:
    """The inverse of `pack`. Raises DamagedRecordError."""
    from zstandard import ZstdError

    try:
        return _tools.decompressor.decompress(packed)
    except ZstdError as error:
        raise DamagedRecordError(str(error)) from error
