"""`python -m tuilerie.browser.build`: the engine for browsers, into a folder that the server serves.

The kernels as WebAssembly, Pyodide as npm has it, and two archives of bytecode (`packing`). A file's folder is named
after the content of all of them: a page never mixes two engines. Needs a checkout with `web/node_modules`, Node and
what builds libraries.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tuilerie.browser.tables import INTERFACE
from tuilerie.engine.registry import BUILT_IN, game_named, known_games
from tuilerie.kernel import places
from tuilerie.kernel.build import building
from tuilerie.kernel.modules import PLAY, assemble
from tuilerie.kernel.wasm import described
from tuilerie.words import LANGUAGES

SOURCES = Path(__file__).resolve().parents[2]
CHECKOUT = SOURCES.parent
WEB = CHECKOUT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
TAKEN = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = CHECKOUT / "requirements" / "engine.lock"
PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14", "cp314")  # of Pyodide's Python, as pip calls it
PACK = WEB / "offline" / "pack.mjs"
FOLDER = SOURCES / "tuilerie" / "server" / "engine"
ABOUT = "engine.json"
MOST_BYTES = 4_500_000  # over the line, in brotli

# Where the modules that the browser needs are reached from, besides the games.
ROOTS = (
    "tuilerie.browser.host",
    "tuilerie.browser.tables",
    "tuilerie.bots.advice",
    "tuilerie.bots.review",
    "tuilerie.engine.record_check",
    "msgspec.json",
)
PARTS = ("advice", "mistakes", "plain")  # of a game, each if it has one
# What the engine is made of: every file of these kinds in these packages.
PACKAGES = ("bots", "browser", "engine", "games", "kernel", "table", "words")
KINDS = ("*.py", "*.toml", "*.json")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tuilerie.browser.build", description="Build the engine.")
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder (where the server looks)")
    into: Path = parser.parse_args().into
    about = current(into) or build(into)
    sizes = {name: sum(each[name] for each in about["files"].values()) for name in ("bytes", "gzip", "brotli")}
    print(f"{into / about['version']}: {', '.join(f'{size:,} {name}' for name, size in sizes.items())}")
    if sizes["brotli"] > MOST_BYTES:
        sys.exit(f"The engine is larger than {MOST_BYTES:,} bytes in brotli.")


def current(into: Path) -> dict[str, Any] | None:
    """What `engine.json` says, if there is an engine of these very sources."""
    try:
        about: dict[str, Any] = json.loads((into / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return about if about.get("sources") == sources() else None


def sources() -> str:
    """A key that changes with every file the engine is made of."""
    digest = hashlib.sha256()
    folders = (SOURCES / "tuilerie" / name for name in PACKAGES)
    files = (path for folder in folders for kind in KINDS for path in folder.rglob(kind))
    for path in [*sorted(files), LOCK, PYODIDE / "package.json", PACK]:
        digest.update(f"\0{path.relative_to(CHECKOUT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:20]


def build(into: Path) -> dict[str, Any]:
    """Write the engine, one process at a time; what `engine.json` says about it."""
    into.mkdir(parents=True, exist_ok=True)
    with building.alone(into / ABOUT):
        _require_linker()
        return current(into) or _build(into)


def _require_linker() -> None:
    """Of WebAssembly modules: a player's set-up does without where the machine has its own `cc`."""
    if find_spec("ziglang") is None:
        wanted = [str(CHECKOUT / "requirements" / "linker.lock")]
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*command, "-r", *wanted], check=True)


def _build(into: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=into) as place:
        folder = Path(place) / "files"
        folder.mkdir()
        kernels = _kernels(folder)
        for name in TAKEN:
            shutil.copyfile(PYODIDE / name, folder / name)
        _pack(Path(place), folder)
        files = {path.name: _sizes(path) for path in sorted(folder.iterdir()) if path.suffix not in (".br", ".gz")}
        version = _version(folder, files)
        about = {"version": version, "interface": INTERFACE, "sources": sources(), "files": files, "kernels": kernels}
        shutil.rmtree(into / version, ignore_errors=True)
        folder.rename(into / version)
    # last, and at once: whoever finds it finds the rest
    fresh = into / f"{ABOUT}.new"
    fresh.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    fresh.replace(into / ABOUT)
    for other in into.iterdir():
        if other.is_dir() and other.name != version:
            shutil.rmtree(other)
    return about


def _kernels(folder: Path) -> dict[str, Any]:
    """Every game's module, and what is needed to call it."""
    found = {}
    for name in known_games():
        game = game_named(name)
        path = places.find(game.modules, PLAY, "wasm32") or building.build_apart(game.modules, PLAY, "wasm32")
        shutil.copyfile(path, folder / f"{name}.wasm")
        assembled = assemble(game.modules, PLAY)
        found[name] = {
            "constants": dict(assembled.constants),
            "entries": described(assembled),
            "state": game.record.STATE.described(),
        }
    return found


def _pack(place: Path, folder: Path) -> None:
    packages = place / "packages"
    with zipfile.ZipFile(_wheel()) as wheel:
        wheel.extractall(packages)
    job = {
        "roots": [*ROOTS, *(f"tuilerie.words.{lang}.grammar" for lang in LANGUAGES), *_game_modules()],
        "games": {name: value for name, value in known_games().items() if name not in BUILT_IN},
        "sources": str(SOURCES),
        "packages": str(packages),
        "library": str(PYODIDE),
        "into": str(folder),
    }
    (place / "job.json").write_text(json.dumps(job), encoding="utf-8")
    # packing the same bytes again takes most of the time: what has been packed is kept
    kept = places.cache_root() / "packed"
    kept.mkdir(exist_ok=True)
    subprocess.run([node(), str(PACK), str(place / "job.json"), str(folder), str(kept)], check=True)


def node() -> str:
    """The machine's, or the one that came with the Python packages."""
    found = shutil.which("node") or shutil.which("node", path=os.path.dirname(sys.executable))
    if found is None:
        raise SystemExit("The engine for browsers is packed by Node (20.19 or later), and there is none.")
    return found


def _game_modules() -> Iterator[str]:
    for name, value in known_games().items():
        yield value.partition(":")[0]
        parts = (getattr(game_named(name), part) for part in PARTS)
        yield from (part for part in parts if part)


def _wheel() -> Path:
    """From PyPI, by its hash; fetched once."""
    kept = places.cache_root() / "wheels"
    hashes = LOCK.read_text(encoding="utf-8")
    for found in sorted(kept.glob(f"*{PLATFORM[0]}.whl")):
        if hashlib.sha256(found.read_bytes()).hexdigest() in hashes:
            return found
    platform, python, abi = PLATFORM
    wanted = ["--platform", platform, "--python-version", python, "--abi", abi, "--implementation", "cp"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--require-hashes", "-r", str(LOCK), "-d", str(kept), *wanted]
    subprocess.run(command, check=True)
    return max(kept.glob(f"*{platform}.whl"), key=lambda path: path.stat().st_mtime)


def _sizes(path: Path) -> dict[str, int]:
    sizes = {"bytes": path, "gzip": path.with_name(f"{path.name}.gz"), "brotli": path.with_name(f"{path.name}.br")}
    return {name: each.stat().st_size for name, each in sizes.items()}


def _version(folder: Path, files: dict[str, Any]) -> str:
    digest = hashlib.sha256()
    for name in files:
        digest.update(f"\0{name}\0".encode() + (folder / name).read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    main()
