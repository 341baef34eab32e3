"""What a game's libraries are made of: the modules with its rules, its bots' rules of thumb and its marks, and the
lists of entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tuilerie.kernel.entries import Entry

# The entries of a library by part. What a table needs is apart from what studies and environments call: it is built
# first.
PLAY, STUDY = "play", "study"
PARTS = {
    PLAY: ("tuilerie.kernel.playing", "tuilerie.bots.kernels.entries"),
    STUDY: ("tuilerie.lab.kernels.entries", "tuilerie.envs.kernels.entries"),
}
# What stands in for a game's own rules of thumb and marks.
STAND_INS = {PLAY: "tuilerie.bots.kernels.fallback", STUDY: "tuilerie.lab.kernels.watch_nothing"}


@dataclass(frozen=True)
class KernelModules:
    """The compiled side of one game, by the names of its modules. Naming them loads nothing."""

    game: str
    rules: str
    policies: str | None = None
    marks: str | None = None

    def roots(self, part: str) -> tuple[str, ...]:
        """The modules from which everything that a part is made of can be reached."""
        common = PARTS[PLAY] if part == PLAY else (*PARTS[PLAY], *PARTS[part])
        own = (self.rules, self.policies or STAND_INS[PLAY], None if part == PLAY else self.marks or STAND_INS[STUDY])
        return tuple(name for name in (*own, *common) if name)


@dataclass(frozen=True)
class Assembled:
    """The entries of a part, ready to be compiled or called."""

    entries: tuple[Entry, ...]
    records: Mapping[str, Any]  # dtypes by the name that parameters use
    constants: Mapping[str, int]


def assemble(modules: KernelModules, part: str) -> Assembled:
    """Load a game's kernels and make them known to the generic ones.

    An entry whose sizes name a constant that the game lacks is left out.
    """
    records: dict[str, Any] = {}
    constants: dict[str, int] = {}
    entries: list[Entry] = []
    for name in (*PARTS[PLAY], *(PARTS[part] if part != PLAY else ())):
        module = import_module(name)
        module.register(modules, records, constants)
        if name in PARTS[part]:
            entries += module.ENTRIES
    return Assembled(tuple(each for each in entries if _possible(each, constants)), records, constants)


def _possible(entry: Entry, constants: Mapping[str, int]) -> bool:
    sizes = [size for each in entry.parameters for size in each.shape or ()]
    return all(size in constants for size in sizes if isinstance(size, str) and size.isupper())
