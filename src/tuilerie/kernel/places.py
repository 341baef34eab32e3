"""Where libraries lie: beside the package's sources (in a wheel), beside a plugin's, or in the user's cache."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from tuilerie.kernel import sources
from tuilerie.kernel.modules import KernelModules

SHIPPED = "libraries"  # the folder in a package
KEPT_DAYS = 30
SUFFIXES = {"windows": ".dll", "macos": ".dylib"}


def cache_root() -> Path:
    """The user's cache folder, or a temporary one where that cannot be written."""
    wanted = Path(
        os.environ.get("TUILERIE_CACHE")
        or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tuilerie"
    )
    import tempfile  # in a browser nobody comes here, and it brings a lot

    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.gettempdir()) / f"tuilerie-{_user()}"


def cache_folder() -> Path:
    folder = cache_root() / "libraries"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def file_name(modules: KernelModules, part: str, target: str) -> str:
    """The library's name: it belongs to exactly these sources."""
    if target == "wasm32":
        return f"{modules.game}-{part}-{sources.key(modules, part)}.wasm"
    suffix = SUFFIXES.get(target.partition("-")[0], ".so")
    return f"{modules.game}-{part}-{target}-{sources.key(modules, part)}{suffix}"


def shipped_folders(modules: KernelModules) -> Iterator[Path]:
    yield Path(__file__).resolve().parent / SHIPPED
    top = modules.rules.partition(".")[0]
    if top != "tuilerie" and (folder := sources.folder_of(top)) is not None:
        yield folder / SHIPPED


def find(modules: KernelModules, part: str, target: str) -> Path | None:
    """The library of a game for these very sources, if it has been built. One in the cache is marked as used."""
    name = file_name(modules, part, target)
    for folder in shipped_folders(modules):
        if (folder / name).exists():
            return folder / name
    path = cache_folder() / name
    if not path.exists():
        return None
    try:
        os.utime(path)
        os.utime(manifest_of(path))
    except OSError:  # somebody else's cache: used without a mark
        pass
    return path


def manifest_of(path: Path) -> Path:
    return path.with_name(path.name + ".json")


def clear_old() -> None:
    """Remove what nobody has used for a month, and Numba's caches of earlier versions."""
    oldest = time.time() - KEPT_DAYS * 86400
    for path in cache_folder().iterdir():
        try:
            if path.is_file() and path.stat().st_mtime < oldest:
                path.unlink()
        except OSError:  # another process was first
            continue


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
