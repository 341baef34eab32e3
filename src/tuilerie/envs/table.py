"""What every environment is set up with: a game and its settings, checked once, and what a learner sees of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium.spaces import Box

from tuilerie.bots.roster import bot_named
from tuilerie.engine.errors import BadInput
from tuilerie.engine.game import Game
from tuilerie.engine.options import read_variant
from tuilerie.engine.registry import game_named
from tuilerie.envs.records import ROTATE, SCORE, SEATS, SETTINGS, WIN
from tuilerie.kernel.records import Record
from tuilerie.words.terms import GameName

REWARDS = {"win": WIN, "score": SCORE}
TURN_LIMIT = 200  # turns per player, as everywhere in the lab; then the episode is truncated
ILLEGAL = -1.0  # what an illegal action pays; the worst that `win` pays a legal player is above it
COMPILED = ("random", "greedy")  # bots that lanes can play
CEILING = 1000.0  # no feature is larger; nearly all lie between 0 and 1


@dataclass
class Table:
    """One game with its settings: `Table("restart", players=3, variant={"target": 50})`.

    Refuses (BadInput) what the engine refuses.
    """

    game_id: str
    players: int = 2
    variant: Mapping[str, Any] | None = None
    deck: Any = None
    reward: str = "win"
    turn_limit: int = TURN_LIMIT
    illegal: float = ILLEGAL
    game: Game = field(init=False)
    ruleset: Record = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.game = game_named(self.game_id)
        if self.players not in self.game.players:
            raise BadInput(
                "players.range",
                game=GameName(self.game_id),
                players=self.players,
                least=self.game.players[0],
                most=self.game.players[-1],
            )
        if self.reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {self.reward!r}")
        values = read_variant(self.game.options, self.variant or {}, self.players)
        self.ruleset = self.game.ruleset(values, self.game.read_deck(self.deck))

    @property
    def actions(self) -> int:
        return int(self.game.record.ACTIONS)

    @property
    def features(self) -> int:
        return int(self.game.record.FEATURES)

    @property
    def limit(self) -> int:
        """Turns of all players together."""
        return self.turn_limit * self.players

    def observation_space(self) -> Box:
        return Box(0.0, CEILING, (self.features,), np.float32)

    def settings(self, seat: int | None = None, opponents: Sequence[int] = (), same_step: bool = False) -> Record:
        """For compiled code.

        `opponents` are the kinds of the bots, from the seat after the learner on; none: the caller plays every seat.
        """
        settings = SETTINGS.new()
        settings["players"] = self.players
        settings["seat"] = ROTATE if seat is None else seat
        settings["self_play"] = not opponents
        settings["same_step"] = same_step
        settings["limit"] = self.limit
        settings["reward"] = REWARDS[self.reward]
        settings["lowest_wins"] = self.game.lowest_wins
        settings["penalty"] = self.illegal
        settings["kinds"] = [0, *opponents, *[0] * (SEATS - 1 - len(opponents))]
        return settings


def opponent_kinds(opponents: str | Sequence[str], players: int) -> list[int]:
    """The bots by name, from the seat after the learner on; one name fills every other seat."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise BadInput("bots.count", bots=len(names), players=players - 1)
    bots = [bot_named(name) for name in names]
    for bot in bots:
        if bot.name not in COMPILED:
            raise BadInput("bot.unknown", bot=bot.name[:40], known=", ".join(COMPILED))
    return [bot.kind for bot in bots]


def learner_seat(seat: int | None, players: int) -> int | None:
    if seat is not None and not 0 <= seat < min(players, SEATS):
        raise ValueError(f"seat is None (a new one every episode) or 0..{players - 1}, not {seat!r}")
    return seat


def layout(game: str) -> list[tuple[str, int, int, str]]:
    """What an observation holds: name, first index, length and meaning of each field, in order.

    Seats are counted from the observer on.
    """
    fields, at = [], 0
    for name, length, meaning in game_named(game).record.FEATURE_LAYOUT:
        fields.append((name, at, int(length), meaning))
        at += int(length)
    return fields
