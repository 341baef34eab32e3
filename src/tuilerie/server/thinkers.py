"""The threads that think: bots first, hints after them, reviews last. None of them may keep the event loop waiting."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

BOT_NICE, HINT_NICE, REVIEW_NICE = 10, 10, 19
LOOK_SECONDS = 0.05
LONGEST_WAIT = 2.0  # a review gives way this long before each action it judges, then thinks in between: it must end some day


class Thinkers:
    """Thinking beside the event loop, in order of who waits for it."""

    def __init__(self, bot_threads: int) -> None:
        self._bots = _pool("bot", max(1, bot_threads), BOT_NICE)
        self._hints = _pool("hint", 1, HINT_NICE)
        self._reviews = _pool("review", 1, REVIEW_NICE)
        self._waiting = 0
        self.stopping = False

    async def bot(self, think: Callable[[], T]) -> T:
        return await self._soon(self._bots, think)

    async def hint(self, think: Callable[[], T]) -> T:
        return await self._soon(self._hints, think)

    async def review(self, think: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reviews, think)

    async def _soon(self, pool: ThreadPoolExecutor, think: Callable[[], T]) -> T:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, think)
        finally:
            self._waiting -= 1

    def give_way(self) -> None:
        """Called by a review between two thoughts: bots and hints that wait go first."""
        end = time.monotonic() + LONGEST_WAIT
        while self._waiting and not self.stopping and time.monotonic() < end:
            time.sleep(LOOK_SECONDS)

    def close(self) -> None:
        self.stopping = True
        for pool in (self._bots, self._hints, self._reviews):
            pool.shutdown(wait=False, cancel_futures=True)


def _pool(name: str, threads: int, nice: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=_be_nice, initargs=(nice,))


def _be_nice(nice: int) -> None:
    """On Linux niceness belongs to a thread; elsewhere it would slow the whole process down."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
