"""Entries: the only functions of a game that Python and JavaScript call. They take addresses and numbers, and answer
with a number.

An entry is written like any kernel, over records and arrays. What its parameters are is said once, beside it:

    @entry(key="u32[8]", out="i32[ACTIONS]")
    def begin(state, players, ruleset, key, out): ...

A parameter that is not mentioned is a whole number of 64 bits; `state` and `ruleset` are the game's records. Sizes are
numbers, the game's constants (upper case) or other parameters. From this follow the compiled wrapper, the types of the
call, and the run without a compiler.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tuilerie.kernel.compiled import kernel

NUMBERS = ("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64", "bool")
GAME_RECORDS = ("state", "ruleset")
_FORM = re.compile(r"(\w+)(?:\[([^\]]+)\])?")


@dataclass(frozen=True)
class Parameter:
    """One parameter: a number (`shape` is None) or the address of an array of numbers or records; one record has the
    shape ().
    """

    name: str
    kind: str
    shape: tuple[int | str, ...] | None = None


@dataclass(frozen=True)
class Entry:
    """A function that can be called from outside, and what it is called with."""

    name: str
    body: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    quick: bool  # over before anybody else would have got Python's lock

    @property
    def types(self) -> str:
        """One letter per parameter: i and u are whole numbers, f is a float, p an address."""
        return "".join("p" if each.shape is not None else each.kind[0] for each in self.parameters)


def entry(**kinds: str) -> Callable[[Callable[..., Any]], Entry]:
    """Make an entry of a function; see above."""
    return _declaring(kinds, quick=False)


def quick_entry(**kinds: str) -> Callable[[Callable[..., Any]], Entry]:
    """The same, of a function that takes a microsecond or less."""
    return _declaring(kinds, quick=True)


def _declaring(kinds: Mapping[str, str], quick: bool) -> Callable[[Callable[..., Any]], Entry]:
    def declare(body: Callable[..., Any]) -> Entry:
        names = list(inspect.signature(body).parameters)
        if unknown := set(kinds) - set(names):
            raise TypeError(f"{body.__name__} has no {', '.join(sorted(unknown))}")
        return Entry(body.__name__, kernel(body), tuple(_parameter(name, kinds.get(name)) for name in names), quick)

    return declare


def _parameter(name: str, form: str | None) -> Parameter:
    if form is None:
        return Parameter(name, name, ()) if name in GAME_RECORDS else Parameter(name, "i64")
    found = _FORM.fullmatch(form)
    if found is None:
        raise TypeError(f"{name} cannot be {form!r}")
    kind, sizes = found[1], found[2]
    if sizes is None:
        return Parameter(name, kind) if kind in NUMBERS else Parameter(name, kind, ())
    shape = tuple(int(size) if size.strip().isdigit() else size.strip() for size in sizes.split(","))
    return Parameter(name, kind, shape)


def sized(shape: tuple[int | str, ...], constants: Mapping[str, int]) -> tuple[int | str, ...]:
    """The shape with the game's constants filled in; names of parameters stay."""
    return tuple(constants[size] if isinstance(size, str) and size.isupper() else size for size in shape)
