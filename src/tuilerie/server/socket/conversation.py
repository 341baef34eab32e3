"""The socket: hello, then one message after another, each understood wholly or refused with a code."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from aiohttp import WSMessage, WSMsgType, web
from msgspec import MsgspecError

from tuilerie.engine.errors import TuilerieError
from tuilerie.server.http.access import LIMITS, PROCESS, address, require_own_origin, require_true_cookie, visitor
from tuilerie.server.http.intake import count_socket
from tuilerie.server.people import rating
from tuilerie.server.people.identities import Cookie, seat_key
from tuilerie.server.process import limits
from tuilerie.server.process.live_table import LiveTable
from tuilerie.server.process.server_process import ServerProcess
from tuilerie.server.socket.connection import Connection
from tuilerie.server.socket.outcomes import receive
from tuilerie.table import messages
from tuilerie.table.errors import NotAllowed
from tuilerie.table.message_handlers import SNAPSHOT_COST
from tuilerie.table.shapes import PROTOCOL
from tuilerie.table.text import unreadable
from tuilerie.words import negotiate

HELLO_SECONDS = 10.0
PING_SECONDS = 30.0
SENT = frozenset({WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG})  # by a client, at its own pace
MOST_REFUSALS = 200  # refusals of one kind or another before a socket is closed

understand = msgspec.json.Decoder(messages.FromClient).decode


async def answer(request: web.Request) -> web.StreamResponse:
    """One connection, from the first byte to the last."""
    process = request.app[PROCESS]
    require_own_origin(request)
    require_true_cookie(request)
    request.app[LIMITS].require("sockets", limits.SOCKETS, address(request))
    if process.stopping:
        raise NotAllowed("stopping")
    if not process.sockets.take(address(request)):
        raise NotAllowed("many-sockets")
    try:
        return await _serve(process, request)
    finally:
        process.sockets.release(address(request))


async def _serve(process: ServerProcess, request: web.Request) -> web.StreamResponse:
    socket = web.WebSocketResponse(
        max_msg_size=messages.LONGEST_MESSAGE, heartbeat=PING_SECONDS, compress=False, timeout=2.0, autoping=False
    )
    try:
        await socket.prepare(request)
    except ConnectionError:  # gone before the handshake was over
        return web.Response(status=400)
    lang = negotiate(request.headers.get("Accept-Language"))
    transport: Any = request.transport
    count_socket(transport, address(request))
    cookie = visitor(request)
    connection = Connection(socket, transport, cookie.person if cookie else None, lang, address(request))
    connection.device = cookie.device if cookie else ""
    live: LiveTable | None = None
    try:
        live = await _arrive(process, connection, cookie)
        if live is not None:
            await _converse(process, live, connection)
    finally:
        if live is not None:
            _depart(process, live, connection)
        process.memory.socket_ended()
    return socket


async def _arrive(process: ServerProcess, connection: Connection, cookie: Cookie | None) -> LiveTable | None:
    """Hello: which table, whose seats, from which number on."""
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HELLO_SECONDS):
                frame = await _next_frame(process, connection)
            if frame.type is not WSMsgType.TEXT:
                return None
            hello = _read(frame.data)
            if not isinstance(hello, messages.Hello):
                raise NotAllowed("hello-first")
            return await _welcome(process, connection, hello, cookie)
        raise NotAllowed("hello-first")
    except TuilerieError as error:
        process.metrics.refused(error.code)
        await connection.goodbye(error, 4000)
        return None


async def _welcome(
    process: ServerProcess, connection: Connection, hello: messages.Hello, cookie: Cookie | None
) -> LiveTable:
    if hello.protocol != PROTOCOL:
        raise NotAllowed("protocol", protocol=PROTOCOL)
    connection.lang = hello.lang or connection.lang
    live = await process.table(hello.table)
    async with live.lock:
        state = await live.fresh()
        if hello.last > state.seq:
            await live.catch_up()

        async def take_seats() -> None:
            _take_seats(process, live, connection, hello.keys)

        await live.attempt(take_seats)
        await rating.note_place(live, connection.address, list(connection.held.values()))
    try:
        live.arriving.add(connection)
        await process.presence.announce(live.id)  # without the lock: the game goes on meanwhile
        async with live.lock:
            await live.fresh()
            rows = await live.rows_after(hello.last)
            await take_seats()  # nobody else sits there by now
            missed = live.missed(connection, hello.last, rows)
            if cookie is not None and not process.is_current(cookie):  # ended while this one arrived
                raise NotAllowed("logged-out")
            _show_table(live, connection, missed)
    except BaseException:
        _depart(process, live, connection)
        raise
    finally:
        live.arriving.discard(connection)
    live.tell_all(live.presence())
    if connection.host and live.only_bots() and not live.may_watch(connection):
        connection.refuse(NotAllowed("many-watched", most=limits.WATCHED_BY_PERSON))
    if live.idle() and live.bot_to_move() is not None:
        process.spawn(process.resume(live))
    return live


def _show_table(live: LiveTable, connection: Connection, missed: list[messages.Update] | None) -> None:
    """Welcome, and what was missed or a snapshot. From then on the connection is told everything."""
    live.arrived(connection)
    connection.send(live.welcome(connection, live.process.now(), None if missed is None else len(missed)))
    if missed is None:
        live.send_snapshot(connection)
    for update in missed or ():
        connection.send(update)


def _depart(process: ServerProcess, live: LiveTable, connection: Connection) -> None:
    live.departed(connection)
    live.arriving.discard(connection)
    process.presence.changed(live.id)
    if not process.stopping:
        live.tell_all(live.presence())


def _take_seats(process: ServerProcess, live: LiveTable, connection: Connection, keys: list[str]) -> None:
    """Every key must open a seat."""
    sitting = [(seat, chair.sitter) for seat, chair in enumerate(live.state.chairs) if chair.sitter is not None]
    owners = {
        seat_key(process.key, live.id, seat, sitter, process.versions.of(live.person_of(sitter))): (seat, sitter)
        for seat, sitter in sitting
    }
    if any(key not in owners for key in keys):
        raise NotAllowed("bad-key")
    if len(keys) > 1 and not live.state.terms.pass_and_play:
        raise NotAllowed("bad-key")
    live.admit(connection, dict(owners[key] for key in keys))


async def _converse(process: ServerProcess, live: LiveTable, connection: Connection) -> None:
    refusals = 0
    while True:
        try:
            frame = await _next_frame(process, connection)
        except NotAllowed as error:
            process.metrics.refused(error.code)
            await connection.goodbye(error, 4008, again=5000)
            return
        if frame.type is not WSMsgType.TEXT:
            if frame.type is WSMsgType.BINARY:
                await connection.goodbye(NotAllowed("bad-message", detail="binary"), 1003)
            return
        if not await _attend(process, live, connection, frame.data):
            refusals += 1
            if refusals > MOST_REFUSALS:
                await connection.goodbye(NotAllowed("too-fast"), 4008)
                return


async def _next_frame(process: ServerProcess, connection: Connection) -> WSMessage:
    """The next frame that means anything to us. Pings are answered here, and count as messages do."""
    of_address = process.limits.bucket("messages", limits.MESSAGES, connection.address)
    while True:
        frame = await connection.socket.receive()
        sent = frame.type in SENT
        if sent and process.options.limits and not (connection.messages.take() and of_address.take()):
            raise NotAllowed("too-fast")
        if frame.type is WSMsgType.PING:
            await connection.socket.pong(frame.data)
        elif frame.type is not WSMsgType.PONG:
            return frame


async def _attend(process: ServerProcess, live: LiveTable, connection: Connection, text: str) -> bool:
    """One message; False if it was refused."""
    message = None
    try:
        message = _read(text)
        async with live.lock:
            await live.fresh()
            if process.shared:
                await live.attempt(lambda: receive(live, connection, message))
            else:
                await receive(live, connection, message)
        return True
    except TuilerieError as error:
        process.metrics.refused(error.code)
        connection.refuse(error, getattr(message, "key", None), getattr(message, "id", None))
        if error.code == "server.stale":
            await _show_again(live, connection)
        return False


async def _show_again(live: LiveTable, connection: Connection) -> None:
    """A snapshot for who decided too late; who is so all the time pays for it as for one that was asked for."""
    async with live.lock:
        await live.fresh()
        try:
            live.charge(connection, "trials", SNAPSHOT_COST)
        except NotAllowed as error:
            connection.refuse(error)
        else:
            live.send_snapshot(connection)


def _read(text: str) -> Any:
    try:
        return understand(text)
    except (MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise unreadable(error, 120) from None
