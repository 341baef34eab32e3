"""Two archives of bytecode, written by the very Python that will read them: the standard library as far as it is used,
and our own packages with their words. Runs under Pyodide in Node, while the engine is built.

Nothing is compressed inside an archive (the transport does that better) and nothing depends on the day: the same
sources give the same bytes.
"""

from __future__ import annotations

import importlib.util
import json
import marshal
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tuilerie.browser.unneeded import INSTEAD

DAY = (2026, 1, 1, 0, 0, 0)
UNCHECKED = 1  # how a compiled file says that it is never compared with its source
WORDS, ASSERTS = 2, 1  # what compiling leaves out: docstrings and asserts, or asserts only

Files = dict[str, bytes]


def pack(job_text: str, used: Sequence[str]) -> None:
    """The job: `games` (entry points by name), `sources`, `packages`, `stdlib` (paths) and `into`.

    `used` are the modules that are there when all that the browser needs has been imported.
    """
    job = json.loads(job_text)
    into = Path(job["into"])
    _write(into / "stdlib.zip", dict(_stdlib(used, Path(job["stdlib"]), job["games"])))
    ours = _ours(used, Path(job["sources"]))
    _write(into / "engine.zip", dict([*ours, *_packages(used, Path(job["packages"]))]))


def _stdlib(used: Sequence[str], archive: Path, games: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    """The modules in use. Of `importlib.metadata` only the answer is needed: which games there are."""
    source = zipfile.ZipFile(archive)
    names = set(source.namelist())
    for module in used:
        if module.startswith("importlib.metadata"):
            continue
        place = module.replace(".", "/")
        name = next((each for each in (f"{place}/__init__.py", f"{place}.py") if each in names), None)
        if name in INSTEAD:
            yield f"{name}c", _compiled(INSTEAD[name].encode(), name, WORDS)
        elif name is not None:
            own = name.startswith(("pyodide", "_pyodide"))  # reads its own docstrings
            yield f"{name}c", _compiled(source.read(name), name, ASSERTS if own else WORDS)
    text = _ENTRY_POINTS.format(games=sorted(games.items()))
    yield "importlib/metadata/__init__.pyc", _compiled(text.encode(), "importlib/metadata/__init__.py", WORDS)


_ENTRY_POINTS = """
from collections import namedtuple

class EntryPoint(namedtuple("EntryPoint", "name value")):
    @property
    def module(self):
        return self.value.partition(":")[0]

def entry_points(*, group):
    return [EntryPoint(*each) for each in {games}] if group == "tuilerie.games" else []
"""


def _ours(used: Sequence[str], sources: Path) -> Iterator[tuple[str, bytes]]:
    packages = set()
    for name in used:
        origin = Path(getattr(sys.modules[name], "__file__", None) or "/")
        if origin.is_relative_to(sources):
            place = str(origin.relative_to(sources))
            yield f"{place}c", _compiled(origin.read_bytes(), place, ASSERTS)
            packages.add(origin.parent)
    for folder in sorted(packages):
        for path in sorted([*folder.glob("*.toml"), *folder.glob("words/*.toml"), *folder.glob("deck.json")]):
            yield str(path.relative_to(sources)), path.read_bytes()


def _packages(used: Sequence[str], folder: Path) -> Iterator[tuple[str, bytes]]:
    """What came from PyPI: Python as bytecode, libraries as they are."""
    for name in used:
        origin = Path(getattr(sys.modules[name], "__file__", None) or "/")
        if origin.is_relative_to(folder):
            place, data = str(origin.relative_to(folder)), origin.read_bytes()
            yield (f"{place}c", _compiled(data, place, WORDS)) if origin.suffix == ".py" else (place, data)


def _compiled(source: bytes, name: str, optimize: int) -> bytes:
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    head = importlib.util.MAGIC_NUMBER + UNCHECKED.to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code)


def _write(path: Path, files: Files) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, DAY), data)
