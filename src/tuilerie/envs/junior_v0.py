"""`from tuilerie.envs import junior_v0; env = junior_v0.env(players=3)`: PettingZoo's usual way to a game."""

from __future__ import annotations

from functools import partial

from tuilerie.envs import aec

env = partial(aec.env, "junior")
raw_env = env
parallel_env = partial(aec.parallel_env, "junior")
