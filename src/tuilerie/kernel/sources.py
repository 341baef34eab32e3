"""The sources of a library, found by following imports, and the key that makes every edit of one a new library.

No NumPy, no Numba: looking is free.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tuilerie.kernel.modules import KernelModules

PACKAGE = Path(__file__).resolve().parent.parent
# of the folder `build`, what decides about a library
BUILDER = ("ir", "linking", "module", "runtime", "symbols", "targets", "versions")
_IMPORT = re.compile(r"^(?:from ([\w.]+) import (\([^)]*\)|[^\n]*)|import ([\w.]+))", re.M)


@cache
def key(modules: KernelModules, part: str) -> str:
    """The same for the same sources, wherever they lie; the builder and the versions it asks for are part of them."""
    digest = hashlib.sha256(repr((modules, part)).encode())
    for name, path in sorted(files(modules, part).items()):
        digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:20]


def files(modules: KernelModules, part: str) -> dict[str, Path]:
    """Every file whose text can end up in a library, by the name of its module."""
    found = {f"build/{name}": PACKAGE / "kernel" / "build" / f"{name}.py" for name in BUILDER}
    waiting = list(modules.roots(part))
    tops = {name.partition(".")[0] for name in waiting}
    while waiting:
        name = waiting.pop()
        path = None if name in found or name.partition(".")[0] not in tops else _file_of(name)
        if path is None:
            continue
        found[name] = path
        text = path.read_text(encoding="utf-8")
        waiting += _imported(name, path, text)
        if (weights := path.with_suffix(".json")).exists():  # learned, and compiled in
            found[f"{name}.json"] = weights
    return found


def _imported(name: str, path: Path, text: str) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for module, names, plain in _IMPORT.findall(text):
        found = plain or _absolute(module, package)
        yield found
        # only a package has modules to import from it
        if (file := _file_of(found)) is not None and file.name == "__init__.py":
            for each in names.strip("() \n").split(","):
                if each.strip():
                    yield f"{found}.{each.split(' as ')[0].strip()}"


def _absolute(module: str, package: str) -> str:
    dots = len(module) - len(module.lstrip("."))
    if not dots:
        return module
    base = package.split(".")[: len(package.split(".")) - dots + 1]
    return ".".join([*base, module[dots:]]).rstrip(".")


@cache
def _file_of(name: str) -> Path | None:
    """The file of a module, or None if there is no such module. Nothing is imported."""
    top, _, rest = name.partition(".")
    folder = folder_of(top)
    if folder is None:
        return None
    at = folder.joinpath(*rest.split(".")) if rest else folder
    for path in (at.with_name(at.name + ".py") if rest else at / "__init__.py", at / "__init__.py"):
        if path.is_file():
            return path
    return None


@cache
def folder_of(top: str) -> Path | None:
    if top == "tuilerie":
        return PACKAGE
    found = find_spec(top)
    places = list(found.submodule_search_locations or ()) if found else []
    return Path(places[0]) if places else None
