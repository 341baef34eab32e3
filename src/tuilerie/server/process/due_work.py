"""What a process does at a table without being asked: bots' moves, clocks that ran out, deals that
waited for nonces.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from tuilerie.engine.errors import Refused
from tuilerie.server.process import thinking
from tuilerie.table import bot_turns, entries
from tuilerie.table.bot_turns import Turn
from tuilerie.table.errors import NotAllowed

if TYPE_CHECKING:
    from tuilerie.server.process.live_table import LiveTable

RETRY_MS = 1000


async def do(live: LiveTable) -> None:
    """Whatever is due now. What cannot be done now is tried again soon: the lease stands until it has been."""
    try:
        async with live.lock:
            await live.catch_up()
            lease = live.lease()
            if lease is None:
                await live.release()
                return
            overdue = lease.at <= live.process.now()
            if live.state.phase == "revealing" and overdue:
                # those who have not revealed by now do not contribute to the deal, and everybody sees it
                await live.append(live.state.deal_entry())
                return
            turn = None if live.state.phase == "revealing" else bot_turns.turn_due(live.state, overdue)
            if turn is None and not overdue:  # the clock was started again meanwhile
                live.wait_until(lease.at)
        if turn is not None:
            await _move(live, turn)
    except NotAllowed:  # another process was faster, or the database is away
        live.process.loop.call_later(RETRY_MS / 1000, live.process.wake, live)


async def _move(live: LiveTable, turn: Turn) -> None:
    """Think without the lock: others may come, go and talk meanwhile.

    If the game went on, the thought is thrown away.
    """
    live.thinking += 1
    try:
        move = await _thought(live, turn.level)
    finally:
        live.thinking -= 1
    async with live.lock:
        state = await live.fresh()
        if bot_turns.is_current(state, turn):
            await _play(live, turn, move)


async def _thought(live: LiveTable, level: str | None) -> str:
    """The move of a bot; one that searches takes as long as it usually does, whatever it found."""
    state, process = live.state, live.process
    match = state.match
    assert match is not None
    if level is None:
        return await process.thinkers.quick(partial(bot_turns.quiet_move, match.copy()))
    if level in bot_turns.QUICK:
        asked = bot_turns.thinking_at(state, level)
        move, seconds = await process.thinkers.quick(partial(thinking.think, asked))
        process.metrics.thought(level, seconds)
        return move
    left = live.time_left()
    asked = bot_turns.thinking_at(state, level, left)
    move, seconds = await process.thinkers.bot(partial(thinking.think, asked), live.whose())
    process.metrics.thought(level, seconds)
    held = bot_turns.held_back(match.game.id, level, seconds, left, state.terms.pace)
    live.spend(1000 * seconds + 1000 * held)
    if live.connections and state.terms.pace:
        await asyncio.sleep(held)
    return move


async def _play(live: LiveTable, turn: Turn, move: str) -> None:
    try:
        await live.append(bot_turns.turn_entry(live.state, turn, move))
    except Refused:  # cannot happen with a sound bot; a legal move keeps the game alive
        assert live.state.match is not None
        await live.append(entries.Play(turn.seat, [bot_turns.quiet_move(live.state.match)], turn.by))
