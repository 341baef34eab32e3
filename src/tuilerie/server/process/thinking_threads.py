"""The threads that think. Searches of bots, hints and reviews wait in three lines, in this order; none of them may keep
the event loop waiting.

Within a line those who are thought for take turns: a person with thirty tables waits for the others, nobody waits for
the thirty tables. Moves that need no search have a thread of their own and never wait behind one.

There are never more searching threads than cores to think on. Two of them on one core would take turns, and one whose
turn is over can still hold Python's lock: the event loop would wait for a thread that waits for the core.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

BOT, HINT, REVIEW = range(3)
# seconds: a hint or a step of a review that has waited longer goes before the next bot, so that both end some day
MOST_WAIT_SECONDS = (0.0, 1.0, 2.0)
NICE = 10


@dataclass(slots=True, eq=False)
class Thought:
    """Something to think about, and who waits for it."""

    think: Callable[[], Any]
    answer: asyncio.Future[Any]
    asked: float = field(default_factory=time.monotonic)


class Line:
    """Thoughts by whom they are for (an address): each has a turn, then the next, whoever asked first
    within one's own.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Thought]] = {}  # in the order of turns

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def append(self, whose: str, thought: Thought) -> None:
        self._waiting.setdefault(whose, deque()).append(thought)

    def first(self) -> Thought:
        return next(iter(self._waiting.values()))[0]

    def take(self) -> Thought:
        whose, theirs = next(iter(self._waiting.items()))
        del self._waiting[whose]
        thought = theirs.popleft()
        if theirs:
            self._waiting[whose] = theirs  # at the end
        return thought

    def clear(self) -> list[Thought]:
        dropped = [thought for theirs in self._waiting.values() for thought in theirs]
        self._waiting.clear()
        return dropped


class Thinkers:
    """Thinking beside the event loop, in order of who waits for it.

    Threads are started when there is something to think about.
    """

    def __init__(self, threads: int) -> None:
        self._most = threads
        self._lines = (Line(), Line(), Line())
        self._change = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="thinker-quick")
        self._idle = 0
        self._gave_way = False  # the last thought was one that had waited too long
        self._stopping = False

    async def quick(self, think: Callable[[], T]) -> T:
        """A move without a search: a fraction of a millisecond, beside all lines."""
        if self._stopping:
            raise asyncio.CancelledError
        return await asyncio.get_running_loop().run_in_executor(self._quick, think)

    async def bot(self, think: Callable[[], T], whose: str = "") -> T:
        return await self._ask(BOT, whose, think)

    async def hint(self, think: Callable[[], T], whose: str = "") -> T:
        return await self._ask(HINT, whose, think)

    async def review(self, think: Callable[[], T], whose: str = "") -> T:
        """One small step of a review: between two of them others have their turn."""
        return await self._ask(REVIEW, whose, think)

    def close(self) -> None:
        """What nobody has begun to think about is dropped."""
        with self._change:
            self._stopping = True
            dropped = [thought for line in self._lines for thought in line.clear()]
            self._change.notify_all()
        self._quick.shutdown(wait=False, cancel_futures=True)
        for thought in dropped:
            thought.answer.cancel()

    async def _ask(self, rank: int, whose: str, think: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        thought = Thought(think, loop.create_future())
        with self._change:
            if self._stopping:
                raise asyncio.CancelledError
            self._lines[rank].append(whose, thought)
            if not self._idle and len(self._threads) < self._most:
                thread = threading.Thread(
                    target=self._work, args=(loop,), name=f"thinker-{len(self._threads)}", daemon=True
                )
                self._threads.append(thread)
                thread.start()
            self._change.notify()
        answer: T = await thought.answer
        return answer

    # --- the threads --------------------------------------------------------------------------------

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        _be_nice()
        while (thought := self._next()) is not None:
            if thought.answer.cancelled():  # nobody waits for it any more
                continue
            result, error = None, None
            try:
                result = thought.think()
            except Exception as raised:
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop has gone
                loop.call_soon_threadsafe(_settle, thought.answer, result, error)

    def _next(self) -> Thought | None:
        """Wait for something to think about; None when all is over."""
        with self._change:
            self._idle += 1
            while not self._stopping:
                if (line := self._line(time.monotonic())) is not None:
                    self._idle -= 1
                    return line.take()
                self._change.wait()
            return None

    def _line(self, now: float) -> Line | None:
        """The line whose first has its turn: bots, hints, reviews; but every other time one that has waited
        too long.
        """
        late = [
            line
            for line, most in zip(self._lines, MOST_WAIT_SECONDS, strict=True)
            if most and line and now - line.first().asked > most
        ]
        self._gave_way = bool(late) and not self._gave_way
        if self._gave_way:
            return late[0]
        return next((line for line in self._lines if line), None)


def cores_to_think_on(workers: int) -> int:
    """Threads for one of so many processes: the cores it may use, shared with the others, less one for the event loop;
    at least one.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores // workers - 1)


def _settle(answer: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if answer.done():  # whoever asked has gone
        return
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(result)


def _be_nice() -> None:
    """On Linux niceness belongs to a thread; elsewhere it would slow the whole process down."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
