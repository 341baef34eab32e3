"""From an object file to a library: by the machine's own linker for itself, by the one inside `ziglang` for everything
else.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tuilerie.kernel.build.targets import Target
from tuilerie.kernel.errors import BuildFailed
from tuilerie.kernel.platforms import host_name

STACK = 262_144  # of a WebAssembly module, in bytes


def link(target: Target, object_file: Path, names: tuple[str, ...], out: Path) -> None:
    """Write the library; the same object gives the same bytes."""
    _run(_command(target, object_file, names, out))


def _command(target: Target, object_file: Path, names: tuple[str, ...], out: Path) -> list[str]:
    if target.name == "wasm32":
        exported = [f"--export={name}" for name in names]
        stack = ["--stack-first", "-z", f"stack-size={STACK}"]
        return [
            *_zig(),
            "wasm-ld",
            "--no-entry",
            "--gc-sections",
            "--strip-all",
            "-O2",
            *stack,
            *exported,
            str(object_file),
            "-o",
            str(out),
        ]
    own = next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)
    if target.name == host_name() and own and target.name.startswith(("linux", "macos")):
        tidy = ["-Wl,--build-id=none", "-Wl,-s"] if target.name.startswith("linux") else []
        return [own, "-shared", "-fPIC", *tidy, "-o", str(out), str(object_file)]
    return [*_zig(), "cc", "-target", target.zig, "-shared", "-s", "-o", str(out), str(object_file)]


def _zig() -> list[str]:
    if find_spec("ziglang") is None:
        raise BuildFailed("there is no C compiler to link with: install one (cc), or `pip install ziglang`")
    return [sys.executable, "-m", "ziglang"]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise BuildFailed(f"the linker failed: {done.stderr.strip()[-1000:]}")
