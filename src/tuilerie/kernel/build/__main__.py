"""`python -m tuilerie.kernel.build`: build libraries, for this machine or for others, games side by side.

python -m tuilerie.kernel.build                                          what is missing in the cache, for this machine
python -m tuilerie.kernel.build --target wasm32 macos-arm64 --into DIR   for other platforms (see `targets`)
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

from tuilerie.kernel import places
from tuilerie.kernel.build import building, ir
from tuilerie.kernel.build.targets import TARGETS
from tuilerie.kernel.errors import LibraryProblem
from tuilerie.kernel.modules import PARTS, PLAY, KernelModules
from tuilerie.kernel.platforms import host_name


def main() -> None:
    registry = import_module("tuilerie.engine.registry")  # by name: the games stand above this room
    asked = _asked(list(registry.known_games()))
    asked.into.mkdir(parents=True, exist_ok=True)
    work = [(registry.game_named(game).modules, part) for part in asked.part for game in asked.game]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        failures = [
            problem
            for problem in pool.map(lambda each: _build(each[0], each[1], asked.target, asked.into), work)
            if problem
        ]
    for problem in failures:
        print(problem, file=sys.stderr)
    sys.exit(1 if failures else 0)


def _asked(games: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tuilerie.kernel.build", description="Build the libraries of games."
    )
    parser.add_argument("game", nargs="*", default=games, help=f"which games (all: {', '.join(games)})")
    parser.add_argument(
        "--part",
        nargs="*",
        default=list(PARTS),
        choices=list(PARTS),
        help="what tables need, or studies and environments",
    )
    parser.add_argument(
        "--target", nargs="+", default=[host_name()], choices=sorted(TARGETS), help="the platforms (this machine's)"
    )
    parser.add_argument("--into", type=Path, default=places.cache_folder(), help="the folder (the cache)")
    return parser.parse_args()


def _build(modules: KernelModules, part: str, targets: list[str], folder: Path) -> str | None:
    """None, or what went wrong. In the browser nobody studies."""
    targets = [each for each in targets if part == PLAY or each != "wasm32"]
    try:
        building.missing_tools(modules)
    except LibraryProblem as problem:
        return str(problem)
    begun = time.perf_counter()
    done = subprocess.run(
        building.command(modules, part, *targets, folder=folder), env=ir.environment(), capture_output=True, text=True
    )
    if done.returncode:
        return str(building.failed(modules, done.stderr))
    for target in targets:
        path = folder / places.file_name(modules, part, target)
        print(f"{path}: {path.stat().st_size:,} bytes", flush=True)
    print(f"{modules.game}, {part}: {time.perf_counter() - begun:.1f} s", flush=True)
    return None


if __name__ == "__main__":
    main()
