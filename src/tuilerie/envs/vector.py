"""`gymnasium.vector.VectorEnv` whose whole batch is stepped inside compiled code: bots, deals, observations and masks
included.

>>> from tuilerie.envs.vector import TuilerieVectorEnv
>>> envs = TuilerieVectorEnv("restart", num_envs=8, opponents="greedy")
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape == (8, envs.table.features), envs.action_masks().shape == (8, envs.table.actions)
(True, True)
>>> observations, rewards, terminated, truncated, infos = envs.step(envs.random_actions())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tuilerie.bots.roster import run_number
from tuilerie.envs.memory import side_by_side
from tuilerie.envs.records import LANE, SEATS
from tuilerie.envs.table import ILLEGAL, TURN_LIMIT, Table, learner_seat, opponent_kinds
from tuilerie.kernel.arrays import address

Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]


class TuilerieVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games side by side, one learner in each; `opponents=None` is self-play: the caller moves for every seat, one
    move a step.

    `seat` is the learner's (None: it moves on by one with every episode). Lane i with seed s plays exactly what
    `TuilerieEnv` with seed s + i plays. In self-play a step's reward belongs to the seat that has just acted;
    `infos["results"]` has every seat's at the end. With `copy=False` the arrays are the environment's own and are
    overwritten by the next step.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: str | Sequence[str] | None = "random",
        *,
        seat: int | None = None,
        reward: str = "win",
        variant: Mapping[str, Any] | None = None,
        deck: Any = None,
        turn_limit: int = TURN_LIMIT,
        illegal: float = ILLEGAL,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode == AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode is NextStep or SameStep")
        self.table = Table(game, players, variant, deck, reward, turn_limit, illegal)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = num_envs
        self.single_observation_space = self.table.observation_space()
        self.single_action_space = Discrete(self.table.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        kinds = [] if opponents is None else opponent_kinds(opponents, players)
        self._settings = self.table.settings(learner_seat(seat, players), kinds, mode == AutoresetMode.SAME_STEP)
        self._copy = copy
        self._make_arrays()
        self.seeded = False

    def _make_arrays(self) -> None:
        count, table = self.num_envs, self.table
        self.states, self._lanes, self._listed, self._observations, self._masks, self._finals = side_by_side(
            (count, table.game.record.STATE.dtype),
            (count, LANE.dtype),
            ((count, table.actions), np.int32),
            ((count, table.features), np.float32),
            ((count, table.actions), np.bool_),
            ((count, table.features), np.float32),
        )
        self._rewards = np.zeros(count, np.float32)
        self._terminated, self._truncated = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        self._results = np.zeros((count, SEATS), np.float32)
        self._actions = np.zeros(count, np.int64)
        self._dice = np.zeros(1, np.uint64)
        common = (self.states, self._lanes, self._listed, self._observations, self._masks)
        states, lanes, listed, observations, masks = (address(array) for array in common)
        ends = (self._rewards, self._terminated, self._truncated, self._finals, self._results)
        begin = (states, table.ruleset.address, self._settings.address, count, lanes, listed)
        self._for_reset = (*begin, observations, masks)
        self._for_step = (*begin, address(self._actions), observations, masks, *(address(array) for array in ends))

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new episode in every lane.

        A seed s gives lane i the seed s + i; a list gives each its own; without one, episodes go on being numbered.
        """
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            self._seed_lanes([int(seed) + lane for lane in range(self.num_envs)])
        elif seed is not None:
            self._seed_lanes([int(one) for one in seed])
        elif not self.seeded:
            self._seed_lanes(self.np_random.integers(2**62, size=self.num_envs).tolist())
        self.table.game.study_library.reset_lanes(*self._for_reset)
        return self._own(self._observations), self._infos()

    def _seed_lanes(self, seeds: Sequence[int]) -> None:
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
        self._lanes["seed"] = [run_number(seed) for seed in seeds]
        self._lanes["episode"] = 0
        self._dice[0] = run_number(seeds[0])
        self.seeded = True

    def step(self, actions: np.ndarray) -> Step:
        """One action per lane.

        An illegal one ends its episode and pays the penalty; in a lane that ended before (NextStep), it is ignored.
        """
        self._actions[:] = actions
        self.table.game.study_library.step_lanes(*self._for_step)
        infos = self._infos()
        self._tell_ends(infos)
        return (
            self._own(self._observations),
            self._own(self._rewards),
            self._own(self._terminated),
            self._own(self._truncated),
            infos,
        )

    def action_masks(self) -> np.ndarray:
        """What may be done now, (num_envs, actions) bool.

        In an ended lane, where the next action is ignored, everything.
        """
        return self._own(self._masks)

    def random_actions(self) -> np.ndarray:
        """A legal action for every lane, drawn inside compiled code."""
        actions = np.empty(self.num_envs, np.int64)
        self.table.game.study_library.random_actions(
            self.num_envs, *(address(array) for array in (self._lanes, self._listed, self._dice, actions))
        )
        return actions

    def episode(self, lane: int = 0) -> tuple[int, int]:
        """The number that a lane's randomness is made from, and the number of its episode."""
        return int(self._lanes["seed"][lane]), int(self._lanes["episode"][lane]) - 1

    def seats(self) -> np.ndarray:
        """The seat that acts next in each lane."""
        return self.states["turn"].astype(np.int64) if self._settings["self_play"] else self._lanes["seat"].copy()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._own(self._masks), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _tell_ends(self, infos: dict[str, Any]) -> None:
        ended = self._terminated | self._truncated
        if not ended.any():
            return
        infos["results"] = self._results[:, : self.table.players] * ended[:, None]
        infos["_results"] = ended
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            finals, lanes = np.full(self.num_envs, None, object), np.flatnonzero(ended)
            for lane, final in zip(lanes.tolist(), self._finals[lanes], strict=True):
                finals[lane] = final
            infos["final_obs"], infos["_final_obs"] = finals, ended

    def _own(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array
