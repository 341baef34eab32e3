"""Games played for a study: outcomes with everything that is counted on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import numpy as np

from tuilerie.bots.outside import OutsideFailure
from tuilerie.engine.match import Match
from tuilerie.kernel.arrays import address, records
from tuilerie.lab.batches import FAILED, shares_of_failure
from tuilerie.lab.marks import mark_count
from tuilerie.lab.plan import Plan
from tuilerie.lab.rows import ROW

NO_ACTIONS = np.empty(0, np.int32)


@dataclass
class StudyBatch:
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

    @classmethod
    def empty(cls, plan: Plan, first: int, count: int) -> Self:
        marks = mark_count(plan)
        shares, points = np.zeros((count, plan.players)), np.zeros((count, plan.players))
        decided, present = np.zeros((count, marks), np.uint8), np.zeros((count, marks), np.uint8)
        counts = np.zeros((count, plan.players, marks), np.int16)
        return cls(first, shares, points, records(ROW, count), counts, decided, present)

    def __len__(self) -> int:
        return len(self.rows)

    def play_compiled(self, plan: Plan) -> None:
        self._play(plan, NO_ACTIONS)

    def note(self, row: int, plan: Plan, match: Match) -> None:
        """The actions of the match are played again inside compiled code, which counts."""
        one = type(self).empty(plan, self.first + row, 1)
        one._play(plan, np.array(match.log, np.int32))
        for name in ("shares", "points", "rows", "marks", "decided", "present"):
            getattr(self, name)[row] = getattr(one, name)[0]

    def note_failure(self, row: int, failure: OutsideFailure) -> None:
        self.shares[row] = shares_of_failure(self.shares.shape[1], failure)
        self.rows["reason"][row] = FAILED
        self.rows["half_leader"][row] = -1
        self.failures.append(failure)

    def _play(self, plan: Plan, given: np.ndarray) -> None:
        """`given`: the actions of its one game, if it was played elsewhere."""
        keys, kinds = plan.keys(self.first, len(self)), plan.kinds(len(self))
        leaders = np.empty((plan.limit + 1) * plan.players, np.int8)
        state, ruleset = plan.game.new_state(), plan.game.ruleset(plan.variant, plan.deck)
        plan.game.study_library.study_batch(
            state.address,
            plan.players,
            ruleset.address,
            len(self),
            address(keys),
            address(kinds),
            plan.run,
            self.first,
            plan.limit,
            int(plan.game.lowest_wins),
            len(given),
            address(given),
            plan.game.new_actions(),
            len(leaders),
            address(leaders),
            *(
                address(array)
                for array in (self.shares, self.points, self.rows, self.marks, self.decided, self.present)
            ),
        )
