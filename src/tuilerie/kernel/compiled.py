"""The one decorator of all kernels. A kernel is plain Python; it is compiled ahead of time, by `tuilerie.kernel.build`,
never while somebody plays.

Only a process that builds (TUILERIE_KERNELS=numba) makes Numba functions of kernels. Elsewhere they stay what they are,
for tests, debuggers and coverage.
"""

from __future__ import annotations

import os
from typing import Any

COMPILING = os.environ.get("TUILERIE_KERNELS") == "numba"


def kernel(function: Any) -> Any:
    """Mark `function` as part of compiled code: it is compiled for whatever record types it is called with."""
    if not COMPILING:
        return function
    import numba

    return numba.njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
