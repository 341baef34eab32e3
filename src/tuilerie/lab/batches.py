"""Runs a plan, batch by batch, with any crew; batches come back in order, so that every crew gives the same result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from tuilerie.bots.outside import OutsideFailure
from tuilerie.engine.match import Match
from tuilerie.kernel.arrays import address
from tuilerie.lab.crew import Crew, Span, crew_of
from tuilerie.lab.plan import Plan
from tuilerie.lab.seat_players import Chairs

BATCH = 4096
# reasons that are not the game's own: the turn limit, and a program from outside that failed
STOPPED, FAILED = 255, 254


@dataclass
class Batch:
    """The outcomes of consecutive games: shares and points are (games, players)."""

    first: int
    shares: np.ndarray
    points: np.ndarray
    moves: np.ndarray
    turns: np.ndarray
    reasons: np.ndarray
    failures: list[OutsideFailure] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.moves)

    def note(self, row: int, match: Match) -> None:
        """Write down the outcome of a match played from Python."""
        self.shares[row] = match.shares
        self.points[row] = match.scores
        self.moves[row] = sum(event[0] == "move" for event in match.events)
        self.turns[row] = match.turns
        self.reasons[row] = STOPPED if match.reason == "limit" else match.game.reasons.index(match.reason or "")

    def note_failure(self, row: int, failure: OutsideFailure) -> None:
        """A program that fails loses the game; the others share the victory."""
        self.shares[row] = shares_of_failure(self.shares.shape[1], failure)
        self.reasons[row] = FAILED
        self.failures.append(failure)


def shares_of_failure(players: int, failure: OutsideFailure) -> np.ndarray:
    shares = np.full(players, 1.0 / (players - 1))
    shares[failure.details["seat"]] = 0.0
    return shares


def run(plan: Plan, games: int, crew: Crew | int, small: bool = False, begin: int = 0) -> Iterator[Batch]:
    """Games begin..games-1 of the plan, in order; `small` batches for readers who may stop early."""
    return crew_of(crew).do(Playing(plan), spans(plan, games, small, begin))


def spans(plan: Plan, games: int, small: bool = False, begin: int = 0) -> Iterator[Span]:
    """How a run is cut into pieces: the same whatever the crew. All rotations of a deal are in one piece."""
    size = max(BATCH if plan.compiled and not small else 1, plan.rotations)
    size -= size % plan.rotations
    return ((first, min(size, games - first)) for first in range(begin, games, size))


@dataclass(frozen=True)
class Playing:
    """The job of playing a plan's games, outcomes only."""

    plan: Plan
    processes: ClassVar[bool] = False

    def open(self) -> CompiledGames | TableGames:
        return CompiledGames(self.plan) if self.plan.compiled else TableGames(self.plan)


@dataclass
class CompiledGames:
    """Played inside compiled code without the lock: threads use all cores."""

    plan: Plan

    def __call__(self, first: int, count: int) -> Batch:
        return compiled_batch(self.plan, first, count)

    def close(self) -> None:
        pass


class TableGames:
    """Games played from Python, by programs from outside or by searches (which release the lock)."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._chairs = Chairs(plan)

    def __call__(self, first: int, count: int) -> Batch:
        batch = empty_batch(first, count, self._plan.players)
        for row in range(count):
            try:
                batch.note(row, self._chairs.play(first + row))
            except OutsideFailure as failure:
                batch.note_failure(row, failure)
        return batch

    def close(self) -> None:
        self._chairs.close()


def compiled_batch(plan: Plan, first: int, count: int) -> Batch:
    batch = empty_batch(first, count, plan.players)
    keys, kinds = plan.keys(first, count), plan.kinds(count)
    state, ruleset = plan.game.new_state(), plan.game.ruleset(plan.variant, plan.deck)
    plan.game.study_library.play_batch(
        state.address,
        plan.players,
        ruleset.address,
        count,
        address(keys),
        address(kinds),
        plan.run,
        first,
        plan.limit,
        plan.game.new_actions(),
        *(address(array) for array in (batch.shares, batch.points, batch.moves, batch.turns, batch.reasons)),
    )
    return batch


def empty_batch(first: int, count: int, players: int) -> Batch:
    shape = (count, players)
    moves, turns, reasons = (np.zeros(count, np.int64) for _ in range(3))
    return Batch(first, np.zeros(shape), np.zeros(shape), moves, turns, reasons)
