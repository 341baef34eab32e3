"""From entries to LLVM's text, by Numba. Runs only in a process whose environment is
`environment()`: no decision of the building machine (its processor, its cache of kernels) may end up in the text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tuilerie.kernel.entries import Entry, Parameter, sized

NUMBERS = {
    "i8": "int8",
    "u8": "uint8",
    "i16": "int16",
    "u16": "uint16",
    "i32": "int32",
    "u32": "uint32",
    "i64": "int64",
    "u64": "uint64",
}
NUMBERS |= {"f32": "float32", "f64": "float64", "bool": "boolean"}


def environment() -> dict[str, str]:
    """What the building process must be started with."""
    numba = {
        "OPT": "0",
        "CPU_NAME": "generic",
        "CPU_FEATURES": "",
        "LOOP_VECTORIZE": "0",
        "SLP_VECTORIZE": "0",
        "DISABLE_JIT": "0",
        "DEBUGINFO": "0",
    }
    named = {f"NUMBA_{name}": value for name, value in numba.items()}
    return os.environ | named | {"TUILERIE_KERNELS": "numba", "PYTHONHASHSEED": "0"}


@dataclass(frozen=True)
class Translation:
    """What Numba made of a list of entries."""

    texts: tuple[str, ...]  # modules; together they have everything that the entries call, once
    names: dict[str, str]  # Numba's names of the entries, with ours


def translate(entries: Iterable[Entry], records: Mapping[str, Any], constants: Mapping[str, int]) -> Translation:
    import numba

    _keep_texts()
    found: dict[Any, None] = {}
    names = {}
    for entry in entries:
        signature = numba.types.int64(*[_type(each, records) for each in entry.parameters])
        compiled = numba.cfunc(signature, error_model="numpy")(_wrapper(entry, constants))
        names[compiled.native_name] = entry.name
        _collect(compiled._library, found)
    return Translation(tuple(text for library in found for text in _texts(library)), names)


def _keep_texts() -> None:
    """Numba links every function with all that it calls, makes machine code of it, to run it, and times itself all the
    while. Here nothing runs: of every function its own text is kept. That halves the time.
    """
    from numba.core import cgutils, codegen, event

    def begin(library: Any, codegen_: Any, name: str) -> None:
        codegen.CodeLibrary.__init__(library, codegen_, name)
        library._linking_libraries, library.kept_texts = [], []

    def add(library: Any, module: Any) -> None:
        library.kept_texts.append(cgutils.normalize_ir_text(str(module)))

    def finish(library: Any) -> None:
        library._finalized = True

    codegen.CPUCodeLibrary.__init__ = begin
    codegen.CPUCodeLibrary.add_ir_module = add
    codegen.CPUCodeLibrary.finalize = finish
    codegen.JITCodeLibrary.get_pointer_to_function = lambda *_: 1  # an address that nobody calls
    codegen.JITCPUCodegen.set_env = lambda *_: None
    event.broadcast = lambda *_: None


def _collect(library: Any, found: dict[Any, None]) -> None:
    """What a library needs, in the order in which it was made; then the library."""
    if library not in found:
        for each in library._linking_libraries:
            _collect(each, found)
        found[library] = None


def _texts(library: Any) -> list[str]:
    """Numba's runtime was made when Numba was loaded, before texts were kept."""
    kept: list[str] | None = getattr(library, "kept_texts", None)
    return [str(library._final_module)] if kept is None else kept


def _type(parameter: Parameter, records: Mapping[str, Any]) -> Any:
    import numba

    plain = parameter.kind in NUMBERS
    kind = getattr(numba.types, NUMBERS[parameter.kind]) if plain else numba.from_dtype(records[parameter.kind])
    return kind if parameter.shape is None else numba.types.CPointer(kind)


def _wrapper(entry: Entry, constants: Mapping[str, int]) -> Callable[..., Any]:
    """A function over addresses that calls the entry's body over records and arrays.

    Written as text: Numba knows no functions of functions.
    """
    import numba

    arguments = []
    for each in entry.parameters:
        if each.shape is None:
            arguments.append(each.name)
        elif each.shape == ():
            arguments.append(f"carray({each.name}, 1)[0]")
        else:
            sizes = ", ".join(str(size) for size in sized(each.shape, constants))
            arguments.append(f"carray({each.name}, ({sizes},))")
    names = ", ".join(each.name for each in entry.parameters)
    text = f"def {entry.name}({names}):\n    return body({', '.join(arguments)})\n"
    scope: dict[str, Any] = {"carray": numba.carray, "body": entry.body}
    exec(text, scope)
    wrapper: Callable[..., Any] = scope[entry.name]
    return wrapper
