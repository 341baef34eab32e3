"""Build hook: wheel and sdist carry the built pages, so that whoever installs them needs no Node.

Where they are missing they are built, if Node is there.
"""

from __future__ import annotations

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


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own configuration type is of no use here
    PLUGIN_NAME = "pages"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a clone that is worked in: `make web` builds the pages when they are wanted
            return
        root = Path(self.root)
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
