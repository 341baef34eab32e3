"""Positions as NumPy sees them, for tests that lay them out by hand: an array of one record over the same memory, and
the entries called with it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tuilerie.engine.game import Game
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel.arrays import address
from tuilerie.kernel.records import Layout, Record


def states_of(position: Match | Record) -> np.ndarray:
    """The position as an array of one element; `states.record` leads back."""
    record = position.state if isinstance(position, Match) else position
    states = record.array
    states.record = record
    return states


@cache
def _game(layout: Layout) -> Game:
    return next(game for game in map(game_named, known_games()) if game.record.STATE is layout)


def game_of(states: np.ndarray) -> Game:
    return _game(states.record.layout)


def copy_of(states: np.ndarray) -> np.ndarray:
    return states_of(states.record.copy())


def begin(states: np.ndarray, players: int, ruleset: Record, key: np.ndarray, out: np.ndarray) -> int:
    return game_of(states).library.begin(states.record.address, players, ruleset.address, address(key), address(out))


def list_legal(states: np.ndarray, out: np.ndarray) -> int:
    return game_of(states).library.list_legal(states.record.address, address(out))


def step(states: np.ndarray, action: int, out: np.ndarray) -> int:
    return game_of(states).library.step(states.record.address, int(action), address(out))


def redeal(states: np.ndarray, seat: int, dice: np.ndarray) -> None:
    game_of(states).library.redeal(states.record.address, int(seat), address(dice))


def features(states: np.ndarray, seat: int, out: np.ndarray) -> None:
    game_of(states).library.features(states.record.address, int(seat), address(out))


def result(states: np.ndarray, shares: np.ndarray, points: np.ndarray) -> None:
    game_of(states).library.result(states.record.address, address(shares), address(points))


def finished(states: np.ndarray) -> bool:
    return bool(game_of(states).library.is_over(states.record.address))


def listed_again(match: Match) -> None:
    """After the position of a match was changed by hand."""
    match._n = match.game.library.list_legal(match.state.address, match._out_at)
