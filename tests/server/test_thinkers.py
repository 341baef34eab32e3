"""The line in which bots, hints and reviews wait to be thought about."""

from __future__ import annotations

import asyncio
import os
import threading
from functools import partial

import pytest

from tuilerie.server.process import thinking_threads
from tuilerie.server.process.thinking_threads import Thinkers, cores_to_think_on


async def in_line(line: Thinkers, asked: list[tuple[str, str]], thought: list[str]) -> None:
    """The only thread is kept busy while all that was `asked` lines up; `thought` says in which order it was thought
    about.
    """
    begun, hold = threading.Event(), threading.Event()

    def hold_on() -> None:
        begun.set()
        hold.wait(30)

    busy = asyncio.ensure_future(line.bot(hold_on))
    assert await asyncio.to_thread(begun.wait, 30)
    waiting = [asyncio.ensure_future(getattr(line, kind)(partial(thought.append, name))) for kind, name in asked]
    await asyncio.sleep(0)
    hold.set()
    await asyncio.gather(busy, *waiting)
    line.close()


async def test_bots_come_first_then_hints_then_reviews():
    line, thought = Thinkers(1), []
    asked = [("review", "r1"), ("hint", "h1"), ("bot", "b1"), ("review", "r2"), ("bot", "b2"), ("hint", "h2")]
    await in_line(line, asked, thought)
    assert thought == ["b1", "b2", "h1", "h2", "r1", "r2"]


async def test_who_has_waited_too_long_goes_every_other_time(monkeypatch):
    monkeypatch.setattr(thinking_threads, "MOST_WAIT_SECONDS", (0.0, 1e-9, 1e-9))

    line, thought = Thinkers(1), []
    await in_line(line, [("bot", "b1"), ("bot", "b2"), ("bot", "b3"), ("review", "r1"), ("review", "r2")], thought)
    assert thought == ["r1", "b1", "r2", "b2", "b3"]


def test_never_more_at_once_than_there_are_cores_to_think_on():
    async def scene():
        line, now, most, lock = Thinkers(2), 0, 0, threading.Lock()
        both = threading.Barrier(2, timeout=30)

        def think():
            nonlocal now, most
            with lock:
                now += 1
                most = max(most, now)
            both.wait()
            with lock:
                now -= 1

        await asyncio.gather(*(kind(think) for kind in (line.bot, line.hint, line.review, line.bot) * 3))
        line.close()
        assert most == 2

    asyncio.run(scene())


async def test_a_thought_that_fails_says_so_to_who_asked():
    line = Thinkers(1)
    with pytest.raises(ZeroDivisionError):
        await line.hint(lambda: 1 // 0)
    assert await line.bot(lambda: 7) == 7, "the thread lives on"
    line.close()
    with pytest.raises(asyncio.CancelledError):
        await line.bot(lambda: 8)


@pytest.mark.parametrize(
    ("cores", "workers", "threads"), [(1, 1, 1), (2, 1, 1), (2, 2, 1), (4, 1, 3), (8, 2, 3), (2, 4, 1)]
)
def test_a_core_is_left_to_the_event_loop(monkeypatch, cores, workers, threads):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert cores_to_think_on(workers) == threads
