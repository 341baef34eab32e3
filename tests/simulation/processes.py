"""Server processes of the simulated world: the real ones, with their threads in line and their neighbours simulated."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from tuilerie.server.process.bus import Bus, Notice
from tuilerie.server.process.options import Options
from tuilerie.server.process.presence import NOBODY
from tuilerie.server.process.server_process import ServerProcess
from tuilerie.server.storage import queries
from tuilerie.server.storage.schema import due
from tuilerie.server.storage.writer import Unavailable, Writer, _answer
from tuilerie.table.errors import NotAllowed

if TYPE_CHECKING:
    from tests.simulation.world import World


class InlineWriter(Writer):
    """The real commits, without the thread: a group is written a little later, in simulated time."""

    def __init__(self, process: SimulatedProcess) -> None:
        self.process, self.world = process, process.world
        super().__init__(process.engine)

    def _write(self) -> None:
        """No thread."""

    def _flush(self) -> None:
        group, self._gathered = self._gathered, []
        if group:
            self._loop.call_later(self.world.chance.uniform(0.0005, 0.02), self._commit_now, group)

    def _commit_now(self, group: Any) -> None:
        if self.process.dead:  # killed before it was written
            return
        if self.world.loop.time() < self.world.database_back:
            _answer([(job, None, Unavailable()) for job in group])
            return
        outcomes = self._commit_surely(group)
        self.world.stirred()
        self.world.invariants.committed()
        if self.world.chance.random() < self.world.kill_after_commit:
            self.world.kill(self.process)  # on disk, but nobody was told
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


class SimulatedBus(Bus):
    """Notices to the other processes: late, out of order, and one in ten is lost."""

    def __init__(self, world: World) -> None:
        self.world = world

    def tell(self, notice: Notice) -> None:
        for other in self.world.processes:
            if other.name != notice.origin and self.world.chance.random() < 0.9:
                self.world.loop.call_later(self.world.chance.uniform(0.001, 1.0), self._deliver, other, notice)

    @staticmethod
    def _deliver(other: SimulatedProcess, notice: Notice) -> None:
        if not other.dead:
            other._heard(notice)


class SimulatedPresence:
    """Who is connected elsewhere, known a moment later. (The real board speaks PostgreSQL.)"""

    def __init__(self, process: SimulatedProcess) -> None:
        self.process, self.world = process, process.world

    async def start(self) -> None:
        """Nothing to begin."""

    def changed(self, table: str) -> None:
        self.world.stirred()
        self.world.loop.call_later(self.world.chance.uniform(0.01, 0.5), self._show, table)

    async def announce(self, table: str) -> None:
        self.changed(table)
        await asyncio.sleep(self.world.chance.uniform(0.0, 0.02))

    def look_again(self, table: str) -> None:
        self._show(table)

    def _show(self, table: str) -> None:
        for process in self.world.processes:
            if (live := process.tables.get(table)) is not None:
                live.see_elsewhere(self.world.attendance(table, besides=process))


class SimulatedProcess(ServerProcess):
    """One process; `dead` from when it is killed."""

    dead = False

    def __init__(self, world: World) -> None:
        self.world = world
        super().__init__(world.engine, SimulatedBus(world), Options(database="", limits=False))
        self.writer._jobs.put(None)  # its thread ends
        self.writer = InlineWriter(self)
        self.thinkers = InlineThinkers(world)  # type: ignore[assignment]  # same calls, no threads
        self.presence = SimulatedPresence(self)  # type: ignore[assignment]  # same calls, in memory
        self.shared = world.most_processes > 1

    def now(self) -> int:  # type: ignore[override]  # of the simulated world, so not static
        return self.world.loop.milliseconds()

    async def read(self, ask: Callable[[Any], Any]) -> Any:
        await asyncio.sleep(self.world.chance.uniform(0.0, 0.005))
        if self.world.loop.time() < self.world.database_back:
            raise NotAllowed("unavailable")
        return self._read(ask)

    def _loaded(self, database: Any, table_id: str) -> queries.Loaded | None:
        loaded = queries.load(database, table_id)
        if loaded is not None:
            loaded.elsewhere = self.world.attendance(table_id, besides=self) if self.shared else NOBODY
        return loaded

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """As the real one, but a look that can find nothing new is left out: nothing was written, nobody came or went,
        and no lease ran out since the last one.
        """
        while True:
            seen = self.world.changes
            await asyncio.sleep(seconds)
            if self.world.changes == seen and self.world.loop.time() >= self.world.database_back:
                await self.world.until_something_happens(self._next_lease())
            try:
                await work()
            except NotAllowed:
                self.world.stirred()  # it is tried again

    def _next_lease(self) -> float | None:
        """When the next lease runs out, in seconds of the loop."""
        with self.engine.connect() as database:
            at = database.execute(select(func.min(due.c.until))).scalar()
        return None if at is None else self.world.loop.seconds_of(at)
