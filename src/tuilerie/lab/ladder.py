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
from tuilerie.lab.comparison import compare, rotations
from tuilerie.lab.intervals import Z
from tuilerie.lab.plan import Plan

ELO = 400 / math.log(10)
ANCHOR = 1000.0  # the mean of all ratings


def ladder(
    plan_for: Callable[[Sequence[Sequence[Bot]]], Plan], bots: Sequence[Bot], deals: int, workers: int, progress: Callable[[Batch], None]
) -> dict[str, Any]:
    """Every pair plays the same `deals` deals; ratings by maximum likelihood (Bradley-Terry), intervals over deals."""
    begun = time.perf_counter()
    count = len(bots)
    shares, weights = np.full((count, count), 0.5), np.zeros((count, count))
    for one, two in combinations(range(count), 2):
        pair = [bots[one], bots[two]]
        row = compare(plan_for(rotations(pair)), pair, deals, workers, progress)["bots"][0]
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
    return {"game": plan_for([]).game.id, "deals": deals, "bots": table, "seconds": time.perf_counter() - begun}


def _effective(row: dict[str, Any], deals: int) -> float:
    """How many coin tosses are as sure as these deals: paired deals vary less than single games."""
    half = (row["high"] - row["low"]) / (2 * Z)
    p = min(max(row["share"], 0.5 / deals), 1 - 0.5 / deals)
    return float(p * (1 - p) / (half * half))


def fit(shares: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ratings and their standard errors. A faint prior (one even toss against each other bot) keeps a clean sweep finite."""
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
