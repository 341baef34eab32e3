"""The bots by name, the same names everywhere, and the programs that sit down from outside (`cmd:...`)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tuilerie.bots.kinds import BEGINNER, GREEDY, RANDOM, SEARCH
from tuilerie.engine.errors import BadInput

OUTSIDE = "cmd:"
OUTSIDE_KIND = -1


@dataclass(frozen=True)
class Bot:
    """A seat's bot: one of the levels below, or a command to start.

    What a game's `effort` says goes before what is said here.
    """

    name: str
    kind: int = OUTSIDE_KIND
    playouts: int = 0  # of a search, per action
    # of a search at a table, per action, where a number of playouts would make people wait
    table_ms: float | None = None
    cheating: bool = False  # sees everything
    command: str | None = None


LEVELS = (
    Bot("random", RANDOM),
    Bot("greedy", GREEDY),
    Bot("beginner", BEGINNER),
    Bot("club", SEARCH, playouts=100),
    Bot("expert", SEARCH, playouts=1500, table_ms=150.0),
    Bot("master", SEARCH, playouts=30_000, table_ms=700.0),
)
BUILT_IN = {bot.name: bot for bot in LEVELS}
# an upper bound to measure by, never a guest at a table
LABORATORY = {"cheat": Bot("cheat", SEARCH, playouts=1500, cheating=True)}


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
