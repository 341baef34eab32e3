"""A device at a table: the seats it holds, and whose eyes it sees with."""

from __future__ import annotations

from tuilerie.engine.registry import game_named
from tuilerie.table.shapes import Lang
from tuilerie.table.state import TableState


class Device:
    """One browser, phone or terminal that looks at one table."""

    __slots__ = ("held", "host", "lang", "person", "seats", "tapped")

    def __init__(self, lang: Lang, person: str | None = None) -> None:
        self.lang: Lang = lang
        self.person = person
        self.host = False  # may start the game and seat bots
        self.seats: list[int] = []
        self.held: dict[int, str] = {}  # seat: the sitter it was held for; worthless once somebody else sits there
        self.tapped: int | None = None  # on a shared device: the seat whose player has it now

    def viewer(self, state: TableState) -> int | None:
        """The seat whose eyes this device sees with now; None: a spectator's.

        On a shared device it is the seat to move, once its player has tapped, and nobody else's. Where a game hides
        nothing, no tap is needed.
        """
        if not state.terms.pass_and_play:
            return self.seats[0] if self.seats and self.holds(state, self.seats[0]) else None
        turn = state.turn
        if turn is None or not self.holds(state, turn):
            return None
        return turn if turn == self.tapped or not game_named(state.terms.game).hidden else None

    def holds(self, state: TableState, seat: int) -> bool:
        return seat in self.held and state.chairs[seat].sitter == self.held[seat]

    def take_seats(self, held: dict[int, str], host: bool) -> None:
        self.held, self.seats, self.host = held, sorted(held), host

    def release_seats(self) -> None:
        """Whoever uses this device is nobody at the table any more."""
        self.person, self.host, self.tapped = None, False, None
        self.seats, self.held = [], {}
