"""Entries from Python: each takes one-element arrays (a scalar record would be slow to pass) and crosses into compiled code once."""

from __future__ import annotations

import numba
import numpy as np

from tuilerie.rules.compiled import kernel
from tuilerie.rules.verbs import apply, finished, hide, legal, observe, returns, scores, start


@kernel
def begin(states, players, rulesets, seed, out):
    """Start a game; the legal actions go to `out`, their number is returned."""
    start(states[0], players, rulesets[0], seed)
    return legal(states[0], out)


@kernel
def step(states, action, out):
    """Do a legal action and list the next ones."""
    apply(states[0], action)
    return legal(states[0], out)


@kernel
def checked_step(states, action, out, n):
    """Like `step`, but -1 and nothing changed if `action` is not among the n ids in `out`."""
    for i in range(n):
        if out[i] == action:
            apply(states[0], action)
            return legal(states[0], out)
    return -1


@kernel
def list_legal(states, out):
    return legal(states[0], out)


@kernel
def is_over(states):
    return finished(states[0])


@kernel
def result(states, shares, points):
    returns(states[0], shares)
    scores(states[0], points)


@kernel
def redeal(states, seat, dice):
    hide(states[0], seat, dice)


@kernel
def features(states, seat, out):
    observe(states[0], seat, out)


def new_states(dtype: np.dtype, count: int = 1) -> np.ndarray:
    """Zeroed records; with attribute access when kernels run uncompiled."""
    return _readable(np.zeros(count, dtype))


def copy_of(states: np.ndarray) -> np.ndarray:
    """A copy, byte for byte. NumPy's own copy goes field by field: fifteen times slower, and it leaves the padding to chance."""
    return _readable(np.ndarray(states.shape, states.dtype, bytearray(states.tobytes())))


_UNCOMPILED = bool(numba.config.DISABLE_JIT)


def _readable(states: np.ndarray) -> np.ndarray:
    return states.view(np.recarray) if _UNCOMPILED else states
