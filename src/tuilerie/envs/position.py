"""A position that remembers: the record of a game together with what each seat has seen on the way to it (perfect recall).

OpenSpiel copies and pickles states all the time, so both are quick here: the record travels as bytes.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from tuilerie.engine.fair import game_seed, key_words, numbered_secret
from tuilerie.engine.game import Game
from tuilerie.engine.registry import game_named
from tuilerie.envs.kernels.seats import look
from tuilerie.rules.steps import begin, copy_of, list_legal, new_states, redeal, step

RECENT = 16  # actions that an information state tensor still shows


class Position:
    """`trail` holds the records passed through; a seat's past is a running digest of its observations along it, made when asked for."""

    __slots__ = ("choices", "count", "game", "path", "recent", "states", "trail", "walked", "walks")

    def __init__(self, game: Game, players: int, ruleset: np.ndarray, seed: int) -> None:
        self.game = game
        self.states = new_states(game.kernel.STATE)
        out = np.empty(game.kernel.ACTIONS, np.int32)
        key = key_words(game_seed(numbered_secret(seed), [b""] * players))
        self.choices: list[int] = sorted(out[: begin(self.states, players, ruleset, key, out)].tolist())
        self.count = 0
        self.path: tuple[int, ...] = ()  # the actions of the move in progress
        self.recent: tuple[tuple[int, int], ...] = ()  # the last actions: seat, action
        self.trail: list[bytes] = [self.states.tobytes()]
        self.walks: list[bytes] = [b""] * players
        self.walked: list[int] = [0] * players

    @property
    def turn(self) -> int:
        return int(self.states["turn"][0])

    @property
    def turns(self) -> int:
        return int(self.states["turns"][0])

    def do(self, action: int) -> None:
        self.recent = (*self.recent, (self.turn, action))[-RECENT:]
        out = np.empty(self.game.kernel.ACTIONS, np.int32)
        self.choices = sorted(out[: step(self.states, action, out)].tolist())
        self.path = (*self.path, action) if self.states["pending"][0] else ()
        self.count += 1
        self.trail.append(self.states.tobytes())

    def features(self, seat: int) -> np.ndarray:
        return _features(self.game, self.states, seat)

    def past(self, seat: int) -> str:
        """A digest of everything this seat has seen so far, this position included."""
        digest = self.walks[seat]
        for snapshot in self.trail[self.walked[seat] :]:
            states = np.ndarray(1, self.game.kernel.STATE, bytearray(snapshot))
            digest = hashlib.sha256(digest + _features(self.game, states, seat).tobytes()).digest()
        self.walks[seat], self.walked[seat] = digest, len(self.trail)
        return digest.hex()[:16]

    def imagined(self, seat: int, dice: int) -> Position:
        """The same for `seat`, with all that it cannot know dealt again. What the others had seen is unknown as well: their pasts begin anew."""
        self.past(seat)
        twin = self.__deepcopy__({})
        redeal(twin.states, seat, np.array([dice], np.uint64))
        twin.trail = []
        twin.walks = [self.walks[seat] if other == seat else hashlib.sha256(self.walks[seat] + bytes([other])).digest() for other in range(len(self.walks))]
        twin.walked = [0] * len(self.walks)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        twin = object.__new__(Position)
        for name in ("choices", "count", "game", "path", "recent"):
            setattr(twin, name, getattr(self, name))
        twin.states = copy_of(self.states)
        twin.trail, twin.walks, twin.walked = self.trail.copy(), self.walks.copy(), self.walked.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.game.id, self.states.tobytes(), self.count, self.path, self.recent, self.trail, self.walks, self.walked)


def _features(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    out = np.empty(game.kernel.FEATURES, np.float32)
    look(states, seat, out)
    return out


def _unpacked(game: str, record: bytes, count: int, path: Any, recent: Any, trail: Any, walks: Any, walked: Any) -> Position:
    position = object.__new__(Position)
    position.game = game_named(game)
    position.states = copy_of(np.ndarray(1, position.game.kernel.STATE, bytearray(record)))
    out = np.empty(position.game.kernel.ACTIONS, np.int32)
    position.choices = sorted(out[: list_legal(position.states, out)].tolist())
    position.count, position.path, position.recent = count, path, recent
    position.trail, position.walks, position.walked = trail, walks, walked
    return position
