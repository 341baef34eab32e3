"""The tutorial's game, installed as a stranger would: pip puts it into a folder of its own, nothing of ours changes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "add-a-game.md"
FILES = dict(
    re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
)


def install(project: Path, target: Path) -> Path:
    """Write the files of the page into `project`, install them into `target`, and answer with it."""
    for name, text in FILES.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--target", str(target), str(project)]
    command = [sys.executable, "-m", "pip", "install", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    return target
