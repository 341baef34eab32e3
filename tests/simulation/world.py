"""A simulated world around the real server: processes over one SQLite file, clients, trouble, invariants.

Everything follows from the seed: what clients do, when messages arrive, when a process is killed, when the database is
away. The code between the socket and the disk is the real one; only threads run in line, and time is simulated: it
jumps to the next timer. SQLite does not wait for the disk here: a killed process loses nothing that it wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import event

from tests.simulation.clients import Client, NumberedConnection, Wire
from tests.simulation.clock import SimulatedLoop, seeded_secrets
from tests.simulation.invariants import Broken, Invariants
from tests.simulation.processes import SimulatedProcess
from tuilerie.server.people.identities import seat_key
from tuilerie.server.process.create_table import create_table
from tuilerie.server.process.presence import NOBODY, Attendance
from tuilerie.server.socket import conversation
from tuilerie.server.socket.connection import Connection
from tuilerie.server.storage.database import database_url, migrate, open_database
from tuilerie.table import entries
from tuilerie.table.creation import new_table, sit_down
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Clock
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import CreateTable

GAMES = ("restart", "famille", "junior")
HOUR = 3600.0
RETRY_SECONDS = 5.0


@dataclass(frozen=True)
class Pace:
    """How people play: `thought` between two looks at the table, in seconds."""

    thought: tuple[float, float]
    away: tuple[float, float]  # how long somebody is gone who goes for longer
    trouble: tuple[float, float]  # between two chances of trouble
    clocks: tuple[Clock, ...]
    leaves: bool = False  # looks at the table only to play


EVENING = Pace((0.2, 6.0), (100, 600), (0.5, 5.0), (Clock(), Clock("move", 10), Clock("move", 10)))
LETTERS = Pace((HOUR, 20 * HOUR), (24 * HOUR, 72 * HOUR), (HOUR, 12 * HOUR), (Clock("days", 1), Clock("days", 3)), True)


@cache
def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        engine = open_database(database_url(str(file)))
        migrate(engine)
        with engine.connect() as database:
            database.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        engine.dispose()
        return file.read_bytes()


class World:
    """One run: `World(seed, folder).run(seconds)`."""

    def __init__(
        self,
        seed: int,
        folder: Path,
        *,
        tables: int = 3,
        kill_after_commit: float = 0.003,
        processes: int = 2,
        pace: Pace = EVENING,
    ) -> None:
        self.seed, self.folder, self.tables, self.pace = seed, folder, tables, pace
        self.most_processes = processes
        self.chance = random.Random(seed)
        self.loop = SimulatedLoop()
        self.kill_after_commit = kill_after_commit
        self.kills = 0
        self.games = 0
        self.processor_seconds = 0.0
        self.database_back = 0.0
        self.excused = 0.0  # seconds without a database, and until it is tried again
        self.changes = 0
        self._sleepers: list[asyncio.Future[None]] = []
        self.clients: list[Client] = []
        self.invariants = Invariants(self)
        self.numbers = itertools.count()  # of connections
        self.failure: BaseException | None = None
        self.processes: list[SimulatedProcess] = []

    def run(self, seconds: float) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(self._failed)
        try:
            with seeded_secrets(self.chance):
                self.loop.run_until_complete(self._run(seconds))
        finally:
            tasks = asyncio.all_tasks(self.loop)
            for task in tasks:
                task.cancel()
            self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self.loop.close()
            asyncio.set_event_loop(None)
        if self.failure is not None:
            raise self.failure

    def _failed(self, loop: Any, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Broken) and self.failure is None:
            self.failure = error

    async def _run(self, seconds: float) -> None:
        file = self.folder / f"{self.seed}.db"
        file.write_bytes(_empty_database())
        self.engine = open_database(database_url(str(file)))
        event.listen(self.engine, "connect", lambda own, _: own.execute("PRAGMA synchronous=OFF"))
        ends = self.loop.time() + seconds
        while self.loop.time() < ends and self.failure is None:
            while len(self.processes) < self.most_processes:
                await self._start()
            await self._fill_tables()
            await asyncio.sleep(self.chance.uniform(*self.pace.trouble))
            self._trouble()
            self.invariants.check()
        for process in list(self.processes):
            self.kill(process)
        self.engine.dispose()

    # --- what happened ---------------------------------------------------------------------------------------

    def stirred(self) -> None:
        """Something happened that a process may want to look at."""
        self.changes += 1
        sleepers, self._sleepers = self._sleepers, []
        for sleeper in sleepers:
            if not sleeper.done():
                sleeper.set_result(None)

    async def until_something_happens(self, or_at: float | None) -> None:
        sleeper: asyncio.Future[None] = self.loop.create_future()
        self._sleepers.append(sleeper)
        await asyncio.wait([sleeper], timeout=None if or_at is None else max(0.0, or_at - self.loop.time()))

    def working_seconds(self) -> float:
        """Time in which the server could work."""
        return self.loop.time() - self.excused

    def attendance(self, table: str, besides: SimulatedProcess) -> Attendance:
        there = NOBODY
        for process in self.processes:
            if process is not besides and (live := process.tables.get(table)) is not None:
                there += live.attendance()
        return there

    # --- processes ---------------------------------------------------------------------------------------

    async def _start(self) -> None:
        process = SimulatedProcess(self)
        self.processes.append(process)
        try:
            await process.start()
        except NotAllowed:  # without a database nothing starts
            self.kill(process)
            await asyncio.sleep(self.chance.uniform(0.1, 3.0))

    def kill(self, process: SimulatedProcess) -> None:
        """As by a signal that cannot be caught: nothing more is written or told."""
        if process.dead:
            return
        process.dead = process.stopping = True
        self.processes.remove(process)
        self.kills += 1
        for live in process.tables.values():
            live.rest()
        for task in list(process._tasks):
            task.cancel()
        for client in self.clients:
            if client.wire is not None and client.wire.process is process:
                client.wire.cut()
        self.stirred()

    def _trouble(self) -> None:
        happens = self.chance.random()
        if happens < 0.05 and self.processes:
            self.kill(self.chance.choice(self.processes))
        elif happens < 0.08:
            away = self.chance.uniform(0.1, 4.0)
            self.database_back = self.loop.time() + away
            self.excused += away + RETRY_SECONDS
            self.loop.call_at(self.database_back, self.stirred)

    # --- people ----------------------------------------------------------------------------------------------

    def connect(self, client: Client) -> None:
        if not self.processes:
            return
        process = self.chance.choice(self.processes)
        wire = client.wire = Wire(self, client, process)
        connection = NumberedConnection(wire, f"p{client.seat}")
        process.spawn(self._serve(process, connection))
        key = seat_key(process.key, client.table, client.seat, client.sitter, 0)
        wire.from_client({"t": "hello", "table": client.table, "keys": [key], "last": client.last})

    @staticmethod
    async def _serve(process: SimulatedProcess, connection: Connection) -> None:
        live = None
        try:
            live = await conversation._arrive(process, connection, None)
            if live is not None:
                await conversation._converse(process, live, connection)
        finally:
            if live is not None:
                conversation._depart(process, live, connection)

    async def _fill_tables(self) -> None:
        """As many tables as there are to be: for a game that is over, another one."""
        for table in dict.fromkeys(client.table for client in self.clients if client.phase == "over"):
            self.invariants.finished(table)
            for client in [each for each in self.clients if each.table == table]:
                client.retire()
                self.clients.remove(client)
        while len({client.table for client in self.clients}) < self.tables:
            try:
                await self._new_table()
            except NotAllowed:  # the database is away, or the process was killed
                await asyncio.sleep(1)
                return

    async def _new_table(self) -> None:
        if not self.processes:
            return
        process = self.chance.choice(self.processes)
        players = self.chance.choice((2, 3))
        clock = self.chance.choice(self.pace.clocks)
        asked = CreateTable(
            self.chance.choice(GAMES), players, bots={str(players - 1): "greedy"}, clock=clock, pace=200
        )
        making = self.loop.create_task(self._make(process, asked))
        await asyncio.wait([making], timeout=60)
        if not making.done():  # the process was killed meanwhile: nobody will answer
            making.cancel()
            raise NotAllowed("unavailable")
        live = making.result()
        self.games += 1
        for seat, chair in enumerate(live.state.chairs):
            if chair.sitter is not None:
                for _ in range(self.chance.choice((1, 1, 2))):  # one has two devices
                    client = Client(self, live.id, seat, chair.sitter, next(self.numbers))
                    self.clients.append(client)
                    client.task = self.loop.create_task(client.live())

    async def _make(self, process: SimulatedProcess, asked: CreateTable) -> Any:
        live = await create_table(process, new_table(asked, Sitter("p0", None)))
        async with live.lock:
            for seat in range(1, asked.players - 1):
                sitter = Sitter(f"p{seat}", None)
                entry = sit_down(live, sitter, seat, None)
                await live.append(entry, None, (entry.sitter, sitter))
            await live.append(entries.Start())
        return live


def simulate(seed: int, seconds: float, folder: Path, **options: Any) -> World:
    """One run; Broken names the seed and what does not hold."""
    world = World(seed, folder, **options)
    began = time.process_time()
    with contextlib.suppress(asyncio.CancelledError):
        world.run(seconds)
    world.processor_seconds = time.process_time() - began
    return world
