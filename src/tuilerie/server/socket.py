"""The socket: hello, then one message after another, each understood wholly or refused with a code."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec
from aiohttp import WSMsgType, web
from msgspec import MsgspecError

from tuilerie.engine.errors import TuilerieError
from tuilerie.server import limits, rating
from tuilerie.server.access import HALL, LIMITS, address, require_own_origin, require_true_cookie, visitor
from tuilerie.server.connection import Connection
from tuilerie.server.hall import Hall
from tuilerie.server.people import Cookie, seat_key
from tuilerie.server.receiving import receive
from tuilerie.server.room import Room
from tuilerie.table import messages
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import PROTOCOL
from tuilerie.table.text import unreadable
from tuilerie.words import negotiate

HELLO_SECONDS = 10.0
PING_SECONDS = 30.0
PATIENCE = 200  # refusals of one kind or another before a socket is closed

understand = msgspec.json.Decoder(messages.FromClient).decode


async def answer(request: web.Request) -> web.StreamResponse:
    """One connection, from the first byte to the last."""
    hall = request.app[HALL]
    require_own_origin(request)
    require_true_cookie(request)
    request.app[LIMITS].require("sockets", limits.SOCKETS, address(request))
    if hall.stopping:
        raise NotAllowed("stopping")
    if not hall.sockets.take(address(request)):
        raise NotAllowed("many-sockets")
    try:
        return await _serve(hall, request)
    finally:
        hall.sockets.release(address(request))


async def _serve(hall: Hall, request: web.Request) -> web.StreamResponse:
    socket = web.WebSocketResponse(
        max_msg_size=messages.LONGEST_MESSAGE, heartbeat=PING_SECONDS, compress=False, timeout=2.0
    )
    try:
        await socket.prepare(request)
    except ConnectionError:  # gone before the handshake was over
        return web.Response(status=400)
    lang = negotiate(request.headers.get("Accept-Language"))
    transport: Any = request.transport
    cookie = visitor(request)
    connection = Connection(socket, transport, cookie.person if cookie else None, lang, address(request))
    room: Room | None = None
    try:
        room = await _arrive(hall, connection, cookie)
        if room is not None:
            await _converse(hall, room, connection)
    finally:
        if room is not None:
            _depart(hall, room, connection)
    return socket


async def _arrive(hall: Hall, connection: Connection, cookie: Cookie | None) -> Room | None:
    """Hello: which table, whose seats, from which number on."""
    try:
        with contextlib.suppress(TimeoutError):
            frame = await connection.socket.receive(timeout=HELLO_SECONDS)
            if frame.type is not WSMsgType.TEXT:
                return None
            hello = _read(frame.data)
            if not isinstance(hello, messages.Hello):
                raise NotAllowed("hello-first")
            return await _welcome(hall, connection, hello, cookie)
        raise NotAllowed("hello-first")
    except TuilerieError as error:
        hall.metrics.refused(error.code)
        await connection.goodbye(error, 4000)
        return None


async def _welcome(hall: Hall, connection: Connection, hello: messages.Hello, cookie: Cookie | None) -> Room:
    if hello.protocol != PROTOCOL:
        raise NotAllowed("protocol", protocol=PROTOCOL)
    connection.lang = hello.lang or connection.lang
    room = await hall.room(hello.table)
    async with room.lock:
        state = await room.fresh()
        if hello.last > state.seq:
            await room.catch_up()

        async def take_seats() -> None:
            _take_seats(hall, room, connection, hello.keys)

        await room.attempt(take_seats)
        await rating.note_place(room, connection.address, list(connection.held.values()))
    try:
        room.arriving.add(connection)
        await hall.presence.announce(room.id)  # without the lock: the game goes on meanwhile
        async with room.lock:
            await room.fresh()
            rows = await room.rows_after(hello.last)
            await take_seats()  # nobody else sits there by now
            missed = room.missed(connection, hello.last, rows)
            if cookie is not None and not hall.is_current(cookie):  # ended while this one arrived
                raise NotAllowed("logged-out")
            _show_table(room, connection, missed)
    except BaseException:
        _depart(hall, room, connection)
        raise
    finally:
        room.arriving.discard(connection)
    room.tell_all(room.presence())
    if connection.host and room.only_bots() and not room.may_watch(connection):
        connection.refuse(NotAllowed("many-watched", most=limits.WATCHED_BY_PERSON))
    if room.idle() and room.bot_to_move() is not None:
        hall.spawn(hall.resume(room))
    return room


def _show_table(room: Room, connection: Connection, missed: list[messages.Update] | None) -> None:
    """Welcome, and what was missed or a snapshot. From then on the connection is told everything."""
    room.arrived(connection)
    connection.send(room.welcome(connection, room.hall.now(), None if missed is None else len(missed)))
    if missed is None:
        room.send_snapshot(connection)
    for update in missed or ():
        connection.send(update)


def _depart(hall: Hall, room: Room, connection: Connection) -> None:
    room.departed(connection)
    room.arriving.discard(connection)
    hall.presence.changed(room.id)
    if not hall.stopping:
        room.tell_all(room.presence())


def _take_seats(hall: Hall, room: Room, connection: Connection, keys: list[str]) -> None:
    """Every key must open a seat."""
    sitting = [(seat, chair.sitter) for seat, chair in enumerate(room.state.chairs) if chair.sitter is not None]
    owners = {
        seat_key(hall.key, room.id, seat, sitter, hall.versions.of(room.person_of(sitter))): (seat, sitter)
        for seat, sitter in sitting
    }
    if any(key not in owners for key in keys):
        raise NotAllowed("bad-key")
    if len(keys) > 1 and not room.state.terms.pass_and_play:
        raise NotAllowed("bad-key")
    room.admit(connection, dict(owners[key] for key in keys))


async def _converse(hall: Hall, room: Room, connection: Connection) -> None:
    bucket = limits.Bucket(limits.SOCKET)
    of_address = hall.limits.bucket("messages", limits.MESSAGES, connection.address)
    refusals = 0
    enforced = hall.options.limits
    while True:
        frame = await connection.socket.receive()
        if frame.type is not WSMsgType.TEXT:
            if frame.type is WSMsgType.BINARY:
                await connection.goodbye(NotAllowed("bad-message", detail="binary"), 1003)
            return
        if enforced and not (bucket.take() and of_address.take()):
            hall.metrics.refused("server.too-fast")
            await connection.goodbye(NotAllowed("too-fast"), 4008, again=5000)
            return
        if not await _attend(hall, room, connection, frame.data):
            refusals += 1
            if refusals > PATIENCE:
                await connection.goodbye(NotAllowed("too-fast"), 4008)
                return


async def _attend(hall: Hall, room: Room, connection: Connection, text: str) -> bool:
    """One message; False if it was refused."""
    message = None
    try:
        message = _read(text)
        async with room.lock:
            await room.fresh()
            if hall.shared:
                await room.attempt(lambda: receive(room, connection, message))
            else:
                await receive(room, connection, message)
        return True
    except TuilerieError as error:
        hall.metrics.refused(error.code)
        connection.refuse(error, getattr(message, "key", None), getattr(message, "id", None))
        if error.code == "server.stale":
            async with room.lock:
                await room.fresh()
                room.send_snapshot(connection)
        return False


def _read(text: str) -> Any:
    try:
        return understand(text)
    except (MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise unreadable(error, 120) from None
