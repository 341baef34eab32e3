"""`ladder`: all bots against all, two at a table, and one rating for each."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from tuilerie.bots.roster import Bot
from tuilerie.lab.batches import Batch
from tuilerie.lab.checkpoint import Checkpoint
from tuilerie.lab.comparison import compare, rotations
from tuilerie.lab.crew import Crew
from tuilerie.lab.intervals import Z
from tuilerie.lab.plan import Plan

ELO = 400 / math.log(10)
ANCHOR = 1000.0  # the mean of all ratings


def ladder(
    plan_for: Callable[[Sequence[Sequence[Bot]]], Plan],
    bots: Sequence[Bot],
    deals: int,
    crew: Crew | int,
    progress: Callable[[Batch], None],
    checkpoint: Checkpoint | None = None,
) -> dict[str, Any]:
    """Every pair plays the same `deals` deals; ratings by maximum likelihood (Bradley-Terry), intervals over deals."""
    begun = time.perf_counter()
    count = len(bots)
    shares, weights = np.full((count, count), 0.5), np.zeros((count, count))
    pairs: list[dict[str, Any]] = checkpoint.found["pairs"] if checkpoint is not None and checkpoint.found else []
    for at, (one, two) in enumerate(combinations(range(count), 2)):
        if at == len(pairs):
            pairs.append(_pair(plan_for, bots[one], bots[two], deals, crew, progress))
            if checkpoint is not None:
                checkpoint.offer(2 * deals * len(pairs), lambda: {"games": 2 * deals * len(pairs), "pairs": pairs})
        row = pairs[at]
        shares[one, two], shares[two, one] = row["share"], 1 - row["share"]
        weights[one, two] = weights[two, one] = _effective(row, deals)
    ratings, errors = fit(shares, weights)
    table = [
        {
            "name": bot.name,
            "rating": rating,
            "low": rating - Z * error,
            "high": rating + Z * error,
            "against": {bots[j].name: shares[i, j] for j in range(count) if j != i},
        }
        for i, (bot, rating, error) in enumerate(zip(bots, ratings.tolist(), errors.tolist(), strict=True))
    ]
    table.sort(key=lambda row: -row["rating"])
    return {
        "game": plan_for([]).game.id,
        "deals": deals,
        "bots": table,
        "pairs": pairs,
        "seconds": time.perf_counter() - begun,
    }


def _pair(
    plan_for: Callable[[Sequence[Sequence[Bot]]], Plan],
    one: Bot,
    two: Bot,
    deals: int,
    crew: Crew | int,
    progress: Callable[[Batch], None],
) -> dict[str, Any]:
    row = compare(plan_for(rotations([one, two])), [one, two], deals, crew, progress)["bots"][0]
    return {"one": one.name, "two": two.name, "share": row["share"], "low": row["low"], "high": row["high"]}


def _effective(row: dict[str, Any], deals: int) -> float:
    """How many coin tosses are as sure as these deals: paired deals vary less than single games."""
    half = (row["high"] - row["low"]) / (2 * Z)
    p = min(max(row["share"], 0.5 / deals), 1 - 0.5 / deals)
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
