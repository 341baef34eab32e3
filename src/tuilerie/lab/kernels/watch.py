"""What a study watches in a game: marks per seat (a Bin dealt, a contract completed...), found by the type of the
record, as the verbs are.

A game's watch module has MARKS, their number, and
- `dealt(state, marks)`: a round has just been dealt
- `before(state, action, marks, memo)`: the seat to move is about to do `action`
- `closed(state, marks, memo, decided, present)`: the game is over; what decided it, and what could have been in it
marks: (players, MARKS) int16, counted up from 0; memo: eight int64 of the module's own, 0 when a game begins; decided,
present: (MARKS,) uint8. A game without a watch module has no marks.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

MEMO = 8

_BY_TYPE: dict[Any, ModuleType] = {}
_BY_DTYPE: dict[np.dtype[Any], ModuleType] = {}


def register(game_kernel: ModuleType, module: str | None) -> int:
    """Make a game's watch module known; the number of its marks. Asking again costs nothing."""
    if game_kernel.STATE.dtype not in _BY_DTYPE:
        watch = import_module(module or "tuilerie.lab.kernels.watch_nothing")
        _BY_TYPE[numba.from_dtype(game_kernel.STATE.dtype)] = watch
        _BY_DTYPE[game_kernel.STATE.dtype] = watch
    return int(_BY_DTYPE[game_kernel.STATE.dtype].MARKS)


def _of(state: Any) -> ModuleType:
    return _BY_TYPE[state] if isinstance(state, numba.types.Type) else _BY_DTYPE[np.dtype((np.void, state.dtype))]


def dealt(state, marks):
    _of(state).dealt(state, marks)


def before(state, action, marks, memo):
    _of(state).before(state, action, marks, memo)


def closed(state, marks, memo, decided, present):
    _of(state).closed(state, marks, memo, decided, present)


@overload(dealt)
def _dealt(state, marks):
    chosen = _of(state).dealt
    return lambda state, marks: chosen(state, marks)


@overload(before)
def _before(state, action, marks, memo):
    chosen = _of(state).before
    return lambda state, action, marks, memo: chosen(state, action, marks, memo)


@overload(closed)
def _closed(state, marks, memo, decided, present):
    chosen = _of(state).closed
    return lambda state, marks, memo, decided, present: chosen(state, marks, memo, decided, present)
