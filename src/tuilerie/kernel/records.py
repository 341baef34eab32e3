"""The record of a game as plain data: fields described once, by name, type, shape and a comment.

From the description follow the NumPy dtype for the compiler, a reader over bytes that needs no NumPy, and the layout
for JavaScript. Fields stand where C would put them: each at a multiple of its size.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

CODES = {
    "u8": "B",
    "i8": "b",
    "u16": "H",
    "i16": "h",
    "u32": "I",
    "i32": "i",
    "u64": "Q",
    "i64": "q",
    "f32": "f",
    "f64": "d",
}
SIZES = {kind: struct.calcsize("<" + code) for kind, code in CODES.items()}
NUMPY = {"f32": "<f4", "f64": "<f8"}

Description = tuple[str, str, tuple[int, ...], str]  # name, type, shape (() is one number), comment

# Fields that every game's record has, so that generic code can rely on them.
COMMON: list[Description] = [
    ("players", "u8", (), "2..4"),
    ("turn", "u8", (), "the seat that must act"),
    ("round_number", "u16", (), "the current round, from 0"),
    ("turns", "u32", (), "turns completed since the game began"),
    ("pending", "u8", (), "1 inside a move that takes several actions"),
    ("reason", "u8", (), "why the game ended; 0 before"),
    ("key", "u32", (8,), "the game's seed"),
    ("block", "u32", (16,), "current block of the stream"),
    ("next_block", "u32", (), "counter of the block after it"),
    ("next_pair", "u32", (), "first unused pair of bytes of the current block; 32: none"),
]


class Field:
    """Where a field stands in its record, and how it is read."""

    __slots__ = ("_form", "comment", "count", "kind", "name", "offset", "shape", "size")

    def __init__(self, name: str, kind: str, shape: tuple[int, ...], comment: str, offset: int) -> None:
        self.name, self.kind, self.shape, self.comment, self.offset = name, kind, shape, comment, offset
        self.count = math.prod(shape)
        self.size = SIZES[kind] * self.count
        self._form = struct.Struct(f"<{self.count}{CODES[kind]}")

    def read(self, memory: Any) -> Any:
        """A number, a tuple of numbers, or a tuple of such tuples."""
        numbers = self._form.unpack_from(memory, self.offset)
        if not self.shape:
            return numbers[0]
        for length in self.shape[:0:-1]:
            numbers = tuple([numbers[at : at + length] for at in range(0, len(numbers), length)])
        return numbers

    def write(self, memory: Any, value: Any) -> None:
        self._form.pack_into(memory, self.offset, *_flat(value))


class Layout:
    """The fields of a record in order; `size` is the record's in bytes."""

    def __init__(self, descriptions: Iterable[Description]) -> None:
        self.fields: dict[str, Field] = {}
        end, largest = 0, 1
        for name, kind, shape, comment in descriptions:
            if name in self.fields:
                raise ValueError(f"two fields are called {name}")
            offset = -(-end // SIZES[kind]) * SIZES[kind]
            self.fields[name] = Field(name, kind, shape, comment, offset)
            end, largest = offset + self.fields[name].size, max(largest, SIZES[kind])
        self.size = -(-end // largest) * largest
        self.memory: Any = ctypes.c_ubyte * self.size

    def new(self, data: bytes | None = None) -> Record:
        """A record of zeros, or with these bytes."""
        return Record(self, self.memory() if data is None else self.memory.from_buffer_copy(data))

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """For the compiler, the laboratory and the environments."""
        import numpy as np

        dtype = np.dtype(
            [
                (each.name, NUMPY.get(each.kind, f"<{each.kind[0]}{SIZES[each.kind]}"), each.shape)
                for each in self.fields.values()
            ],
            align=True,
        )
        assert dtype.itemsize == self.size
        assert dtype.fields is not None
        assert all(dtype.fields[each.name][1] == each.offset for each in self.fields.values())
        return dtype

    def described(self) -> dict[str, Any]:
        """For JavaScript: size, and by field its type, offset and shape."""
        fields = {
            each.name: {"type": each.kind, "offset": each.offset, "shape": list(each.shape)}
            for each in self.fields.values()
        }
        return {"size": self.size, "fields": fields}


class Record:
    """One record in memory of its own.

    `record["turn"]` reads a field, assigning writes it; `address` is what entries take.
    """

    __slots__ = ("address", "layout", "memory")

    def __init__(self, layout: Layout, memory: Any) -> None:
        self.layout = layout
        self.memory = memory
        self.address = ctypes.addressof(memory)

    def __getitem__(self, name: str) -> Any:
        return self.layout.fields[name].read(self.memory)

    def __setitem__(self, name: str, value: Any) -> None:
        self.layout.fields[name].write(self.memory, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.layout is other.layout and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __bytes__(self) -> bytes:
        return bytes(self.memory)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a record travels as bytes, with the name of its game")

    def copy(self) -> Record:
        return Record(self.layout, self.layout.memory.from_buffer_copy(self.memory))

    @property
    def array(self) -> np.ndarray:
        """The same memory as a NumPy array of one element, whose records have their fields as attributes."""
        import numpy as np

        return np.frombuffer(self.memory, self.layout.dtype).view(np.recarray)


class Fields:
    """Chosen fields read in one go.

    `read` gives one flat tuple; `at` says where a field stands in it, `part` where an array does.
    """

    def __init__(self, layout: Layout, names: Sequence[str]) -> None:
        self._fields = sorted((layout.fields[name] for name in names), key=lambda field: field.offset)
        form, end = "<", 0
        for field in self._fields:
            form += f"{field.offset - end}x{field.count}{CODES[field.kind]}"
            end = field.offset + field.size
        self._unpack = struct.Struct(form).unpack_from

    def read(self, record: Record) -> tuple[Any, ...]:
        """The fields in the record's order."""
        return self._unpack(record.memory)

    def at(self, name: str) -> int:
        before = 0
        for field in self._fields:
            if field.name == name:
                return before
            before += field.count
        raise KeyError(name)

    def part(self, name: str) -> slice:
        start = self.at(name)
        return slice(start, start + next(field.count for field in self._fields if field.name == name))


def _flat(value: Any) -> Iterable[Any]:
    if isinstance(value, list | tuple):
        return [number for each in value for number in _flat(each)]
    return (value,)


def offsets(features: Iterable[tuple[str, int, str]]) -> list[int]:
    """Where each part of a feature vector (name, length, meaning) begins, and where the last one ends."""
    ends = [0]
    for _, length, _ in features:
        ends.append(ends[-1] + length)
    return ends
