"""Turns the actions of a match into events.

It follows behind: a match that nobody asks for its events pays nothing for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from tuilerie.engine.game import Event, Game
from tuilerie.kernel.records import Record


class EventList:
    """The events of a match so far, and the position in which they leave it."""

    __slots__ = ("_followed", "_state", "events", "game", "with_legal")

    def __init__(self, game: Game, state: Record) -> None:
        self.game = game
        self.events: list[Event] = []
        self.with_legal = False
        self._state = state.copy()
        self._followed = 0

    def follow(self, actions: Sequence[int], now: Record) -> None:
        """Tell the deal, and every complete move among the actions not told yet.

        `now` is the position after all of them.
        """
        if not self.events:
            self.events.append(self.game.deal(self._state))
        # as after every move at a table: nothing has to be played again
        if len(actions) - self._followed == 1 and not now["pending"]:
            before, self._state = self._state, now.copy()
            self._tell(before, actions[self._followed :], self._state)
            self._followed += 1
            return
        while self._followed < len(actions):
            before = self._state.copy()
            at = self._followed
            while at < len(actions):
                self.game.apply(self._state, actions[at])
                at += 1
                if not self._state["pending"]:
                    break
            else:  # the last move is still under way
                self._state = before
                return
            self._tell(before, actions[self._followed : at], self._state)
            self._followed = at

    def _tell(self, before: Record, actions: Sequence[int], after: Record) -> None:
        move = self.game.spell(before, actions)
        event: Event = ["move", before["turn"], move]
        if self.with_legal:
            event.append(sorted(self.game.moves(before)))
        self.events.append(event)
        self.events.extend(self.game.tell(before, move, after))

    def copy(self) -> EventList:
        twin = object.__new__(EventList)
        twin.game, twin.with_legal, twin._followed = self.game, self.with_legal, self._followed
        twin.events = self.events.copy()
        twin._state = self._state.copy()
        return twin
