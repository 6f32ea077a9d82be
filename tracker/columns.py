"""Rows of one kind as compact columns: a sequence of named tuples in a few bytes each, for memory and store. Pure.

A history of 500,000 games has as many rows in each system, and most of their values come again and again.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import starmap
from struct import Struct, iter_unpack
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast, overload

NOTHING = -(2**63)
"""Stands for None among whole numbers."""
LENGTH = Struct("<I")

R = TypeVar("R")


class Column(Protocol):
    """A value for each row."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def parts(self) -> tuple[Any, bytes]:
        """What `restored` makes the column from: plain values for JSON, and bytes."""


class Coded:
    """Values that come again and again: each is kept once."""

    def __init__(self, table: list[Any], codes: array[int], write: Callable[[Any], Any]) -> None:
        self._table, self._codes, self._write = table, codes, write

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, index: int, /) -> Any:
        return self._table[self._codes[index]]

    def __iter__(self) -> Iterator[Any]:
        return map(self._table.__getitem__, self._codes)

    def parts(self) -> tuple[Any, bytes]:
        return [None if value is None else self._write(value) for value in self._table], self._codes.tobytes()


class Whole:
    """Whole numbers in 64 bits, each over `10 ** places` where they stand for decimals; None among them."""

    def __init__(self, numbers: array[int], places: int | None = None) -> None:
        self._numbers, self._places = numbers, places

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: int, /) -> Any:
        number = self._numbers[index]
        if number == NOTHING:
            return None
        return number if self._places is None else Decimal(number).scaleb(-self._places)

    def __iter__(self) -> Iterator[Any]:
        if self._places is None:
            return (None if number == NOTHING else number for number in self._numbers)
        places = -self._places
        return (None if number == NOTHING else Decimal(number).scaleb(places) for number in self._numbers)

    def parts(self) -> tuple[Any, bytes]:
        return self._places, self._numbers.tobytes()


class Floats:
    """Floating-point numbers; NaN stands for None."""

    def __init__(self, numbers: array[float]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: int, /) -> float | None:
        number = self._numbers[index]
        return None if number != number else number

    def __iter__(self) -> Iterator[float | None]:
        return (None if number != number else number for number in self._numbers)

    def parts(self) -> tuple[Any, bytes]:
        return None, self._numbers.tobytes()


class Texts:
    """Short texts that hardly come again, such as ids, all in the room of the longest; the empty one is None."""

    def __init__(self, width: int, content: bytes) -> None:
        self._width, self._content = width, content

    def __len__(self) -> int:
        return len(self._content) // self._width

    def __getitem__(self, index: int, /) -> str | None:
        start = range(len(self))[index] * self._width
        return self._content[start : start + self._width].rstrip(b"\0").decode() or None

    def __iter__(self) -> Iterator[str | None]:
        for (raw,) in iter_unpack(f"{self._width}s", self._content):
            yield raw.rstrip(b"\0").decode() or None

    def parts(self) -> tuple[Any, bytes]:
        return self._width, self._content


class Kind(NamedTuple):
    """How the values of a column are kept."""

    of: Callable[[Iterable[Any]], Column]
    restored: Callable[[Any, bytes], Column]


def _coded(write: Callable[[Any], Any] = lambda value: value, read: Callable[[Any], Any] = lambda value: value) -> Kind:
    def of(values: Iterable[Any]) -> Column:
        known: dict[Any, int] = {}
        codes = array("I", [known.setdefault(value, len(known)) for value in values])
        return Coded(list(known), codes, write)

    def restored(table: Any, content: bytes) -> Column:
        return Coded([None if value is None else read(value) for value in table], array("I", content), write)

    return Kind(of, restored)


def _exact(values: Iterable[Decimal | None]) -> Column:
    numbers = list(values)
    places = max((-int(value.as_tuple().exponent) for value in numbers if value is not None), default=0)
    whole = array("q", [NOTHING if value is None else int(value.scaleb(places)) for value in numbers])
    return Whole(whole, places)


def _texts(values: Iterable[str | None]) -> Column:
    raw = [(value or "").encode() for value in values]
    width = max(map(len, raw), default=0) or 1
    return Texts(width, b"".join(text.ljust(width, b"\0") for text in raw))


