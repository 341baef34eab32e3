"""Environments for AI people: PettingZoo, Gymnasium (single and vector), OpenSpiel. Needs the extra `envs`: pip install
'tuilerie[envs]'.

Importing this package registers every known game: `pettingzoo.make("aec", "tuilerie/restart-v0")`,
`gymnasium.make("tuilerie/restart-v0")` and `gymnasium.make_vec("tuilerie/restart-v0", num_envs=1024)`. OpenSpiel's
games are registered by importing `tuilerie.envs.openspiel`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tuilerie.engine.registry import known_games
from tuilerie.envs import modules
from tuilerie.words import default_language, say

try:
    import gymnasium
    import pettingzoo
except ImportError as missing:
    raise ImportError(say("envs.missing", default_language())) from missing

__all__ = ["env_id", "layout"]


def env_id(game: str) -> str:
    """The id under which a game is registered in Gymnasium and PettingZoo."""
    return f"tuilerie/{game}-v0"


def layout(game: str) -> list[tuple[str, int, int, str]]:
    """What an observation holds: name, first index, length and meaning of each field, in order.

    Seats are counted from the observer on.
    """
    from tuilerie.envs import table

    return table.layout(game)


def _aec(game: str, **settings: Any) -> Any:
    """Games are loaded when one is made: importing this package compiles nothing."""
    from tuilerie.envs.aec import env

    return env(game, **settings)


def _parallel(game: str, **settings: Any) -> Any:
    from tuilerie.envs.aec import parallel_env

    return parallel_env(game, **settings)


def _register() -> None:
    for game in known_games():
        if env_id(game) in pettingzoo.aec_registry:
            continue
        pettingzoo.register("aec", env_id(game), partial(_aec, game))
        pettingzoo.register("parallel", env_id(game), partial(_parallel, game))
        gymnasium.register(
            env_id(game),
            "tuilerie.envs.single:TuilerieEnv",
            vector_entry_point="tuilerie.envs.vector:TuilerieVectorEnv",
            kwargs={"game": game},
        )


_register()
modules.install()
