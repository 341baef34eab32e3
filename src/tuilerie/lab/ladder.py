"""`ladder`: all bots against all, two at a table, and one rating for each."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypedDict, cast

import numpy as np

from tuilerie.bots.roster import Bot
from tuilerie.lab.checkpoint import Checkpoint
from tuilerie.lab.comparison import compare, rotations
from tuilerie.lab.intervals import Z
from tuilerie.lab.plan import Plan
from tuilerie.lab.progress import OnBatch
from tuilerie.lab.results import BotRating, LadderResult, PairResult, to_json
from tuilerie.lab.worker_pool import WorkerPool

ELO = 400 / math.log(10)
ANCHOR = 1000.0  # the mean of all ratings
PlanFor = Callable[[Sequence[Sequence[Bot]]], Plan]  # from the bots by rotation and seat


class PairState(TypedDict):
    """What a checkpoint keeps of a pair: the fields of `PairResult`."""

    one: str
    two: str
    share: float
    low: float
    high: float


def ladder(
    plan_for: PlanFor,
    bots: Sequence[Bot],
    deals: int,
    worker_pool: WorkerPool | int,
    *,
    progress: OnBatch,
    checkpoint: Checkpoint | None = None,
) -> LadderResult:
    """Every pair plays the same `deals` deals; ratings by maximum likelihood (Bradley-Terry), intervals over deals."""
    begun = time.perf_counter()
    count = len(bots)
    shares, weights = np.full((count, count), 0.5), np.zeros((count, count))
    pairs = _saved_pairs(checkpoint)
    for at, (one, two) in enumerate(combinations(range(count), 2)):
        if at == len(pairs):
            match = compare(
                plan_for(rotations([bots[one], bots[two]])),
                [bots[one], bots[two]],
                deals,
                worker_pool,
                progress=progress,
            )
            first = match.bots[0]
            pairs.append(PairResult(bots[one].name, bots[two].name, first.share, first.low, first.high))
            if checkpoint is not None:
                checkpoint.offer(2 * deals * len(pairs), lambda: to_json(pairs))
        shares[one, two], shares[two, one] = pairs[at].share, 1 - pairs[at].share
        weights[one, two] = weights[two, one] = _effective(pairs[at], deals)
    ratings, errors = fit(shares, weights)
    rated = [
        BotRating(
            name=bot.name,
            rating=rating,
            low=rating - Z * error,
            high=rating + Z * error,
            against={bots[j].name: shares[i, j] for j in range(count) if j != i},
        )
        for i, (bot, rating, error) in enumerate(zip(bots, ratings.tolist(), errors.tolist(), strict=True))
    ]
    rated.sort(key=lambda one: -one.rating)
    return LadderResult(plan_for([]).game.id, deals, rated, pairs, time.perf_counter() - begun)


def _saved_pairs(checkpoint: Checkpoint | None) -> list[PairResult]:
    if checkpoint is None or checkpoint.found is None:
        return []
    return [PairResult(**pair) for pair in cast(list[PairState], checkpoint.found.state)]


def _effective(pair: PairResult, deals: int) -> float:
    """How many coin tosses are as sure as these deals: paired deals vary less than single games."""
    half = (pair.high - pair.low) / (2 * Z)
    p = min(max(pair.share, 0.5 / deals), 1 - 0.5 / deals)
    return float(p * (1 - p) / (half * half))


def fit(shares: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ratings and their standard errors.

    A faint prior (one even toss against each other bot) keeps a clean sweep finite.
    """
    count = len(shares)
    prior = 1 - np.eye(count)
    wins, tosses = shares * weights + 0.5 * prior, weights + prior
    strength = np.zeros(count)
    centre = np.eye(count) - 1 / count
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (wins - tosses * expected).sum(axis=1)
        information = _information(expected, tosses)
        step = np.linalg.pinv(information) @ slope
        strength += centre @ step
        if np.abs(step).max() < 1e-10:
            break
    errors = np.sqrt(np.diag(centre @ np.linalg.pinv(information) @ centre))
    return ANCHOR + ELO * strength, ELO * errors


def _information(expected: np.ndarray, tosses: np.ndarray) -> np.ndarray:
    off = tosses * expected * (1 - expected)
    np.fill_diagonal(off, 0)
    return np.asarray(np.diag(off.sum(axis=1)) - off)
