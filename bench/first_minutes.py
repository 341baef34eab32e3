"""How long a newcomer waits: `make play` in a fresh clone, without any cache of packages or of compiled games.

`python bench/first_minutes.py` prints when the shelf answered and when each game was compiled (aims: 35 s and 100 s on
two cores, packages from a near mirror). `--steps` runs the set-up's steps one after another instead, each with its
elapsed and processor seconds: the latter say more on a machine that does other work.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 1800  # seconds
STEPS = {
    "Python packages": ["make", ".venv/.player"],
    "packages that build the pages": ["make", "web/node_modules/.build"],
    "pages": ["make", "NODE_MODULES=web/node_modules/.build", "src/tuilerie/server/static/index.html"],
    "games, one after another": [".venv/bin/python", "-m", "tuilerie.kernel.build", "--part", "play"],
}


def empty_machine(folder: Path) -> dict[str, str]:
    """The environment of somebody who has never installed anything."""
    places = {"HOME": "home", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data", "PIP_CACHE_DIR": "pip"}
    places |= {"npm_config_cache": "npm", "UV_CACHE_DIR": "uv", "TUILERIE_CACHE": "games"}
    for name in places.values():
        (folder / name).mkdir()
    kept = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return kept | {name: str(folder / place) for name, place in places.items()} | {"BROWSER": "true"}


def whole(clone: Path, environment: dict[str, str]) -> dict[str, float]:
    """Seconds until the shelf answers, and until each game is compiled."""
    begun, told = time.monotonic(), {}
    play = subprocess.Popen(
        ["make", "play"], cwd=clone, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert play.stdout is not None
        address = next(found[0] for line in play.stdout if (found := re.search(r"http://[\w.]+:\d+", line)))
        with urllib.request.urlopen(address) as answer:
            assert answer.status == 200
        told["the shelf answers"] = time.monotonic() - begun
        games = [path.parent.name for path in (clone / "src/tuilerie/games").glob("*/rules.py")]
        while games and time.monotonic() - begun < PATIENCE:
            done = [game for game in games if any(built(environment, game))]
            told |= {f"{game} is compiled": time.monotonic() - begun for game in done}
            games = [game for game in games if game not in done]
            time.sleep(0.1)
        return told
    finally:
        os.killpg(play.pid, signal.SIGINT)
        play.wait()


def built(environment: dict[str, str], game: str) -> list[Path]:
    folder = Path(environment["TUILERIE_CACHE"]) / "libraries"
    return [path for path in folder.glob(f"{game}-play-*") if path.suffix in (".so", ".dylib", ".dll")]


def one_by_one(clone: Path, environment: dict[str, str]) -> dict[str, dict[str, float]]:
    told = {}
    for name, command in STEPS.items():
        begun, used = time.monotonic(), processor_seconds()
        subprocess.run(command, cwd=clone, env=environment, check=True, stdout=subprocess.DEVNULL)
        told[name] = {"elapsed": time.monotonic() - begun, "processor": processor_seconds() - used}
    return told


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rounded(figures: object) -> object:
    if isinstance(figures, dict):
        return {name: rounded(value) for name, value in figures.items()}
    return round(figures, 1) if isinstance(figures, float) else figures


def main() -> None:
    parser = argparse.ArgumentParser(description="The first minutes of a fresh clone.")
    parser.add_argument("--steps", action="store_true", help="one step after another, with processor seconds")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "clone")], check=True)
        environment = empty_machine(folder)
        figures: object = (one_by_one if asked.steps else whole)(folder / "clone", environment)
    json.dump({"seconds": rounded(figures), "load": os.getloadavg()}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
