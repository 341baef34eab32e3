"""Plans and studies for the tests of the laboratory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tuilerie.bots.outside import OutsideFailure
from tuilerie.bots.roster import seat_bots
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.lab.plan import Plan


def plan_of(name: str, players: int = 2, bots: str = "greedy", seed: int = 1, **variant: Any) -> Plan:
    game = game_named(name)
    values = read_variant(game.options, variant, players)
    return Plan(game, players, values, game.read_deck(None), seed, [seat_bots(bots.split(","), players)])


class NoProgress:
    """Progress that nobody watches."""

    def phase(self, name: str, total: int) -> None: ...

    def advance(self, steps: int) -> None: ...

    def expect(self, total: int) -> None: ...

    def fail(self, failures: Sequence[OutsideFailure]) -> None: ...
