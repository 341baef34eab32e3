"""What the tests of the environments share: every registered game at every table, and random play through masks."""

from __future__ import annotations

import numpy as np
import pytest

from tuilerie.engine.registry import game_named, known_games

GAMES = list(known_games())
TABLES = [(name, players) for name in GAMES for players in game_named(name).players]
games = pytest.mark.parametrize("game", GAMES)
tables = pytest.mark.parametrize(("game", "players"), TABLES)


def any_legal(mask: np.ndarray, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))
