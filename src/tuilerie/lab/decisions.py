"""How rich decisions are: one random decision from each of many games, judged by the search.

The best option is found by one search; how much better it is than the others is measured in fresh worlds, the same for
all options. Measuring in the worlds that chose it would flatter it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tuilerie.bots import search
from tuilerie.bots.kinds import UNIT
from tuilerie.kernel.arrays import address
from tuilerie.kernel.records import Record
from tuilerie.lab.batches import spans
from tuilerie.lab.intervals import Mean
from tuilerie.lab.plan import Plan
from tuilerie.lab.results import Decisions, Interval
from tuilerie.lab.seat_players import SeatPlayers
from tuilerie.lab.study_batches import NO_ACTIONS
from tuilerie.lab.worker_pool import WorkerPool

PARTS = 8  # of the worlds: how much they differ says how sure the measure is
SURE = 2.36  # standard errors, at 95% with that many parts
MATTERS = 0.05  # a choice matters if the best option surely wins more often than a random one, and by this much
PER_SPAN = 4


@dataclass(frozen=True)
class JudgeDecisions:
    """The job of judging one decision of each game of a span: [options, gain over a random option, gain over the median
    option, 1 if it matters].
    """

    plan: Plan
    processes: ClassVar[bool] = False

    def open(self) -> DecisionJudge:
        return DecisionJudge(self.plan)


class DecisionJudge:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._seats = None if plan.compiled else SeatPlayers(plan)

    def __call__(self, first: int, count: int) -> np.ndarray:
        judged = [self._judge(number) for number in range(first, first + count)]
        return np.array([row for row in judged if row is not None]).reshape(-1, 4)

    def close(self) -> None:
        if self._seats is not None:
            self._seats.close()

    def _judge(self, number: int) -> tuple[float, float, float, float] | None:
        """None for a game without any decision."""
        given = NO_ACTIONS if self._seats is None else np.array(self._seats.play(number).log, np.int32)
        state = self._plan.game.new_state()
        decisions = self._walk(state, number, given, -1)
        if decisions == 0:
            return None
        generator = np.random.default_rng([self._plan.run, number])
        self._walk(state, number, given, int(generator.integers(decisions)))
        chances, best = measured(self._plan, state, generator)
        gains = chances[:, best] - chances.mean(axis=1)
        error = float(gains.std(ddof=1)) / PARTS**0.5
        gain, average = float(gains.mean()), chances.mean(axis=0)
        median = float(average[best] - np.median(np.delete(average, best)))
        return chances.shape[1], gain, median, float(gain >= MATTERS and gain >= SURE * error)

    def _walk(self, state: Record, number: int, given: np.ndarray, wanted: int) -> int:
        plan = self._plan
        ruleset, key = plan.game.ruleset(plan.variant, plan.deck), plan.keys(number, 1)[0]
        kinds = np.array([bot.kind for bot in plan.seats(number)], np.int64)
        return plan.game.study_library.walk(
            state.address,
            plan.players,
            ruleset.address,
            address(key),
            address(kinds),
            plan.run,
            number,
            plan.limit,
            len(given),
            address(given),
            plan.game.new_actions(),
            wanted,
        )


def measured(plan: Plan, state: Record, generator: np.random.Generator) -> tuple[np.ndarray, int]:
    """The chance of winning with each option in each part of the worlds, [part, option]; and the place of the option
    that the search chooses.
    """
    playouts = plan.game.effort.decision_playouts  # a fifth to find the best option, the rest to measure all
    chosen = search.evaluate(plan.game, state, playouts // 5, int(generator.integers(2**63)))[0][0]
    seed = int(generator.integers(2**63))
    library, desk = plan.game.library, search.Desk(plan.game, search.deals_wanted(plan.game, playouts))
    n = library.prepare(state.address, desk.records, seed, desk.moves, desk.out, 0, 0)
    library.weigh_deals(desk.records, seed, desk.deals, desk.count)
    worlds = max(1, playouts * 4 // 5 // n // PARTS)
    chances = np.empty((PARTS, n))
    for part in range(PARTS):
        sums = np.zeros(plan.game.record.ACTIONS, np.int64)
        first, last = part * worlds, (part + 1) * worlds
        library.play_worlds(
            desk.records, desk.deals, desk.count, seed, first, last, 1, desk.moves, n, address(sums), desk.out, 0
        )
        chances[part] = np.minimum(1.0, sums[:n] / UNIT / worlds)
    return chances, desk.moves[:n].index(chosen)


def study_decisions(plan: Plan, positions: int, worker_pool: WorkerPool, progress: Callable[[int], None]) -> Decisions:
    sums = {name: Mean() for name in ("options", "gain", "median_gain", "matters")}
    for judged in worker_pool.do(JudgeDecisions(plan), spans(positions, PER_SPAN)):
        for name, values in zip(sums, judged.T, strict=True):
            sums[name].add(values)
        progress(len(judged))
    found = {
        name: Interval(mean.mean, *(mean.share_interval() if name == "matters" else mean.interval()))
        for name, mean in sums.items()
    }
    return Decisions(positions=sums["gain"].count, **found)
