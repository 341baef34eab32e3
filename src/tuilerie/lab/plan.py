"""What is to be played: a game with its settings, and the bots by seat.

Checked once, then shared by every command of the lab.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tuilerie.bots.kinds import GREEDY
from tuilerie.bots.roster import Bot, run_number
from tuilerie.engine.fair import numbered_secret, numbered_seeds
from tuilerie.engine.game import Game
from tuilerie.engine.match import Match
from tuilerie.engine.options import Value
from tuilerie.engine.registry import game_named

TURN_LIMIT = 200  # turns per player after which a game of programs is stopped


@dataclass
class Plan:
    """`bots[rotation]` are the bots by seat; a simulation has one rotation, a match one per seat."""

    game: Game
    players: int
    variant: Mapping[str, Value]
    deck: Any
    seed: int
    bots: Sequence[Sequence[Bot]]
    limit: int = TURN_LIMIT
    replica: int = 0  # the same deals again, with other dice for the bots
    run: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.run = run_number(self.seed)
        if self.replica:
            self.run = int.from_bytes(
                hashlib.sha256(f"tuilerie/replica/{self.run}/{self.replica}".encode()).digest()[:8], "little"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels to other processes by the game's name."""
        return _rebuilt, (
            self.game.id,
            self.players,
            self.variant,
            self.deck,
            self.seed,
            self.bots,
            self.limit,
            self.replica,
        )

    @property
    def rotations(self) -> int:
        return len(self.bots)

    @property
    def compiled(self) -> bool:
        """Whether every seat is a simple policy, so that whole games can be played inside compiled code."""
        return all(bot.command is None and bot.kind <= GREEDY for seats in self.bots for bot in seats)

    def match(self, number: int) -> Match:
        """Game `number` of the run, dealt."""
        return Match(
            self.game,
            self.players,
            self.variant,
            numbered_secret(self.seed, number // self.rotations),
            nonces=None,
            deck=self.deck,
        )

    def keys(self, first: int, count: int) -> np.ndarray:
        """The seeds of games first..first+count-1 as key words, (count, 8)."""
        deals = range(first // self.rotations, (first + count - 1) // self.rotations + 1)
        words = np.frombuffer(numbered_seeds(self.seed, deals, self.players), "<u4").astype(np.uint32).reshape(-1, 8)
        return words if self.rotations == 1 else words[np.arange(first, first + count) // self.rotations - deals[0]]

    def kinds(self, count: int) -> np.ndarray:
        """The bots' kinds by game and seat, (count, players), for `count` games from the beginning of a deal."""
        kinds = np.array([[bot.kind for bot in seats] for seats in self.bots], np.int64)
        return np.ascontiguousarray(np.resize(kinds, (count, self.players)))

    def seats(self, number: int) -> Sequence[Bot]:
        return self.bots[number % self.rotations]


def _rebuilt(game: str, *rest: Any) -> Plan:
    return Plan(game_named(game), *rest)
