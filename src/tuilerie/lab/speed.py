"""`bench`: random play on one core, per game and number of players, after warm-up."""

from __future__ import annotations

import ctypes
import time

from tuilerie.bots.dice import Dice
from tuilerie.engine.game import Game
from tuilerie.engine.options import read_variant
from tuilerie.lab.results import Speed

SECONDS = 1.0


def bench_game(game: Game, seconds: float = SECONDS) -> dict[str, Speed]:
    """Games and decisions per second, by number of players. A decision is one action of the kernel."""
    return {str(players): _rate(game, players, seconds) for players in game.players}


def _rate(game: Game, players: int, seconds: float) -> Speed:
    state, out, dice = game.new_state(), game.new_actions(), Dice(7)
    ruleset = game.ruleset(read_variant(game.options, {}, players), game.read_deck(None))
    key = (ctypes.c_uint32 * 8)(*range(8))
    arguments = (state.address, players, ruleset.address, key, dice.address)
    random_games = game.study_library.random_games
    random_games(*arguments, 10, out)
    games = actions = 0
    chunk = 500
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        actions += random_games(*arguments, chunk, out)
        games += chunk
    return Speed(games_per_s=round(games / passed, 1), moves_per_s=round(actions / passed, 1))
