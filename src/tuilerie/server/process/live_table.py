"""A table as one process knows it: its state, the sockets that look at it, and the one way to add an entry to its log.

Everything that reads or changes the state holds `lock`. An entry is applied, written, and only then told; if it cannot
be written the state is read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection as Database

from tuilerie.engine.errors import TuilerieError
from tuilerie.server.process import limits
from tuilerie.server.process.bus import Notice
from tuilerie.server.process.leases import LEASE_MS, Lease, lease_of
from tuilerie.server.process.presence import NOBODY, Attendance, elsewhere
from tuilerie.server.socket.connection import Connection, encode
from tuilerie.server.storage import queries, results
from tuilerie.server.storage.writer import Taken, Unwritable
from tuilerie.table import bot_turns, entries, messages
from tuilerie.table.core import Charged, TableCore
from tuilerie.table.device import Device
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Table
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState

if TYPE_CHECKING:
    from tuilerie.server.process.server_process import ServerProcess

Seated = tuple[str, Sitter]  # the sitter's id in the log, and who it is
# how long a table counts as attended after the last of its people has gone: a reconnection stalls nothing
GRACE_MS = 60_000
ELSEWHERE_MS = 5000  # how long another process has for a bot's move before we look whether it is at it
UNATTENDED_PACE = 1000  # ms between moves without a search where nobody looks
# by what a message is charged for: the rate, and the code of the refusal
CHARGES: dict[Charged, tuple[limits.Rate, str]] = {
    "trials": (limits.TRIALS, "too-fast"),
    "hints": (limits.HINTS, "many-hints"),
    "phrases": (limits.PHRASES, "many-phrases"),
    "tables": (limits.TABLES, "too-fast"),
}


class LiveTable(TableCore):
    """One table in this process."""

    def __init__(self, process: ServerProcess, loaded: queries.Loaded) -> None:
        super().__init__(loaded.state, loaded.facts, loaded.sitters)
        self.process = process
        # the last entry known to be on disk; the state may be one ahead while it is written
        self.written_seq = loaded.state.seq
        self.connections: set[Connection] = set()
        self.arriving: set[Connection] = set()  # as good as here, but not told anything yet
        self.elsewhere = loaded.elsewhere  # who is connected to other processes
        # of a rated game: sitters and hashes of their addresses that are written down
        self.places: set[tuple[str, str]] = set()
        self.lock = asyncio.Lock()
        self.touched = process.now()
        self._due = False  # something of ours stands in the table of what is due
        self._timer: asyncio.TimerHandle | None = None
        self._sound = True  # False: the state may be ahead of the log
        self.thinking = 0  # bots of this table that think now
        self._attended_at = 0  # when one of its people was last seen with a live connection
        self._address = ""  # of whom its bots think for
        self._turn_spent = (-1, 0.0)  # the turn, and milliseconds its bot has used of it

    # --- entries --------------------------------------------------------------------------------------

    async def append(
        self,
        entry: entries.AnyEntry,
        key: str | None = None,
        sitter: Seated | None = None,
        asked: tuple[Connection, str] | None = None,
    ) -> int:
        """Apply, write, tell; a connection that `asked` under a key gets its acknowledgement with the update.

        Refused by the rules: nothing has changed. Not allowed as stale: somebody else was faster.
        """
        state, at = self.state, self.process.now()
        told = self.apply(at, entry, key)
        self._sound = False
        lease = self.lease()
        frees, self._due = self._due, lease is not None
        also, text = self._also(entry, at, sitter), entries.encode(entry)
        try:
            await self.process.writer.append(self.id, state.seq, at, text, key=key, lease=lease, frees=frees, also=also)
        except Taken:
            await self.reload()
            raise NotAllowed("stale") from None
        except Unwritable:
            await self.reload()
            raise NotAllowed("unwritable") from None
        self._sound = True
        self.written_seq = state.seq
        if sitter is not None:
            self.sitters[sitter[0]] = sitter[1]
        self.process.metrics.appended(entry.kind)
        self._tell(entry, told, asked)
        if self.process.shared:
            self.process.bus.tell(Notice(self.process.name, self.id, state.seq))
        self._schedule(lease)
        return state.seq

    def _also(self, entry: entries.AnyEntry, at: int, sitter: Seated | None) -> Callable[[Database], None] | None:
        """What belongs into the same transaction: the sitter's name, or the result of the game."""
        if sitter is not None and isinstance(entry, entries.Sit):
            return lambda database: queries.add_sitter(database, self.id, sitter[0], entry.seat, sitter[1])
        if self.state.phase == "over" and not isinstance(entry, entries.Rematch):
            return lambda database: self._finish(database, at)
        return None

    def _finish(self, database: Database, at: int) -> None:
        results.keep(database, self.state, self.sitters, at, self.process.options.rate_same_address)

    async def catch_up(self) -> None:
        """Apply and tell what other processes wrote."""
        if not self._sound:
            await self.reload()
            return
        for seq, at, entry, key in await self.process.read(
            lambda database: queries.log_after(database, self.id, self.state.seq)
        ):
            await self._follow(seq, at, entries.decode(entry), key)

    async def _follow(self, seq: int, at: int, entry: entries.AnyEntry, key: str | None) -> None:
        if seq <= self.state.seq:
            return
        told = self.state.told[-1]
        self.state.apply(seq, at, entry, key)
        self.written_seq = seq
        self._due = False
        self._schedule(None)
        if isinstance(entry, entries.Sit):
            self.sitters = await self.process.read(lambda database: queries.sitters_of(database, self.id))
        self._tell(entry, told)
        if self.bot_to_move() is not None and self.connections:
            # the process that wrote it may think that nobody is here
            self.process.paused[self] = self.process.now() + ELSEWHERE_MS

    async def reload(self) -> None:
        """Read everything again; connections get a snapshot."""
        loaded = await self.process.read(lambda database: queries.load(database, self.id))
        assert loaded is not None
        self.state, self.sitters, self._sound, self._due = loaded.state, loaded.sitters, True, True
        self.written_seq = loaded.state.seq
        self._schedule(None)
        for connection in list(self.connections):
            self.send_snapshot(connection)

    async def show_again(self) -> None:
        """Something beside the log changed: everybody gets a snapshot."""
        async with self.lock:
            await self.fresh()
            for connection in list(self.connections):
                self.send_snapshot(connection)

    async def fresh(self) -> TableState:
        """The state, sure to be no further than the log. Call with the lock held."""
        self.touched = self.process.now()
        if not self._sound:
            await self.reload()
        return self.state

    async def attempt(self, do: Callable[[], Awaitable[None]]) -> None:
        """Nobody is refused because this process had not read the log: after a refusal it is read, and if it went on,
        the matter is looked at again.
        """
        before = self.state.seq
        try:
            await do()
        except TuilerieError:
            if not self.process.shared:
                raise
            await self.catch_up()
            if self.state.seq == before:
                raise
            await do()

    # --- telling ----------------------------------------------------------------------------------------

    def _tell(self, entry: entries.AnyEntry, told: int, asked: tuple[Connection, str] | None = None) -> None:
        """Everybody here gets the number, and what they may see of the entry.

        Viewers with the same eyes get the same bytes.
        """
        seen_by = [(connection, connection.viewer(self.state)) for connection in self.connections]
        viewers = list({viewer for _, viewer in seen_by})
        told_now = self.updates(entry, told, viewers)
        encoded = {viewer: encode(message) for viewer, message in zip(viewers, told_now, strict=True)}
        asker, key = asked if asked is not None else (None, "")
        accepted = encode(messages.Accepted(key, self.state.seq)) if asker is not None else b""
        for connection, viewer in seen_by:
            if connection is asker:
                connection.send_bytes(encoded[viewer], accepted)
                asker = None
            else:
                connection.send_bytes(encoded[viewer])
        if asker is not None:  # it has gone, or only asks
            asker.send_bytes(accepted)
        if isinstance(entry, entries.Leave) and entry.bot is None:
            self._release_seat(entry.seat)
        if isinstance(entry, entries.Start) and not self.state.terms.public:
            self._part_from_strangers()

    def _part_from_strangers(self) -> None:
        """A table by invitation begins: whoever was sent away, or left, before the start sees no more of it."""
        for connection in [each for each in self.connections if not each.seats and not each.host]:
            self.departed(connection)
            self.process.spawn(connection.goodbye(NotAllowed("private"), 4000))

    def _release_seat(self, seat: int) -> None:
        """A person left or was sent away before the start: their devices hold the seat no more."""
        for connection in self.connections:
            if seat in connection.held and not connection.holds(self.state, seat):
                held = {other: sitter for other, sitter in connection.held.items() if other != seat}
                connection.take_seats(held, connection.host)
        self.process.presence.changed(self.id)
        self.tell_all(self.presence())

    def send_snapshot(self, connection: Connection) -> None:
        connection.send(self.snapshot(connection))

    async def rows_after(self, last: int) -> list[tuple[int, entries.AnyEntry]]:
        """Numbers and entries of the log after `last`, where they can be told one by one; else none."""
        if not self.can_tell_missed(last) or last == self.state.seq:
            return []
        rows = await self.process.read(lambda database: queries.log_after(database, self.id, last))
        return [(seq, entries.decode(entry)) for seq, _, entry, _ in rows]

    def tell_all(self, message: messages.ServerMessage) -> None:
        payload = encode(message)
        for connection in list(self.connections):
            connection.send_bytes(payload)

    def connections_of(self, person: str) -> list[Connection]:
        """Sockets that rest on this person's cookie or play one of their seats."""
        theirs = {sitter for sitter, known in self.sitters.items() if known.person == person}
        return [
            connection
            for connection in self.connections
            if connection.person == person or not theirs.isdisjoint(connection.held.values())
        ]

    def attendance(self) -> Attendance:
        """Who is connected to this process."""
        local = self.connections | self.arriving
        seats = frozenset(seat for connection in local for seat in connection.seats)
        return Attendance(seats, sum(not connection.seats for connection in local))

    def here(self) -> frozenset[int]:
        """Seats with a live connection to any process."""
        return self.attendance().seats | self.elsewhere.seats

    async def look_who_is_here(self) -> None:
        """From now on `here` knows everybody who was welcomed anywhere before this."""
        if self.process.shared:
            found = await self.process.read(lambda database: elsewhere(database, self.process.name, [self.id]))
            self.see_elsewhere(found.get(self.id, NOBODY))

    def see_elsewhere(self, found: Attendance) -> None:
        if found != self.elsewhere:
            self.elsewhere = found
            self.tell_all(self.presence())

    def attended(self) -> bool:
        """Somebody who sits here has a live connection at some process, or had one a moment ago; or somebody watches
        their own table of bots.
        """
        now = self.process.now()
        if self.here():
            self._attended_at = now
        return now - self._attended_at < GRACE_MS or self._watched()

    def _watched(self) -> bool:
        return self.only_bots() and any(
            self.may_watch(connection) for connection in self.connections if connection.host
        )

    def may_watch(self, host: Connection) -> bool:
        return self.process.watching.allows(self.id, host.person, host.address)

    def whose(self) -> str:
        """The address that this table's bots think for: its tables share one place in the line."""
        for connection in self.connections:
            if connection.seats or connection.host:
                self._address = connection.address
                break
        return self._address

    def time_left(self) -> float:
        """Milliseconds that the bot to move may still use in its turn."""
        turns = self.state.match.turns if self.state.match is not None else 0
        if self._turn_spent[0] != turns:
            self._turn_spent = (turns, 0.0)
        return (
            bot_turns.share_ms([chair.bot for chair in self.state.chairs if chair.bot is not None])
            - self._turn_spent[1]
        )

    def spend(self, milliseconds: float) -> None:
        self._turn_spent = (self._turn_spent[0], self._turn_spent[1] + milliseconds)

    def arrived(self, connection: Connection) -> None:
        attended = self.attended()
        self.connections.add(connection)
        self.whose()
        if not attended and self._timer is not None and self.bot_to_move() is not None:
            # somebody looks: no longer at the pace of empty tables
            self.wait_until(self.process.now() + self.state.terms.pace)

    def departed(self, connection: Connection) -> None:
        self.attended()  # until now
        self.connections.discard(connection)
        if not any(other.host for other in self.connections):
            self.process.watching.release(self.id)

    def presence(self) -> messages.Presence:
        everywhere = self.attendance() + self.elsewhere
        return messages.Presence(sorted(everywhere.seats), everywhere.watching)

    def shape(self) -> Table:
        shape = super().shape()
        shape.seq = self.written_seq
        return shape

    def charge(self, device: Device, what: Charged, cost: float = 1.0) -> None:
        """Per person, at whatever table and device, and per address."""
        assert isinstance(device, Connection)
        rate, otherwise = CHARGES[what]
        sitter = next(iter(device.held.values()), "")
        who = self.person_of(sitter) or device.person or sitter or None
        self.process.limits.require_both(what, rate, who, device.address, otherwise=otherwise, cost=cost)

    # --- what is due --------------------------------------------------------------------------------------

    def lease(self) -> Lease | None:
        """What is due here next, by this process.

        Where a bot would think for nobody, nothing is due until somebody comes.
        """
        state, paused = self.state, self.process.paused
        paused.pop(self, None)
        if (
            state.phase == "playing"
            and state.terms.clock.kind == "none"
            and not any(chair.bot for chair in state.chairs)
        ):
            return None  # the usual case, after every move
        pace = 0
        if (bot := self.bot_to_move()) is not None:
            attended = self.attended()
            if not attended and (bot not in bot_turns.QUICK or not any(chair.sitter for chair in state.chairs)):
                paused[self] = 0
                return None
            if bot in bot_turns.QUICK:  # one that searches begins at once, and its move is held back
                pace = state.terms.pace if attended else UNATTENDED_PACE
        return lease_of(state, self.process.now(), pace, self.process.name)

    async def release(self) -> None:
        """Nothing is due here after all: no process need take over."""
        if self._due:
            self._due = False
            await self.process.writer.run(
                partial(queries.settle, table_id=self.id, seq=self.state.seq, holder=self.process.name)
            )

    def idle(self) -> bool:
        """No process of ours is about to do anything here by itself."""
        return self._timer is None and not self.thinking

    def take_over(self, lease: Lease) -> None:
        """The lease is ours now: do what is due when it is due."""
        self._due = True
        self._schedule(lease)

    def wait_until(self, at: int) -> None:
        self._schedule(Lease(at, at + LEASE_MS, self.process.name))

    def _schedule(self, lease: Lease | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if lease is not None and not self.process.stopping:
            delay = max(0, lease.at - self.process.now()) / 1000
            self._timer = self.process.loop.call_later(min(delay, 86_400), self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.process.wake(self)

    def rest(self) -> None:
        """Nothing more happens here by itself."""
        self._schedule(None)
