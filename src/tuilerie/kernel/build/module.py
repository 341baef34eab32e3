"""One module of LLVM from the texts of all functions: linked, made fit for a target, checked, optimised, emitted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tuilerie.kernel.build import runtime
from tuilerie.kernel.build.ir import Translation
from tuilerie.kernel.build.targets import Target
from tuilerie.kernel.errors import BuildFailed

OF_C = frozenset({"malloc", "free", "memcpy", "memset", "memmove"})  # what a native library may ask of the C library
OWN = {"wasm32": ("reserve",)}  # of the runtime, called from outside
_ADDRESS = re.compile(r"numba\.dynamic\.globals|inttoptr \(i\d+ -?\d")
_DECLARED = re.compile(r"^declare [^@]*@\"?([\w.$]+)", re.M)


@dataclass(frozen=True)
class Compiled:
    """An object file, and the names it offers."""

    object: bytes
    names: tuple[str, ...]


def compiled(translation: Translation, target: Target) -> Compiled:
    """The object file of a game for a target."""
    from llvmlite import binding as llvm

    whole = _linked(translation, target)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    wasm = target.name == "wasm32"
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc="static" if wasm else "pic", codemodel="default"
    )
    whole.triple, whole.data_layout, whole.name = target.triple, str(machine.target_data), "tuilerie"
    offered = _hide_all_but(whole, translation.names, OWN.get(target.name, ()))
    _optimise(whole, machine, wasm)
    whole.verify()
    check(str(whole), frozenset() if wasm else OF_C)
    return Compiled(machine.emit_object(whole), tuple(offered))


def _linked(translation: Translation, target: Target) -> Any:
    """All entries and the runtime in one module."""
    from llvmlite import binding as llvm

    whole = llvm.parse_assembly(_without_machine(runtime.text(target.name == "wasm32")))
    for text in translation.texts:
        whole.link_in(llvm.parse_assembly(_without_machine(text)))
    return whole


def check(text: str, allowed: frozenset[str]) -> None:
    """Refuse a module with an address of this machine in it, or with a function that nobody provides."""
    if found := _ADDRESS.search(text):
        raise BuildFailed(f"an address of the building machine is left in the module: {found[0]}")
    unknown = {name for name in _DECLARED.findall(text) if not name.startswith("llvm.")} - allowed
    if unknown:
        raise BuildFailed(f"nobody provides {', '.join(sorted(unknown))}")


def _without_machine(text: str) -> str:
    """Numba's text without its machine: triple, layout, processor."""
    text = re.sub(r'@"?llvm\.log10\.f64"?', "@tuilerie_log10", text)
    text = re.sub(r"^(target (triple|datalayout)|source_filename) = .*$", "", text, flags=re.M)
    return re.sub(r'"(target-cpu|target-features)"="[^"]*"', "", text)


def _hide_all_but(module: Any, names: dict[str, str], more: tuple[str, ...]) -> list[str]:
    offered = []
    for function in module.functions:
        if function.is_declaration:
            continue
        if function.name in names or function.name in more:
            function.name = names.get(function.name, function.name)
            function.linkage = "external"
            offered.append(function.name)
        else:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    return sorted(offered)


def _optimise(module: Any, machine: Any, wasm: bool) -> None:
    """Inline first, so that Numba's own pass sees the pairs of counting up and down; then everything."""
    from llvmlite import binding as llvm

    for level in (1, 3):
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        options.loop_vectorization = options.slp_vectorization = level == 3 and not wasm
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)
