"""PettingZoo: every seat an agent, `player_0` to `player_3`, one action at a time.

>>> import pettingzoo, tuilerie.envs
>>> env = pettingzoo.make("aec", "tuilerie/restart-v0", players=3)
>>> env.reset(seed=1)
>>> env.agent_selection, sorted(env.observe(env.agent_selection))
('player_0', ['action_mask', 'observation'])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tuilerie.engine.fair import fresh_secret, game_seed, numbered_secret
from tuilerie.envs.records import SEATS
from tuilerie.envs.rendering import MODES, as_pixels, as_text
from tuilerie.envs.table import CEILING, ILLEGAL, TURN_LIMIT, Table
from tuilerie.kernel.arrays import address

Observation = dict[str, np.ndarray]


class TuilerieAEC(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # PettingZoo brings no types
    """Rewards come at the end and sum to zero: `win` pays the share of the victory less a fair share, `score` the own
    score less the mean of the others (the other way round where the lowest wins). An illegal action ends the game: its
    agent is paid `illegal`, the others 0.

    `reset(seed=s)` deals what `tuilerie.new(game, players, seed=s)` deals; further resets without a seed deal the run's
    next games.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        variant: Mapping[str, Any] | None = None,
        deck: Any = None,
        *,
        reward: str = "win",
        max_cycles: int = TURN_LIMIT,
        illegal: float = ILLEGAL,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, players, variant, deck, reward, max_cycles, illegal)
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "is_parallelizable": True, "render_fps": 1}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(self.table.actions) for agent in self.possible_agents}
        self.state_space = Box(0.0, CEILING, (players * self.table.features,), np.float32)
        self._settings = self.table.settings()
        self._state = self.table.game.new_state()
        self._listed = np.zeros(self.table.actions, np.int32)
        self._mask = np.zeros(self.table.actions, np.int8)
        self._listed_at, self._mask_at = address(self._listed), address(self._mask)
        self._library = self.table.game.study_library
        self._seed: int | None = None
        self._number = 0
        self.agents: list[str] = []

    def _space(self) -> Any:
        return Dict(
            {"observation": self.table.observation_space(), "action_mask": Box(0, 1, (self.table.actions,), np.int8)}
        )

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._number = seed, 0
        secret = fresh_secret() if self._seed is None else numbered_secret(self._seed, self._number)
        self._number += 1
        players = self.table.players
        key = game_seed(secret, [b""] * players)
        self._n = self._library.deal(
            self._state.address, players, self.table.ruleset.address, key, self._listed_at, self._mask_at
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state["turn"]]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        n = self._library.move(
            self._state.address, -1 if action is None else int(action), self._listed_at, self._n, self._mask_at
        )
        if n > 0 and self._state["turns"] < self.table.limit:
            # Nothing is paid before the end: the dictionaries of rewards stay as they are.
            self._n, self.agent_selection = n, self.possible_agents[self._state["turn"]]
        elif n > 0:
            self._end(dict.fromkeys(self.agents, 0.0), truncated=True)
        elif n == 0:
            paid = self.pay()
            self._end({one: paid[self._seat_of[one]] for one in self.agents})
        else:
            self._end({one: self.table.illegal if one == agent else 0.0 for one in self.agents})
        if self.render_mode == "human":
            self.render()

    def pay(self) -> list[float]:
        """What every seat would be paid if the game ended as it stands."""
        paid = np.zeros(SEATS, np.float32)
        self._library.settle(self._state.address, self._settings.address, address(paid))
        seats: list[float] = paid[: self.table.players].tolist()
        return seats

    def _end(self, rewards: dict[str, float], truncated: bool = False) -> None:
        self._mask[:] = 0
        self.rewards = rewards
        self._cumulative_rewards = rewards.copy()
        ends = self.truncations if truncated else self.terminations
        for agent in self.agents:
            ends[agent] = True
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What this agent knows now, and what it may do: nothing (all zeros) while it is another's turn."""
        features = np.empty(self.table.features, np.float32)
        self.table.game.library.features(self._state.address, self._seat_of[agent], address(features))
        mine = agent == self.agent_selection
        return {"observation": features, "action_mask": self._mask.copy() if mine else np.zeros_like(self._mask)}

    def state(self) -> np.ndarray:
        """Everything at once, for centralised training: the observations of all seats one after another."""
        features = np.empty((self.table.players, self.table.features), np.float32)
        for seat in range(self.table.players):
            self.table.game.library.features(self._state.address, seat, address(features[seat]))
        return features.ravel()

    def render(self) -> Any:
        """The view of the agent that acts: printed (`human`), as text (`ansi`) or as a picture (`rgb_array`)."""
        view = self.table.game.view(self._state, self._seat_of[self.agent_selection])
        if self.render_mode == "human":
            print(as_text(view))
            return None
        return as_pixels(view) if self.render_mode == "rgb_array" else as_text(view)

    def close(self) -> None:
        """Nothing to release: no window is ever opened."""


def env(game: str, **settings: Any) -> TuilerieAEC:
    """A game as PettingZoo's AEC environment; order and legality are checked inside, so it needs no wrappers."""
    return TuilerieAEC(game, **settings)


def parallel_env(game: str, **settings: Any) -> Any:
    """The same, stepped with a dictionary of actions of which only the acting agent's counts."""
    return turn_based_aec_to_parallel(env(game, **settings))
