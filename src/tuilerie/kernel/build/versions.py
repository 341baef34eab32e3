"""The compilers that libraries are built with."""

from __future__ import annotations

# another version may make other libraries: the equality tests judge an upgrade
NEEDED = {"numba": "0.68.1", "llvmlite": "0.50.0"}
