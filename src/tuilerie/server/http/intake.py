"""What reaches the parsers: how many connections an address may have open, and how many bytes it may send.

Frames without content, pings and half-sent requests never become a message or a request, so no other limit sees them.
"""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from tuilerie.server.http.access import LIMITS, OPTIONS
from tuilerie.server.process import limits


class Intake:
    """Makes the protocol of every new connection. Behind a proxy all connections come from the proxy: there only
    sockets are counted, by the address that it names.
    """

    def __init__(self, app: web.Application, server: web.Server) -> None:
        self._server = server
        self.limits = app[LIMITS]
        self.direct = not app[OPTIONS].proxied
        self.open = limits.AtOnce(limits.CONNECTIONS_AT_ONCE, app[OPTIONS].limits)

    def __call__(self) -> asyncio.Protocol:
        handler = self._server()
        return CountedProtocol(self, handler) if self.limits.enforced else handler


class CountedProtocol(asyncio.Protocol):
    """Stands between a connection and the protocol that reads its requests."""

    def __init__(self, intake: Intake, inner: asyncio.Protocol) -> None:
        self._intake = intake
        self._inner = inner
        self._address: str | None = None  # while it counts as open
        self._transport: Any = None  # uvloop's is no asyncio.Transport
        self._bytes: limits.Bucket | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._inner.connection_made(transport)
        if not self._intake.direct:
            return
        peer = transport.get_extra_info("peername")
        address = limits.network(str(peer[0]) if peer else "?")
        self.count_for(address)
        if self._intake.open.take(address):
            self._address = address
        else:
            self._transport.abort()

    def count_for(self, address: str) -> None:
        """From now on every byte is counted for this address."""
        self._bytes = self._intake.limits.bucket("bytes", limits.BYTES, address)

    def data_received(self, data: bytes) -> None:
        if self._bytes is None or self._bytes.take(len(data)):
            self._inner.data_received(data)
        else:
            self._transport.abort()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        if self._address is not None:
            self._intake.open.release(self._address)
            self._address = None
        self._inner.connection_lost(error)


def count_socket(transport: Any, address: str) -> None:
    """The bytes of this connection, a socket from now on, are those of `address`."""
    protocol = transport.get_protocol() if transport is not None else None
    if isinstance(protocol, CountedProtocol):
        protocol.count_for(address)
