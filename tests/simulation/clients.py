"""Clients of the simulated world, and the wires between them and the server."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType

from tests.simulation.invariants import Broken
from tuilerie.server.socket.connection import Connection

if TYPE_CHECKING:
    from tests.simulation.processes import SimulatedProcess
    from tests.simulation.world import World


class NumberedConnection(Connection):
    """Sets of connections have the same order in every run."""

    __slots__ = ("number",)

    def __init__(self, wire: Wire, person: str) -> None:
        super().__init__(wire, wire, person, "en", "a")  # type: ignore[arg-type]
        self.number = next(wire.world.numbers)

    def __hash__(self) -> int:
        return self.number


class Wire:
    """Both ends of one socket: frames wait here, in order; what is under way when it is cut is lost.

    Between two wires there is no order: what was sent later on another one may arrive first.
    """

    closed = False

    def __init__(self, world: World, client: Client, process: SimulatedProcess) -> None:
        self.world, self.client, self.process = world, client, process
        self.heard = True  # False: the client has gone, and the server does not know it yet
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._arrives = 0.0

    async def receive(self, timeout: float | None = None) -> Any:
        return await self.inbox.get()

    def from_client(self, message: dict[str, Any]) -> None:
        self._later(self.inbox.put_nowait, SimpleNamespace(type=WSMsgType.TEXT, data=json.dumps(message)))

    def _later(self, do: Callable[[Any], None], what: Any) -> None:
        """Delayed, but in order, as TCP has it."""
        self._arrives = max(self._arrives + 1e-6, self.world.loop.time() + self.world.chance.uniform(0.001, 0.3))
        self.world.loop.call_at(self._arrives, lambda: None if self.closed else do(what))

    # --- what a Connection needs of its transport
    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.closed

    def write(self, data: bytes) -> None:
        for payload in _frames(data):
            self.world.invariants.sent(self.client, payload)
            if self.heard:
                self._later(self._hear, payload)

    def _hear(self, payload: bytes) -> None:
        if self.heard:
            self.client.hear(payload)

    def abort(self) -> None:
        self.cut()

    def cut(self) -> None:
        if not self.closed:
            self.closed = True
            self.inbox.put_nowait(SimpleNamespace(type=WSMsgType.CLOSED, data=None))
            if self.client.wire is self:
                self.client.wire = None

    def drop(self) -> None:
        """The client has gone; what it sent is still under way, and the server notices some seconds later."""
        self.heard = False
        self.client.wire = None
        self.world.loop.call_later(self.world.chance.uniform(0.1, 20.0), self.cut)

    async def close(self, code: int = 1000) -> None:
        self.cut()

    async def send_str(self, text: str) -> None:
        self.write(text.encode())


def _frames(data: bytes) -> list[bytes]:
    found = []
    while data:
        size, start = data[1], 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(data[2:10], "big"), 10
        found.append(data[start : start + size])
        data = data[start + size :]
    return found


class Client:
    """A person's device: plays at random, repeats what was not acknowledged, comes back after every cut."""

    def __init__(self, world: World, table: str, seat: int, sitter: str, number: int) -> None:
        self.world, self.table, self.seat, self.sitter = world, table, seat, sitter
        self.number = number
        self.wire: Wire | None = None
        self.task: asyncio.Task[None] | None = None
        self.last = 0
        self.pending: dict[str, Any] | None = None
        self.done: dict[str, Any] | None = None  # the last that was acknowledged
        self.acknowledged: dict[str, int] = {}
        self.keys = itertools.count()
        self.choice: dict[str, Any] | None = None
        self.phase = ""

    def retire(self) -> None:
        """The game is over, and this device goes."""
        if self.wire is not None:
            self.wire.cut()
        if self.task is not None:
            self.task.cancel()

    async def live(self) -> None:
        chance, pace = self.world.chance, self.world.pace
        while True:
            await asyncio.sleep(chance.uniform(*pace.thought))
            if pace.leaves:
                await self._visit()
            elif chance.random() < 0.03 and self.wire is not None:
                self._go()
                if chance.random() < 0.4:
                    await asyncio.sleep(chance.uniform(*pace.away))
            else:
                self._act()

    async def _visit(self) -> None:
        """Look at the table, play if it is one's turn, and go."""
        for _ in range(20):
            busy = self.wire is None or self.pending is not None or self.choice is not None
            self._act()
            await asyncio.sleep(self.world.chance.uniform(0.5, 4.0))
            if not busy:
                break
        self._go()
        if self.world.chance.random() < 0.1:
            await asyncio.sleep(self.world.chance.uniform(*self.world.pace.away))

    def _go(self) -> None:
        if self.wire is not None and self.world.chance.random() < 0.5:
            self.wire.drop()
        elif self.wire is not None:
            self.wire.cut()

    def _act(self) -> None:
        chance = self.world.chance
        if self.wire is None:
            self.world.connect(self)
        elif self.done is not None and chance.random() < 0.1:  # long acknowledged: somebody on the way repeats it
            self.wire.from_client(self.done)
        elif self.pending is not None:
            if chance.random() < 0.5:  # not acknowledged yet: once more, with the same key
                self.wire.from_client(self.pending)
        elif self.choice is not None and self.phase == "playing":
            moves = self.choice.get("legal") or ["done"]
            self.pending = {
                "t": "play",
                "key": f"{self.number}-{next(self.keys)}",
                "based": self.last,
                "moves": [chance.choice(moves)],
            }
            for _ in range(chance.choice((1, 1, 2))):
                self.wire.from_client(self.pending)

    def hear(self, payload: bytes) -> None:
        message = json.loads(payload)
        kind = message["t"]
        if kind == "accepted":
            known = self.acknowledged.setdefault(message["key"], message["seq"])
            if known != message["seq"]:
                raise Broken(f"key {message['key']} was accepted as {known} and as {message['seq']}")
            if self.pending is not None and message["key"] == self.pending["key"]:
                self.done, self.pending = self.pending, None
        elif kind == "refused":
            if self.pending is not None and message.get("key") == self.pending["key"]:
                self.pending = None
        elif kind == "snapshot":
            self.last, self.choice, self.phase = message["seq"], message.get("choice"), message["phase"]
        elif kind == "update":
            if message["seq"] <= self.last:
                return
            if message["seq"] != self.last + 1:
                raise Broken(f"number {message['seq']} after {self.last}")
            self.last = message["seq"]
            if "choice" in message:
                self.choice = message["choice"]
            self.phase = message.get("phase", self.phase)
