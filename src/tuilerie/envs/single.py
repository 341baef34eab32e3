"""`gymnasium.Env`: one learner, bots at the other seats. One lane of what the vector environment steps by the thousand.

>>> import gymnasium, tuilerie.envs
>>> env = gymnasium.make("tuilerie/restart-v0", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> action = int(info["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = env.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from tuilerie.bots.roster import BUILT_IN as LEVELS
from tuilerie.envs.rendering import MODES, as_pixels, as_text
from tuilerie.envs.table import COMPILED, ILLEGAL, TURN_LIMIT
from tuilerie.envs.thinking import ThinkingLane
from tuilerie.envs.vector import TuilerieVectorEnv


class TuilerieEnv(gymnasium.Env[np.ndarray, np.integer[Any] | int]):
    """An episode is one game; the reward comes at its end.

    `win` pays the share of the victory less a fair share (two players: 0.5, 0 or -0.5), `score` the own score less the
    mean of the others, the other way round where the lowest score wins. An illegal action ends the episode and pays
    `illegal`. `seat` None: a new seat every episode. `opponents` are bots by name, one for all or one per seat after
    the learner's: `random` and `greedy` play inside compiled code, the levels that search (`beginner` to `master`) from
    Python. `action_masks()` is what MaskablePPO asks for; `info["action_mask"]` is the same.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        *,
        reward: str = "win",
        variant: Mapping[str, Any] | None = None,
        deck: Any = None,
        turn_limit: int = TURN_LIMIT,
        illegal: float = ILLEGAL,
        render_mode: str | None = None,
    ) -> None:
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        compiled = not any(name in LEVELS and name not in COMPILED for name in names)
        lane = TuilerieVectorEnv(
            game,
            1,
            players,
            names if compiled else None,
            seat=seat,
            reward=reward,
            variant=variant,
            deck=deck,
            turn_limit=turn_limit,
            illegal=illegal,
        )
        self._lane: TuilerieVectorEnv | ThinkingLane = lane if compiled else ThinkingLane(lane, names, seat)
        self.table = lane.table
        self.observation_space = lane.single_observation_space
        self.action_space = Discrete(self.table.actions)
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode.

        A seed s, then no seeds, plays what lane 0 of a vector environment with seed s plays, episode by episode.
        """
        super().reset(seed=seed)
        if seed is None and not self._lane.seeded:
            seed = int(self.np_random.integers(2**62))
        observations, infos = self._lane.reset(seed=seed)
        self._over = False
        return observations[0], self._info(infos)

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset()")
        observations, rewards, terminated, truncated, infos = self._lane.step(np.array([action], np.int64))
        self._over = bool(terminated[0] or truncated[0])
        if self.render_mode == "human":
            self.render()
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info(infos)

    def action_masks(self) -> np.ndarray:
        """What may be done now, bool; everything once the episode is over."""
        masks: np.ndarray = self._lane.action_masks()[0]
        return masks

    def render(self) -> Any:
        """The learner's view: printed (`human`), as text (`ansi`) or as a picture (`rgb_array`)."""
        view = self.table.game.view(self.table.game.new_state(self._lane.states.tobytes()), int(self._lane.seats()[0]))
        if self.render_mode == "human":
            print(as_text(view))
            return None
        return as_pixels(view) if self.render_mode == "rgb_array" else as_text(view)

    def _info(self, infos: dict[str, Any]) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": infos["action_mask"][0].astype(np.int8)}
        if "results" in infos:
            info["results"] = infos["results"][0]
        return info
