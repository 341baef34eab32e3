"""One live socket: what it holds, what it may see, and how bytes reach it without ever making the table wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

import msgspec
from aiohttp import web

from tuilerie.engine.errors import TuilerieError
from tuilerie.server.process.limits import SOCKET, Bucket
from tuilerie.table import messages
from tuilerie.table.device import Device
from tuilerie.table.errors import why
from tuilerie.table.shapes import Lang

ROOMY = 32_768  # bytes that may wait in the socket before messages wait with us
MOST_WAITING = 400  # messages; a client that is further behind is let go, it can come back and resync

encode = msgspec.json.Encoder().encode


def framed(payload: bytes) -> bytes:
    """A text frame of RFC 6455.

    We write it ourselves: on the way through aiohttp every message would be decoded and encoded once more.
    """
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


class Connection(Device):
    """A device at a table."""

    __slots__ = (
        "_slow",
        "_transport",
        "_waiting",
        "address",
        "device",
        "messages",
        "socket",
    )

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        person: str | None,
        lang: Lang,
        address: str,
    ) -> None:
        super().__init__(lang, person)
        self.socket = socket
        self.address = address  # an IPv4 address, or a network of IPv6
        self.device = ""  # the id in its cookie, if there is one
        self.messages = Bucket(SOCKET)  # how many it may send now
        self._transport = transport
        self._waiting: deque[bytes] = deque()
        self._slow: asyncio.Task[None] | None = None

    def send(self, message: messages.ServerMessage) -> None:
        self.send_bytes(encode(message))

    def refuse(self, error: TuilerieError, key: str | None = None, question: int | None = None) -> None:
        self.send(messages.Refused(why(error, self.lang), key, question))

    def send_bytes(self, payload: bytes, after: bytes | None = None) -> None:
        """At once when the socket can take it; else the message waits in line, and a reader that is too far behind is
        let go.
        """
        transport = self._transport
        if transport is None or self.socket.closed or transport.is_closing():
            return
        if self._slow is None and transport.get_write_buffer_size() < ROOMY:
            # one call to the system, not two
            transport.write(framed(payload) if after is None else framed(payload) + framed(after))
            return
        self._waiting.append(payload)
        if after is not None:
            self._waiting.append(after)
        if len(self._waiting) > MOST_WAITING:
            self.abort()
        elif self._slow is None:
            self._slow = asyncio.create_task(self._drain())

    def abort(self) -> None:
        self._waiting.clear()
        if self._transport is not None:
            self._transport.abort()

    async def _drain(self) -> None:
        with contextlib.suppress(ConnectionError):
            while self._waiting:
                await self.socket.send_str(self._waiting.popleft().decode())
        self._slow = None

    async def goodbye(self, error: TuilerieError, code: int, again: int | None = None) -> None:
        with contextlib.suppress(ConnectionError, asyncio.TimeoutError):
            self.send(messages.Goodbye(why(error, self.lang), again))
            await asyncio.wait_for(self.socket.close(code=code), 5)
