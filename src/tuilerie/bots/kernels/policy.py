"""`act`: what a built-in bot does now, by the bot's kind; `greedy` is found by the type of the record, as the verbs
are.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from tuilerie.bots.kinds import RANDOM
from tuilerie.kernel.chance import roll
from tuilerie.kernel.compiled import kernel
from tuilerie.kernel.verbs import legal

_BY_TYPE: dict[Any, ModuleType] = {}
_BY_DTYPE: dict[np.dtype[Any], ModuleType] = {}
_KNOWN: set[str] = set()


def register(game_kernel: ModuleType, policies: str | None) -> None:
    """Make a game's greedy policy known; a game without one plays it at random. Asking again costs nothing."""
    if game_kernel.__name__ in _KNOWN:
        return
    _KNOWN.add(game_kernel.__name__)
    module = import_module(policies or "tuilerie.bots.kernels.fallback")
    _BY_TYPE[numba.from_dtype(game_kernel.STATE.dtype)] = module
    _BY_DTYPE[game_kernel.STATE.dtype] = module


def policies_of(state: Any) -> ModuleType:
    """The policy module of a record, or of a record's Numba type."""
    return _BY_TYPE[state] if isinstance(state, numba.types.Type) else _BY_DTYPE[np.dtype((np.void, state.dtype))]


def policies_for(game_kernel: ModuleType) -> ModuleType:
    """The same by the game's kernel module."""
    return _BY_DTYPE[game_kernel.STATE.dtype]


def greedy(state, dice, out, n):
    """One of the n legal actions in `out`, chosen by the game's own rules of thumb."""
    return policies_of(state).greedy(state, dice, out, n)


@overload(greedy)
def _greedy(state, dice, out, n):
    policy = _BY_TYPE[state].greedy
    return lambda state, dice, out, n: policy(state, dice, out, n)


@kernel
def act(state, kind, dice, out):
    """The action that a bot of this kind takes for the seat whose turn it is."""
    n = legal(state, out)
    if n == 1:
        return out[0]
    if kind == RANDOM:
        return out[roll(dice, n)]
    return greedy(state, dice, out, n)


@kernel
def bot_dice(run, number, seat):
    """The dice of one seat in one game of a run: its own stream, never the game's."""
    z = (
        np.uint64(run)
        + np.uint64(number) * np.uint64(0xD1342543DE82EF95)
        + np.uint64(seat + 1) * np.uint64(0x9E3779B97F4A7C15)
    )
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return z ^ (z >> np.uint64(32))
