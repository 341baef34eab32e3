"""A table without I/O: its state, who sits there, and what everybody may see of it.

Whoever runs a table (a server, a terminal, a browser's worker) passes messages in (`message_handlers.handle`), logs the
entries that come out, applies them (`apply`), and sends every device its updates (`updates`). Nothing here waits for
anything.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from tuilerie.table import entries, messages, visibility
from tuilerie.table.device import Device
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Table
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState

MOST_MISSED = 40  # updates that are told one by one to somebody who comes back
Charged = Literal["trials", "hints", "phrases", "tables"]  # what a server limits, per person and per address


@dataclass(slots=True)
class TableFacts:
    """What is known of a table besides its log."""

    code: str  # short, to join by
    created: int  # milliseconds since 1970
    host: str | None  # the person who made it
    rematch_of: str | None = None


class TableCore:
    """One table. Whoever runs it overrides what only they know: `here` and `charge`."""

    def __init__(self, state: TableState, facts: TableFacts, sitters: dict[str, Sitter]) -> None:
        self.state = state
        self.code, self.created = facts.code, facts.created
        self.host, self.rematch_of = facts.host, facts.rematch_of
        self.sitters = sitters  # by the sitter's id in the log

    @property
    def id(self) -> str:
        return self.state.table

    # --- what only the one who runs the table knows -----------------------------------------------------

    def here(self) -> Collection[int]:
        """Seats with a live connection."""
        return self.state.people()

    def charge(self, device: Device, what: Charged, cost: float = 1.0) -> None:
        """Count something that costs others time; NotAllowed if it was too much."""

    # --- people ------------------------------------------------------------------------------------------

    def names(self) -> dict[str, str | None]:
        return {sitter: known.name for sitter, known in self.sitters.items()}

    def faces(self) -> dict[str, str | None]:
        return {sitter: known.face for sitter, known in self.sitters.items()}

    def seated(self, sitter: Sitter, seat: int) -> Sitter:
        """The sitter with a face that nobody who sits there has."""
        sitting = [self.sitters[chair.sitter].face for chair in self.state.chairs if chair.sitter in self.sitters]
        return sitter.seated(seat, sitting)

    def person_of(self, sitter: str) -> str | None:
        return self.sitters[sitter].person if sitter in self.sitters else None

    def seats_of(self, person: str) -> dict[int, str]:
        """Where this person sits, and as which sitter."""
        return {
            seat: chair.sitter
            for seat, chair in enumerate(self.state.chairs)
            if chair.sitter is not None and self.person_of(chair.sitter) == person
        }

    def only_bots(self) -> bool:
        return not any(chair.sitter or chair.free for chair in self.state.chairs)

    def admit(self, device: Device, held: dict[int, str]) -> None:
        """Give a device its seats; without any, one may watch a public table, or one's own."""
        if len(held) > 1 and not self.state.terms.pass_and_play:
            raise NotAllowed("bad-key")
        host = self.host is not None and (
            device.person == self.host or any(self.person_of(sitter) == self.host for sitter in held.values())
        )
        device.take_seats(held, host)
        if not held and not self.state.terms.public and not host:
            raise NotAllowed("private")

    # --- the log ------------------------------------------------------------------------------------------

    def apply(self, at: int, entry: entries.AnyEntry, key: str | None) -> int:
        """One entry more; the number of events of the game that were told before it. Refused: nothing has changed."""
        told = self.state.told[-1]
        self.state.apply(self.state.seq + 1, at, entry, key)
        return told

    def bot_to_move(self) -> str | None:
        turn = self.state.turn if self.state.phase == "playing" else None
        return None if turn is None else self.state.chairs[turn].bot

    # --- what is shown --------------------------------------------------------------------------------------

    def updates(self, entry: entries.AnyEntry, told: int, viewers: Sequence[int | None]) -> list[messages.Update]:
        """The entry just applied, for each viewer; `told` as `apply` gave it."""
        if isinstance(entry, entries.Play):
            return visibility.updates(self.state, entry, told, viewers, sitters={}, here=())
        return visibility.updates(self.state, entry, told, viewers, sitters=self.sitters, here=self.here())

    def snapshot(self, device: Device) -> messages.Snapshot:
        return visibility.snapshot(self.state, device.viewer(self.state), self.sitters, self.here())

    def can_tell_missed(self, last: int) -> bool:
        """What came after `last` can be told update by update; else a snapshot is shorter, or the only safe way."""
        return last >= 1 and 0 <= self.state.seq - last <= MOST_MISSED and not self.state.terms.pass_and_play

    def missed(
        self, device: Device, last: int, rows: Sequence[tuple[int, entries.AnyEntry]]
    ) -> list[messages.Update] | None:
        """The updates after `last`; `rows` are the log's numbers and entries from there on. None: send a snapshot."""
        known = [(seq, entry) for seq, entry in rows if last < seq <= self.state.seq]
        if not self.can_tell_missed(last) or len(known) != self.state.seq - last:
            return None
        return visibility.missed(self.state, known, device.viewer(self.state), self.sitters, self.here())

    def welcome(self, device: Device, now: int, missed: int | None) -> messages.Welcome:
        welcome = messages.Welcome(self.shape(), device.seats, device.host, now, device.lang)
        welcome.missed = missed
        return welcome

    def shape(self) -> Table:
        """The table as everybody sees it."""
        return visibility.table_shape(
            self.state,
            code=self.code,
            created=self.created,
            rematch_of=self.rematch_of,
            sitters=self.sitters,
            here=self.here(),
        )
