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
    """Both ends of one socket: frames wait here, in order; what is under way when it is cut is lost."""

    closed = False

    def __init__(self, world: World, client: Client) -> None:
        self.world, self.client = world, client
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
            self._later(self.client.hear, payload)

    def abort(self) -> None:
        self.cut()

    def cut(self) -> None:
        if not self.closed:
            self.closed = True
            self.inbox.put_nowait(SimpleNamespace(type=WSMsgType.CLOSED, data=None))
            self.client.wire = None

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

    def __init__(self, world: World, table: str, seat: int, sitter: str) -> None:
        self.world, self.table, self.seat, self.sitter = world, table, seat, sitter
        self.wire: Wire | None = None
        self.last = 0
        self.pending: dict[str, Any] | None = None
        self.acknowledged: dict[str, int] = {}
        self.keys = itertools.count()
        self.choice: dict[str, Any] | None = None
        self.phase = ""

    async def live(self) -> None:
        while True:
            chance = self.world.chance
            await asyncio.sleep(chance.uniform(0.2, 6.0))
            if self.wire is None:
                self.world.connect(self)
            elif chance.random() < 0.03:
                self.wire.cut()
                if chance.random() < 0.2:  # away for some minutes
                    await asyncio.sleep(chance.uniform(100, 600))
            elif self.pending is not None:
                if chance.random() < 0.5:  # not acknowledged yet: once more, with the same key
                    self.wire.from_client(self.pending)
            elif self.choice is not None and self.phase == "playing":
                moves = self.choice.get("legal") or ["done"]
                self.pending = {
                    "t": "play",
                    "key": f"{self.seat}-{next(self.keys)}",
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
                self.pending = None
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
