"""Where compiled kernels are kept, and the key that makes every edit of a kernel a new folder. No Numba here: looking is free."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_DAYS = 30


def kernel_sources() -> Iterator[Path]:
    """Every file of ours whose text can end up in a compiled function: `rules/` and every `kernels/` folder."""
    yield from sorted((PACKAGE / "rules").rglob("*.py"))
    for folder in sorted(PACKAGE.rglob("kernels")):
        yield from sorted([*folder.rglob("*.py"), *folder.rglob("*.json")])  # learned weights are compiled in


def plugin_sources() -> list[Path]:
    """The same of games that joined through the entry point."""
    modules = {plugin.module.partition(".")[0] for plugin in entry_points(group="tuilerie.games")}
    return [path for module in sorted(modules) for path in _plugin_sources(module)]


def _plugin_sources(module: str) -> Iterator[Path]:
    top = find_spec(module)
    if top is None or top.origin is None:
        return
    origin = Path(top.origin)
    yield from sorted(origin.parent.rglob("*.py")) if top.submodule_search_locations else [origin]


def cache_root() -> Path:
    """The user's cache folder, or a temporary one where that cannot be written."""
    wanted = Path(os.environ.get("TUILERIE_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tuilerie")
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.gettempdir()) / "tuilerie"


def cache_folder() -> Path:
    """The folder for exactly these sources, this Numba and this Python. With plugins it is another folder, which begins with what ours holds:
    a plugin makes nobody compile our games again."""
    digest = hashlib.sha256()
    for part in (version("numba"), version("numpy"), platform.python_version(), str(PACKAGE)):
        digest.update(part.encode() + b"\0")
    _add(digest, kernel_sources())
    folder = cache_root() / digest.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    if plugins := plugin_sources():
        ours = folder
        _add(digest, plugins)
        folder = cache_root() / digest.hexdigest()[:16]
        if not folder.exists():
            _begin_with(ours, folder)
        os.utime(folder)
    return folder


def _add(digest: Any, paths: Iterable[Path]) -> None:
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")


def _begin_with(ours: Path, folder: Path) -> None:
    """Copied aside, then put in place at once: another process may be doing the same."""
    aside = Path(tempfile.mkdtemp(dir=folder.parent))
    shutil.copytree(ours, aside, dirs_exist_ok=True)
    try:
        aside.rename(folder)
    except OSError:  # somebody else was first
        shutil.rmtree(aside, ignore_errors=True)


def drop_old_folders() -> None:
    """Remove the folders of sources that nobody has used for a month."""
    oldest = time.time() - KEPT_DAYS * 86400
    for folder in cache_root().iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
