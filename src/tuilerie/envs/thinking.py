"""One lane whose opponents search (`beginner` to `master`): they are played from Python, since a search is not part of
the lanes' kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tuilerie.bots.player import choose, dice_of
from tuilerie.bots.roster import BUILT_IN, bot_named
from tuilerie.engine.errors import BadInput
from tuilerie.envs.vector import Step, TuilerieVectorEnv
from tuilerie.kernel.arrays import address
from tuilerie.kernel.records import Record


class ThinkingLane:
    """What `TuilerieEnv` needs of a vector environment of one lane, around a lane in self-play."""

    def __init__(self, lane: TuilerieVectorEnv, opponents: Sequence[str], seat: int | None) -> None:
        players = lane.table.players
        if len(opponents) != players - 1:
            raise BadInput("bots.count", bots=len(opponents), players=players - 1)
        for name in opponents:
            if bot_named(name).command is not None:
                raise BadInput("bot.unknown", bot=name[:40], known=", ".join(BUILT_IN))
        self._lane = lane
        self.table = lane.table
        self._opponents = list(opponents)
        self._fixed = seat
        self._seat = 0

    @property
    def seeded(self) -> bool:
        return self._lane.seeded

    @property
    def states(self) -> np.ndarray:
        return self._lane.states

    def seats(self) -> np.ndarray:
        return np.array([self._seat])

    def action_masks(self) -> np.ndarray:
        return self._lane.action_masks()

    def reset(self, *, seed: int | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        observations, infos = self._lane.reset(seed=seed)
        run, number = self._lane.episode()
        self._seat = number % self.table.players if self._fixed is None else self._fixed
        self._dice = [dice_of(run, number, seat) for seat in range(self.table.players)]
        later = self._play_others()
        # over before the learner's first decision: on to the next, as lanes do
        if later and (later[2][0] or later[3][0]):
            return self.reset()
        return (later[0], later[4]) if later else (observations, infos)

    def step(self, actions: np.ndarray) -> Step:
        mine = self._lane.step(actions)
        ended = mine[2][0] or mine[3][0]
        observations, rewards, terminated, truncated, infos = mine if ended else self._play_others() or mine
        if terminated[0] or truncated[0]:
            state = self._state()  # lives until the call is over
            self.table.game.library.features(state.address, self._seat, address(observations))
            rewards[0] = infos["results"][0, self._seat]
        return observations, rewards, terminated, truncated, infos

    def _state(self) -> Record:
        """The lane's record."""
        return self.table.game.new_state(self._lane.states.tobytes())

    def _play_others(self) -> Step | None:
        """The opponents' moves until the learner's turn or the end: the last step, or None if there was none."""
        last: Step | None = None
        while (seat := int(self._lane.seats()[0])) != self._seat and not (last and (last[2][0] or last[3][0])):
            name = self._opponents[(seat - self._seat) % self.table.players - 1]
            action = choose(self.table.game, self._state(), bot_named(name), self._dice[seat])
            last = self._lane.step(np.array([action], np.int64))
        return last
