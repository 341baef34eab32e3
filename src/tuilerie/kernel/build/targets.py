"""The platforms that libraries are built for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A platform: LLVM's names for it, and how its linker calls it."""

    name: str
    triple: str
    cpu: str
    features: str
    suffix: str
    linker: str

    @property
    def system(self) -> str:
        return self.name.partition("-")[0]


_X86 = "x86-64-v2"
_WASM = "+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals"
TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64", "x86_64-unknown-linux-gnu", _X86, "", ".so", "elf_x86_64"),
        Target("linux-aarch64", "aarch64-unknown-linux-gnu", "generic", "", ".so", "aarch64linux"),
        Target("macos-x86_64", "x86_64-apple-macosx11.0.0", _X86, "", ".dylib", "x86_64-macos.11.0"),
        Target("macos-arm64", "arm64-apple-macosx11.0.0", "generic", "", ".dylib", "aarch64-macos.11.0"),
        Target("windows-x86_64", "x86_64-pc-windows-gnu", _X86, "", ".dll", "x86_64-windows-gnu"),
        Target("wasm32", "wasm32-unknown-unknown", "generic", _WASM, ".wasm", ""),
    )
}
