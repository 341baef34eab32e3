"""A library that is not in this process: a WebAssembly module beside Python's own memory, where Python runs in a
browser.

Entries are called as those of a native library are. Numbers cross; what an address points to is copied there and back
by the host, which knows the size of everything (`Call`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tuilerie.kernel.entries import NUMBERS, Entry, sized
from tuilerie.kernel.modules import Assembled

Call = Callable[..., int]  # an entry of the module: it takes numbers, and places in Python's memory as numbers


class WasmLibrary:
    """What `Library` is, for a module that the host has opened."""

    def __init__(self, constants: Mapping[str, int], calls: Mapping[str, Call]) -> None:
        self.path = None
        self.constants = dict(constants)
        for name, call in calls.items():
            setattr(self, name, _entry(call))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., int]: ...


def _entry(call: Call) -> Callable[..., int]:
    """Objects of ctypes and bytes become places, as ctypes does it for native libraries."""

    def entry(*values: Any) -> int:
        kept = [_in_memory(value) for value in values]  # until the call is over
        return call(*[each if isinstance(each, int) else ctypes.addressof(each) for each in kept])

    return entry


def _in_memory(value: Any) -> Any:
    return ctypes.create_string_buffer(value, len(value)) if isinstance(value, bytes) else value


def described(assembled: Assembled) -> dict[str, list[str | list[int | str]]]:
    """What the host must know to call the entries, by name.

    Per parameter a letter (i, u, f) or, of an address, the bytes of one item and how many there are: numbers, or the
    places of other parameters that say it, as "$2".
    """
    return {entry.name: _parameters(entry, assembled) for entry in assembled.entries}


def _parameters(entry: Entry, assembled: Assembled) -> list[str | list[int | str]]:
    places = {each.name: f"${at}" for at, each in enumerate(entry.parameters)}
    found: list[str | list[int | str]] = []
    for each in entry.parameters:
        if each.shape is None:
            found.append(each.kind[0])
            continue
        counts = sized(each.shape, assembled.constants)
        found.append(
            [_bytes(each.kind, assembled), *(places[size] if isinstance(size, str) else size for size in counts)]
        )
    return found


def _bytes(kind: str, assembled: Assembled) -> int:
    if kind in NUMBERS:
        return 1 if kind == "bool" else int(kind[1:]) // 8
    size: int = assembled.records[kind].itemsize
    return size
