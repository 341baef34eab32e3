"""A client in a hurry: the least code that can play a table over a WebSocket, so that the bench measures the server and
not its own clients.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable

import msgspec

UPGRADE = (
    b"GET /api/1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dHVpbGVyaWUtYmVuY2gtMA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
NO_MASK = b"\0\0\0\0"  # a client must mask; with zeros the payload stays as it is


class Choice(msgspec.Struct):
    legal: list[str] | None = None


class Heard(msgspec.Struct):
    """What a hurried client reads of a message."""

    t: str
    seq: int = 0
    phase: str | None = None
    choice: Choice | None = None


understand = msgspec.json.Decoder(Heard).decode


def framed(payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((0x81, 0x80 | size)) + NO_MASK + payload
    return bytes((0x81, 0xFE)) + size.to_bytes(2, "big") + NO_MASK + payload


class Hurried(asyncio.Protocol):
    """One socket at a table. `moved(seconds)` is told from sending a move to the mover's own update.

    Of who comes back to a game (`life` above 0) the keys are new, and a snapshot may bring the turn.
    """

    def __init__(self, table: str, key: str, thought: float, moved: Callable[[float], None], life: int = 0) -> None:
        self.hello = json.dumps({"t": "hello", "table": table, "keys": [key]}).encode()
        self.thought, self.moved, self.life = thought, moved, life
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # the first snapshot
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self._buffer = b""
        self._open = False
        self._left = False
        self._sent = 0.0
        self.moves = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a stream's transport
        if self._left:
            transport.abort()  # type: ignore[attr-defined]  # a stream's transport
            return
        self.transport.write(UPGRADE)  # type: ignore[union-attr]  # set in the line above

    def connection_lost(self, error: Exception | None) -> None:
        for waiting in (self.ready, self.over):
            if not waiting.done():
                waiting.set_exception(error or ConnectionResetError("the server closed the socket"))
                waiting.exception()  # whoever waits is told; nobody has to

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            assert buffer.startswith(b"HTTP/1.1 101"), buffer[:200]
            self._open, at = True, end + 4
            self.send(self.hello)
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            if buffer[at] == 0x81:
                self._hear(buffer[start : start + size])
            elif buffer[at] == 0x89:
                self._pong(buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def send(self, payload: bytes) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(framed(payload))

    def close(self) -> None:
        """Nothing is heard or sent any more, whatever is still on its way or being thought of."""
        self._left = True
        if self.transport is not None:
            self.transport.abort()

    def _pong(self, payload: bytes) -> None:
        """The server lets go of a client that does not answer its pings."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(bytes((0x8A, 0x80 | len(payload))) + NO_MASK + payload)

    def _hear(self, payload: bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        if not payload.startswith(b'{"t":"update"'):
            assert not payload.startswith((b'{"t":"refused"', b'{"t":"goodbye"')), payload
            if not payload.startswith(b'{"t":"snapshot"'):
                return
            if not self.ready.done():
                self.ready.set_result(None)
            if not self.life:
                return
        heard = understand(payload)
        if self._sent:
            self.moved(time.perf_counter() - self._sent)
            self._sent = 0.0
        if heard.phase == "over":
            if not self.over.done():
                self.over.set_result(None)
        elif heard.choice is not None and heard.choice.legal:
            if self.thought:
                asyncio.get_running_loop().call_later(
                    self.thought * random.uniform(0.5, 1.5), self._move, heard.seq, heard.choice.legal
                )
            else:
                self._move(heard.seq, heard.choice.legal)

    def _move(self, seq: int, legal: list[str]) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        self.moves += 1
        self._sent = time.perf_counter()
        if len(legal) > 1 and "pass" in legal:
            legal.remove("pass")  # tiles are placed while they can be, as people do: a round lasts
        move = legal[int(random.random() * len(legal))]
        self.send(f'{{"t":"play","key":"{self.life}-{self.moves}","based":{seq},"moves":["{move}"]}}'.encode())
