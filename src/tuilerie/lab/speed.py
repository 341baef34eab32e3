"""`bench`: random play on one core, per game and number of players, after warm-up."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from tuilerie.bots.kernels import policy
from tuilerie.engine.game import Game
from tuilerie.engine.options import read_variant
from tuilerie.lab.kernels.batch import random_games
from tuilerie.rules.steps import new_states

SECONDS = 1.0


def bench_game(game: Game, seconds: float = SECONDS) -> dict[str, dict[str, float]]:
    """Games and decisions per second, by number of players. A decision is one action of the kernel."""
    policy.register(game.kernel, game.policies)
    return {str(players): _rate(game, players, seconds) for players in game.players}


def _rate(game: Game, players: int, seconds: float) -> dict[str, float]:
    states, out = new_states(game.kernel.STATE), np.empty(game.kernel.ACTIONS, np.int32)
    ruleset = game.ruleset(read_variant(game.options, {}, players), game.read_deck(None))
    arguments: tuple[Any, ...] = (states, players, ruleset, np.arange(8, dtype=np.uint32), np.array([7], np.uint64))
    random_games(*arguments, 10, out)
    games = actions = 0
    chunk = 500
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        actions += random_games(*arguments, chunk, out)
        games += chunk
    return {"games_per_s": round(games / passed, 1), "moves_per_s": round(actions / passed, 1)}
