"""A simulated world around the real server: one process at a time over one SQLite file, clients, trouble, invariants.

Everything follows from the seed: what clients do, when messages arrive, when the process is killed, when the database
is away. The code between the socket and the disk is the real one; only threads run in line, and time is simulated.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.simulation.clients import Client, NumberedConnection, Wire
from tests.simulation.clock import SimulatedLoop, seeded_secrets
from tests.simulation.invariants import Broken, Invariants
from tuilerie.server.people.identities import seat_key
from tuilerie.server.process.bus import Bus
from tuilerie.server.process.create_table import create_table
from tuilerie.server.process.options import Options
from tuilerie.server.process.server_process import ServerProcess
from tuilerie.server.socket import conversation
from tuilerie.server.socket.connection import Connection
from tuilerie.server.storage.database import database_url, migrate, open_database
from tuilerie.server.storage.writer import Unavailable, Writer, _answer
from tuilerie.table import entries
from tuilerie.table.core import Sitter
from tuilerie.table.creation import new_table, sit_down
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Clock
from tuilerie.table.terms import CreateTable

GAMES = ("restart", "famille", "junior")


class InlineWriter(Writer):
    """The real commits, without the thread: a group is written a little later, in simulated time."""

    def __init__(self, engine: Any, world: World) -> None:
        self.world = world
        super().__init__(engine)

    def _write(self) -> None:
        """No thread."""

    def _flush(self) -> None:
        group, self._gathered = self._gathered, []
        if group:
            self._loop.call_later(self.world.chance.uniform(0.0005, 0.02), self._commit_now, group, self.world.life)

    def _commit_now(self, group: Any, life: int) -> None:
        if life != self.world.life:  # the process was killed before it was written
            return
        if self.world.loop.time() < self.world.database_back:
            _answer([(job, None, Unavailable()) for job in group])
            return
        outcomes = self._commit_surely(group)
        self.world.invariants.committed()
        if self.world.chance.random() < self.world.kill_after_commit:
            self.world.kill()  # on disk, but nobody was told
            return
        _answer(outcomes)

    async def close(self) -> None:
        self._drop_own()


class InlineThinkers:
    """Thinks at once, and takes simulated time."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def quick(self, think: Callable[[], Any]) -> Any:
        await asyncio.sleep(self.world.chance.uniform(0.0, 0.05))
        return think()

    async def bot(self, think: Callable[[], Any], whose: str = "") -> Any:
        return await self.quick(think)

    hint = review = bot

    def close(self) -> None:
        """Nothing to stop."""


class SimulatedProcess(ServerProcess):
    world: World

    def now(self) -> int:  # type: ignore[override]
        return self.world.loop.milliseconds()

    async def read(self, ask: Callable[[Any], Any]) -> Any:
        await asyncio.sleep(self.world.chance.uniform(0.0, 0.005))
        return self._read(ask)


class World:
    """One run: `World(seed, folder).run(seconds)`."""

    def __init__(self, seed: int, folder: Path, *, tables: int = 2, kill_after_commit: float = 0.003) -> None:
        self.seed, self.folder, self.tables = seed, folder, tables
        self.chance = random.Random(seed)
        self.loop = SimulatedLoop()
        self.kill_after_commit = kill_after_commit
        self.life = 0
        self.database_back = 0.0
        self.clients: list[Client] = []
        self.invariants = Invariants(self)
        self.numbers = itertools.count()  # of connections
        self.failure: BaseException | None = None
        self.process: SimulatedProcess | None = None

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
        self.engine = open_database(database_url(str(self.folder / f"{self.seed}.db")))
        migrate(self.engine)
        await self._start()
        for _ in range(self.tables):
            await self._new_table()
        ends = self.loop.time() + seconds
        while self.loop.time() < ends and self.failure is None:
            await asyncio.sleep(self.chance.uniform(0.5, 5.0))
            self._trouble()
            while self.process is None:
                await asyncio.sleep(self.chance.uniform(0.1, 3.0))
                await self._start()
            self.invariants.check()
        self.kill()
        self.engine.dispose()

    # --- the process -------------------------------------------------------------------------------------

    async def _start(self) -> None:
        self.life += 1
        process = SimulatedProcess(self.engine, Bus(), Options(database="", limits=False))
        process.world = self
        process.writer._jobs.put(None)  # the thread ends
        process.writer = InlineWriter(self.engine, self)
        process.thinkers = InlineThinkers(self)  # type: ignore[assignment]
        self.process = process
        try:
            await process.start()
        except NotAllowed:  # without a database nothing starts
            self.kill()

    def kill(self) -> None:
        """As by a signal that cannot be caught: nothing more is written or told."""
        process, self.process = self.process, None
        self.life += 1
        if process is None:
            return
        process.stopping = True
        for live in process.tables.values():
            live.rest()
        for task in list(process._tasks):
            task.cancel()
        for client in self.clients:
            if client.wire is not None:
                client.wire.cut()

    def _trouble(self) -> None:
        happens = self.chance.random()
        if happens < 0.04:
            self.kill()
        elif happens < 0.07:
            self.database_back = self.loop.time() + self.chance.uniform(0.1, 4.0)

    def connect(self, client: Client) -> None:
        process = self.process
        if process is None:
            return
        wire = client.wire = Wire(self, client)
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

    async def _new_table(self) -> None:
        assert self.process is not None
        players = self.chance.choice((2, 3))
        clock = self.chance.choice((Clock(), Clock("move", 20)))
        asked = CreateTable(
            self.chance.choice(GAMES), players, bots={str(players - 1): "greedy"}, clock=clock, pace=200
        )
        live = await create_table(self.process, new_table(asked, Sitter("p0", None)))
        async with live.lock:
            for seat in range(1, players - 1):
                sitter = Sitter(f"p{seat}", None)
                entry = sit_down(live, sitter, seat, None)
                await live.append(entry, None, (entry.sitter, sitter))
            await live.append(entries.Start())
        for seat, chair in enumerate(live.state.chairs):
            if chair.sitter is not None:
                client = Client(self, live.id, seat, chair.sitter)
                self.clients.append(client)
                self.loop.create_task(client.live())


def simulate(seed: int, seconds: float, folder: Path, **options: Any) -> World:
    """One run; Broken names the seed and what does not hold."""
    world = World(seed, folder, **options)
    with contextlib.suppress(asyncio.CancelledError):
        world.run(seconds)
    return world
