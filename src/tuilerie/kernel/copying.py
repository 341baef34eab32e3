"""Copies of records inside compiled code."""

from __future__ import annotations

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype


def copy(target, source):
    """Make one record equal to another.

    Assigning whole records moves them through registers, which is slow to compile and to run.
    """
    for name in source.dtype.names:
        target[name] = source[name]


@overload(copy)
def _copy(target, source):
    return lambda target, source: _copy_bytes(target, source)


@intrinsic
def _copy_bytes(context, target, source):
    def generate(context, builder, signature, arguments):
        size = context.get_constant(types.int64, signature.args[0].size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    if target != source:
        return None
    return types.void(target, source), generate


def room_like(state):
    """An array of one record of the same type.

    Keep the array at hand as long as its record is used: the record alone does not keep it.
    """
    return np.recarray(1, state.dtype)


@overload(room_like)
def _room_like(state):
    dtype = as_dtype(state)
    return lambda state: np.empty(1, dtype)
