"""Turns the actions of a match into events. It follows behind: a match that nobody asks for its events pays nothing for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tuilerie.engine.game import Event, Game, States
from tuilerie.rules.steps import copy_of, step


class Chronicle:
    """The events of a match so far, and the position in which they leave it."""

    __slots__ = ("_followed", "_out", "_states", "events", "game", "with_legal")

    def __init__(self, game: Game, states: States) -> None:
        self.game = game
        self.events: list[Event] = []
        self.with_legal = False
        self._states = copy_of(states)
        self._out = np.empty(game.kernel.ACTIONS, np.int32)
        self._followed = 0

    def follow(self, actions: Sequence[int], now: States) -> None:
        """Tell the deal, and every complete move among the actions not told yet. `now` is the position after all of them."""
        if not self.events:
            self.events.append(self.game.deal(self._states))
        if len(actions) - self._followed == 1 and not now["pending"].item():  # as after every move at a table: nothing has to be played again
            before, self._states = self._states, copy_of(now)
            self._tell(before, actions[self._followed :], self._states)
            self._followed += 1
            return
        while self._followed < len(actions):
            before = copy_of(self._states)
            at = self._followed
            while at < len(actions):
                step(self._states, actions[at], self._out)
                at += 1
                if not self._states["pending"][0]:
                    break
            else:  # the last move is still under way
                self._states = before
                return
            self._tell(before, actions[self._followed : at], self._states)
            self._followed = at

    def _tell(self, before: States, actions: Sequence[int], after: States) -> None:
        move = self.game.spell(before, actions)
        event: Event = ["move", int(before["turn"].item()), move]
        if self.with_legal:
            event.append(sorted(self.game.moves(before)))
        self.events.append(event)
        self.events.extend(self.game.tell(before, move, after))

    def copy(self) -> Chronicle:
        twin = object.__new__(Chronicle)
        twin.game, twin.with_legal, twin._followed = self.game, self.with_legal, self._followed
        twin.events = self.events.copy()
        twin._states = copy_of(self._states)
        twin._out = self._out.copy()
        return twin
