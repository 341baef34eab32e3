"""Memory of a batch: one block for all its arrays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

LINE = 64  # bytes; no two arrays share a line of the processor's cache


def side_by_side(*arrays: tuple[int | tuple[int, ...], Any]) -> list[np.ndarray]:
    """Arrays of zeros, each given by shape and type, in one block.

    A step of a large batch touches all of them. For a block of four megabytes or more NumPy asks the system for large
    pages, and a step finds its way to memory more quickly.
    """
    kinds = [(shape if isinstance(shape, tuple) else (shape,), np.dtype(kind)) for shape, kind in arrays]
    sizes = [math.prod(shape) * kind.itemsize for shape, kind in kinds]
    places = [-(-size // LINE) * LINE for size in sizes]
    block = np.empty(sum(places) + LINE, np.uint8)  # not zeros: only what is asked for empty gets large pages
    block[:] = 0
    at, made = -block.ctypes.data % LINE, []
    for (shape, kind), size, place in zip(kinds, sizes, places, strict=True):
        made.append(block[at : at + size].view(kind).reshape(shape))
        at += place
    return made
