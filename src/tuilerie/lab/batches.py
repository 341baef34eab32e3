"""Runs a plan, batch by batch, on one core or several; batches come back in order, so that every number of workers gives the same result."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from tuilerie.lab.kernels.batch import play_batch
from tuilerie.lab.plan import Plan
from tuilerie.rules.steps import new_states

BATCH = 4096
STOPPED = 255


@dataclass
class Batch:
    """The outcomes of consecutive games: shares and points are (games, players)."""

    first: int
    shares: np.ndarray
    points: np.ndarray
    moves: np.ndarray
    turns: np.ndarray
    reasons: np.ndarray

    def __len__(self) -> int:
        return len(self.moves)


def run(plan: Plan, games: int, workers: int, each: Callable[[Plan, int, int], Batch] | None = None, size: int = BATCH) -> Iterator[Batch]:
    """Games 0..games-1 of the plan, in order, at most a few batches ahead of the reader."""
    play = each or compiled_batch
    size -= size % plan.rotations
    spans = ((first, min(size, games - first)) for first in range(0, games, size))
    if workers == 1:
        for first, count in spans:
            yield play(plan, first, count)
        return
    with ThreadPoolExecutor(workers) as pool:
        ahead: deque[Future[Batch]] = deque()
        for first, count in spans:
            ahead.append(pool.submit(play, plan, first, count))
            if len(ahead) > 2 * workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def compiled_batch(plan: Plan, first: int, count: int) -> Batch:
    """Played inside compiled code without the lock: threads use all cores."""
    batch = empty_batch(first, count, plan.players)
    kinds = np.array([[bot.kind for bot in plan.seats(number)] for number in range(plan.rotations)], np.int64)
    rows = np.ascontiguousarray(np.resize(kinds, (count, plan.players)))
    play_batch(
        new_states(plan.game.kernel.STATE),
        plan.players,
        plan.game.ruleset(plan.variant, plan.deck),
        plan.keys(first, count),
        rows,
        np.uint64(plan.run),
        first,
        plan.limit,
        np.empty(plan.game.kernel.ACTIONS, np.int32),
        batch.shares,
        batch.points,
        batch.moves,
        batch.turns,
        batch.reasons,
    )
    return batch


def empty_batch(first: int, count: int, players: int) -> Batch:
    shape = (count, players)
    return Batch(first, np.zeros(shape), np.zeros(shape), *(np.zeros(count, np.int64) for _ in range(3)))
