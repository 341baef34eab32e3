"""What a process does at a table without being asked: bots' moves, clocks that ran out, deals that
waited for nonces.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from tuilerie.engine.errors import Refused
from tuilerie.server import thinking
from tuilerie.table import entries
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import By

if TYPE_CHECKING:
    from tuilerie.server.room import Room

LONGEST_GAME = 200  # turns per player; a game that bots and clocks cannot end is stopped
AGAIN_MS = 1000


async def do(room: Room) -> None:
    """Whatever is due now. What cannot be done now is tried again soon: the lease stands until it has been."""
    try:
        async with room.lock:
            await room.catch_up()
            lease = room.lease()
            if lease is None:
                await room.release()
                return
            if room.state.phase == "revealing":
                await _deal_or_wait(room, lease.at)
                return
            chosen = _chooser(room, lease.at)
        if chosen is not None:
            await _move(room, *chosen)
    except NotAllowed:  # another process was faster, or the database is away
        room.hall.loop.call_later(AGAIN_MS / 1000, room.hall.wake, room)


async def deal_if_ready(room: Room) -> None:
    """Deal when all nonces are in."""
    if room.state.phase == "revealing" and not room.state.unrevealed():
        await room.append(room.state.deal_entry())


async def _deal_or_wait(room: Room, at: int) -> None:
    """Those who have not revealed by now do not contribute to the deal, and everybody sees it."""
    if at > room.hall.now():
        room.wait_until(at)
    else:
        await room.append(room.state.deal_entry())


def _chooser(room: Room, at: int) -> tuple[str | None, By] | None:
    """Which bot moves now (None: the quiet move), and in whose name: its own, or that of a clock that ran out.

    None: nobody's move is due any more.
    """
    seat = room.state.turn
    if seat is None:
        return None
    bot = room.state.chairs[seat].bot
    if bot is not None:
        return bot, "bot"
    if at > room.hall.now():  # the clock was started again meanwhile
        room.wait_until(at)
        return None
    return (thinking.REPLACEMENT if room.state.terms.clock.fallback == "bot" else None), "clock"


async def _move(room: Room, bot: str | None, by: By) -> None:
    """Think without the lock: others may come, go and talk meanwhile.

    If the game went on, the thought is thrown away.
    """
    state = room.state
    match, seat, moved = state.match, state.turn, state.moved_seq
    if match is None or seat is None:
        return
    playing = state.chairs[seat].bot
    room.thinking += 1
    try:
        move = await _thought(room, bot)
    finally:
        room.thinking -= 1
    async with room.lock:
        state = await room.fresh()
        if state.moved_seq == moved and state.turn == seat and state.chairs[seat].bot == playing:
            await _play(room, seat, move, by)


async def _thought(room: Room, bot: str | None) -> str:
    """The move of a bot; one that searches takes as long as it usually does, whatever it found."""
    state, hall = room.state, room.hall
    match = state.match
    assert match is not None
    if bot is None:
        return await hall.thinkers.quick(partial(thinking.quiet_move, match.copy()))
    if bot in thinking.QUICK:
        move, seconds = await hall.thinkers.quick(partial(thinking.timed_move, match.game, match.state.copy(), bot))
        hall.metrics.thought(bot, seconds)
        return move
    left = room.time_left()
    think = partial(thinking.timed_move, match.game, match.state.copy(), bot, left)
    move, seconds = await hall.thinkers.bot(think, room.whose())
    hall.metrics.thought(bot, seconds)
    held = thinking.held_back(match.game.id, bot, seconds, left, state.terms.pace)
    room.spend(1000 * seconds + 1000 * held)
    if room.connections and state.terms.pace:
        await asyncio.sleep(held)
    return move


async def _play(room: Room, seat: int, move: str, by: By) -> None:
    match = room.state.match
    assert match is not None
    if match.turns >= LONGEST_GAME * room.state.terms.players:
        await room.append(entries.Stop("limit"))
        return
    try:
        await room.append(entries.Play(seat, [move], by))
    except Refused:  # cannot happen with a sound bot; a legal move keeps the game alive
        await room.append(entries.Play(seat, [thinking.quiet_move(match)], by))
