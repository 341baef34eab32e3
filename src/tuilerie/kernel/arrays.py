"""NumPy's arrays as entries take them: by address."""

from __future__ import annotations

import numpy as np

from tuilerie.kernel.records import Layout


def address(array: np.ndarray) -> int:
    """Where the array's numbers are, one after another; the caller keeps the array alive."""
    if not array.flags.c_contiguous:
        raise ValueError("the array has gaps")
    place: int = array.ctypes.data
    return place


def records(layout: Layout, count: int) -> np.ndarray:
    """So many records of zeros; fields by name, `records["turn"]`."""
    return np.zeros(count, layout.dtype)
