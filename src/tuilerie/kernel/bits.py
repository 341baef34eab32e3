"""Walking through the set bits of a mask: one machine instruction each, where a loop over all positions would guess
wrong at every other bit.
"""

from __future__ import annotations

from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import overload


def lowest(mask):
    """The position of the lowest set bit; the mask is not 0."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


@overload(lowest)
def _lowest(mask):
    return lambda mask: trailing_zeros(mask)
