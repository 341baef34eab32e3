"""`make wheels`: a wheel per platform with its libraries, the WebAssembly modules and the pages, and a pure one, into
`dist`. The pure one builds its libraries on first use, where `tuilerie[build]` is installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tuilerie.engine.registry import game_named, known_games
from tuilerie.kernel import places
from tuilerie.kernel.build.targets import TARGETS
from tuilerie.kernel.modules import PARTS, PLAY

ROOT = Path(__file__).parent
LIBRARIES = ROOT / "build" / "libraries"
WASM = "wasm32"


def main() -> None:
    platforms = sys.argv[1:] or [target for target in TARGETS if target != WASM]
    builder = [sys.executable, "-m", "tuilerie.kernel.build", "--into", str(LIBRARIES), "--target", *platforms, WASM]
    subprocess.run(builder, check=True)
    _clear(platforms)
    for platform in [*platforms, ""]:
        wheel = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(ROOT / "dist"), str(ROOT)]
        subprocess.run(wheel, check=True, env=os.environ | {"TUILERIE_PLATFORM": platform})


def _clear(platforms: list[str]) -> None:
    """Remove libraries of earlier sources."""
    wanted = {
        places.file_name(game_named(game).modules, part, target)
        for game in known_games()
        for part in PARTS
        for target in (*platforms, WASM)
        if part == PLAY or target != WASM
    }
    for path in LIBRARIES.iterdir():
        if path.name.removesuffix(".json") not in wanted:
            path.unlink()


if __name__ == "__main__":
    main()
