"""The way to a game's compiled code: found in the wheel or in the cache, built where it is missing, opened once per
process.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tuilerie.kernel import places
from tuilerie.kernel.errors import LibraryProblem
from tuilerie.kernel.library import Library, open_library, verified
from tuilerie.kernel.modules import PLAY, KernelModules
from tuilerie.kernel.platforms import host_name

if TYPE_CHECKING:
    from tuilerie.kernel.uncompiled import Uncompiled

UNCOMPILED = os.environ.get("TUILERIE_UNCOMPILED", "") not in ("", "0")


@cache
def load(modules: KernelModules, part: str = PLAY) -> Library | Uncompiled:
    """The entries of a game.

    TUILERIE_UNCOMPILED=1 gives the same without a compiler; a library that is missing is built first, which takes a
    while.
    """
    if UNCOMPILED:
        from tuilerie.kernel.uncompiled import Uncompiled

        return Uncompiled(modules, part)
    return open_library(_found(modules, part), modules, part)


def is_built(modules: KernelModules, part: str = PLAY) -> bool:
    """Whether loading would find what it needs."""
    return UNCOMPILED or places.find(modules, part, host_name()) is not None


def is_whole(modules: KernelModules, part: str = PLAY) -> bool:
    """Whether the library is there and undamaged."""
    path = places.find(modules, part, host_name())
    if UNCOMPILED or path is None:
        return UNCOMPILED
    try:
        verified(path, modules, part)
    except LibraryProblem:
        return False
    return True


def _found(modules: KernelModules, part: str) -> Path:
    path = places.find(modules, part, host_name())
    if path is None:
        from tuilerie.kernel.build.building import build_apart

        path = build_apart(modules, part)
    return path
