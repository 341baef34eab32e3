"""The bots by name, the same names everywhere, and the programs that sit down from outside (`cmd:...`)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tuilerie.engine.errors import BadInput

OUTSIDE = "cmd:"


@dataclass(frozen=True)
class Bot:
    """A seat's bot: a compiled policy by its kind, or a command to start."""

    name: str
    kind: int = -1
    command: str | None = None


BUILT_IN = {
    "random": Bot("random", 0),
    "greedy": Bot("greedy", 1),
    "beginner": Bot("beginner", 2),
    "club": Bot("club", 3),
    "expert": Bot("expert", 4),
    "master": Bot("master", 5),
}
LABORATORY = {"cheat": Bot("cheat", 6)}  # sees everything: an upper bound to measure by, never a guest at a table


def bot_named(name: str, laboratory: bool = False) -> Bot:
    if name.startswith(OUTSIDE) and name[len(OUTSIDE) :].strip():
        return Bot(name, command=name[len(OUTSIDE) :].strip())
    known = BUILT_IN | LABORATORY if laboratory else BUILT_IN
    if name not in known:
        raise BadInput("bot.unknown", bot=name[:40], known=", ".join(known))
    return known[name]


def seat_bots(names: Sequence[str], players: int, laboratory: bool = False) -> list[Bot]:
    """One bot per seat: one name fills every seat, a list goes by seat."""
    bots = [bot_named(name, laboratory) for name in names]
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise BadInput("bots.count", bots=len(bots), players=players)
    return bots


def split_names(given: Sequence[str]) -> list[str]:
    """Names as typed: a comma list in one option, or the option repeated (then commas belong to the command)."""
    if len(given) == 1 and not given[0].startswith(OUTSIDE):
        return [name.strip() for name in given[0].split(",")]
    return [part.strip() for name in given for part in ([name] if name.startswith(OUTSIDE) else name.split(","))]


def run_number(seed: int) -> int:
    """The 64 bits from which the bots' dice of a run are made."""
    return int.from_bytes(hashlib.sha256(f"tuilerie/dice/{seed}".encode()).digest()[:8], "little")
