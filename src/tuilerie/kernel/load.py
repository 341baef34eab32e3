"""The way to a game's compiled code: found in the wheel or in the cache, built where it is missing, opened once per
process. Where Python runs in a browser, the page has opened it (`open_with`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
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
    from tuilerie.kernel.wasm import WasmLibrary

UNCOMPILED = os.environ.get("TUILERIE_UNCOMPILED", "") not in ("", "0")

_openers: list[Callable[[KernelModules, str], WasmLibrary]] = []


def open_with(opener: Callable[[KernelModules, str], WasmLibrary]) -> None:
    """From now on libraries come from here: there are no files to open."""
    _openers[:] = [opener]
    load.cache_clear()


@cache
def load(modules: KernelModules, part: str = PLAY) -> Library | Uncompiled | WasmLibrary:
    """The entries of a game.

    TUILERIE_UNCOMPILED=1 gives the same without a compiler; a library that is missing is built first, which takes a
    while.
    """
    if _openers:
        return _openers[0](modules, part)
    if UNCOMPILED:
        from tuilerie.kernel.uncompiled import Uncompiled

        return Uncompiled(modules, part)
    return open_library(_found(modules, part), modules, part)


def is_built(modules: KernelModules, part: str = PLAY) -> bool:
    """Whether loading would find what it needs."""
    return UNCOMPILED or bool(_openers) or places.find(modules, part, host_name()) is not None


def is_whole(modules: KernelModules, part: str = PLAY) -> bool:
    """Whether the library is there and undamaged."""
    if UNCOMPILED or _openers:
        return True
    path = places.find(modules, part, host_name())
    if path is None:
        return False
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
