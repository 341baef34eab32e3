"""Install into the environment of this Python: `python requirements/install.py --require-hashes -r LOCK ...`, with the
arguments of `pip install`.

uv does it, in a tenth of pip's processor time; pip does where uv cannot be had or does not find what pip finds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
# where pip was told to look, by the names that uv knows
TOLD = {"PIP_INDEX_URL": "UV_DEFAULT_INDEX", "PIP_FIND_LINKS": "UV_FIND_LINKS", "PIP_CERT": "SSL_CERT_FILE"}


def main(arguments: list[str]) -> int:
    uv = uv_program()
    if uv is not None:
        told = {name: os.environ[pip] for pip, name in TOLD.items() if os.environ.get(pip) and name not in os.environ}
        command = [str(uv), "pip", "install", "--quiet", "--python", sys.executable, *arguments]
        done = subprocess.run(command, env=os.environ | told, capture_output=True, text=True)
        if done.returncode == 0:
            return 0
        print(f"uv did not succeed ({last_line(done.stderr)}): pip tries.", file=sys.stderr)
    return subprocess.run([*PIP, *arguments]).returncode


def uv_program() -> Path | None:
    """The one of this environment, fetched by pip where it is missing."""
    name = "uv.exe" if os.name == "nt" else "uv"
    program = Path(sys.executable).parent / name
    if not program.exists():
        lock = HERE / "installer.lock"
        subprocess.run([*PIP, "--require-hashes", "--no-deps", "-r", str(lock)], capture_output=True)
    return program if program.exists() else None


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it said nothing"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
