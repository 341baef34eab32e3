"""Who is connected to which process, shared through the database.

Every process keeps a row that it renews; its people count as long as that row has not expired. Redis only tells others
to look at once: without it they look every `RENEW_SECONDS`. All times are the database's, so that clocks of machines
need not agree.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, ColumnElement, Connection, cast, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import SQLAlchemyError

from tuilerie.server.process.bus import Notice
from tuilerie.server.storage.schema import presence, workers

if TYPE_CHECKING:
    from tuilerie.server.process.server_process import ServerProcess

RENEW_SECONDS = 1.5
EXPIRY_MS = 6000  # from then on the people of a silent process are away
FORGET_MS = 60_000  # from then on its rows are deleted
WAIT_SECONDS = 1.0  # an arrival is not held up for longer by a slow database
RETRY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is connected to a table: seats, and how many watch."""

    seats: frozenset[int] = frozenset()
    watching: int = 0

    def __bool__(self) -> bool:
        return bool(self.seats) or self.watching > 0

    def __add__(self, other: Attendance) -> Attendance:
        return Attendance(self.seats | other.seats, self.watching + other.watching)


NOBODY = Attendance()


class PresenceBoard:
    """The presence of one process, told to all others; and theirs, told to its tables.

    With SQLite there are no others.
    """

    def __init__(self, process: ServerProcess) -> None:
        self._process = process
        self._changed: set[str] = set()  # tables of ours to write
        self._heard: set[str] = set()  # tables of others to read
        self._waiting: list[asyncio.Future[None]] = []
        self._wake = asyncio.Event()
        self._renewed = 0.0

    async def start(self) -> None:
        if self._process.shared:
            await self._exchange()
            self._process.spawn(self._run())

    async def stop(self) -> None:
        """Our people are away at once."""
        if self._process.shared:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._leave)

    def changed(self, table: str) -> None:
        """Somebody came to or left a table here."""
        if self._process.shared:
            self._changed.add(table)
            self._wake.set()

    async def announce(self, table: str) -> None:
        """As `changed`; returns when other processes can see it."""
        if not self._process.shared:
            return
        seen: asyncio.Future[None] = self._process.loop.create_future()
        self._waiting.append(seen)
        self.changed(table)
        await asyncio.wait([seen], timeout=WAIT_SECONDS)

    def look_again(self, table: str) -> None:
        """Another process says that somebody came or left."""
        self._heard.add(table)
        self._wake.set()

    # --- the exchange ---------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            timer = self._process.loop.call_later(
                max(0.01, self._renewed + RENEW_SECONDS - time.monotonic()), self._wake.set
            )
            try:
                await self._wake.wait()  # not `wait_for`, which can swallow a cancellation that comes with the wake-up
            finally:
                timer.cancel()
            try:
                await self._exchange()
            except SQLAlchemyError:
                await asyncio.sleep(RETRY_SECONDS)

    async def _exchange(self) -> None:
        """Write what changed here, read what changed elsewhere; everything from time to time."""
        self._wake.clear()
        changed, heard, waiting = self._changed, self._heard, self._waiting
        self._changed, self._heard, self._waiting = set(), set(), []
        began = time.monotonic()
        renew = began >= self._renewed + RENEW_SECONDS
        ours = {table: self._here(table) for table in changed}
        everything = (
            {live.id: live.attendance() for live in self._process.tables.values() if live.attendance()} if renew else {}
        )
        try:
            found = await asyncio.to_thread(self._write_and_read, ours, everything if renew else None, heard)
        except SQLAlchemyError:
            self._changed |= changed
            self._heard |= heard
            self._waiting += waiting
            raise
        if renew:
            self._renewed = began
        for seen in waiting:
            if not seen.done():
                seen.set_result(None)
        for table in changed:
            self._process.bus.tell(Notice(self._process.name, table, here=True))
        self._show(list(self._process.tables) if renew else heard, found)

    def _here(self, table: str) -> Attendance:
        live = self._process.tables.get(table)
        return live.attendance() if live is not None else NOBODY

    def _show(self, tables: Iterable[str], found: dict[str, Attendance]) -> None:
        for table in tables:
            live = self._process.tables.get(table)
            if live is not None:
                live.see_elsewhere(found.get(table, NOBODY))

    # --- in a thread ------------------------------------------------------------------------------------

    def _write_and_read(
        self, ours: dict[str, Attendance], everything: dict[str, Attendance] | None, heard: set[str]
    ) -> dict[str, Attendance]:
        name = self._process.name
        with self._process.engine.begin() as database:
            # no move waits for this, and it need not survive a crash
            database.exec_driver_sql("SET LOCAL synchronous_commit = off")
            if everything is not None and not renew_worker(database, name):
                ours = everything | ours
            write(database, name, ours)
        with self._process.engine.connect() as database:
            return elsewhere(database, name, None if everything is not None else heard)

    def _leave(self) -> None:
        with self._process.engine.begin() as database:
            database.execute(delete(presence).where(presence.c.worker == self._process.name))
            database.execute(delete(workers).where(workers.c.name == self._process.name))


def renew_worker(database: Connection, name: str) -> bool:
    """Alive for another while; False if our rows had gone (a new process, a restarted database).

    Long dead processes are deleted.
    """
    long_dead = select(workers.c.name).where(workers.c.until < _now() - FORGET_MS)
    database.execute(delete(presence).where(presence.c.worker.in_(long_dead)))
    database.execute(delete(workers).where(workers.c.until < _now() - FORGET_MS))
    until = _now() + EXPIRY_MS
    if database.execute(update(workers).where(workers.c.name == name).values(until=until)).rowcount:
        return True
    database.execute(insert(workers).values(name=name, until=until))
    return False


def write(database: Connection, worker: str, attendance: dict[str, Attendance]) -> None:
    rows = [
        {
            "table_id": table,
            "worker": worker,
            "seats": "".join(map(str, sorted(there.seats))),
            "watching": there.watching,
        }
        for table, there in sorted(attendance.items())
        if there
    ]
    gone = [table for table, there in attendance.items() if not there]
    if gone:
        database.execute(delete(presence).where(presence.c.worker == worker, presence.c.table_id.in_(gone)))
    if rows:
        add = postgresql.insert(presence)
        changes = {"seats": add.excluded.seats, "watching": add.excluded.watching}
        database.execute(add.on_conflict_do_update(index_elements=["table_id", "worker"], set_=changes), rows)


def elsewhere(database: Connection, worker: str, tables: Iterable[str] | None = None) -> dict[str, Attendance]:
    """Who is connected to other living processes, by table; None asks for all tables."""
    if tables is not None and not tables:
        return {}
    alive = workers.c.until > _now()
    query = (
        select(presence).join(workers, workers.c.name == presence.c.worker).where(alive, presence.c.worker != worker)
    )
    if tables is not None:
        query = query.where(presence.c.table_id.in_(list(tables)))
    found: dict[str, Attendance] = {}
    for row in database.execute(query):
        found[row.table_id] = found.get(row.table_id, NOBODY) + Attendance(frozenset(map(int, row.seats)), row.watching)
    return found


def _now() -> ColumnElement[int]:
    """Milliseconds since 1970 by the database's clock."""
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
