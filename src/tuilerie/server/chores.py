"""What a process does at a table without being asked: bots' moves, clocks that ran out, deals that waited for nonces."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from tuilerie.engine.errors import Refused
from tuilerie.rules.steps import copy_of
from tuilerie.server import entries, readiness, thinking
from tuilerie.server.denied import Denied

if TYPE_CHECKING:
    from tuilerie.server.room import Room

LONGEST_GAME = 200  # turns per player; a game that bots cannot end is stopped
AGAIN_MS = 1000


async def do(room: Room) -> None:
    """Whatever is due now. What cannot be done now is tried again soon: the lease stands until it has been."""
    try:
        async with room.lock:
            await room.catch_up()
            lease = room.lease()
            if lease is None:
                return
            if room.fold.phase == "revealing":
                await _deal_or_wait(room, lease.at)
                return
            if room.fold.turn is not None and not room.fold.chairs[room.fold.turn].by_bot:
                await _time_is_up(room, lease.at)
                return
        await _bot_moves(room)
    except Denied:  # another process was faster, or the database is away
        room.hall.loop.call_later(AGAIN_MS / 1000, room.hall.wake, room)


async def deal_if_ready(room: Room) -> None:
    """Deal when all nonces are in."""
    if room.fold.phase == "revealing" and not room.fold.unrevealed():
        await room.append(room.fold.deal_entry())


async def _deal_or_wait(room: Room, at: int) -> None:
    """Those who have not revealed by now do not contribute to the deal, and everybody sees it."""
    if at > room.hall.now():
        room.wait_until(at)
    else:
        await room.append(room.fold.deal_entry())


async def _time_is_up(room: Room, at: int) -> None:
    match, seat = room.fold.match, room.fold.turn
    if match is None or seat is None:
        return
    if at > room.hall.now():  # the clock was started again meanwhile
        room.wait_until(at)
        return
    if room.fold.terms.clock.fallback == "bot":
        move = await room.hall.thinkers.bot(partial(thinking.bot_move, match.game, copy_of(match.states), thinking.REPLACEMENT))
    else:
        move = thinking.quiet_move(match)
    await room.append(entries.Play(seat, [move], "clock"))


async def _bot_moves(room: Room) -> None:
    """Think without the lock: others may come, go and talk meanwhile. If the game went on, the thought is thrown away."""
    fold = room.fold
    match, seat, moved = fold.match, fold.turn, fold.moved_seq
    if match is None or seat is None:
        return
    bot = fold.chairs[seat].bot
    if bot is None:
        return
    if bot not in thinking.AT_ONCE:
        await readiness.games.until(match.game.id, readiness.TABLE)
    move, seconds = await room.hall.thinkers.bot(partial(thinking.timed_move, match.game, copy_of(match.states), bot))
    room.hall.metrics.thought(bot, seconds)
    if room.connections and fold.terms.pace:
        await asyncio.sleep(thinking.held_back(match.game.id, bot, seconds))
    async with room.lock:
        fold = await room.fresh()
        if fold.moved_seq != moved or fold.turn != seat or fold.chairs[seat].bot != bot or fold.match is None:
            return
        if fold.match.turns >= LONGEST_GAME * fold.terms.players:
            await room.append(entries.Stop("limit"))
            return
        try:
            await room.append(entries.Play(seat, [move], "bot"))
        except Refused:  # cannot happen with a sound bot; a legal move keeps the game alive
            await room.append(entries.Play(seat, [thinking.quiet_move(fold.match)], "bot"))
