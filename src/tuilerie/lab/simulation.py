"""`simulate`: play many games, say who wins from where, and write them down if asked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from tuilerie.engine.records import to_line, writing
from tuilerie.lab.batches import FAILED, STOPPED, Batch, empty_batch, run
from tuilerie.lab.checkpoint import Checkpoint
from tuilerie.lab.crew import ALONE, Crew, crew_of
from tuilerie.lab.intervals import Mean
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import Chairs, record_of

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

    def kept(self) -> dict[str, Any]:
        """Everything gathered so far, for a checkpoint."""
        means = [[mean.count, mean.total, mean.squares] for mean in (*self.shares, *self.points)]
        return {"games": self.games, "moves": self.moves, "means": means, "reasons": dict(self.reasons)}

    def take_up(self, kept: dict[str, Any]) -> None:
        """Go on from what a checkpoint kept."""
        self.games, self.moves, self.reasons = kept["games"], kept["moves"], Counter(kept["reasons"])
        means = [Mean(*row) for row in kept["means"]]
        self.shares, self.points = means[: self.plan.players], means[self.plan.players :]

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
    plan: Plan, games: int, crew: Crew | int, progress: Progress, checkpoint: Checkpoint | None = None
) -> dict[str, Any]:
    """Play games 0..games-1 of the plan; the summary, start-up not counted in its seconds."""
    summary = Summary(plan)
    if checkpoint is not None and checkpoint.found:
        summary.take_up(checkpoint.found)
    if plan.compiled and crew_of(crew).ray is None:
        next(run(plan, 1, ALONE))  # compile or load before the clock starts
    begun = time.perf_counter()
    for batch in run(plan, games, crew, begin=summary.games):
        summary.add(batch)
        progress(batch)
        if checkpoint is not None:
            checkpoint.offer(summary.games, summary.kept)
    return summary.as_json(time.perf_counter() - begun)


def simulate_to(
    plan: Plan, games: int, crew: Crew | int, progress: Progress, record: Path, with_legal: bool = False
) -> dict[str, Any]:
    """The same games, written to `record` as well."""
    summary = Summary(plan)
    begun = time.perf_counter()
    spans = ((first, min(SPAN, games - first)) for first in range(0, games, SPAN))
    with writing(record) as file:
        for lines, batch in crew_of(crew).do(Recording(plan, with_legal), spans):
            file.writelines(lines)
            summary.add(batch)
            progress(batch)
    return summary.as_json(time.perf_counter() - begun)


@dataclass(frozen=True)
class Recording:
    """The job of playing games with all their events: Python's work, so several workers are processes."""

    plan: Plan
    with_legal: bool
    processes: ClassVar[bool] = True

    def open(self) -> RecordedGames:
        return RecordedGames(self.plan, self.with_legal)


class RecordedGames:
    def __init__(self, plan: Plan, with_legal: bool) -> None:
        self._plan, self._with_legal = plan, with_legal
        self._chairs = Chairs(plan)

    def __call__(self, first: int, count: int) -> tuple[list[str], Batch]:
        batch, lines = empty_batch(first, count, self._plan.players), []
        for row in range(count):
            match = self._chairs.play(first + row, self._with_legal)
            lines.append(to_line(record_of(self._plan, first + row, match)))
            batch.note(row, match)
        return lines, batch

    def close(self) -> None:
        self._chairs.close()
