"""`simulate`: play many games, say who wins from where, and write them down if asked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tuilerie.engine.records import to_line, writing
from tuilerie.lab.batches import FAILED, STOPPED, Batch, empty_batch, run
from tuilerie.lab.intervals import Mean
from tuilerie.lab.plan import Plan
from tuilerie.lab.table import Chairs, record_of

Progress = Callable[[Batch], None]
SPAN = 64  # recorded games per piece of work


class Summary:
    """What `simulate` reports, gathered batch by batch."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self.moves = 0
        self.shares = [Mean() for _ in range(plan.players)]
        self.points = [Mean() for _ in range(plan.players)]
        self.reasons: Counter[str] = Counter()

    def add(self, batch: Batch) -> None:
        self.games += len(batch)
        self.moves += int(batch.moves.sum())
        for seat in range(self.plan.players):
            self.shares[seat].add(batch.shares[:, seat])
            self.points[seat].add(batch.points[:, seat])
        names = dict(enumerate(self.plan.game.reasons)) | {STOPPED: "limit", FAILED: "abandoned"}
        for code, count in Counter(batch.reasons.tolist()).items():
            self.reasons[names[code]] += count

    def as_json(self, seconds: float) -> dict[str, Any]:
        seats = []
        for share, points in zip(self.shares, self.points, strict=True):
            low, high = share.share_interval()
            seats.append({"share": share.mean, "low": low, "high": high, "mean_score": points.mean})
        return {
            "game": self.plan.game.id,
            "players": self.plan.players,
            "games": self.games,
            "moves": self.moves,
            "seconds": seconds,
            "seats": seats,
            "mean_moves": self.moves / self.games if self.games else 0.0,
            "reasons": dict(sorted(self.reasons.items())),
        }


def simulate(plan: Plan, games: int, workers: int, progress: Progress) -> dict[str, Any]:
    """Play games 0..games-1 of the plan; the summary, start-up not counted in its seconds."""
    summary = Summary(plan)
    if plan.compiled:
        next(run(plan, 1, 1))  # compile or load before the clock starts
    begun = time.perf_counter()
    for batch in run(plan, games, workers):
        summary.add(batch)
        progress(batch)
    return summary.as_json(time.perf_counter() - begun)


def simulate_to(plan: Plan, games: int, workers: int, progress: Progress, record: Path, with_legal: bool = False) -> dict[str, Any]:
    """The same games, written to `record` as well."""
    summary = Summary(plan)
    begun = time.perf_counter()
    with writing(record) as file:
        for lines, batch in _recorded(plan, games, workers, with_legal):
            file.writelines(lines)
            summary.add(batch)
            progress(batch)
    return summary.as_json(time.perf_counter() - begun)


Span = tuple[Plan, int, int, bool]


def _recorded(plan: Plan, games: int, workers: int, with_legal: bool) -> Iterator[tuple[list[str], Batch]]:
    """Games in order, a span at a time. Telling events is Python's work, so several workers are processes."""
    spans = [(plan, first, min(SPAN, games - first), with_legal) for first in range(0, games, SPAN)]
    if workers == 1 or len(spans) == 1:
        yield from map(_play_span, spans)
        return
    with ProcessPoolExecutor(min(workers, len(spans)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play_span, spans)


def _play_span(span: Span) -> tuple[list[str], Batch]:
    plan, first, count, with_legal = span
    batch, lines = empty_batch(first, count, plan.players), []
    chairs = Chairs(plan)
    try:
        for row in range(count):
            match = chairs.play(first + row, with_legal)
            lines.append(to_line(record_of(plan, first + row, match)))
            batch.note(row, match)
    finally:
        chairs.close()
    return lines, batch
