"""All that one process has: the database, the writing thread, the bus, the tables it keeps in memory, and what must
happen without anybody asking.
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

from tuilerie.bots.review import Review
from tuilerie.server.http.cache import Cache
from tuilerie.server.people import rating, versions
from tuilerie.server.people.identities import Cookie
from tuilerie.server.process import due_work
from tuilerie.server.process.bus import Bus, Notice
from tuilerie.server.process.daily import DailyDeals
from tuilerie.server.process.leases import LEASE_MS, Lease
from tuilerie.server.process.limits import SOCKETS_AT_ONCE, AtOnce, Limits, Watching
from tuilerie.server.process.live_table import ELSEWHERE_MS, LiveTable
from tuilerie.server.process.memory import Memory
from tuilerie.server.process.metrics import Metrics
from tuilerie.server.process.options import Options
from tuilerie.server.process.presence import NOBODY, PresenceBoard, elsewhere
from tuilerie.server.process.thinking_threads import Thinkers, cores_to_think_on
from tuilerie.server.socket.connection import Connection
from tuilerie.server.storage import queries
from tuilerie.server.storage.writer import Writer, may_pass
from tuilerie.table import messages
from tuilerie.table.errors import NotAllowed
from tuilerie.table.sitter import Sitter

T = TypeVar("T")
BEAT_SECONDS = 5.0
BEATS_AT_ONCE = 20
LEASE_SECONDS = 1.0
DAY_SECONDS = 86_400.0
IDLE_MS = 600_000
CACHE_BYTES = 32_000_000
MANY_LIVE_TABLES = 5000  # of which those where nobody is are dropped sooner
IDLE_MS_OF_MANY = 30_000

logger = logging.getLogger("tuilerie.server")


class ServerProcess:
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
        self.tables: dict[str, LiveTable] = {}
        # where a bot is to move, but not by us as far as we know; and when to look there again
        self.paused: dict[LiveTable, int] = {}
        self.watching = Watching(options.limits)
        self.sockets = AtOnce(SOCKETS_AT_ONCE, options.limits)
        self.finished = Cache(CACHE_BYTES)  # records and replays
        self.memory = Memory()
        self.stopping = False
        self.shared = engine.dialect.name != "sqlite"  # other processes may write to the same logs
        self.key = b""
        self.versions = versions.Versions()
        self.thinkers = Thinkers(cores_to_think_on(options.workers))
        self.reviews_begun: dict[str, Review] = {}  # by table: what is judged so far of a game under review
        self.presence = PresenceBoard(self)
        self.daily = DailyDeals(self)
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._forgotten: bytes | None = None  # the last deletion of a person's data that was looked at
        self._tasks: set[asyncio.Task[Any]] = set()

    @staticmethod
    def now() -> int:
        return time.time_ns() // 1_000_000

    async def start(self) -> None:
        self.key = await self.writer.run(
            lambda database: queries.setting(database, "cookie-key", secrets.token_bytes(32))
        )
        self._forgotten = await self.read(queries.last_forgotten)
        await self.presence.start()
        await self._learn_versions()
        await self.bus.start(self._heard)
        if self.shared:
            self.spawn(self._every(versions.SECONDS, self._learn_versions))
        await self._take_leases(everything=not self.shared)
        self.spawn(self._every(LEASE_SECONDS, self._take_leases))
        self.spawn(self._every(LEASE_SECONDS, self._resume_attended))
        self.spawn(self._every(BEAT_SECONDS, self.beat))
        await self._forget_old_places()
        self.spawn(self._every(DAY_SECONDS, self._forget_old_places))

    async def say_goodbye(self) -> None:
        """No new connections; those that are there are told to come back in a moment, to another process or the next
        one.
        """
        self.stopping = True
        for live in self.tables.values():
            live.rest()
        goodbyes = [
            connection.goodbye(NotAllowed("stopping"), 1001, again=1000)
            for live in self.tables.values()
            for connection in list(live.connections)
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

    # --- tables -----------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> LiveTable:
        """The table with this id, read from the database if this process does not know it."""
        if found := self.tables.get(table_id):
            return found
        if table_id not in self._loading:
            task = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        live = await asyncio.shield(self._loading[table_id])
        if live is None:
            raise NotAllowed("no-table")
        return live

    async def _load(self, table_id: str) -> LiveTable | None:
        loaded = await self.read(lambda database: self._loaded(database, table_id))
        if loaded is None:
            return None
        return self.tables.setdefault(table_id, LiveTable(self, loaded))

    def _loaded(self, database: Database, table_id: str) -> queries.Loaded | None:
        loaded = queries.load(database, table_id)
        if loaded is not None and self.shared:
            loaded.elsewhere = elsewhere(database, self.name, [table_id]).get(table_id, NOBODY)
        return loaded

    def admit(self, loaded: queries.Loaded) -> LiveTable:
        """A table that was just made here."""
        live = self.tables[loaded.state.table] = LiveTable(self, loaded)
        if (lease := live.lease()) is not None:
            live.take_over(lease)
        return live

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
        for live in list(self.tables.values()):
            self._erase(
                live, [sitter for sitter in live.sitters.values() if sitter.person == person], live.host == person
            )

    def _erase(self, live: LiveTable, theirs: list[Sitter], host: bool) -> None:
        for sitter in theirs:
            sitter.person = sitter.name = sitter.face = None
        if host:
            live.host = None
        if theirs:
            self.spawn(live.show_again())

    async def _forget_deleted(self) -> None:
        """The same by the database, for notices that were lost or could not be sent."""
        latest = await self.read(queries.last_forgotten)
        if latest == self._forgotten:
            return
        # they may have read names before the deletion
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        known = dict(self.tables)
        sitters, hosted = await self.read(lambda database: queries.forgotten(database, list(known)))
        self._forgotten = latest
        for live in known.values():
            theirs = [
                sitter
                for sitter_id, sitter in live.sitters.items()
                if sitter_id in sitters and sitter.person is not None
            ]
            self._erase(live, theirs, live.id in hosted)

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
        for live in list(self.tables.values()):
            for connection in live.connections_of(person):
                self._log_out(live, connection)

    def end_device(self, person: str, device: str) -> None:
        """A person logged out on one device: its tables are closed, at whatever process."""
        self._end_device(person, device)
        self.bus.tell(Notice(self.name, "", ended_device=(person, device)))

    def _end_device(self, person: str, device: str) -> None:
        for live in list(self.tables.values()):
            for connection in [each for each in live.connections if (each.person, each.device) == (person, device)]:
                self._log_out(live, connection)

    def _log_out(self, live: LiveTable, connection: Connection) -> None:
        live.departed(connection)
        connection.release_seats()
        self.spawn(connection.goodbye(NotAllowed("logged-out"), 4001))

    async def _learn_versions(self) -> None:
        for person, version in await self.read(self.versions.raised):
            self._end_devices(person, version)

    # --- what happens by itself ---------------------------------------------------------------------------

    def wake(self, live: LiveTable) -> None:
        """What was due at this table is due now."""
        if not self.stopping:
            self.spawn(due_work.do(live))

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

    async def resume(self, live: LiveTable) -> None:
        """Somebody is there again: a bot that waited for them moves, at one of the processes."""
        async with live.lock:
            await live.fresh()
            if self.shared:
                await live.catch_up()
            lease = live.lease() if live.idle() else None
            if lease is None or self.stopping:
                return
            if await self.writer.run(partial(queries.take_up, table_id=live.id, seq=live.state.seq, lease=lease)):
                live.take_over(lease)
            else:  # another process is at it; if it is not, we will be
                self.paused[live] = self.now() + ELSEWHERE_MS

    async def _resume_attended(self) -> None:
        now = self.now()
        for live in [live for live, at in self.paused.items() if at <= now]:
            if live.attended():
                with contextlib.suppress(NotAllowed):
                    await self.resume(live)

    async def _take_leases(self, everything: bool = False) -> None:
        """Take over what another process was to do and did not."""
        now = self.now()
        for row in await self.read(lambda database: queries.expired(database, now, everything)):
            until = max(now, row.at) + LEASE_MS
            if await self.writer.run(partial(queries.claim, row=row, holder=self.name, until=until)):
                with contextlib.suppress(NotAllowed):
                    live = await self.table(row.table_id)
                    async with live.lock:
                        await live.catch_up()
                        live.take_over(Lease(row.at, until, self.name))

    async def beat(self) -> None:
        """Heartbeats with the latest number on disk; and what the bus may have lost is looked up in the database."""
        if self.shared:
            await self._forget_deleted()
        watched = {live.id: live for live in list(self.tables.values()) if live.connections}
        if watched and self.shared:
            latest = await self.read(lambda database: queries.latest(database, list(watched)))
            for table_id, seq in latest.items():
                if seq > watched[table_id].state.seq:
                    async with watched[table_id].lock:
                        await watched[table_id].catch_up()
        for number, live in enumerate(watched.values()):
            live.tell_all(messages.Beat(live.written_seq, self.now()))
            if number % BEATS_AT_ONCE == 0:
                await asyncio.sleep(0)  # moves that arrived meanwhile go first
        if self._forget_idle():
            await self.writer.shrink()
            self.memory.give_back()

    def _forget_idle(self) -> bool:
        """A snapshot is only a cache: tables where nobody is are dropped. True: some were."""
        dropped = False
        long_ago = self.now() - (IDLE_MS if len(self.tables) < MANY_LIVE_TABLES else IDLE_MS_OF_MANY)
        for live in [
            live
            for live in self.tables.values()
            if not live.connections and live.touched < long_ago and not live.lock.locked()
        ]:
            if live.lease() is None:
                del self.tables[live.id]
                self.paused.pop(live, None)
                dropped = True
        return dropped

    async def _forget_old_places(self) -> None:
        await self.writer.run(lambda database: rating.forget_old_places(database, self.now()))

    # --- the bus ------------------------------------------------------------------------------------------

    def _heard(self, notice: Notice) -> None:
        if notice.forgot is not None:
            self._forget(notice.forgot)
        if notice.ended is not None:
            self._end_devices(*notice.ended)
        if notice.ended_device is not None:
            self._end_device(*notice.ended_device)
        live = self.tables.get(notice.table)
        if live is None or notice.origin == self.name:
            return
        if notice.here:
            self.presence.look_again(notice.table)
        else:
            self.spawn(self._follow(live, notice))

    @staticmethod
    async def _follow(live: LiveTable, notice: Notice) -> None:
        if notice.seq > live.state.seq:
            async with live.lock:
                with contextlib.suppress(NotAllowed):  # without a database: `beat` looks again
                    await live.catch_up()
        if notice.said is not None:
            live.tell_all(messages.Said(**notice.said))
