"""How rich decisions are: one random decision from each of many games, judged by the search.

The best option is found by one search; how much better it is than the others is measured in fresh worlds, the same for all options. Measuring
in the worlds that chose it would flatter it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tuilerie.bots import levels
from tuilerie.bots.kernels.levels import prepare_from_python
from tuilerie.bots.kernels.playout import UNIT
from tuilerie.bots.kernels.search import DESK, play_worlds, weigh_deals
from tuilerie.lab.crew import Crew
from tuilerie.lab.intervals import Mean
from tuilerie.lab.kernels.study import walk
from tuilerie.lab.plan import Plan
from tuilerie.lab.studied import NO_ACTIONS
from tuilerie.lab.table import Chairs
from tuilerie.rules.steps import new_states

PLAYOUTS = 6000  # per decision: a fifth to find the best option, the rest to measure all
PLAYOUTS_OF = {"romirami": 600, "junior": 1000}  # their playouts are long
PARTS = 8  # of the worlds: how much they differ says how sure the measure is
SURE = 2.36  # standard errors, at 95% with that many parts
MATTERS = 0.05  # a choice matters if the best option surely wins more often than a random one, and by this much
PER_SPAN = 4


@dataclass(frozen=True)
class Judging:
    """The job of judging one decision of each game of a span: [options, gain over a random option, gain over the median option, 1 if it matters]."""

    plan: Plan
    processes: ClassVar[bool] = False

    def open(self) -> Judge:
        return Judge(self.plan)


class Judge:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._chairs = None if plan.compiled else Chairs(plan)
        self._out = np.empty(plan.game.kernel.ACTIONS, np.int32)

    def __call__(self, first: int, count: int) -> np.ndarray:
        judged = [self._judge(number) for number in range(first, first + count)]
        return np.array([row for row in judged if row is not None]).reshape(-1, 4)

    def close(self) -> None:
        if self._chairs is not None:
            self._chairs.close()

    def _judge(self, number: int) -> tuple[float, float, float, float] | None:
        """None for a game without any decision."""
        given = NO_ACTIONS if self._chairs is None else np.array(self._chairs.play(number).log, np.int32)
        states = new_states(self._plan.game.kernel.STATE)
        decisions = self._walk(states, number, given, -1)
        if decisions == 0:
            return None
        generator = np.random.default_rng([self._plan.run, number])
        self._walk(states, number, given, int(generator.integers(decisions)))
        chances, best = measured(self._plan, states, generator)
        gains = chances[:, best] - chances.mean(axis=1)
        error = float(gains.std(ddof=1)) / PARTS**0.5
        gain, average = float(gains.mean()), chances.mean(axis=0)
        median = float(average[best] - np.median(np.delete(average, best)))
        return chances.shape[1], gain, median, float(gain >= MATTERS and gain >= SURE * error)

    def _walk(self, states: np.ndarray, number: int, given: np.ndarray, wanted: int) -> int:
        plan = self._plan
        ruleset, key = plan.game.ruleset(plan.variant, plan.deck), plan.keys(number, 1)[0]
        kinds = np.array([bot.kind for bot in plan.seats(number)], np.int64)
        return int(walk(states, plan.players, ruleset, key, kinds, np.uint64(plan.run), number, plan.limit, given, self._out, wanted))


def measured(plan: Plan, states: np.ndarray, generator: np.random.Generator) -> tuple[np.ndarray, int]:
    """The chance of winning with each option in each part of the worlds, [part, option]; and the place of the option that the search chooses."""
    playouts = PLAYOUTS_OF.get(plan.game.id, PLAYOUTS)
    chosen = levels.evaluate(plan.game, states, playouts // 5, int(generator.integers(2**63)))[0][0]
    seed = np.uint64(generator.integers(2**63))
    desk, moves = new_states(plan.game.kernel.STATE, DESK), np.empty(plan.game.kernel.ACTIONS, np.int32)
    out = np.empty(plan.game.kernel.ACTIONS, np.int32)
    n = int(prepare_from_python(states, desk, seed, moves, False))
    deals = levels.deals_for(plan.game, playouts)
    weigh_deals(desk, seed, deals)
    worlds = max(1, playouts * 4 // 5 // n // PARTS)
    chances = np.empty((PARTS, n))
    for part in range(PARTS):
        sums = np.zeros(n, np.int64)
        play_worlds(desk, deals, seed, part * worlds, (part + 1) * worlds, 1, moves, n, sums, out, False)
        chances[part] = np.minimum(1.0, sums / UNIT / worlds)
    return chances, int(np.flatnonzero(moves[:n] == chosen)[0])


def study_richness(plan: Plan, positions: int, crew: Crew, progress: Callable[[int], None]) -> dict[str, Any]:
    sums = {name: Mean() for name in ("options", "gain", "median_gain", "matters")}
    pieces = ((first, min(PER_SPAN, positions - first)) for first in range(0, positions, PER_SPAN))
    for table in crew.do(Judging(plan), pieces):
        for name, values in zip(sums, table.T, strict=True):
            sums[name].add(values)
        progress(len(table))
    found: dict[str, Any] = {"positions": sums["gain"].count}
    for name, mean in sums.items():
        low, high = mean.share_interval() if name == "matters" else mean.interval()
        found[name] = {"value": mean.mean, "low": low, "high": high}
    return found
