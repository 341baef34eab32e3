"""Answers that are kept ready: the latest used, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict


class Cache:
    """By key; what was used longest ago goes first."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self.size = 0

    def get(self, key: str) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, value: bytes) -> None:
        self.size += len(value) - len(self._kept.pop(key, b""))
        self._kept[key] = value
        while self.size > self._most:
            _, dropped = self._kept.popitem(last=False)
            self.size -= len(dropped)

    def clear(self) -> None:
        self._kept.clear()
        self.size = 0
