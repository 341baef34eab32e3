"""PettingZoo's usual way to a game: `from tuilerie.envs import GAME_v0; env = GAME_v0.env(players=3)`, a module for
every game of the registry.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from tuilerie.engine.registry import known_games

PACKAGE, ENDING = "tuilerie.envs", "_v0"


class GameModules(MetaPathFinder, Loader):
    """Finds `tuilerie.envs.GAME_v0` and makes it when it is imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        known = package == PACKAGE and name.endswith(ENDING) and name.removesuffix(ENDING) in known_games()
        return ModuleSpec(fullname, self) if known else None

    def exec_module(self, module: ModuleType) -> None:
        from tuilerie.envs import aec

        game = module.__name__.rpartition(".")[2].removesuffix(ENDING)
        module.__doc__ = f"PettingZoo's environments of the game {game}: `env`, `raw_env`, `parallel_env`."
        made = {
            "env": partial(aec.env, game),
            "raw_env": partial(aec.env, game),
            "parallel_env": partial(aec.parallel_env, game),
        }
        module.__dict__.update(made)


def install() -> None:
    if not any(isinstance(finder, GameModules) for finder in sys.meta_path):
        sys.meta_path.append(GameModules())
