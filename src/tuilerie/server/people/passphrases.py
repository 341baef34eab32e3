"""Hashing passphrases: slow on purpose, so in a small pool of its own.

Whoever reads a table never waits behind a login.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tuilerie.server.people import identities
from tuilerie.table.errors import NotAllowed

T = TypeVar("T")
MOST_WAITING = 16
_pool = ThreadPoolExecutor(1, thread_name_prefix="passphrase")  # argon2 uses several cores by itself
_waiting = 0


async def hashed(passphrase: str) -> str:
    return await _slowly(lambda: identities.hash_passphrase(passphrase))


async def matches(kept: str | None, passphrase: str) -> bool:
    """Whether it is the passphrase of this hash; without one it takes as long and is False."""
    return await _slowly(lambda: identities.matches(kept, passphrase))


async def _slowly(work: Callable[[], T]) -> T:
    global _waiting
    if _waiting >= MOST_WAITING:
        raise NotAllowed("too-fast")
    _waiting += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_pool, work)
    finally:
        _waiting -= 1