CODED = _coded()
CODED_DECIMAL = _coded(str, Decimal)
CODED_TUPLE = _coded(list, tuple)
WHOLE = Kind(
    lambda values: Whole(array("q", [NOTHING if value is None else value for value in values])),
    lambda _places, content: Whole(array("q", content)),
)
EXACT = Kind(_exact, lambda places, content: Whole(array("q", content), places))
FLOATS = Kind(
    lambda values: Floats(array("d", [float("nan") if value is None else value for value in values])),
    lambda _nothing, content: Floats(array("d", content)),
)
TEXTS = Kind(_texts, Texts)


class Shape(NamedTuple):
    """What rows of one kind are, and how their columns are kept."""

    make: type[Any]
    """A named tuple."""
    kinds: tuple[Kind, ...]
    """One for each field."""
    told_by: int | None = None
    """The field that is None only where there is no row at all; None where there always is one."""


class Rows(Sequence[R], Generic[R]):
    """A sequence of named tuples, or None where there is no row, made when they are asked for."""

    def __init__(self, shape: Shape, columns: Sequence[Column]) -> None:
        self._shape, self._columns = shape, columns

    @classmethod
    def of(cls, shape: Shape, rows: Iterable[R]) -> Rows[R]:
        """The rows as columns."""
        nothing = (None,) * len(shape.kinds)
        columns = list(zip(*(row or nothing for row in rows), strict=True)) or [()] * len(shape.kinds)
        return cls(shape, [kind.of(values) for kind, values in zip(shape.kinds, columns, strict=True)])

    def __len__(self) -> int:
        return len(self._columns[0])

    @overload
    def __getitem__(self, index: int, /) -> R: ...

    @overload
    def __getitem__(self, index: slice, /) -> list[R]: ...

    def __getitem__(self, index: int | slice, /) -> R | list[R]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        return self._row(tuple(column[index] for column in self._columns))

    def __iter__(self) -> Iterator[R]:
        values = zip(*self._columns, strict=True)
        if self._shape.told_by is None:
            return starmap(self._shape.make, values)
        return map(self._row, values)

    def _row(self, values: tuple[Any, ...]) -> R:
        told_by = self._shape.told_by
        there_is_one = told_by is None or values[told_by] is not None
        return cast("R", self._shape.make(*values) if there_is_one else None)

    def field(self, name: str) -> Column:
        """One column alone."""
        place: int = self._shape.make._fields.index(name)
        return self._columns[place]


def values_of(rows: Sequence[Any], name: str) -> Iterable[Any]:
    """One field of every row, without making the rows of columns; None where there is no row."""
    return rows.field(name) if isinstance(rows, Rows) else (getattr(row, name, None) for row in rows)


def pack(header: Mapping[str, Any], shapes: Mapping[str, Shape], rows: Mapping[str, Rows[Any]]) -> bytes:
    """A header and some sequences of rows as bytes."""
    tables: dict[str, list[tuple[Any, int]]] = {}
    contents = []
    for name in shapes:
        parts = [column.parts() for column in rows[name]._columns]
        tables[name] = [(table, len(content)) for table, content in parts]
        contents += [content for _, content in parts]
    head = zlib.compress(json.dumps({**header, "columns": tables}).encode(), 1)
    return LENGTH.pack(len(head)) + head + zlib.compress(b"".join(contents), 1)


def header_of(content: bytes) -> dict[str, Any]:
    """The header alone. Raises ValueError, struct.error or zlib.error for what `pack` did not write."""
    (length,) = LENGTH.unpack_from(content)
    found: dict[str, Any] = json.loads(zlib.decompress(content[LENGTH.size : LENGTH.size + length]))
    return found


def unpack(content: bytes, shapes: Mapping[str, Shape]) -> tuple[dict[str, Any], dict[str, Rows[Any]]]:
    """The inverse of `pack`; raises as `header_of`, and KeyError or TypeError for other shapes."""
    header = header_of(content)
    (length,) = LENGTH.unpack_from(content)
    body = memoryview(zlib.decompress(content[LENGTH.size + length :]))
    rows: dict[str, Rows[Any]] = {}
    at = 0
    for name, shape in shapes.items():
        columns = []
        for kind, (table, size) in zip(shape.kinds, header["columns"][name], strict=True):
            columns.append(kind.restored(table, bytes(body[at : at + size])))
            at += size
        rows[name] = Rows(shape, columns)
    return header, rows
