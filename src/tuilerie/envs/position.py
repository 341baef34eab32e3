"""A position that remembers: the record of a game together with what each seat has seen on the way to it (perfect
recall).

OpenSpiel copies and pickles states all the time, so both are quick here: the record travels as bytes.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from tuilerie.bots.dice import Dice
from tuilerie.engine.fair import game_seed, numbered_secret
from tuilerie.engine.game import Game
from tuilerie.engine.registry import game_named
from tuilerie.kernel.arrays import address
from tuilerie.kernel.records import Record

RECENT = 16  # actions that an information state tensor still shows
PACKED = ("count", "path", "recent", "trail", "walks", "walked")  # what is pickled beside the record


class Position:
    """`trail` holds the records passed through; a seat's past is a running digest of its observations along it, made
    when asked for.
    """

    __slots__ = ("choices", "count", "game", "path", "recent", "state", "trail", "walked", "walks")

    def __init__(self, game: Game, players: int, ruleset: Record, seed: int) -> None:
        self.game = game
        self.state = game.new_state()
        out, key = game.new_actions(), game_seed(numbered_secret(seed), [b""] * players)
        self.choices: list[int] = sorted(
            out[: game.library.begin(self.state.address, players, ruleset.address, key, out)]
        )
        self.count = 0
        self.path: tuple[int, ...] = ()  # the actions of the move in progress
        self.recent: tuple[tuple[int, int], ...] = ()  # the last actions: seat, action
        self.trail: list[bytes] = [bytes(self.state)]
        self.walks: list[bytes] = [b""] * players
        self.walked: list[int] = [0] * players

    @property
    def turn(self) -> int:
        turn: int = self.state["turn"]
        return turn

    @property
    def turns(self) -> int:
        turns: int = self.state["turns"]
        return turns

    def do(self, action: int) -> None:
        self.recent = (*self.recent, (self.turn, action))[-RECENT:]
        out = self.game.new_actions()
        self.choices = sorted(out[: self.game.library.step(self.state.address, action, out)])
        self.path = (*self.path, action) if self.state["pending"] else ()
        self.count += 1
        self.trail.append(bytes(self.state))

    def features(self, seat: int) -> np.ndarray:
        return _features(self.game, self.state, seat)

    def past(self, seat: int) -> str:
        """A digest of everything this seat has seen so far, this position included."""
        digest = self.walks[seat]
        for snapshot in self.trail[self.walked[seat] :]:
            digest = hashlib.sha256(
                digest + _features(self.game, self.game.new_state(snapshot), seat).tobytes()
            ).digest()
        self.walks[seat], self.walked[seat] = digest, len(self.trail)
        return digest.hex()[:16]

    def imagined(self, seat: int, dice: int) -> Position:
        """The same for `seat`, with all that it cannot know dealt again.

        What the others had seen is unknown as well: their pasts begin anew.
        """
        self.past(seat)
        twin = self.__deepcopy__({})
        tossed = Dice(dice)  # lives until the call is over
        self.game.library.redeal(twin.state.address, seat, tossed.address)
        twin.trail = []
        twin.walks = [
            self.walks[seat] if other == seat else hashlib.sha256(self.walks[seat] + bytes([other])).digest()
            for other in range(len(self.walks))
        ]
        twin.walked = [0] * len(self.walks)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        twin = object.__new__(Position)
        for name in ("choices", "count", "game", "path", "recent"):
            setattr(twin, name, getattr(self, name))
        twin.state = self.state.copy()
        twin.trail, twin.walks, twin.walked = self.trail.copy(), self.walks.copy(), self.walked.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.game.id, bytes(self.state), {name: getattr(self, name) for name in PACKED})


def _features(game: Game, state: Record, seat: int) -> np.ndarray:
    out = np.empty(game.record.FEATURES, np.float32)
    game.library.features(state.address, seat, address(out))
    return out


def _unpacked(game: str, record: bytes, packed: dict[str, Any]) -> Position:
    position = object.__new__(Position)
    position.game = game_named(game)
    position.state = position.game.new_state(record)
    position.choices = sorted(position.game.legal_actions(position.state))
    for name in PACKED:
        setattr(position, name, packed[name])
    return position
