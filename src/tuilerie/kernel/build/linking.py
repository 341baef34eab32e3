"""From an object file to a library: by the linkers inside `ziglang`, or, for this machine, by its own `cc` where those
are not installed. Then the library is read again: it asks for nothing unknown and offers its entries.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tuilerie.kernel.build.module import OF_C
from tuilerie.kernel.build.symbols import Symbols, read_symbols
from tuilerie.kernel.build.targets import Target
from tuilerie.kernel.errors import BuildFailed
from tuilerie.kernel.platforms import host_name

STACK = 262_144  # of a WebAssembly module, in bytes
# what LLVM and the loader ask for besides, on platforms that have it
MORE = {"macos": frozenset({"__bzero", "bzero", "dyld_stub_binder", "memset_pattern16"})}

# Windows grows a stack page by page: a function with a large frame touches each page first, by this helper.
_PROBE = """
.globl ___chkstk_ms
___chkstk_ms:
  pushq %rcx
  pushq %rax
  cmpq $0x1000, %rax
  leaq 24(%rsp), %rcx
  jb 2f
1:
  subq $0x1000, %rcx
  orq $0, (%rcx)
  subq $0x1000, %rax
  cmpq $0x1000, %rax
  ja 1b
2:
  subq %rax, %rcx
  orq $0, (%rcx)
  popq %rax
  popq %rcx
  ret
"""


def link(target: Target, object_file: Path, names: tuple[str, ...], out: Path) -> None:
    """Write the library; the same object gives the same bytes."""
    if find_spec("ziglang") is None:
        _run(_by_own_compiler(target, object_file, out))
    elif target.name == "wasm32":
        _run(_wasm(object_file, names, out))
    elif target.system == "windows":
        _link_for_windows(target, object_file, names, out)
    elif target.system == "macos":
        plain = ["-dynamic", "-target", target.linker, "-fno-compiler-rt", "-fno-ubsan-rt", "-lc", "-fstrip"]
        _run([*_zig("build-lib"), *plain, f"-femit-bin={out.name}", object_file.name], cwd=out.parent)
    else:
        plain = ["-m", target.linker, "-shared", "--gc-sections", "--strip-all", "--build-id=none"]
        _run([*_zig("ld.lld"), *plain, str(object_file), "-o", str(out)])
    check(read_symbols(out.read_bytes()), target, names)


def check(found: Symbols, target: Target, names: tuple[str, ...]) -> None:
    """Refuse a library that asks for what its platform does not have, or lacks an entry."""
    allowed = OF_C | MORE.get(target.system, frozenset()) if target.name != "wasm32" else frozenset()
    if unknown := found.imported - allowed:
        raise BuildFailed(f"the library asks for {', '.join(sorted(unknown))}")
    if missing := set(names) - found.exported:
        raise BuildFailed(f"the library lacks {', '.join(sorted(missing))}")


def _by_own_compiler(target: Target, object_file: Path, out: Path) -> list[str]:
    own = next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)
    if own is None or target.name != host_name() or target.system not in ("linux", "macos"):
        raise BuildFailed("there is no linker for this platform: `pip install ziglang`")
    tidy = ["-nostdlib", "-Wl,--build-id=none", "-Wl,-s"] if target.system == "linux" else []
    return [own, "-shared", "-fPIC", *tidy, "-o", str(out), str(object_file)]


def _wasm(object_file: Path, names: tuple[str, ...], out: Path) -> list[str]:
    exported = [f"--export={name}" for name in names]
    plain = ["--no-entry", "--gc-sections", "--strip-all", "-O2", "--stack-first", "-z", f"stack-size={STACK}"]
    return [*_zig("wasm-ld"), *plain, *exported, str(object_file), "-o", str(out)]


def _link_for_windows(target: Target, object_file: Path, names: tuple[str, ...], out: Path) -> None:
    """The C library's functions come from msvcrt.dll, which every Windows has."""
    folder = object_file.parent
    listed, stubs, source, probe = (folder / name for name in ("c.def", "c.lib", "probe.s", "probe.o"))
    listed.write_text("\n".join(["LIBRARY msvcrt.dll", "EXPORTS", *sorted(OF_C)]) + "\n")
    source.write_text(_PROBE)
    _run([*_zig("dlltool"), "-m", "i386:x86-64", "-d", str(listed), "-l", str(stubs)])
    _run([*_zig("cc"), "-target", target.linker, "-c", str(source), "-o", str(probe)])
    exported = [f"/export:{name}" for name in names]
    parts = [str(each) for each in (object_file, stubs, probe)]
    _run([*_zig("lld-link"), "/dll", "/noentry", "/brepro", f"/out:{out}", *exported, *parts])


def _zig(tool: str) -> list[str]:
    return [sys.executable, "-m", "ziglang", tool]


def _run(command: list[str], cwd: Path | None = None) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    if done.returncode:
        raise BuildFailed(f"the linker failed: {done.stderr.strip()[-1000:]}")
