"""From entries to LLVM's text, by Numba's public interface. Runs only in a process whose environment is
`environment()`: no decision of the building machine (its processor, its cache of kernels) may end up in the text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
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


def texts(
    entries: Iterable[Entry], records: Mapping[str, Any], constants: Mapping[str, int]
) -> Iterator[tuple[str, str, str]]:
    """For each entry its name, the name Numba gives it, and a module's text with everything it calls."""
    import numba

    _without_machine_code()
    for entry in entries:
        signature = numba.types.int64(*[_type(each, records) for each in entry.parameters])
        compiled = numba.cfunc(signature, error_model="numpy")(_wrapper(entry, constants))
        yield entry.name, compiled.native_name, compiled.inspect_llvm()


def _without_machine_code() -> None:
    """Numba makes machine code of every function, to run it, and times itself all the while.

    Here nothing runs: a quarter of the time is saved.
    """
    from numba.core import codegen, event

    def finalized(library: Any, name: str) -> int:
        library._ensure_finalized()
        return 1  # an address that nobody calls

    codegen.JITCodeLibrary.get_pointer_to_function = finalized
    codegen.JITCPUCodegen.set_env = lambda *_: None
    event.broadcast = lambda *_: None


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
