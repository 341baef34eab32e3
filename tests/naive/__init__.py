"""Slow, obvious rulebooks of the four games, and a record checker built on them.

Nothing here is shared with the fast kernels: these files are what the kernels are compared with.
"""

from __future__ import annotations

from . import famille, junior, restart, romirami
from .wrong import Wrong

RULEBOOKS = {
    "restart": restart.Rulebook,
    "romirami": romirami.Rulebook,
    "famille": famille.Rulebook,
    "junior": junior.Rulebook,
}

__all__ = ["RULEBOOKS", "Wrong"]
