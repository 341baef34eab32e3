"""`simulate`: play many games, say who wins from where, and write them down if asked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tuilerie.engine.records import to_line, writing
from tuilerie.lab.batches import STOPPED, Batch, empty_batch, run
from tuilerie.lab.intervals import Mean
from tuilerie.lab.plan import Plan
from tuilerie.lab.table import play_out, record_of

Progress = Callable[[int], None]
RECORD_SPAN = 64


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
        names = self.plan.game.reasons
        for code, count in Counter(batch.reasons.tolist()).items():
            self.reasons["limit" if code == STOPPED else names[code]] += count

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


def simulate(
    plan: Plan, games: int, workers: int = 1, record: Path | None = None, with_legal: bool = False, progress: Progress = lambda _: None
) -> dict[str, Any]:
    """Play games 0..games-1 of the plan; the summary, start-up not counted in its seconds."""
    summary = Summary(plan)
    if record is None and plan.compiled:
        next(run(plan, 1, 1))  # compile or load before the clock starts
        begun = time.perf_counter()
        for batch in run(plan, games, workers):
            summary.add(batch)
            progress(len(batch))
        return summary.as_json(time.perf_counter() - begun)
    begun = time.perf_counter()
    if record is None:
        for lines, batch in _spans(plan, games, workers, False):
            summary.add(batch)
            progress(len(batch))
    else:
        with writing(record) as file:
            for lines, batch in _spans(plan, games, workers, with_legal):
                file.writelines(lines)
                summary.add(batch)
                progress(len(batch))
    return summary.as_json(time.perf_counter() - begun)


def _spans(plan: Plan, games: int, workers: int, with_legal: bool):  # type: ignore[no-untyped-def]
    """Recorded games in order, a span at a time. Telling events is Python's work, so several workers are processes."""
    spans = [(plan, first, min(RECORD_SPAN, games - first), with_legal) for first in range(0, games, RECORD_SPAN)]
    if workers == 1 or len(spans) == 1 or not plan.compiled:
        yield from (_play_span(span) for span in spans)
        return
    with ProcessPoolExecutor(min(workers, len(spans)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play_span, spans)


def _play_span(span: tuple[Plan, int, int, bool]) -> tuple[list[str], Batch]:
    plan, first, count, with_legal = span
    batch, lines = empty_batch(first, count, plan.players), []
    for i in range(count):
        match = play_out(plan, first + i, with_legal)
        record = record_of(plan, first + i, match)
        lines.append(to_line(record))
        batch.shares[i] = match.shares
        batch.points[i] = match.scores
        batch.moves[i] = sum(event[0] == "move" for event in match.events)
        batch.turns[i] = match.turns
        batch.reasons[i] = STOPPED if match.reason == "limit" else plan.game.reasons.index(match.reason or "")
    return lines, batch
