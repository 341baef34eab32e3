"""A message from a socket: the table decides what it leads to, and this process does it. The table's lock is held."""

from __future__ import annotations

import time
from functools import partial

from tuilerie.server.process import thinking
from tuilerie.server.process.bus import Notice
from tuilerie.server.process.create_table import create_table
from tuilerie.server.process.live_table import LiveTable
from tuilerie.server.socket.connection import Connection
from tuilerie.table import entries, message_handlers, messages
from tuilerie.table.message_handlers import HintRequest, Outcome


async def receive(live: LiveTable, connection: Connection, message: messages.ClientMessage) -> None:
    began = time.perf_counter()
    await _carry_out(live, connection, await _decide(live, connection, message))
    if isinstance(message, messages.Play):
        live.process.metrics.moved(time.perf_counter() - began)


async def _decide(live: LiveTable, connection: Connection, message: messages.ClientMessage) -> Outcome:
    """What needs the database is asked first."""
    if isinstance(message, messages.Resync):
        return message_handlers.resync(live, connection, message, await live.rows_after(message.last))
    if isinstance(message, messages.SeatBot):
        await live.look_who_is_here()
    return message_handlers.handle(live, connection, message, live.process.now(), live.written_seq)


async def _carry_out(live: LiveTable, connection: Connection, outcome: Outcome) -> None:
    asked = (connection, outcome.accepted) if outcome.accepted is not None else None
    logged: list[entries.AnyEntry] = list(outcome.entries)
    if outcome.rematch is not None:
        logged.append(entries.Rematch((await create_table(live.process, outcome.rematch)).id))
    key = outcome.key
    for entry in logged:
        await live.append(entry, key, asked=asked)
        key = asked = None
    if outcome.refusal is not None:
        raise outcome.refusal
    for reply in outcome.replies:
        connection.send(reply)
    if outcome.said is not None:
        _tell_everybody(live, outcome.said)
    if outcome.hint is not None:
        live.process.spawn(_hint(live, connection, outcome.hint))


def _tell_everybody(live: LiveTable, said: messages.Said) -> None:
    told = {"seat": said.seat, "phrase": said.phrase, "text": said.text}
    live.process.bus.tell(Notice(live.process.name, live.id, said=told))
    live.tell_all(said)


async def _hint(live: LiveTable, connection: Connection, asked: HintRequest) -> None:
    """Thought of behind the moves of bots."""
    think = partial(thinking.advice, asked.match, asked.seat)
    found = await live.process.thinkers.hint(think, connection.address)
    moves = [
        messages.Advised(advice.move, round(advice.chance, 3), advice.reason, advice.sentence(connection.lang))
        for advice in found
    ]
    connection.send(messages.Hinted(asked.question, moves[0].move, moves))
