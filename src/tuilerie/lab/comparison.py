"""`match`: a fair comparison of bots.

Every deal is played once per seat rotation, so that nobody profits from the cards or the seat.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from tuilerie.bots.roster import Bot
from tuilerie.lab.batches import Batch, run
from tuilerie.lab.intervals import Mean
from tuilerie.lab.plan import Plan
from tuilerie.lab.progress import OnBatch
from tuilerie.lab.results import BotShare, MatchResult
from tuilerie.lab.sequential import anytime_interval, decided
from tuilerie.lab.worker_pool import ALONE, WorkerPool, worker_pool_of


def rotations(bots: Sequence[Bot]) -> list[list[Bot]]:
    """In rotation r, bot b sits at seat (b - r) modulo the number of players."""
    return [[bots[(seat + r) % len(bots)] for seat in range(len(bots))] for r in range(len(bots))]


class Tally:
    """Shares of victory and scores by bot; the unit is the deal, whose games are not independent of each other."""

    def __init__(self, players: int) -> None:
        self.shares = [Mean() for _ in range(players)]
        self.scores = [Mean() for _ in range(players)]

    def add(self, batch: Batch) -> None:
        players = len(self.shares)
        turns = np.arange(players)
        # axes: deal, rotation, seat
        shares, points = (array.reshape(-1, players, players) for array in (batch.shares, batch.points))
        for bot in range(players):
            self.shares[bot].add(shares[:, turns, (bot - turns) % players].mean(axis=1))
            self.scores[bot].add(points[:, turns, (bot - turns) % players].mean(axis=1))

    @property
    def deals(self) -> int:
        return self.shares[0].count


def compare(
    plan: Plan,
    bots: Sequence[Bot],
    deals: int,
    worker_pool: WorkerPool | int,
    *,
    progress: OnBatch,
    until: float | None = None,
) -> MatchResult:
    """At most `deals` deals; with `until`, fewer if the answer is clear before at that error.

    The intervals then hold in spite of the stopping.
    """
    players = len(bots)
    tally = Tally(players)
    if plan.compiled and worker_pool_of(worker_pool).ray is None:
        next(run(plan, players, ALONE, small=True))  # compile or load before the clock starts
    begun = time.perf_counter()
    for batch in run(plan, deals * players, worker_pool, small=until is not None):
        tally.add(batch)
        progress(batch)
        if until is not None and decided(tally.shares, until):
            break
    found = []
    for bot, share, score in zip(bots, tally.shares, tally.scores, strict=True):
        low, high = share.share_interval() if until is None else anytime_interval(share, until)
        found.append(BotShare(bot.name, share.mean, low, high, score.mean))
    return MatchResult(
        game=plan.game.id,
        players=players,
        deals=tally.deals,
        games=tally.deals * players,
        bots=found,
        seconds=time.perf_counter() - begun,
    )
