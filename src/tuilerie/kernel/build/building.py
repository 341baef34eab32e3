"""Building a library: in a process of its own, alone, into the cache; complete or not at all."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tuilerie.kernel import library, places, sources
from tuilerie.kernel.build import ir, linking, module
from tuilerie.kernel.build.targets import TARGETS
from tuilerie.kernel.build.versions import NEEDED
from tuilerie.kernel.errors import BuildFailed, LibraryProblem
from tuilerie.kernel.modules import Assembled, KernelModules, assemble
from tuilerie.kernel.platforms import host_name


def command(modules: KernelModules, part: str, *targets: str, folder: Path | None = None) -> list[str]:
    """The process that builds; start it with `ir.environment()`."""
    given = json.dumps([modules.game, modules.rules, modules.policies, modules.marks])
    return [
        sys.executable,
        "-m",
        "tuilerie.kernel.build.worker",
        given,
        part,
        str(folder or places.cache_folder()),
        *(targets or (host_name(),)),
    ]


def build_apart(modules: KernelModules, part: str, target: str | None = None) -> Path:
    """Build for this machine, or for another, and wait for it; the library's path."""
    missing_tools(modules)
    done = subprocess.run(
        command(modules, part, target or host_name()),
        env=ir.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise failed(modules, done.stderr)
    path = places.find(modules, part, target or host_name())
    if path is None:
        raise failed(modules, "the library is not where it was put")
    return path


def failed(modules: KernelModules, errors: str) -> LibraryProblem:
    lines = errors.strip().splitlines() or ["no reason was given"]
    why = lines[-1][:300]
    return LibraryProblem(
        "library.failed", f"The rules of {modules.game} could not be compiled: {why}", game=modules.game, why=why
    )


def missing_tools(modules: KernelModules) -> None:
    """Refuse with a sentence where the compiler is not installed, or is another one."""
    for name, wanted in NEEDED.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = None
        if found != wanted:
            has = f"{name} {found} is installed, {wanted} is needed" if found else f"{name} is not installed"
            sentence = (
                f"{modules.game} has to be compiled on this machine first, and {has}: pip install 'tuilerie[build]'"
            )
            raise LibraryProblem("library.tools", sentence, game=modules.game, has=has)


def build(modules: KernelModules, part: str, target: str, folder: Path) -> Path:
    """Build in this process, whose environment must be `ir.environment()`; nothing is done where the library is there
    and whole.
    """
    path = folder / places.file_name(modules, part, target)
    with alone(path):
        if not _is_whole(path, modules, part):
            try:
                _write(modules, part, target, path)
            except OSError as error:
                if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES):
                    raise BuildFailed(
                        f"{folder}: {error.strerror}. Make room there, or set TUILERIE_CACHE to another folder"
                    ) from None
                raise
            places.clear_old()
    return path


def _is_whole(path: Path, modules: KernelModules, part: str) -> bool:
    try:
        library.verified(path, modules, part)
    except LibraryProblem:
        return False
    return True


@cache
def _translated(modules: KernelModules, part: str) -> ir.Translation:
    """The same for all targets."""
    assembled = assemble(modules, part)
    return ir.translate(assembled.entries, assembled.records, assembled.constants)


def _write(modules: KernelModules, part: str, target: str, path: Path) -> None:
    assembled = assemble(modules, part)
    compiled = module.compiled(_translated(modules, part), TARGETS[target])
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="building-") as aside:
        object_file, built = Path(aside) / "kernels.o", Path(aside) / path.name
        object_file.write_bytes(compiled.object)
        linking.link(TARGETS[target], object_file, compiled.names, built)
        described = places.manifest_of(built)
        described.write_text(
            json.dumps(_description(modules, part, target, assembled, built), indent=1) + "\n", encoding="utf-8"
        )
        _keep(built)
        _keep(described)
        described.replace(places.manifest_of(path))  # whoever looks for a library looks for the file that comes last
        built.replace(path)


def _description(
    modules: KernelModules, part: str, target: str, assembled: Assembled, built: Path
) -> dict[str, object]:
    return {
        "format": library.FORMAT,
        "game": modules.game,
        "part": part,
        "target": target,
        "key": sources.key(modules, part),
        "sha256": hashlib.sha256(built.read_bytes()).hexdigest(),
        "versions": NEEDED,
        "entries": {each.name: each.types for each in assembled.entries},
        "quick": [each.name for each in assembled.entries if each.quick],
        "constants": dict(assembled.constants),
    }


def _keep(path: Path) -> None:
    """On the disk before it gets its name."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """One process builds a library at a time, the second waits for the first.

    The lock goes with its process, however that ends.
    """
    try:
        import fcntl
    except ImportError:  # not on every platform: then the same work is done twice, and the same bytes are put in place
        yield
        return
    with path.with_name(path.name + ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
