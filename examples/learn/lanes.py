"""Our vector environments as Stable-Baselines3's `VecEnv`: several batches side by side, each stepped inside compiled
code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from tuilerie.envs.vector import TuilerieVectorEnv


class Lanes(VecEnv):
    """Every part must begin again within the step (`SameStep`), as Stable-Baselines3 expects."""

    def __init__(self, parts: Sequence[TuilerieVectorEnv], seed: int) -> None:
        self.parts = list(parts)
        self._first_seed = seed
        super().__init__(
            sum(part.num_envs for part in parts), parts[0].single_observation_space, parts[0].single_action_space
        )

    def reset(self) -> np.ndarray:
        return np.concatenate(
            [part.reset(seed=self._first_seed + 10_000 * index)[0] for index, part in enumerate(self.parts)]
        )

    def step_async(self, actions: np.ndarray) -> None:
        ends = np.cumsum([part.num_envs for part in self.parts])[:-1]
        self._answers = [part.step(mine) for part, mine in zip(self.parts, np.split(actions, ends), strict=True)]

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observations, rewards, terminated, truncated, _ = (list(column) for column in zip(*self._answers, strict=True))
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        at = 0
        for part, answer in zip(self.parts, self._answers, strict=True):
            for lane in np.flatnonzero(answer[2] | answer[3]):
                infos[at + lane] = {
                    "terminal_observation": answer[4]["final_obs"][lane],
                    "TimeLimit.truncated": bool(answer[3][lane]),
                }
            at += part.num_envs
        return (
            np.concatenate(observations),
            np.concatenate(rewards),
            np.concatenate(terminated) | np.concatenate(truncated),
            infos,
        )

    def env_method(self, name: str, *arguments: Any, indices: Any = None, **settings: Any) -> list[Any]:
        """MaskablePPO asks for `action_masks`; nothing else is needed."""
        if name != "action_masks":
            raise AttributeError(name)
        return list(np.concatenate([part.action_masks() for part in self.parts]))

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, name, None)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError  # nothing in training changes a lane from outside

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        for part in self.parts:
            part.close()
