"""What each message of a client does at its table. One function per message; a refusal is raised, never half-done.

The room's lock is held.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from tuilerie.engine.errors import Refused
from tuilerie.engine.fair import NO_NONCE
from tuilerie.engine.match import Match
from tuilerie.server import chores, limits, thinking
from tuilerie.server.bus import Notice
from tuilerie.server.connection import Connection
from tuilerie.server.opening import open_rematch
from tuilerie.server.room import Room
from tuilerie.table import entries, messages, visibility
from tuilerie.table.errors import NotAllowed, why
from tuilerie.table.state import TableState
from tuilerie.table.text import checked_text

SNAPSHOT_COST = 10  # in moves tried
QUIET_EVENTS = {"move"}  # a draft may bring about nothing else: whatever draws or reveals confirms


async def resync(room: Room, connection: Connection, message: messages.Resync) -> None:
    _try_limit(room, connection, SNAPSHOT_COST)
    missed = await room.missed(connection, message.last)
    if not missed:
        room.send_snapshot(connection)
    for update in missed or ():
        connection.send(update)


async def ping(room: Room, connection: Connection, message: messages.Ping) -> None:
    connection.send(messages.Beat(room.written_seq, room.hall.now()))


# --- playing ------------------------------------------------------------------------------------------


async def play(room: Room, connection: Connection, message: messages.Play) -> None:
    began = time.perf_counter()
    seat = _seat(room, connection, message.seat)
    await _play(room, connection, seat, message.key, message.based, message.moves)
    room.hall.metrics.moved(time.perf_counter() - began)


async def _play(room: Room, connection: Connection, seat: int, key: str, based: int, moves: list[str]) -> None:
    key_here = _key(room, seat, key)
    if await _repeated(room, connection, key, key_here):
        return
    await _require_turn(room, connection, seat, based)
    if room.state.seq >= limits.MOST_ENTRIES:
        await room.append(entries.Stop("limit"))
        raise NotAllowed("many-entries")
    if len(moves) > 1:
        _require_one_turn(_match(room.state), seat, moves)
    await _append(room, connection, entries.Play(seat, moves), key, key_here)


async def draft(room: Room, connection: Connection, message: messages.Draft) -> None:
    """Try moves on a copy.

    If the last of them reveals something, it is played instead: a look at it cannot be taken back.
    """
    seat = _seat(room, connection, message.seat)
    if await _repeated(room, connection, message.key, _key(room, seat, message.key)):
        return
    await _require_turn(room, connection, seat, message.based)
    _try_limit(room, connection, len(message.moves))
    trial = _match(room.state).copy()
    for at, move in enumerate(message.moves):
        if not _try(trial, seat, move):
            if at < len(message.moves) - 1:
                raise NotAllowed("after-reveal")
            await _play(room, connection, seat, message.key, message.based, message.moves)
            return
    answer = messages.Drafted(message.id, room.state.seq, message.moves, trial.view(seat), trial.turn != seat)
    answer.choice = visibility.choice(trial, seat)
    connection.send(answer)


async def check(room: Room, connection: Connection, message: messages.Check) -> None:
    seat = _seat(room, connection, message.seat)
    await _require_turn(room, connection, seat, message.based)
    _try_limit(room, connection, len(message.moves))
    trial = _match(room.state).copy()
    try:
        for move in message.moves:
            if not _try(trial, seat, move):
                raise NotAllowed("after-reveal")
        _try(trial, seat, message.move)
    except (Refused, NotAllowed) as refused:
        connection.send(messages.Checked(message.id, False, why(refused, connection.lang)))
        return
    connection.send(messages.Checked(message.id, True))


async def hint(room: Room, connection: Connection, message: messages.Hint) -> None:
    """Thought of behind the moves of bots."""
    if room.state.terms.rated:
        raise NotAllowed("hints-off")
    seat = _seat(room, connection, message.seat)
    await _require_turn(room, connection, seat, message.based)
    _limit(room, connection, "hints", limits.HINTS, "many-hints")
    room.hall.spawn(_hint(room, connection, _match(room.state).copy(), seat, message.id))


async def _hint(room: Room, connection: Connection, match: Match, seat: int, question: int) -> None:
    found = await room.hall.thinkers.hint(lambda: thinking.advice(match, seat), connection.address)
    moves = [
        messages.Advised(advice.move, round(advice.chance, 3), advice.reason, advice.sentence(connection.lang))
        for advice in found
    ]
    connection.send(messages.Hinted(question, moves[0].move, moves))


async def tap(room: Room, connection: Connection, message: messages.Tap) -> None:
    if not room.state.terms.pass_and_play:
        raise NotAllowed("no-tap")
    seat = _seat(room, connection, message.seat)
    if room.state.turn != seat:
        raise NotAllowed("not-your-turn")
    connection.tapped = seat
    room.send_snapshot(connection)


# --- the table's life -----------------------------------------------------------------------------------


async def start(room: Room, connection: Connection, message: messages.Start) -> None:
    _require_host(connection)
    key_here = f"host/{message.key}"
    if await _repeated(room, connection, message.key, key_here):
        return
    _require_phase(room.state, "seating")
    if any(chair.free for chair in room.state.chairs):
        raise NotAllowed("free-seats")
    await _append(room, connection, entries.Start(), message.key, key_here)
    await chores.deal_if_ready(room)


async def reveal(room: Room, connection: Connection, message: messages.Reveal) -> None:
    seat = _seat(room, connection, message.seat)
    _require_phase(room.state, "revealing")
    chair = room.state.chairs[seat]
    nonce = bytes.fromhex(message.nonce)
    if chair.nonce == message.nonce:
        return
    if chair.nonce is not None or nonce == NO_NONCE or hashlib.sha256(nonce).hexdigest() != chair.hash:
        raise NotAllowed("nonce")
    await room.append(entries.Reveal(seat, message.nonce))
    await chores.deal_if_ready(room)


async def leave(room: Room, connection: Connection, message: messages.Leave) -> None:
    seat = _seat(room, connection, message.seat)
    key_here = _key(room, seat, message.key)
    if await _repeated(room, connection, message.key, key_here):
        return
    if room.state.phase == "over" or room.state.chairs[seat].by_bot:
        raise NotAllowed("phase")
    room.state.require_changeable(seat)
    bot = None if room.state.phase == "seating" else thinking.REPLACEMENT
    await _append(room, connection, entries.Leave(seat, bot), message.key, key_here)
    await _stop_if_agreed(room)


async def come_back(room: Room, connection: Connection, message: messages.Return) -> None:
    seat = _seat(room, connection, message.seat)
    key_here = _key(room, seat, message.key)
    if await _repeated(room, connection, message.key, key_here):
        return
    if not room.state.chairs[seat].by_bot or room.state.phase == "over":
        raise NotAllowed("phase")
    room.state.require_changeable(seat)
    await _append(room, connection, entries.Return(seat), message.key, key_here)


async def seat_bot(room: Room, connection: Connection, message: messages.SeatBot) -> None:
    """Before the start: any seat without a person.

    Later: the seat of a person without a live connection, until they return.
    """
    _require_host(connection)
    key_here = f"host/{message.key}"
    if await _repeated(room, connection, message.key, key_here):
        return
    if message.seat >= room.state.terms.players or room.state.phase == "over":
        raise NotAllowed("phase")
    bot = None if message.bot is None else thinking.known_bot(message.bot)
    chair = room.state.chairs[message.seat]
    if room.state.phase == "seating":
        if chair.sitter is not None:
            raise NotAllowed("seat-taken")
        if room.state.terms.rated and bot is not None:
            raise NotAllowed("rated-bots")
        if chair.bot == bot:
            raise NotAllowed("already")
        room.state.require_changeable(message.seat, 2 * limits.MOST_CHANGES)
        await _append(room, connection, entries.SeatBot(message.seat, bot), message.key, key_here)
        return
    if chair.sitter is None or chair.by_bot or bot is None or message.seat in await room.surely_here():
        raise NotAllowed("seat-taken")
    if room.state.terms.rated and message.seat not in room.state.overdue:
        raise NotAllowed("rated-away")
    room.state.require_changeable(message.seat)
    await _append(room, connection, entries.Leave(message.seat, bot), message.key, key_here)


async def free_seat(room: Room, connection: Connection, message: messages.FreeSeat) -> None:
    _require_host(connection)
    key_here = f"host/{message.key}"
    if await _repeated(room, connection, message.key, key_here):
        return
    _require_phase(room.state, "seating")
    if message.seat >= room.state.terms.players or room.state.chairs[message.seat].sitter is None:
        raise NotAllowed("nobody-there")
    await _append(room, connection, entries.Leave(message.seat), message.key, key_here)


async def abandon(room: Room, connection: Connection, message: messages.Abandon) -> None:
    seat = _seat(room, connection, message.seat)
    key_here = _key(room, seat, message.key)
    if await _repeated(room, connection, message.key, key_here):
        return
    if room.state.phase not in ("playing", "revealing"):
        raise NotAllowed("phase")
    if seat in room.state.abandoning:
        raise NotAllowed("already")
    room.state.require_changeable(seat)
    await _append(room, connection, entries.Abandon(seat), message.key, key_here)
    if room.state.terms.pass_and_play:
        await room.append(entries.Stop("abandoned"))
    else:
        await _stop_if_agreed(room)


async def rematch(room: Room, connection: Connection, message: messages.Rematch) -> None:
    seat = _seat(room, connection, connection.seats[0] if connection.seats else None)
    _require_phase(room.state, "over")
    key_here = _key(room, seat, message.key)
    if room.state.rematch is not None:
        connection.send(messages.Accepted(message.key, room.state.seq))
        room.send_snapshot(connection)
        return
    _limit(room, connection, "tables", limits.TABLES)
    mine = [held for held in connection.seats if connection.holds(room.state, held)]
    table = await open_rematch(room, mine, message.hash)
    await _append(room, connection, entries.Rematch(table), message.key, key_here)


async def say(room: Room, connection: Connection, message: messages.Say) -> None:
    seat = _seat(room, connection, message.seat)
    if (message.phrase is None) == (message.text is None):
        raise NotAllowed("bad-message", detail="say")
    if message.text is not None and not room.state.terms.chat:
        raise NotAllowed("no-chat")
    if message.text is not None:
        checked_text(message.text)
    _limit(room, connection, "phrases", limits.PHRASES, "many-phrases")
    said = messages.Said(seat, message.phrase, message.text)
    room.hall.bus.tell(
        Notice(room.hall.name, room.id, said={"seat": seat, "phrase": message.phrase, "text": message.text})
    )
    room.tell_all(said)


# --- what they share --------------------------------------------------------------------------------------


async def _append(room: Room, connection: Connection, entry: entries.AnyEntry, key: str, key_here: str) -> None:
    """Written, acknowledged, told: `append` tells everybody once it is on disk, the one who asked included."""
    await room.append(entry, key_here, asked=(connection, key))


async def _repeated(room: Room, connection: Connection, key: str, key_here: str) -> bool:
    """A retry gets the answer of the first time, and the current state."""
    seq = room.state.keys.get(key_here)
    if seq is None:
        return False
    _try_limit(room, connection, SNAPSHOT_COST)
    connection.send(messages.Accepted(key, seq))
    room.send_snapshot(connection)
    return True


def _seat(room: Room, connection: Connection, seat: int | None) -> int:
    """The seat that a message is about; it must be held by this connection, still."""
    if seat is None:
        if len(connection.seats) > 1 and room.state.turn in connection.seats:
            seat = room.state.turn
        elif connection.seats:
            seat = connection.seats[0]
    if seat is None or not connection.holds(room.state, seat):
        raise NotAllowed("not-seated")
    return seat


def _limit(
    room: Room, connection: Connection, name: str, rate: limits.Rate, otherwise: str = "too-fast", cost: float = 1.0
) -> None:
    """Per person, at whatever table and device, and per address."""
    sitter = next(iter(connection.held.values()), "")
    known = room.sitters[sitter].person if sitter in room.sitters else None
    room.hall.limits.require_both(
        name, rate, known or connection.person or sitter or None, connection.address, otherwise, cost
    )


def _try_limit(room: Room, connection: Connection, moves: int) -> None:
    """What is tried on a copy, or shown once more, costs the others time as a move does."""
    _limit(room, connection, "trials", limits.TRIALS, cost=1.0 + moves)


def _key(room: Room, seat: int, key: str) -> str:
    return f"{room.state.chairs[seat].sitter}/{key}"


def _match(state: TableState) -> Match:
    if state.match is None:
        raise NotAllowed("phase")
    return state.match


async def _require_turn(room: Room, connection: Connection, seat: int, based: int) -> None:
    if based > room.state.seq:
        await room.catch_up()
    state = room.state
    if state.match is None:
        raise NotAllowed("phase")
    if based < state.moved_seq or based > state.seq:
        raise NotAllowed("stale")
    if state.match.finished:
        raise Refused("over")
    if state.turn != seat:
        raise NotAllowed("not-your-turn")
    if state.chairs[seat].by_bot:
        raise NotAllowed("bot-plays")
    if state.terms.pass_and_play and connection.viewer(state) != seat:
        raise NotAllowed("no-tap")


def _require_host(connection: Connection) -> None:
    if not connection.host:
        raise NotAllowed("not-host")


def _require_phase(state: TableState, phase: str) -> None:
    if state.phase != phase:
        raise NotAllowed("phase")


def _require_one_turn(match: Match, seat: int, moves: list[str]) -> None:
    """Several moves at once are one person's turn, and nothing is revealed between them."""
    trial = match.copy()
    for at, move in enumerate(moves):
        if trial.finished or trial.turn != seat:
            raise NotAllowed("not-your-turn")
        if not _try(trial, seat, move) and at < len(moves) - 1:
            raise NotAllowed("after-reveal")


