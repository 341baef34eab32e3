"""`simulate`: play many games, say who wins from where, and write them down if asked."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypedDict, cast

from tuilerie.engine.records import to_line, writing
from tuilerie.lab.batches import FAILED, STOPPED, Batch, run, spans
from tuilerie.lab.checkpoint import Checkpoint
from tuilerie.lab.intervals import Mean, MeanState
from tuilerie.lab.plan import Plan
from tuilerie.lab.progress import OnBatch
from tuilerie.lab.results import SeatShare, SimulationResult
from tuilerie.lab.seat_players import SeatPlayers, record_of
from tuilerie.lab.worker_pool import ALONE, WorkerPool, worker_pool_of

SPAN = 64  # recorded games per piece of work


class SummaryState(TypedDict):
    """What a checkpoint keeps."""

    games: int
    moves: int
    means: list[MeanState]
    reasons: dict[str, int]


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

    def state(self) -> SummaryState:
        """Everything gathered so far, for a checkpoint."""
        means = [mean.state() for mean in (*self.shares, *self.points)]
        return {"games": self.games, "moves": self.moves, "means": means, "reasons": dict(self.reasons)}

    def restore(self, state: SummaryState) -> None:
        """Go on from what a checkpoint kept."""
        self.games, self.moves, self.reasons = state["games"], state["moves"], Counter(state["reasons"])
        means = [Mean(*row) for row in state["means"]]
        self.shares, self.points = means[: self.plan.players], means[self.plan.players :]

    def result(self, seconds: float) -> SimulationResult:
        return SimulationResult(
            game=self.plan.game.id,
            players=self.plan.players,
            games=self.games,
            moves=self.moves,
            seconds=seconds,
            seats=[
                SeatShare(share.mean, *share.share_interval(), points.mean)
                for share, points in zip(self.shares, self.points, strict=True)
            ],
            mean_moves=self.moves / self.games if self.games else 0.0,
            reasons=dict(sorted(self.reasons.items())),
        )


def simulate(
    plan: Plan, games: int, worker_pool: WorkerPool | int, progress: OnBatch, checkpoint: Checkpoint | None = None
) -> SimulationResult:
    """Play games 0..games-1 of the plan; the summary, start-up not counted in its seconds."""
    summary = Summary(plan)
    if checkpoint is not None and checkpoint.found:
        summary.restore(cast(SummaryState, checkpoint.found.state))
    if plan.compiled and worker_pool_of(worker_pool).ray is None:
        next(run(plan, 1, ALONE))  # compile or load before the clock starts
    begun = time.perf_counter()
    for batch in run(plan, games, worker_pool, begin=summary.games):
        summary.add(batch)
        progress(batch)
        if checkpoint is not None:
            checkpoint.offer(summary.games, summary.state)
    return summary.result(time.perf_counter() - begun)


def simulate_to(
    plan: Plan, games: int, worker_pool: WorkerPool | int, progress: OnBatch, *, record: Path, with_legal: bool = False
) -> SimulationResult:
    """The same games, written to `record` as well."""
    summary = Summary(plan)
    begun = time.perf_counter()
    with writing(record) as file:
        for lines, batch in worker_pool_of(worker_pool).do(RecordGames(plan, with_legal), spans(games, SPAN)):
            file.writelines(lines)
            summary.add(batch)
            progress(batch)
    return summary.result(time.perf_counter() - begun)


@dataclass(frozen=True)
class RecordGames:
    """The job of playing games with all their events: Python's work, so several workers are processes."""

    plan: Plan
    with_legal: bool
    processes: ClassVar[bool] = True

    def open(self) -> GameRecorder:
        return GameRecorder(self.plan, self.with_legal)


class GameRecorder:
    def __init__(self, plan: Plan, with_legal: bool) -> None:
        self._plan, self._with_legal = plan, with_legal
        self._seats = SeatPlayers(plan)

    def __call__(self, first: int, count: int) -> tuple[list[str], Batch]:
        batch, lines = Batch.empty(self._plan, first, count), []
        for row in range(count):
            match = self._seats.play(first + row, self._with_legal)
            lines.append(to_line(record_of(self._plan, first + row, match)))
            batch.note(row, self._plan, match)
        return lines, batch

    def close(self) -> None:
        self._seats.close()
