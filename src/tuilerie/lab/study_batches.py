"""Games played for a study: outcomes with everything that is counted along the way, a batch at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from tuilerie.bots.outside import OutsideFailure
from tuilerie.kernel.arrays import address, records
from tuilerie.lab.batches import FAILED, shares_of_failure
from tuilerie.lab.marks import mark_count
from tuilerie.lab.plan import Plan
from tuilerie.lab.rows import ROW
from tuilerie.lab.seat_players import Chairs

NO_ACTIONS = np.empty(0, np.int32)


@dataclass
class Studied:
    """Consecutive games: shares, points (games, players); rows as `rows.ROW`; marks (games, players, MARKS); decided,
    present (games, MARKS).
    """

    first: int
    shares: np.ndarray
    points: np.ndarray
    rows: np.ndarray
    marks: np.ndarray
    decided: np.ndarray
    present: np.ndarray
    failures: list[OutsideFailure] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class Studying:
    """The job of playing the same game numbers of several plans (the variants to compare), with all that a study
    counts.
    """

    plans: Sequence[Plan]
    processes: ClassVar[bool] = False

    def open(self) -> StudyGames:
        return StudyGames(self.plans)


class StudyGames:
    def __init__(self, plans: Sequence[Plan]) -> None:
        self._players = [_Compiled(plan) if plan.compiled else _Tables(plan) for plan in plans]

    def __call__(self, first: int, count: int) -> list[Studied]:
        return [player(first, count) for player in self._players]

    def close(self) -> None:
        for player in self._players:
            player.close()


class _Compiled:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def __call__(self, first: int, count: int) -> Studied:
        batch = empty_study(self._plan, first, count)
        follow(self._plan, batch, NO_ACTIONS)
        return batch

    def close(self) -> None:
        pass


class _Tables:
    """Played from Python; then the actions are followed again inside compiled code, which counts."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self._chairs = plan, Chairs(plan)

    def __call__(self, first: int, count: int) -> Studied:
        whole = empty_study(self._plan, first, count)
        for row in range(count):
            one = empty_study(self._plan, first + row, 1)
            try:
                follow(self._plan, one, np.array(self._chairs.play(first + row).log, np.int32))
            except OutsideFailure as failure:
                one.shares[0] = shares_of_failure(self._plan.players, failure)
                one.rows["reason"] = FAILED
                one.rows["half_leader"] = -1
                whole.failures.append(failure)
            for name in ("shares", "points", "rows", "marks", "decided", "present"):
                getattr(whole, name)[row] = getattr(one, name)[0]
        return whole

    def close(self) -> None:
        self._chairs.close()


def empty_study(plan: Plan, first: int, count: int) -> Studied:
    marks = mark_count(plan)
    shares, points = np.zeros((count, plan.players)), np.zeros((count, plan.players))
    decided, present = np.zeros((count, marks), np.uint8), np.zeros((count, marks), np.uint8)
    return Studied(
        first, shares, points, records(ROW, count), np.zeros((count, plan.players, marks), np.int16), decided, present
    )


def follow(plan: Plan, batch: Studied, given: np.ndarray) -> None:
    """Play the batch's games inside compiled code; `given`: the actions of its one game, if it was played elsewhere."""
    keys, kinds = plan.keys(batch.first, len(batch)), plan.kinds(len(batch))
    leaders = np.empty((plan.limit + 1) * plan.players, np.int8)
    state, ruleset = plan.game.new_state(), plan.game.ruleset(plan.variant, plan.deck)
    plan.game.study_library.study_batch(
        state.address,
        plan.players,
        ruleset.address,
        len(batch),
        address(keys),
        address(kinds),
        plan.run,
        batch.first,
        plan.limit,
        int(plan.game.lowest_wins),
        len(given),
        address(given),
        plan.game.new_actions(),
        len(leaders),
        address(leaders),
        *(
            address(array)
            for array in (batch.shares, batch.points, batch.rows, batch.marks, batch.decided, batch.present)
        ),
    )
