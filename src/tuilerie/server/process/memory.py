"""Memory that nobody needs any more is given back to the system: that of people who have gone, and of tables that were
dropped.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc

# Sockets that ended. aiohttp leaves each in a circle of references, which only Python's collector finds; looking for
# them takes milliseconds in which nothing else happens, so it is worth it for many only.
MANY_ENDED = 100


class Memory:
    """The event loop alone uses it."""

    def __init__(self) -> None:
        self._ended = 0

    def socket_ended(self) -> None:
        self._ended += 1
        if self._ended == MANY_ENDED:
            asyncio.get_running_loop().call_soon(self.give_back)  # when the last of them has really gone

    def give_back(self) -> None:
        self._ended = 0
        gc.collect()
        _trim()


def _trim() -> None:
    """glibc keeps what was freed until it is asked; other systems' libraries have no such function."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    trim(0)
