"""What a process does at a table without being asked: bots' moves, clocks that ran out, deals that
waited for nonces.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import TYPE_CHECKING

from tuilerie.engine.errors import Refused
from tuilerie.server import thinking
from tuilerie.table import bot_turns, entries
from tuilerie.table.bot_turns import Turn
from tuilerie.table.errors import NotAllowed

if TYPE_CHECKING:
    from tuilerie.server.room import Room

RETRY_MS = 1000


async def do(room: Room) -> None:
    """Whatever is due now. What cannot be done now is tried again soon: the lease stands until it has been."""
    try:
        async with room.lock:
            await room.catch_up()
            lease = room.lease()
            if lease is None:
                await room.release()
                return
            overdue = lease.at <= room.hall.now()
            if room.state.phase == "revealing" and overdue:
                # those who have not revealed by now do not contribute to the deal, and everybody sees it
                await room.append(room.state.deal_entry())
                return
            turn = None if room.state.phase == "revealing" else bot_turns.turn_due(room.state, overdue)
            if turn is None and not overdue:  # the clock was started again meanwhile
                room.wait_until(lease.at)
        if turn is not None:
            await _move(room, turn)
    except NotAllowed:  # another process was faster, or the database is away
        room.hall.loop.call_later(RETRY_MS / 1000, room.hall.wake, room)


async def _move(room: Room, turn: Turn) -> None:
    """Think without the lock: others may come, go and talk meanwhile.

    If the game went on, the thought is thrown away.
    """
    room.thinking += 1
    try:
        move = await _thought(room, turn.level)
    finally:
        room.thinking -= 1
    async with room.lock:
        state = await room.fresh()
        if bot_turns.is_current(state, turn):
            await _play(room, turn, move)


async def _thought(room: Room, level: str | None) -> str:
    """The move of a bot; one that searches takes as long as it usually does, whatever it found."""
    state, hall = room.state, room.hall
    match = state.match
    assert match is not None
    if level is None:
        return await hall.thinkers.quick(partial(bot_turns.quiet_move, match.copy()))
    seed = secrets.randbits(63)
    if level in bot_turns.QUICK:
        asked = bot_turns.thinking_of(match, level, seed)
        move, seconds = await hall.thinkers.quick(partial(thinking.think, asked))
        hall.metrics.thought(level, seconds)
        return move
    left = room.time_left()
    asked = bot_turns.thinking_of(match, level, seed, left)
    move, seconds = await hall.thinkers.bot(partial(thinking.think, asked), room.whose())
    hall.metrics.thought(level, seconds)
    held = bot_turns.held_back(match.game.id, level, seconds, left, state.terms.pace)
    room.spend(1000 * seconds + 1000 * held)
    if room.connections and state.terms.pace:
        await asyncio.sleep(held)
    return move


async def _play(room: Room, turn: Turn, move: str) -> None:
    try:
        await room.append(bot_turns.turn_entry(room.state, turn, move))
    except Refused:  # cannot happen with a sound bot; a legal move keeps the game alive
        assert room.state.match is not None
        await room.append(entries.Play(turn.seat, [bot_turns.quiet_move(room.state.match)], turn.by))
