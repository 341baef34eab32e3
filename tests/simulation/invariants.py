"""What must hold in the simulated world after every step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sqlalchemy import select

from tuilerie.server.storage import queries
from tuilerie.server.storage.schema import due, log
from tuilerie.table import visibility

if TYPE_CHECKING:
    from tests.simulation.clients import Client
    from tests.simulation.world import World
    from tuilerie.server.process.live_table import LiveTable

STUCK_SECONDS = 120.0  # a table where a bot or a clock is to move has moved by then


class Broken(AssertionError):
    """An invariant does not hold."""


class Invariants:
    def __init__(self, world: World) -> None:
        self.world = world
        self.steps = 0
        self._moved: dict[str, tuple[int, float]] = {}  # by table: the last number, and since when it is the last
        self._seen: dict[str, tuple[int, int]] = {}  # by table: the last number that was checked, and its time
        self._same: WeakKeyDictionary[LiveTable, int] = WeakKeyDictionary()  # checked up to this number
        self._behind: WeakKeyDictionary[LiveTable, tuple[float, int]] = WeakKeyDictionary()

    def committed(self) -> None:
        self.steps += 1

    def sent(self, client: Client, payload: bytes) -> None:
        """Whatever leaves the server: acknowledged is logged, and nobody is shown another seat's view."""
        message = json.loads(payload)
        if message["t"] == "accepted":
            key = f"{client.sitter}/{message['key']}"
            with self.world.engine.connect() as database:
                rows = database.execute(select(log.c.seq).where(log.c.table_id == client.table, log.c.key == key)).all()
            if [row.seq for row in rows] != [message["seq"]]:
                self._break(f"{key} was acknowledged as {message['seq']}, the log has {[row.seq for row in rows]}")
        shown = (message.get("view") or {}).get("seat", client.seat)
        if message["t"] in ("snapshot", "update") and message.get("phase") != "over" and shown != client.seat:
            self._break(f"seat {client.seat} was shown what seat {shown} sees")

    def _break(self, what: str) -> None:
        if self.world.failure is None:
            self.world.failure = Broken(f"seed {self.world.seed}, {self.world.loop.time():.3f} s: {what}")

    def check(self) -> None:
        """After every step: the log has no gaps, states in memory are that of the log, nobody is behind or stuck."""
        with self.world.engine.connect() as database:
            for table in dict.fromkeys(client.table for client in self.world.clients):
                self._check_table(database, table)

    def finished(self, table: str) -> None:
        """For the last time."""
        with self.world.engine.connect() as database:
            self._check_table(database, table)
        self._seen.pop(table, None)

    def _check_table(self, database: Any, table: str) -> None:
        rows = queries.log_after(database, table, self._seen.get(table, (0, 0))[0])
        before, at = self._seen.get(table, (0, 0))
        if [row[0] for row in rows] != list(range(before + 1, before + 1 + len(rows))):
            self._break(f"numbers of {table} after {before}: {[row[0] for row in rows]}")
        times = [at, *(row[1] for row in rows)]
        if times != sorted(times):
            self._break(f"times of {table} go back")
        if rows:
            self._seen[table] = (rows[-1][0], rows[-1][1])
        self._check_states(database, table)
        self._check_progress(database, table)

    def _check_states(self, database: Any, table: str) -> None:
        lives = [process.tables[table] for process in self.world.processes if table in process.tables]
        loaded = None
        for live in lives:
            latest = self._seen.get(table, (0, 0))[0]
            if live.lock.locked() or not live._sound or self._same.get(live) == live.state.seq:
                continue
            if live.state.seq < latest:
                self._check_behind(live)
                continue
            loaded = loaded or queries.load(database, table)
            assert loaded is not None
            mine, read = (visibility.snapshot(state, None, {}, ()) for state in (live.state, loaded.state))
            if mine != read or (live.state.keys, live.state.moved_at) != (loaded.state.keys, loaded.state.moved_at):
                self._break(f"the state of {table} in memory is not that of its log")
            self._same[live] = live.state.seq

    def _check_behind(self, live: LiveTable) -> None:
        """What another process wrote is known soon wherever somebody looks, even if every notice was lost."""
        now = self.world.working_seconds()
        since, seq = self._behind.get(live, (now, -1))
        if seq != live.state.seq or not live.connections:
            since = now
        self._behind[live] = (since, live.state.seq)
        if now - since > STUCK_SECONDS:
            self._break(f"a process has been behind the log of {live.id} for {now - since:.0f} s")

    def _check_progress(self, database: Any, table: str) -> None:
        logged = self._seen.get(table, (0, 0))[0]
        before, since = self._moved.get(table, (-1, 0.0))
        now = self.world.working_seconds()
        if logged != before:
            self._moved[table] = (logged, now)
            return
        if now - since < STUCK_SECONDS:
            return
        loaded = queries.load(database, table)
        assert loaded is not None
        turn, clock = loaded.state.turn, loaded.state.terms.clock
        most = {"days": 86_400.0, "move": 1.0, "none": 0.0}[clock.kind] * clock.amount + STUCK_SECONDS
        bot = turn is not None and loaded.state.chairs[turn].by_bot
        waits = bot or (turn is not None and clock.kind != "none" and now - since > most)
        if loaded.state.phase == "revealing" or waits:
            leased = database.execute(select(due).where(due.c.table_id == table)).all()
            self._break(f"{table} has stood still for {now - since:.0f} s; due: {leased}")
