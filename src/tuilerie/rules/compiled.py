"""The one decorator of all kernels: compiled by Numba, free of the lock, cached on disk.

Numba's own cache does not notice edits in imported files, so our cache folder is keyed by a hash of every kernel source (see `cache_key`).
Only our functions are cached there: the folder is set while a kernel is being decorated and put back after.
"""

from __future__ import annotations

from typing import Any

import numba

from tuilerie.rules.cache_key import cache_folder

_FOLDER = str(cache_folder())


def kernel(function: Any) -> Any:
    """Compile `function` for whatever record types it is called with; from Python, pass one-element arrays where a record would be slow."""
    elsewhere = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = _FOLDER
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = elsewhere
