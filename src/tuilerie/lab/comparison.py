"""`match`: a fair comparison of bots. Every deal is played once per seat rotation, so that nobody profits from the cards or the seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tuilerie.bots.roster import Bot
from tuilerie.lab.batches import Batch, run
from tuilerie.lab.intervals import Mean
from tuilerie.lab.plan import Plan


def rotations(bots: Sequence[Bot]) -> list[list[Bot]]:
    """In rotation r, bot b sits at seat (b - r) modulo the number of players."""
    return [[bots[(seat + r) % len(bots)] for seat in range(len(bots))] for r in range(len(bots))]


def compare(plan: Plan, bots: Sequence[Bot], deals: int, workers: int, progress: Callable[[Batch], None]) -> dict[str, Any]:
    """Shares of victory by bot; the unit of the intervals is the deal, whose games are not independent of each other."""
    players = len(bots)
    shares, points = [Mean() for _ in bots], [Mean() for _ in bots]
    if plan.compiled:
        next(run(plan, players, 1))  # compile or load before the clock starts
    begun = time.perf_counter()
    for batch in run(plan, deals * players, workers):
        seat_of = (np.arange(players)[:, None] - np.arange(players)) % players  # [bot, rotation]
        by_deal = batch.shares.reshape(-1, players, players)  # [deal, rotation, seat]
        score_by_deal = batch.points.reshape(-1, players, players)
        for index in range(players):
            shares[index].add(by_deal[:, np.arange(players), seat_of[index]].mean(axis=1))
            points[index].add(score_by_deal[:, np.arange(players), seat_of[index]].mean(axis=1))
        progress(batch)
    rows = []
    for bot, share, score in zip(bots, shares, points, strict=True):
        low, high = share.share_interval()
        rows.append({"name": bot.name, "share": share.mean, "low": low, "high": high, "mean_score": score.mean})
    seconds = time.perf_counter() - begun
    return {"game": plan.game.id, "players": players, "deals": deals, "games": deals * players, "bots": rows, "seconds": seconds}
