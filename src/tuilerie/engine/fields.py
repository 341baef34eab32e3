"""Some fields of a record as plain numbers, read in one go.

NumPy takes a microsecond for every field, which is much when everybody at a table looks after every move.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

CODES = {"|u1": "B", "|i1": "b", "<u2": "H", "<i2": "h", "<u4": "I", "<i4": "i", "<u8": "Q", "<i8": "q"}


class Fields:
    """Chosen fields of a dtype. `read` gives one flat tuple; `at` says where a field stands in it, `part` where an array does."""

    def __init__(self, dtype: np.dtype[Any], names: Sequence[str]) -> None:
        self._names = sorted(names, key=lambda name: _place(dtype, name)[1])
        self._counts: dict[str, int] = {}
        form, end = "<", 0
        for name in self._names:
            kind, offset = _place(dtype, name)
            self._counts[name] = int(np.prod(kind.shape, dtype=int))
            form += f"{offset - end}x{self._counts[name]}{CODES[kind.base.newbyteorder('<').str]}"
            end = offset + kind.itemsize
        self._unpack = struct.Struct(form).unpack_from

    def read(self, states: np.ndarray) -> tuple[Any, ...]:
        """The fields of the first record, in the record's order."""
        return self._unpack(states.tobytes())  # a window on the array would cost more: NumPy describes every field of it

    def at(self, name: str) -> int:
        return sum(self._counts[before] for before in self._names[: self._names.index(name)])

    def part(self, name: str) -> slice:
        start = self.at(name)
        return slice(start, start + self._counts[name])


def _place(dtype: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    assert dtype.fields is not None
    kind, offset = dtype.fields[name][:2]
    return kind, offset
