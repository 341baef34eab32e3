"""What must hold in the simulated world after every step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tuilerie.server.storage import queries
from tuilerie.server.storage.schema import due, log
from tuilerie.table import visibility

if TYPE_CHECKING:
    from tests.simulation.clients import Client
    from tests.simulation.world import World

STUCK_SECONDS = 120.0  # a table where a bot or a clock is to move has moved by then


class Broken(AssertionError):
    """An invariant does not hold."""


class Invariants:
    def __init__(self, world: World) -> None:
        self.world = world
        self.steps = 0
        self._moved: dict[str, tuple[int, float]] = {}

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
        """After every step: the log has no gaps, the state in memory is that of the log, nobody is stuck."""
        with self.world.engine.connect() as database:
            for table in dict.fromkeys(client.table for client in self.world.clients):
                rows = queries.log_after(database, table, 0)
                if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
                    self._break(f"numbers of {table}: {[row[0] for row in rows]}")
                times = [row[1] for row in rows]
                if times != sorted(times):
                    self._break(f"times of {table} go back")
                self._check_state(database, table)
                self._check_progress(database, table, len(rows))

    def _check_state(self, database: Any, table: str) -> None:
        live = self.world.process.tables.get(table) if self.world.process is not None else None
        if live is None or live.lock.locked() or not live._sound:
            return
        loaded = queries.load(database, table)
        assert loaded is not None
        mine, read = (visibility.snapshot(state, None, {}, ()) for state in (live.state, loaded.state))
        if mine != read or (live.state.keys, live.state.moved_at) != (loaded.state.keys, loaded.state.moved_at):
            self._break(f"the state of {table} in memory is not that of its log")

    def _check_progress(self, database: Any, table: str, entries_logged: int) -> None:
        before, since = self._moved.get(table, (-1, 0.0))
        now = self.world.loop.time()
        if entries_logged != before or now < self.world.database_back + STUCK_SECONDS / 2:
            self._moved[table] = (entries_logged, now)
            return
        if now - since < STUCK_SECONDS:
            return
        loaded = queries.load(database, table)
        assert loaded is not None
        turn = loaded.state.turn
        waits = turn is not None and (loaded.state.chairs[turn].by_bot or loaded.state.terms.clock.kind != "none")
        if loaded.state.phase == "revealing" or waits:
            leased = database.execute(select(due).where(due.c.table_id == table)).all()
            self._break(f"{table} has stood still for {now - since:.0f} s; due: {leased}")
