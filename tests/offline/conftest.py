"""The engine for browsers, built when there is none of these sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuilerie.browser import build


@pytest.fixture(scope="session")
def engine() -> Path:
    """The folder with `engine.json`."""
    pytest.importorskip("ziglang", reason="the linker of WebAssembly modules")
    if not build.PYODIDE.is_dir():
        pytest.skip("web/node_modules is not there: make web")
    build.current(build.FOLDER) or build.build(build.FOLDER)
    return build.FOLDER
