"""Luck against skill: how much of who wins is explained by the deal and the seat, and how much by who plays.

One player sits among rivals of another strength. Every deal is played once per seat of that player, and all of it twice
with other dice for the bots. The share of victory X of a seat then splits, by the law of total variance, into
- player: the variance of E[X | who sits there]
- deal: the variance of E[X | deal, seat]
- matching: what the deal and the arrangement of players explain together beyond both (some deals suit some players)
- play: the rest, the bots' own dice
The products of the two independent replicas estimate the second and third without bias; intervals are over deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tuilerie.bots.roster import Bot
from tuilerie.lab.batches import Batch, run
from tuilerie.lab.comparison import rotations
from tuilerie.lab.intervals import Z
from tuilerie.lab.plan import Plan
from tuilerie.lab.results import Interval, Luck
from tuilerie.lab.worker_pool import WorkerPool


class LuckSums:
    """Sums over deals of four numbers (total variance, deal, arrangement, the player's edge) and of their products."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.deals = 0
        self.sums = np.zeros(4)
        self.products = np.zeros((4, 4))

    def add(self, one: np.ndarray, two: np.ndarray) -> None:
        """Shares [deal, rotation, seat] of the two replicas.

        In rotation r the player sits at seat -r modulo players.
        """
        fair = 1.0 / self.players
        a, b = one - fair, two - fair
        total = ((a * a).mean(axis=(1, 2)) + (b * b).mean(axis=(1, 2))) / 2
        deal = (a.mean(axis=1) * b.mean(axis=1)).mean(axis=1)
        arranged = (a * b).mean(axis=(1, 2))
        turns = np.arange(self.players)
        mine = (a[:, turns, -turns % self.players].mean(axis=1) + b[:, turns, -turns % self.players].mean(axis=1)) / 2
        numbers = np.stack([total, deal, arranged, mine])
        self.deals += numbers.shape[1]
        self.sums += numbers.sum(axis=1)
        self.products += numbers @ numbers.T

    def result(self, player: str, rival: str) -> Luck:
        means = self.sums / self.deals
        errors = (self.products / self.deals - np.outer(means, means)) / max(1, self.deals - 1)
        total, deal, arranged, mine = means.tolist()
        if total <= 0:
            return Luck(player, rival, self.deals, None, _around(0.0, 0.0), {})
        spread = _player_variance(self.players)
        edge_error = math.sqrt(max(errors[3, 3], 1 / (4 * self.deals**2)))  # a clean sweep is not certainty
        skill = max(0.0, (mine * mine - errors[3, 3]) * spread) / total
        low, high = max(0.0, abs(mine) - Z * edge_error), abs(mine) + Z * edge_error
        parts = {
            "player": Interval(skill, low * low * spread / total, min(1.0, high * high * spread / total)),
            "deal": self._ratio(np.array([0.0, 1.0, 0.0, 0.0]), means, errors, deal / total),
            "matching": self._ratio(
                np.array([0.0, -1.0, 1.0, -2 * mine * spread]), means, errors, (arranged - deal) / total - skill
            ),
            "play": self._ratio(np.array([1.0, 0.0, -1.0, 0.0]), means, errors, (total - arranged) / total),
        }
        return Luck(player, rival, self.deals, 2 * self.deals * self.players, _around(mine, edge_error), parts)

    def _ratio(self, weights: np.ndarray, means: np.ndarray, errors: np.ndarray, value: float) -> Interval:
        """An interval for weights @ means over the total variance, by the delta method. What never happened in n deals
        may still have a share of 3 / n.
        """
        slope = weights / means[0]
        slope[0] -= value / means[0]
        half = Z * math.sqrt(max(0.0, float(slope @ errors @ slope)))
        low, high = np.clip([value - half, max(value + half, 3 / self.deals)], 0.0, 1.0).tolist()
        return Interval(float(np.clip(value, 0.0, 1.0)), low, high)


def _player_variance(players: int) -> float:
    """The variance of E[X | who] over a random seat, in units of the player's squared edge: the rivals share its loss
    evenly.
    """
    return (1 + 1 / (players - 1)) / players


def _around(value: float, error: float) -> Interval:
    return Interval(value, value - Z * error, value + Z * error)


def study_luck(
    plan: Plan, player: Bot, rival: Bot, deals: int, *, worker_pool: WorkerPool, progress: Callable[[Batch], None]
) -> Luck:
    """`player` alone among rivals, at every seat of every deal, twice."""
    bots = rotations([player] + [rival] * (plan.players - 1))
    first, second = (replace(plan, bots=bots, replica=number) for number in (1, 2))
    luck = LuckSums(plan.players)
    games = deals * plan.players
    shape = (-1, plan.players, plan.players)
    replicas = (run(one, games, worker_pool) for one in (first, second))
    for one, two in zip(*replicas, strict=True):
        progress(one)
        progress(two)
        luck.add(one.shares.reshape(shape), two.shares.reshape(shape))
    return luck.result(player.name, rival.name)
