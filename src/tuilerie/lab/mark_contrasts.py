"""Seats that had a mark against seats that did not: victory and score, with intervals over games (the seats of one
game depend on each other).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from tuilerie.lab.batches import STOPPED
from tuilerie.lab.holm import LEVEL, holm, p_value
from tuilerie.lab.intervals import Z
from tuilerie.lab.marks import Mark
from tuilerie.lab.results import Interval, MarkContrast
from tuilerie.lab.study_batches import StudyBatch

# Per game and mark: 1, seats that had it, their victory, their score, seats that did not, their victory, their score.
ONE, WITH, WITH_WON, WITH_SCORE, WITHOUT, WITHOUT_WON, WITHOUT_SCORE = range(7)


class MarksState(TypedDict):
    """What a checkpoint keeps."""

    moments: list[list[list[float]]]
    times: list[int]
    decided: list[int]


@dataclass(frozen=True)
class Contrast:
    """Means per seat with and without, their difference, and its p-value; nothing if too few games tell."""

    with_: Interval | None = None
    without: Interval | None = None
    difference: Interval | None = None
    p: float = 1.0


class MarkContrasts:
    """Second moments of the seven numbers per mark: enough for means, differences and their errors, in
    constant memory.
    """

    def __init__(self, marks: Sequence[Mark], players: int) -> None:
        self.marks, self.players = list(marks), players
        self.index = [mark.index for mark in marks]
        self.most = np.array([mark.most for mark in marks], bool)
        self.moments = np.zeros((len(marks), 7, 7))
        self.times = np.zeros(len(marks), np.int64)
        self.decided = np.zeros(len(marks), np.int64)

    def add(self, batch: StudyBatch) -> None:
        """Games in which a mark could not be had (a contract never on offer), and games stopped, do not count."""
        counts = batch.marks[:, :, self.index]
        present = ((batch.present[:, self.index] > 0) & (batch.rows["reason"] < STOPPED - 1)[:, None]).astype(float)
        had = _had(counts, self.most)
        without = 1.0 - had
        seven = (
            np.ones_like(present),
            had.sum(axis=1),
            np.einsum("gsk,gs->gk", had, batch.shares),
            np.einsum("gsk,gs->gk", had, batch.points),
            without.sum(axis=1),
            np.einsum("gsk,gs->gk", without, batch.shares),
            np.einsum("gsk,gs->gk", without, batch.points),
        )
        numbers = np.stack([column * present for column in seven], axis=2).transpose(1, 2, 0)  # [mark, number, game]
        self.moments += numbers @ numbers.transpose(0, 2, 1)
        self.times += counts.sum(axis=(0, 1), dtype=np.int64)
        self.decided += batch.decided[:, self.index].sum(axis=0, dtype=np.int64)

    def results(self) -> list[MarkContrast]:
        """One per mark; `p` is adjusted for all marks together."""
        victories = [_contrast(moments, WITH_WON, WITHOUT_WON) for moments in self.moments]
        adjusted = holm([victory.p for victory in victories])
        return [self._result(at, victory, p) for at, (victory, p) in enumerate(zip(victories, adjusted, strict=True))]

    def _result(self, at: int, victory: Contrast, p: float) -> MarkContrast:
        moments, mark = self.moments[at], self.marks[at]
        games, score = moments[ONE, ONE], _contrast(moments, WITH_SCORE, WITHOUT_SCORE)
        return MarkContrast(
            mark=mark.name,
            kind=mark.kind,
            games=int(games),
            times=int(self.times[at]),
            share=_seats_with(moments, self.players),
            decides=_proportion(self.decided[at] / games if games else 0.0, games),
            with_=victory.with_,
            without=victory.without,
            victory=victory.difference,
            with_score=score.with_,
            without_score=score.without,
            score=score.difference,
            p=p,
            real=p < LEVEL,
        )

    def state(self) -> MarksState:
        return {"moments": self.moments.tolist(), "times": self.times.tolist(), "decided": self.decided.tolist()}

    def restore(self, state: MarksState) -> None:
        shape = self.moments.shape
        self.moments = np.array(state["moments"]).reshape(shape)
        self.times, self.decided = np.array(state["times"], np.int64), np.array(state["decided"], np.int64)


def _had(counts: np.ndarray, most: np.ndarray) -> np.ndarray:
    """(games, seats, marks): 1.0 for the seats that had it."""
    top = counts.max(axis=1, keepdims=True)
    alone = (counts == top).sum(axis=1, keepdims=True) == 1
    return np.where(most, (counts == top) & alone, counts > 0).astype(float)


def _contrast(moments: np.ndarray, top: int, other: int) -> Contrast:
    """By the delta method over games."""
    games, seats, rest = moments[ONE, ONE], moments[ONE, WITH], moments[ONE, WITHOUT]
    if games < 2 or seats < 2 or rest < 2:
        return Contrast()
    one, two = moments[ONE, top] / seats, moments[ONE, other] / rest
    ahead = np.zeros(7)
    ahead[top], ahead[WITH] = games / seats, -one * games / seats
    behind = np.zeros(7)
    behind[other], behind[WITHOUT] = games / rest, -two * games / rest
    errors = [_error(moments, weights, games) for weights in (ahead, behind, ahead - behind)]
    difference = _around(one - two, errors[2])
    return Contrast(_around(one, errors[0]), _around(two, errors[1]), difference, p_value(difference.value, errors[2]))


def _error(moments: np.ndarray, weights: np.ndarray, games: float) -> float:
    """The standard error of a mean over games of weights @ numbers, whose mean is 0 by construction."""
    return math.sqrt(max(0.0, float(weights @ moments @ weights) / games) / games)


def _around(value: float, error: float) -> Interval:
    return Interval(float(value), float(value - Z * error), float(value + Z * error))


def _seats_with(moments: np.ndarray, players: int) -> Interval:
    """The share of seats that had it: a mean over games."""
    games = moments[ONE, ONE]
    if games < 2:
        return Interval(0.0, 0.0, 1.0)
    mean = moments[ONE, WITH] / games
    found = _around(mean / players, math.sqrt(max(0.0, moments[WITH, WITH] / games - mean * mean) / games) / players)
    return Interval(found.value, max(0.0, found.low), min(1.0, found.high))


def _proportion(p: float, n: float) -> Interval:
    """Wilson's interval."""
    if n == 0:
        return Interval(0.0, 0.0, 1.0)
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Interval(float(p), max(0.0, centre - half), min(1.0, centre + half))