def _try(trial: Match, seat: int, move: str) -> bool:
    """Play on a copy; False if it drew or revealed anything. A refusal of the rules is raised."""
    if trial.finished or trial.turn != seat:
        raise NotAllowed("not-your-turn")
    told = len(trial.events)
    trial.play(move)
    return all(event[0] in QUIET_EVENTS for event in trial.events[told:])


async def _stop_if_agreed(room: Room) -> None:
    """Everybody who is there has asked for it. At a rated table nobody waits for who let the clock run out and went
    away: they have left.

    And a rated table that everybody has left is over: nobody escapes by leaving last.
    """
    state = room.state
    people, away = set(state.people()), _away(room) if state.terms.rated else set()
    agreed = people - away <= set(state.abandoning) if state.abandoning else state.terms.rated and not people
    if state.phase not in ("playing", "revealing") or not agreed:
        return
    for seat in sorted(away.difference(state.abandoning)):
        await room.append(entries.Leave(seat, thinking.REPLACEMENT))
    await room.append(entries.Stop("abandoned"))


def _away(room: Room) -> set[int]:
    return room.state.overdue.intersection(room.state.people()).difference(room.here())


Doing = Callable[[Room, Connection, Any], Awaitable[None]]
DOING: dict[type, Doing] = {
    messages.Resync: resync,
    messages.Ping: ping,
    messages.Play: play,
    messages.Draft: draft,
    messages.Check: check,
    messages.Hint: hint,
    messages.Tap: tap,
    messages.Start: start,
    messages.Reveal: reveal,
    messages.Leave: leave,
    messages.Return: come_back,
    messages.SeatBot: seat_bot,
    messages.FreeSeat: free_seat,
    messages.Abandon: abandon,
    messages.Rematch: rematch,
    messages.Say: say,
}
