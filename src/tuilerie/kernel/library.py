"""A library in use: its entries as functions that take addresses and numbers.

Beside every library lies its description: the checksum of the file, the sources it was built from, and the types of its
entries. A library without one, or of other sources, or with a byte changed, is refused: calling it could do anything.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tuilerie.kernel import places, sources
from tuilerie.kernel.errors import LibraryProblem
from tuilerie.kernel.modules import KernelModules

FORMAT = 1
TYPES = {"i": ctypes.c_int64, "u": ctypes.c_uint64, "f": ctypes.c_double, "p": ctypes.c_void_p}


class Library:
    """The entries of a library by name: `library.step(address, action, address)`.

    Quick entries keep Python's lock: giving it away and taking it back would cost as much as the call. All others
    release it.
    """

    def __init__(self, path: Path, described: dict[str, Any]) -> None:
        self.path = path
        self.constants: dict[str, int] = described["constants"]
        quick, slow = ctypes.PyDLL(str(path)), ctypes.CDLL(str(path))
        for name, types in described["entries"].items():
            function = getattr(quick if name in described["quick"] else slow, name)
            function.argtypes = [TYPES[each] for each in types]
            function.restype = ctypes.c_int64
            setattr(self, name, function)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., int]: ...


def open_library(path: Path, modules: KernelModules, part: str) -> Library:
    """The library, after checking that it is what its name says."""
    described = verified(path, modules, part)
    try:
        return Library(path, described)
    except (OSError, AttributeError) as error:
        raise _refused(path, modules, str(error)) from None


def verified(path: Path, modules: KernelModules, part: str) -> dict[str, Any]:
    """The description of a library; LibraryProblem if the two do not belong together or to these sources."""
    try:
        described: dict[str, Any] = json.loads(places.manifest_of(path).read_text(encoding="utf-8"))
        checksum = hashlib.sha256(path.read_bytes()).hexdigest()
        expected = (FORMAT, modules.game, part, sources.key(modules, part))
        found = tuple(described[name] for name in ("format", "game", "part", "key"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _refused(path, modules, str(error)) from None
    if found != expected:
        raise _refused(path, modules, "it was built from other sources")
    if described["sha256"] != checksum:
        raise _refused(path, modules, "its checksum is wrong")
    return described


def _refused(path: Path, modules: KernelModules, why: str) -> LibraryProblem:
    sentence = (
        f"The compiled rules of {modules.game} in {path} are damaged or not ours ({why}). Run "
        "`tuilerie warm` to build them again."
    )
    return LibraryProblem("library.refused", sentence, game=modules.game, path=str(path), why=why)
