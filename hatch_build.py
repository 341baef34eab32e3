"""Build hook: wheel and sdist carry the built pages, so that whoever installs them needs no Node. Where they are
missing they are built, if Node is there.

A wheel for a platform (TUILERIE_PLATFORM, see wheels.py) carries its libraries too, from TUILERIE_LIBRARIES or
`build/libraries`, and is tagged so that no other platform takes it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED = (
    "The web client is not built, and there is no Node (20.19 or later) to build it: "
    "run `make web` first, then build again.\n"
    "Le client web n'est pas construit et Node (20.19 ou plus) n'est pas là : "
    "lancez d'abord `make web`, puis recommencez."
)

# One Linux library serves glibc and musl: it names neither.
TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "macos-x86_64": "macosx_11_0_x86_64",
    "macos-arm64": "macosx_11_0_arm64",
    "windows-x86_64": "win_amd64",
}


class ReleaseHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own configuration type is of no use here
    PLUGIN_NAME = "release"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a clone that is worked in: `make web` builds the pages when they are wanted
            return
        self._build_pages(Path(self.root))
        platform = os.environ.get("TUILERIE_PLATFORM")
        if self.target_name == "wheel" and platform:
            folder = Path(os.environ.get("TUILERIE_LIBRARIES") or Path(self.root) / "build" / "libraries")
            build_data["tag"] = f"py3-none-{TAGS[platform]}"
            build_data["pure_python"] = False
            build_data["force_include"].update(_libraries(folder, platform))

    def _build_pages(self, root: Path) -> None:
        if (root / "src/tuilerie/server/static/index.html").is_file():
            return
        npm = shutil.which("npm")
        if npm is None or not (root / "web" / "package.json").is_file():
            raise SystemExit(WANTED)
        for command in (
            ["ci", "--no-audit", "--no-fund", "--loglevel=error"],
            ["run", "--silent", "build", "--", "--logLevel", "warn"],
        ):
            subprocess.run([npm, *command], cwd=root / "web", check=True)


def _libraries(folder: Path, platform: str) -> dict[str, str]:
    """What the platform's wheel carries, and where."""
    found = sorted(path for path in folder.iterdir() if platform in path.name or ".wasm" in path.name)
    found = [path for path in found if path.suffix != ".lock"]
    if not any(platform in path.name for path in found):
        raise SystemExit(f"{folder} has no libraries for {platform}: run `make wheels`.")
    return {str(path): f"tuilerie/kernel/libraries/{path.name}" for path in found}
