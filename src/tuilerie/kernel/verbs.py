"""The verbs every game has, reached by the type of the record, so that playouts, searches and batches are written once.

Inside compiled code the stub is resolved while compiling (`overload`), for the record types of the game that is being
built. Uncompiled, the stub's own body looks the game up by dtype.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

_BY_DTYPE: dict[np.dtype[Any], ModuleType] = {}
_BY_TYPE: dict[Any, ModuleType] = {}


def register(kernel: ModuleType) -> None:
    """Make a game's verbs known. A kernel module has STATE, RULESET, ACTIONS, FEATURES and the functions below."""
    _BY_DTYPE[kernel.STATE.dtype] = kernel
    _BY_TYPE[numba.from_dtype(kernel.STATE.dtype)] = kernel


def kernel_of(state: Any) -> ModuleType:
    return _BY_DTYPE[np.dtype((np.void, state.dtype)) if state.dtype not in _BY_DTYPE else state.dtype]


def start(state, players, ruleset, seed):
    """Set the record up: first deal, everything random from `seed` (8 words)."""
    kernel_of(state).start(state, players, ruleset, seed)


def legal(state, out):
    """Fill `out` with the ids of the legal actions; their number. Never 0 before the end."""
    return kernel_of(state).legal(state, out)


def apply(state, action):
    """Do a legal action. Trusts its caller."""
    kernel_of(state).apply(state, action)


def finished(state):
    return kernel_of(state).finished(state)


def returns(state, out):
    """Each seat's share of the victory (they sum to 1 at the end, 0 before)."""
    kernel_of(state).returns(state, out)


def scores(state, out):
    """Each seat's score as it stands, as records write it."""
    kernel_of(state).scores(state, out)


def hide(state, seat, dice):
    """Deal again, with the caller's dice, all that `seat` cannot know, consistently with all that it does; replace the
    stream too.
    """
    kernel_of(state).hide(state, seat, dice)


def observe(state, seat, out):
    """The feature vector (float32, FEATURES long) of what `seat` knows."""
    kernel_of(state).observe(state, seat, out)


def standings(state, out):
    """What views show and only the rules can count (STANDINGS numbers), of games that have such."""
    kernel_of(state).standings(state, out)


@overload(start)
def _start(state, players, ruleset, seed):
    verb = _BY_TYPE[state].start
    return lambda state, players, ruleset, seed: verb(state, players, ruleset, seed)


@overload(legal)
def _legal(state, out):
    verb = _BY_TYPE[state].legal
    return lambda state, out: verb(state, out)


@overload(apply)
def _apply(state, action):
    verb = _BY_TYPE[state].apply
    return lambda state, action: verb(state, action)


@overload(finished)
def _finished(state):
    verb = _BY_TYPE[state].finished
    return lambda state: verb(state)


@overload(returns)
def _returns(state, out):
    verb = _BY_TYPE[state].returns
    return lambda state, out: verb(state, out)


@overload(scores)
def _scores(state, out):
    verb = _BY_TYPE[state].scores
    return lambda state, out: verb(state, out)


@overload(hide)
def _hide(state, seat, dice):
    verb = _BY_TYPE[state].hide
    return lambda state, seat, dice: verb(state, seat, dice)


@overload(observe)
def _observe(state, seat, out):
    verb = _BY_TYPE[state].observe
    return lambda state, seat, out: verb(state, seat, out)


@overload(standings)
def _standings(state, out):
    verb = _BY_TYPE[state].standings
    return lambda state, out: verb(state, out)
