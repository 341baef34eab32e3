"""All that one process has: the database, the writing thread, the bus, the rooms it knows, and what must happen without
anybody asking.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection as Database
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tuilerie.server import chores, store, versions
from tuilerie.server.bus import Bus, Notice
from tuilerie.server.cache import Cache
from tuilerie.server.leases import LEASE_MS, Lease
from tuilerie.server.limits import SOCKETS_AT_ONCE, AtOnce, Limits, Watching
from tuilerie.server.metrics import Metrics
from tuilerie.server.options import Options
from tuilerie.server.people import Cookie
from tuilerie.server.presence import NOBODY, PresenceBoard, elsewhere
from tuilerie.server.room import ELSEWHERE_MS, Room
from tuilerie.server.thinkers import Thinkers, cores_to_think_on
from tuilerie.server.writer import Writer, may_pass
from tuilerie.table import messages
from tuilerie.table.core import Sitter
from tuilerie.table.errors import NotAllowed

T = TypeVar("T")
BEAT_SECONDS = 5.0
BEATS_AT_ONCE = 20
LEASE_SECONDS = 1.0
IDLE_MS = 600_000
CACHE_BYTES = 32_000_000
MANY_ROOMS = 5000  # of which those where nobody is are dropped sooner
IDLE_MS_OF_MANY = 30_000

logger = logging.getLogger("tuilerie.server")


class Hall:
    """Made inside the event loop; `start` before the first connection, `stop` after the last."""

    def __init__(self, engine: Engine, bus: Bus, options: Options) -> None:
        self.engine = engine
        self.bus = bus
        self.options = options
        self.loop = asyncio.get_running_loop()
        self.name = secrets.token_hex(6)
        self.writer = Writer(engine)
        self.metrics = Metrics(self)
        self.limits = Limits(options.limits)
        self.rooms: dict[str, Room] = {}
        # where a bot is to move, but not by us as far as we know; and when to look there again
        self.paused: dict[Room, int] = {}
        self.watching = Watching(options.limits)
        self.sockets = AtOnce(SOCKETS_AT_ONCE, options.limits)
        self.finished = Cache(CACHE_BYTES)  # records and replays
        self.stopping = False
        self.shared = engine.dialect.name != "sqlite"  # other processes may write to the same logs
        self.key = b""
        self.versions = versions.Versions()
        self.thinkers = Thinkers(cores_to_think_on(options.workers))
        self.presence = PresenceBoard(self)
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._forgotten: bytes | None = None  # the last deletion of a person's data that was looked at
        self._tasks: set[asyncio.Task[Any]] = set()

    @staticmethod
    def now() -> int:
        return time.time_ns() // 1_000_000

    async def start(self) -> None:
        self.key = await self.writer.run(
            lambda database: store.setting(database, "cookie-key", secrets.token_bytes(32))
        )
        self._forgotten = await self.read(store.last_forgotten)
        await self.presence.start()
        await self._learn_versions()
        await self.bus.start(self._heard)
        if self.shared:
            self.spawn(self._every(versions.SECONDS, self._learn_versions))
        await self._take_leases(everything=not self.shared)
        self.spawn(self._every(LEASE_SECONDS, self._take_leases))
        self.spawn(self._every(LEASE_SECONDS, self._resume_attended))
        self.spawn(self._every(BEAT_SECONDS, self.beat))

    async def say_goodbye(self) -> None:
        """No new connections; those that are there are told to come back in a moment, to another process or the next
        one.
        """
        self.stopping = True
        for room in self.rooms.values():
            room.rest()
        goodbyes = [
            connection.goodbye(NotAllowed("stopping"), 1001, again=1000)
            for room in self.rooms.values()
            for connection in list(room.connections)
        ]
        await asyncio.gather(*goodbyes, return_exceptions=True)

    async def stop(self) -> None:
        """Everything that waits is written first."""
        self.thinkers.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.presence.stop()
        await self.bus.close()
        await self.writer.close()
        self.engine.dispose()

    # --- rooms ------------------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room:
        """The table with this id, read from the database if this process does not know it."""
        if found := self.rooms.get(table_id):
            return found
        if table_id not in self._loading:
            task = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        room = await asyncio.shield(self._loading[table_id])
        if room is None:
            raise NotAllowed("no-table")
        return room

    async def _load(self, table_id: str) -> Room | None:
        loaded = await self.read(lambda database: self._loaded(database, table_id))
        if loaded is None:
            return None
        return self.rooms.setdefault(table_id, Room(self, loaded))

    def _loaded(self, database: Database, table_id: str) -> store.Loaded | None:
        loaded = store.load(database, table_id)
        if loaded is not None and self.shared:
            loaded.elsewhere = elsewhere(database, self.name, [table_id]).get(table_id, NOBODY)
        return loaded

    def admit(self, loaded: store.Loaded) -> Room:
        """A table that was just made here."""
        room = self.rooms[loaded.state.table] = Room(self, loaded)
        if (lease := room.lease()) is not None:
            room.take_over(lease)
        return room

    async def read(self, ask: Callable[[Database], T]) -> T:
        """A question to the database, outside the loop; asked again once if the connection was cut."""
        for attempt in range(3):
            try:
                return await asyncio.to_thread(self._read, ask)
            except SQLAlchemyError as error:
                if not may_pass(error):
                    raise
                if attempt == 2:
                    raise NotAllowed("unavailable") from None
                await asyncio.sleep(0.2)
        raise AssertionError

    def _read(self, ask: Callable[[Database], T]) -> T:
        with self.engine.connect() as database:
            return ask(database)

    def forget(self, person: str) -> None:
        """Their data was deleted: no process shows the name any more, and everybody who looks is shown the table
        without it.
        """
        self._forget(person)
        self.bus.tell(Notice(self.name, "", forgot=person))

    def _forget(self, person: str) -> None:
        self.finished.clear()
        for room in list(self.rooms.values()):
            self._erase(
                room, [sitter for sitter in room.sitters.values() if sitter.person == person], room.host == person
            )

    def _erase(self, room: Room, theirs: list[Sitter], host: bool) -> None:
        for sitter in theirs:
            sitter.person = sitter.name = None
        if host:
            room.host = None
        if theirs:
            self.spawn(room.show_again())

    async def _forget_deleted(self) -> None:
        """The same by the database, for notices that were lost or could not be sent."""
        latest = await self.read(store.last_forgotten)
        if latest == self._forgotten:
            return
        # they may have read names before the deletion
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        rooms = dict(self.rooms)
        sitters, tables = await self.read(lambda database: store.forgotten(database, list(rooms)))
        self._forgotten = latest
        for room in rooms.values():
            theirs = [
                sitter
                for sitter_id, sitter in room.sitters.items()
                if sitter_id in sitters and sitter.person is not None
            ]
            self._erase(room, theirs, room.id in tables)

    # --- devices that were logged out -----------------------------------------------------------------------

    def is_current(self, cookie: Cookie) -> bool:
        """Signed by us it is: a version that we have not heard of is news."""
        if cookie.version > self.versions.of(cookie.person):
            self._end_devices(cookie.person, cookie.version)
        return cookie.version == self.versions.of(cookie.person)

    def end_devices(self, person: str, version: int) -> None:
        """The person's version was raised: every device must show who it is again."""
        self._end_devices(person, version)
        self.bus.tell(Notice(self.name, "", ended=(person, version)))

    def _end_devices(self, person: str, version: int) -> None:
        if not self.versions.learn(person, version):
            return
        for room in list(self.rooms.values()):
            for connection in room.connections_of(person):
                room.departed(connection)
                connection.release_seats()
                self.spawn(connection.goodbye(NotAllowed("logged-out"), 4001))

    async def _learn_versions(self) -> None:
        for person, version in await self.read(self.versions.raised):
            self._end_devices(person, version)

    # --- what happens by itself ---------------------------------------------------------------------------

    def wake(self, room: Room) -> None:
        """What was due at this table is due now."""
        if not self.stopping:
            self.spawn(chores.do(room))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("background work failed", exc_info=error)

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except NotAllowed:
                logger.warning("database unavailable", extra={"work": work.__name__})

    async def resume(self, room: Room) -> None:
        """Somebody is there again: a bot that waited for them moves, at one of the processes."""
        async with room.lock:
            await room.fresh()
            if self.shared:
                await room.catch_up()
            lease = room.lease() if room.idle() else None
            if lease is None or self.stopping:
                return
            if await self.writer.run(partial(store.take_up, table_id=room.id, seq=room.state.seq, lease=lease)):
                room.take_over(lease)
            else:  # another process is at it; if it is not, we will be
                self.paused[room] = self.now() + ELSEWHERE_MS

    async def _resume_attended(self) -> None:
        now = self.now()
        for room in [room for room, at in self.paused.items() if at <= now]:
            if room.attended():
                with contextlib.suppress(NotAllowed):
                    await self.resume(room)

    async def _take_leases(self, everything: bool = False) -> None:
        """Take over what another process was to do and did not."""
        now = self.now()
        for row in await self.read(lambda database: store.expired(database, now, everything)):
            until = max(now, row.at) + LEASE_MS
            if await self.writer.run(partial(store.claim, row=row, holder=self.name, until=until)):
                with contextlib.suppress(NotAllowed):
                    room = await self.room(row.table_id)
                    async with room.lock:
                        await room.catch_up()
                        room.take_over(Lease(row.at, until, self.name))

    async def beat(self) -> None:
        """Heartbeats with the latest number on disk; and what the bus may have lost is looked up in the database."""
        if self.shared:
            await self._forget_deleted()
        watched = {room.id: room for room in list(self.rooms.values()) if room.connections}
        if watched and self.shared:
            latest = await self.read(lambda database: store.latest(database, list(watched)))
            for table_id, seq in latest.items():
                if seq > watched[table_id].state.seq:
                    async with watched[table_id].lock:
                        await watched[table_id].catch_up()
        for number, room in enumerate(watched.values()):
            room.tell_all(messages.Beat(room.written_seq, self.now()))
            if number % BEATS_AT_ONCE == 0:
                await asyncio.sleep(0)  # moves that arrived meanwhile go first
        self._forget_idle()

    def _forget_idle(self) -> None:
        """A snapshot is only a cache: rooms where nobody is are dropped."""
        long_ago = self.now() - (IDLE_MS if len(self.rooms) < MANY_ROOMS else IDLE_MS_OF_MANY)
        for room in [
            room
            for room in self.rooms.values()
            if not room.connections and room.touched < long_ago and not room.lock.locked()
        ]:
            if room.lease() is None:
                del self.rooms[room.id]
                self.paused.pop(room, None)

    # --- the bus ------------------------------------------------------------------------------------------

    def _heard(self, notice: Notice) -> None:
        if notice.forgot is not None:
            self._forget(notice.forgot)
        if notice.ended is not None:
            self._end_devices(*notice.ended)
        room = self.rooms.get(notice.table)
        if room is None or notice.origin == self.name:
            return
        if notice.here:
            self.presence.look_again(notice.table)
        else:
            self.spawn(self._follow(room, notice))

    @staticmethod
    async def _follow(room: Room, notice: Notice) -> None:
        if notice.seq > room.state.seq:
            async with room.lock:
                await room.catch_up()
        if notice.said is not None:
            room.tell_all(messages.Said(**notice.said))
