"""`from tuilerie.envs import romirami_v0; env = romirami_v0.env(players=3)`: PettingZoo's usual way to a game."""

from __future__ import annotations

from functools import partial

from tuilerie.envs import aec

env = partial(aec.env, "romirami")
raw_env = env
parallel_env = partial(aec.parallel_env, "romirami")
