"""Runs a plan, batch by batch, on one core or several; batches come back in order, so that every number of workers gives the same result."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from tuilerie.bots.outside import OutsideFailure
from tuilerie.engine.match import Match
from tuilerie.lab.kernels.batch import play_batch
from tuilerie.lab.plan import Plan
from tuilerie.lab.table import Chairs
from tuilerie.rules.steps import new_states

BATCH = 4096
STOPPED, FAILED = 255, 254  # reasons that are not the game's own: the turn limit, and a program from outside that failed


@dataclass
class Batch:
    """The outcomes of consecutive games: shares and points are (games, players)."""

    first: int
    shares: np.ndarray
    points: np.ndarray
    moves: np.ndarray
    turns: np.ndarray
    reasons: np.ndarray
    failures: list[OutsideFailure] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.moves)

    def note(self, row: int, match: Match) -> None:
        """Write down the outcome of a match played from Python."""
        self.shares[row] = match.shares
        self.points[row] = match.scores
        self.moves[row] = sum(event[0] == "move" for event in match.events)
        self.turns[row] = match.turns
        self.reasons[row] = STOPPED if match.reason == "limit" else match.game.reasons.index(match.reason or "")

    def note_failure(self, row: int, failure: OutsideFailure) -> None:
        """A program that fails loses the game; the others share the victory."""
        self.shares[row] = 1.0 / (self.shares.shape[1] - 1)
        self.shares[row, failure.details["seat"]] = 0.0
        self.reasons[row] = FAILED
        self.failures.append(failure)


def run(plan: Plan, games: int, workers: int, small: bool = False) -> Iterator[Batch]:
    """Games 0..games-1 of the plan, in order, at most a few batches ahead of the reader; `small` batches for readers who may stop early."""
    play = compiled_batch if plan.compiled else _Tables(plan)
    size = max(BATCH if plan.compiled and not small else 1, plan.rotations)
    size -= size % plan.rotations
    spans = ((first, min(size, games - first)) for first in range(0, games, size))
    try:
        yield from _one_by_one(plan, play, spans) if workers == 1 else _side_by_side(plan, play, spans, workers)
    finally:
        if isinstance(play, _Tables):
            play.close()


Play = Callable[[Plan, int, int], Batch]
Spans = Iterator[tuple[int, int]]


def _one_by_one(plan: Plan, play: Play, spans: Spans) -> Iterator[Batch]:
    for first, count in spans:
        yield play(plan, first, count)


def _side_by_side(plan: Plan, play: Play, spans: Spans, workers: int) -> Iterator[Batch]:
    with ThreadPoolExecutor(workers) as pool:
        ahead: deque[Future[Batch]] = deque()
        try:
            for first, count in spans:
                ahead.append(pool.submit(play, plan, first, count))
                if len(ahead) > 2 * workers:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


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


class _Tables:
    """Games played from Python, by programs from outside or by searches (which release the lock): every thread keeps its own chairs, so that no
    program plays two games at once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._mine = threading.local()
        self._all: list[Chairs] = []

    def __call__(self, plan: Plan, first: int, count: int) -> Batch:
        batch = empty_batch(first, count, plan.players)
        chairs = self._chairs()
        for row in range(count):
            try:
                batch.note(row, chairs.play(first + row))
            except OutsideFailure as failure:
                batch.note_failure(row, failure)
        return batch

    def close(self) -> None:
        for chairs in self._all:
            chairs.close()

    def _chairs(self) -> Chairs:
        if not hasattr(self._mine, "chairs"):
            self._mine.chairs = Chairs(self._plan)
            self._all.append(self._mine.chairs)
        chairs: Chairs = self._mine.chairs
        return chairs


def empty_batch(first: int, count: int, players: int) -> Batch:
    shape = (count, players)
    moves, turns, reasons = (np.zeros(count, np.int64) for _ in range(3))
    return Batch(first, np.zeros(shape), np.zeros(shape), moves, turns, reasons)
