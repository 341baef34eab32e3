"""What a table is to the person at this terminal, wherever it is: on this machine (`local`) or at a
server (`remote`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tuilerie.bots.review import Review
from tuilerie.engine.drawing.board import Scene
from tuilerie.engine.game import Event

View = dict[str, Any]


class Trouble(Exception):
    """Something that was not possible; the text is a sentence for the person."""


@dataclass(frozen=True)
class Hint:
    move: str
    reason: str
    chance: float | None = None


class TableClient(ABC):
    """A table with this device at one or more of its seats.

    Moves are drafts until they are confirmed; whatever draws or reveals confirms.
    """

    lang: str
    game: str
    names: list[str]
    mine: Sequence[int]  # the seats of people at this device; empty: looking on
    seat: int | None = None  # whose eyes the scene is seen with
    drafted: list[str]
    news: list[str]  # sentences for the log that are no event
    passes = False  # the drafted turn is complete

    @property
    @abstractmethod
    def view(self) -> View | None:
        """What the seat sees, drafted moves included; None before the deal."""

    @property
    @abstractmethod
    def events(self) -> list[Event]:
        """Everything that has happened, as the seat may know it."""

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The seat to move, drafts aside."""

    @abstractmethod
    def moves(self) -> list[str]:
        """The legal moves of the person, after what is drafted; none when it is not their turn."""

    @abstractmethod
    async def advance(self) -> None:
        """Wait until something happens that is not this person's doing; return at once when the table has changed."""

    @abstractmethod
    async def try_move(self, move: str) -> None:
        """Draft a move, or play it if it draws or reveals. Trouble says why not."""

    @abstractmethod
    async def undo(self) -> None:
        """Take the last drafted move back."""

    @abstractmethod
    async def confirm(self) -> None:
        """Play what is drafted."""

    @abstractmethod
    async def hints(self) -> list[Hint]: ...

    async def review(self, follow: Callable[[Review], None]) -> Review | None:
        """The finished game looked at again, `follow` told how far it is; None where there is none to be had."""
        return None

    async def uncover(self, seat: int) -> None:
        """The player of `seat` has the device now."""
        self.seat = seat

    async def again(self) -> TableClient | None:
        """The same company, another deal; None where that cannot be had here."""
        return None

    @property
    def waiting(self) -> str:
        """What is waited for before the deal, in words."""
        return ""

    async def close(self) -> None:
        """Leave nothing behind."""
        return

    @property
    def covered(self) -> int | None:
        """The seat whose player must take the device before anything is shown."""
        turn = self.turn
        if len(self.mine) > 1 and turn in self.mine and turn != self.seat and not self.over:
            return turn
        return None

    def scene(self) -> Scene | None:
        view = self.view
        if view is None:
            return None
        return Scene(view, self.names, self.lang, tuple(self.moves()), tuple(self.drafted), self.passes)
