"""What a game must tell the engine. Subclass `Game`, put one line into the registry, and every client can play it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from tuilerie.engine.errors import BadInput, Refused
from tuilerie.engine.options import Option, Value
from tuilerie.rules.steps import copy_of, list_legal, new_states, step

States = np.ndarray  # one-element array of the game's record
Event = list[Any]


class Game(ABC):
    """One registered game: its kernel, its options, its notation, what happens in words of events, and what each seat may see.

    An *action* is a small int of the kernel. A *move* is what a person does, written in notation: one action, or several while `pending`.
    """

    id: ClassVar[str]
    kernel: ClassVar[ModuleType]
    options: ClassVar[tuple[Option, ...]]
    reasons: ClassVar[tuple[str, ...]]  # by the record's `reason`; index 0 is "not over"
    clauses: ClassVar[Mapping[str, str]]  # the clause that an event of this kind follows
    policies: ClassVar[str | None] = None  # module with the compiled `greedy` policy
    lowest_wins: ClassVar[bool] = False
    players: ClassVar[range] = range(2, 5)
    takes_deck: ClassVar[bool] = False

    # --- setting up ---------------------------------------------------------------------------

    @abstractmethod
    def ruleset(self, variant: Mapping[str, Value], deck: Any) -> np.ndarray:
        """The kernel's RULESET record for these options."""

    def read_deck(self, deck: Any) -> Any:
        """Check a deck given by a user; games with one fixed set of pieces have none."""
        if deck is not None:
            raise BadInput("deck.none", game=self.id)
        return None

    # --- notation -----------------------------------------------------------------------------

    @abstractmethod
    def read(self, states: States, move: str) -> Sequence[int]:
        """The actions that `move` stands for in this position; Refused if it is not a move of this game at all. Need not be legal."""

    @abstractmethod
    def spell(self, before: States, actions: Sequence[int]) -> str:
        """A move's actions in notation; `before` is the position in which it starts."""

    @abstractmethod
    def refusal(self, states: States, move: str) -> Refused:
        """Why a readable move is not legal here."""

    def moves(self, states: States) -> dict[str, tuple[int, ...]]:
        """Every legal move in notation, with its actions. Written once for all games: follow every action until the move is complete."""
        found: dict[str, tuple[int, ...]] = {}
        out = np.empty(self.kernel.ACTIONS, np.int32)

        def follow(here: States, path: tuple[int, ...]) -> None:
            for action in out[: list_legal(here, out)].tolist():
                there = copy_of(here)
                step(there, action, out)
                if there["pending"][0]:
                    follow(there, (*path, action))
                else:
                    found[self.spell(states, (*path, action))] = (*path, action)

        follow(states, ())
        return found

    def listed(self, states: States, ids: np.ndarray) -> list[str]:
        """Every legal move in plain string order; `ids` are the legal actions. Quicker where every action is a whole move."""
        return sorted(self.moves(states))

    # --- what happened, and who may see it -------------------------------------------------------

    @abstractmethod
    def deal(self, states: States) -> Event:
        """The `deal` event of a freshly dealt position."""

    @abstractmethod
    def tell(self, before: States, move: str, after: States) -> list[Event]:
        """What a move brought about besides itself: draws, refills, reveals, the end of a round, the next deal; not the end of the game."""

    @abstractmethod
    def seen(self, event: Event, seat: int | None) -> Event:
        """The event as `seat` (None: a spectator) may see it: an allow-list, hidden pieces replaced by their number."""

    @abstractmethod
    def view(self, states: States, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) sees now: an allow-list."""

    def views(self, states: States, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """`view` of several seats. A game may put what is public into words only once."""
        return [self.view(states, seat) for seat in seats]

    # --- small things every adapter needs --------------------------------------------------------

    def new_states(self) -> States:
        return new_states(self.kernel.STATE)

    def unreadable(self, move: str) -> Refused:
        return Refused("unreadable", move=move if len(move) <= 40 else move[:37] + "...", form=self.id)
