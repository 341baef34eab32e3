"""The entries of a game without a compiler: the same bodies as plain Python over the same memory. For debuggers,
coverage, and as the reference that libraries are compared with. Slow: a search takes minutes.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tuilerie.kernel.entries import Entry, Parameter, sized
from tuilerie.kernel.modules import Assembled, KernelModules, assemble

if TYPE_CHECKING:
    import numpy as np


class Uncompiled:
    """What `Library` is, without a library."""

    def __init__(self, modules: KernelModules, part: str) -> None:
        assembled = assemble(modules, part)
        self.path = None
        self.constants = dict(assembled.constants)
        for entry in assembled.entries:
            setattr(self, entry.name, _callable(entry, assembled))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., int]: ...


def _callable(entry: Entry, assembled: Assembled) -> Callable[..., int]:
    import numpy as np

    names = [each.name for each in entry.parameters]

    def call(*values: Any) -> int:
        given = dict(zip(names, values, strict=True))
        with np.errstate(over="ignore"):  # numbers wrap around, as they do in compiled code
            return int(entry.body(*[_argument(each, given, assembled) for each in entry.parameters]))

    return call


def _argument(parameter: Parameter, given: Mapping[str, Any], assembled: Assembled) -> Any:
    import numpy as np

    value = given[parameter.name]
    if parameter.shape is None:
        return np.uint64(value) if parameter.kind == "u64" else value
    dtype = assembled.records.get(parameter.kind) or np.dtype(
        parameter.kind if parameter.kind == "bool" else f"{parameter.kind[0]}{int(parameter.kind[1:]) // 8}"
    )
    if parameter.shape == ():
        return _window(value, (1,), dtype)[0]
    return _window(
        value,
        tuple(
            int(given[size]) if isinstance(size, str) else size for size in sized(parameter.shape, assembled.constants)
        ),
        dtype,
    )


def _numpy_name(kind: str) -> str:
    return kind if kind == "bool" else f"{kind[0]}{int(kind[1:]) // 8}"


def _window(place: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """The memory at an address, of an object of ctypes or of bytes (only read) as an array; records have their fields
    as attributes.
    """
    import numpy as np

    size = math.prod(shape) * dtype.itemsize
    if size == 0:
        return np.zeros(shape, dtype)
    memory: Any = (
        place
        if isinstance(place, bytes)
        else (ctypes.c_char * size).from_address(place if isinstance(place, int) else ctypes.addressof(place))
    )
    array = np.frombuffer(memory, dtype).reshape(shape)
    return array.view(np.recarray) if dtype.fields else array
