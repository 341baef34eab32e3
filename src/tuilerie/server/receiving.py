"""A message from a socket: the table decides what it leads to, and this process does it. The table's lock is held."""

from __future__ import annotations

import time
from functools import partial

from tuilerie.server import thinking
from tuilerie.server.bus import Notice
from tuilerie.server.connection import Connection
from tuilerie.server.opening import create_table
from tuilerie.server.room import Room
from tuilerie.table import entries, message_handlers, messages
from tuilerie.table.message_handlers import HintRequest, Outcome


async def receive(room: Room, connection: Connection, message: messages.ClientMessage) -> None:
    began = time.perf_counter()
    await _carry_out(room, connection, await _decide(room, connection, message))
    if isinstance(message, messages.Play):
        room.hall.metrics.moved(time.perf_counter() - began)


async def _decide(room: Room, connection: Connection, message: messages.ClientMessage) -> Outcome:
    """What needs the database is asked first."""
    if isinstance(message, messages.Resync):
        return message_handlers.resync(room, connection, message, await room.rows_after(message.last))
    if isinstance(message, messages.SeatBot):
        await room.look_who_is_here()
    return message_handlers.handle(room, connection, message, room.hall.now(), room.written_seq)


async def _carry_out(room: Room, connection: Connection, outcome: Outcome) -> None:
    asked = (connection, outcome.accepted) if outcome.accepted is not None else None
    logged: list[entries.AnyEntry] = list(outcome.entries)
    if outcome.rematch is not None:
        logged.append(entries.Rematch((await create_table(room.hall, outcome.rematch)).id))
    key = outcome.key
    for entry in logged:
        await room.append(entry, key, asked=asked)
        key = asked = None
    if outcome.refusal is not None:
        raise outcome.refusal
    for reply in outcome.replies:
        connection.send(reply)
    if outcome.said is not None:
        _tell_everybody(room, outcome.said)
    if outcome.hint is not None:
        room.hall.spawn(_hint(room, connection, outcome.hint))


def _tell_everybody(room: Room, said: messages.Said) -> None:
    told = {"seat": said.seat, "phrase": said.phrase, "text": said.text}
    room.hall.bus.tell(Notice(room.hall.name, room.id, said=told))
    room.tell_all(said)


async def _hint(room: Room, connection: Connection, asked: HintRequest) -> None:
    """Thought of behind the moves of bots."""
    think = partial(thinking.advice, asked.match, asked.seat)
    found = await room.hall.thinkers.hint(think, connection.address)
    moves = [
        messages.Advised(advice.move, round(advice.chance, 3), advice.reason, advice.sentence(connection.lang))
        for advice in found
    ]
    connection.send(messages.Hinted(asked.question, moves[0].move, moves))
