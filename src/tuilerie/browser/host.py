"""What Python meets in a browser: kernels that the page has opened beside it. Runs under Pyodide only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tuilerie.kernel.load import open_with
from tuilerie.kernel.modules import KernelModules
from tuilerie.kernel.wasm import Call, WasmLibrary


class Kernels(Protocol):
    """The page's side (web/src/offline/kernel.ts)."""

    def constants(self, game: str) -> Mapping[str, int]: ...

    def calls(self, game: str) -> Mapping[str, Call]: ...


def use(kernels: Kernels) -> None:
    """From now on every game's library is the page's."""

    def opened(modules: KernelModules, part: str) -> WasmLibrary:
        return WasmLibrary(kernels.constants(modules.game), kernels.calls(modules.game))

    open_with(opened)
