"""What each message of a client does at its table: one function per message.

A handler changes nothing. It answers with an `Outcome`: entries to log, and messages to send. A refusal is raised.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tuilerie.engine.errors import Refused, TuilerieError
from tuilerie.engine.fair import NO_NONCE
from tuilerie.engine.match import Match
from tuilerie.table import entries, messages, visibility
from tuilerie.table.bot_turns import REPLACEMENT, known_bot
from tuilerie.table.core import TableCore
from tuilerie.table.creation import NewTable, rematch_of
from tuilerie.table.device import Device
from tuilerie.table.drafts import try_move, try_moves
from tuilerie.table.errors import NotAllowed, why
from tuilerie.table.state import MOST_CHANGES, MOST_ENTRIES, TableState
from tuilerie.table.text import checked_text

SNAPSHOT_COST = 10  # in moves tried


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Good moves are to be found for what a seat knows."""

    question: int
    seat: int
    match: Match  # an independent copy


@dataclass(slots=True)
class Outcome:
    """What a message leads to, in this order."""

    entries: Sequence[entries.AnyEntry] = ()  # to log one after the other, each told to everybody once it is on disk
    key: str | None = None  # the idempotency key of the first entry in the log
    accepted: str | None = None  # the client's own key: acknowledged together with the first entry
    refusal: TuilerieError | None = None  # told to the one who asked, after the entries
    replies: Sequence[messages.ServerMessage] = ()  # to the one who asked
    said: messages.Said | None = None  # to everybody, not logged
    hint: HintRequest | None = None
    rematch: NewTable | None = None  # to make; then an entry with its id is logged under `key`


@dataclass(frozen=True, slots=True)
class _Keyed:
    """An entry of the log knows a key by who used it: two people may choose the same one."""

    key: str
    logged: str


def handle(table: TableCore, device: Device, message: messages.ClientMessage, now: int, last_seq: int) -> Outcome:
    """What this message leads to. `last_seq`: the latest entry known to be on disk."""
    if isinstance(message, messages.Ping):
        return Outcome(replies=[messages.Beat(last_seq, now)])
    handler = HANDLERS.get(type(message))
    if handler is None:
        raise NotAllowed("bad-message", detail="hello")
    return handler(table, device, message)


def resync(
    table: TableCore, device: Device, message: messages.Resync, rows: Sequence[tuple[int, entries.AnyEntry]]
) -> Outcome:
    """`rows`: numbers and entries of the log after the last one this client knows."""
    table.charge(device, "trials", 1.0 + SNAPSHOT_COST)
    return Outcome(replies=table.missed(device, message.last, rows) or [table.snapshot(device)])


# --- playing ------------------------------------------------------------------------------------------


def play(table: TableCore, device: Device, message: messages.Play) -> Outcome:
    return _play(table, device, _seat(table, device, message.seat), message)


def _play(table: TableCore, device: Device, seat: int, message: messages.Play | messages.Draft) -> Outcome:
    keyed = _keyed(table, seat, message.key)
    if (repeated := _repeated(table, device, keyed)) is not None:
        return repeated
    match = _require_turn(table, device, seat, message.based)
    if table.state.seq >= MOST_ENTRIES:
        return Outcome([entries.Stop("limit")], refusal=NotAllowed("many-entries"))
    if len(message.moves) > 1:
        try_moves(match, seat, message.moves)
    return Outcome([entries.Play(seat, message.moves)], keyed.logged, keyed.key)


def draft(table: TableCore, device: Device, message: messages.Draft) -> Outcome:
    """Try moves on a copy; if the last of them draws or reveals something, they are played."""
    seat = _seat(table, device, message.seat)
    if (repeated := _repeated(table, device, _keyed(table, seat, message.key))) is not None:
        return repeated
    match = _require_turn(table, device, seat, message.based)
    table.charge(device, "trials", 1.0 + len(message.moves))
    trial, revealed = try_moves(match, seat, message.moves)
    if revealed:
        return _play(table, device, seat, message)
    answer = messages.Drafted(message.id, table.state.seq, message.moves, trial.view(seat), trial.turn != seat)
    answer.choice = visibility.choice(trial, seat)
    return Outcome(replies=[answer])


def check(table: TableCore, device: Device, message: messages.Check) -> Outcome:
    seat = _seat(table, device, message.seat)
    match = _require_turn(table, device, seat, message.based)
    table.charge(device, "trials", 1.0 + len(message.moves))
    try:
        trial, revealed = try_moves(match, seat, message.moves)
        if revealed:
            raise NotAllowed("after-reveal")
        try_move(trial, seat, message.move)
    except (Refused, NotAllowed) as refused:
        return Outcome(replies=[messages.Checked(message.id, False, why(refused, device.lang))])
    return Outcome(replies=[messages.Checked(message.id, True)])


def hint(table: TableCore, device: Device, message: messages.Hint) -> Outcome:
    daily = table.state.terms.daily
    if table.state.terms.rated or (daily is not None and daily.counts):
        raise NotAllowed("hints-off")
    seat = _seat(table, device, message.seat)
    match = _require_turn(table, device, seat, message.based)
    table.charge(device, "hints")
    return Outcome(hint=HintRequest(message.id, seat, match.copy()))


def tap(table: TableCore, device: Device, message: messages.Tap) -> Outcome:
    if not table.state.terms.pass_and_play:
        raise NotAllowed("no-tap")
    seat = _seat(table, device, message.seat)
    if table.state.turn != seat:
        raise NotAllowed("not-your-turn")
    table.charge(device, "trials", 1.0 + SNAPSHOT_COST)
    device.tapped = seat
    return Outcome(replies=[table.snapshot(device)])


# --- the table's life -----------------------------------------------------------------------------------


def start(table: TableCore, device: Device, message: messages.Start) -> Outcome:
    keyed = _host_key(device, message.key)
    if (repeated := _repeated(table, device, keyed)) is not None:
        return repeated
    _require_phase(table.state, "seating")
    if any(chair.free for chair in table.state.chairs):
        raise NotAllowed("free-seats")
    dealt = [] if table.state.unrevealed() else [table.state.deal_entry()]
    return Outcome([entries.Start(), *dealt], keyed.logged, keyed.key)


def reveal(table: TableCore, device: Device, message: messages.Reveal) -> Outcome:
    seat, state = _seat(table, device, message.seat), table.state
    _require_phase(state, "revealing")
    chair = state.chairs[seat]
    nonce = bytes.fromhex(message.nonce)
    if chair.nonce == message.nonce:
        return Outcome()
    if chair.nonce is not None or nonce == NO_NONCE or hashlib.sha256(nonce).hexdigest() != chair.hash:
        raise NotAllowed("nonce")
    dealt = [state.deal_entry({seat: message.nonce})] if state.unrevealed() == [seat] else []
    return Outcome([entries.Reveal(seat, message.nonce), *dealt])


def leave(table: TableCore, device: Device, message: messages.Leave) -> Outcome:
    seat, state = _seat(table, device, message.seat), table.state
    keyed = _keyed(table, seat, message.key)
    if (repeated := _repeated(table, device, keyed)) is not None:
        return repeated
    if state.phase == "over" or state.chairs[seat].by_bot:
        raise NotAllowed("phase")
    state.require_changeable(seat)
    bot = None if state.phase == "seating" else REPLACEMENT
    people = set(state.people()) - {seat}
    stopped = _stop_if_agreed(table, people, set(state.abandoning) - {seat})
    return Outcome([entries.Leave(seat, bot), *stopped], keyed.logged, keyed.key)


def come_back(table: TableCore, device: Device, message: messages.Return) -> Outcome:
    seat, state = _seat(table, device, message.seat), table.state
    keyed = _keyed(table, seat, message.key)
    if (repeated := _repeated(table, device, keyed)) is not None:
        return repeated
    if not state.chairs[seat].by_bot or state.phase == "over":
        raise NotAllowed("phase")
    state.require_changeable(seat)
    return Outcome([entries.Return(seat)], keyed.logged, keyed.key)


def seat_bot(table: TableCore, device: Device, message: messages.SeatBot) -> Outcome:
    """Before the start: any seat without a person.

    Later: the seat of a person without a live connection, until they return.
    """
    keyed, state = _host_key(device, message.key), table.state
    if (repeated := _repeated(table, device, keyed)) is not None:
        return repeated
    if message.seat >= state.terms.players or state.phase == "over":
        raise NotAllowed("phase")
    bot = None if message.bot is None else known_bot(message.bot)
    if state.phase == "seating":
        entry: entries.AnyEntry = _change_bot(state, message.seat, bot)
    else:
        entry = _replace_person(table, message.seat, bot)
    return Outcome([entry], keyed.logged, keyed.key)


def _change_bot(state: TableState, seat: int, bot: str | None) -> entries.SeatBot:
    chair = state.chairs[seat]
    if chair.sitter is not None:
        raise NotAllowed("seat-taken")
    if state.terms.rated and bot is not None:
        raise NotAllowed("rated-bots")
    if chair.bot == bot:
        raise NotAllowed("already")
    state.require_changeable(seat, 2 * MOST_CHANGES)
    return entries.SeatBot(seat, bot)


def _replace_person(table: TableCore, seat: int, bot: str | None) -> entries.Leave:
    state = table.state
    chair = state.chairs[seat]
    if chair.sitter is None or chair.by_bot or bot is None or seat in table.here():
        raise NotAllowed("seat-taken")
    if state.terms.daily is not None:  # nobody plays for the person whose attempt it is
        raise NotAllowed("seat-taken")
    if state.terms.rated and seat not in state.overdue:
        raise NotAllowed("rated-away")
    state.require_changeable(seat)
    return entries.Leave(seat, bot)


def free_seat(table: TableCore, device: Device, message: messages.FreeSeat) -> Outcome:
    keyed, state = _host_key(device, message.key), table.state
    if (repeated := _repeated(table, device, keyed)) is not None:
        return repeated
    _require_phase(state, "seating")
    if message.seat >= state.terms.players or state.chairs[message.seat].sitter is None:
        raise NotAllowed("nobody-there")
    return Outcome([entries.Leave(message.seat)], keyed.logged, keyed.key)


def abandon(table: TableCore, device: Device, message: messages.Abandon) -> Outcome:
    seat, state = _seat(table, device, message.seat), table.state
    keyed = _keyed(table, seat, message.key)
    if (repeated := _repeated(table, device, keyed)) is not None:
        return repeated
    if state.phase not in ("playing", "revealing"):
        raise NotAllowed("phase")
    if seat in state.abandoning:
        raise NotAllowed("already")
    state.require_changeable(seat)
    stopped: Sequence[entries.AnyEntry]
    if state.terms.pass_and_play:
        stopped = [entries.Stop("abandoned")]
    else:
        stopped = _stop_if_agreed(table, set(state.people()), {*state.abandoning, seat})
    return Outcome([entries.Abandon(seat), *stopped], keyed.logged, keyed.key)


def _stop_if_agreed(table: TableCore, people: set[int], abandoning: set[int]) -> Sequence[entries.AnyEntry]:
    """Everybody who is there has asked for it. At a rated table nobody waits for who let the clock run out and went
    away: they have left.

    And a rated table that everybody has left is over: nobody escapes by leaving last. So is a deal of the day: no bot
    plays on for its person.
    """
    state = table.state
    ends_empty = state.terms.rated or state.terms.daily is not None
    away = state.overdue.intersection(people).difference(table.here()) if state.terms.rated else set()
    agreed = people - away <= abandoning if abandoning else ends_empty and not people
    if state.phase not in ("playing", "revealing") or not agreed:
        return []
    left = [entries.Leave(seat, REPLACEMENT) for seat in sorted(away - abandoning)]
    return [*left, entries.Stop("abandoned")]


def rematch(table: TableCore, device: Device, message: messages.Rematch) -> Outcome:
    seat = _seat(table, device, device.seats[0] if device.seats else None)
    _require_phase(table.state, "over")
    if table.state.rematch is not None:
        table.charge(device, "trials", 1.0 + SNAPSHOT_COST)
        return Outcome(replies=[messages.Accepted(message.key, table.state.seq), table.snapshot(device)])
    table.charge(device, "tables")
    mine = [held for held in device.seats if device.holds(table.state, held)]
    keyed = _keyed(table, seat, message.key)
    return Outcome(key=keyed.logged, accepted=keyed.key, rematch=rematch_of(table, mine, message.hash))


def say(table: TableCore, device: Device, message: messages.Say) -> Outcome:
    seat = _seat(table, device, message.seat)
    if (message.phrase is None) == (message.text is None):
        raise NotAllowed("bad-message", detail="say")
    if message.text is not None and not table.state.terms.chat:
        raise NotAllowed("no-chat")
    if message.text is not None:
        checked_text(message.text)
    table.charge(device, "phrases")
    return Outcome(said=messages.Said(seat, message.phrase, message.text))


# --- what they share --------------------------------------------------------------------------------------


def _repeated(table: TableCore, device: Device, keyed: _Keyed) -> Outcome | None:
    """A retry gets the answer of the first time, and the current state."""
    seq = table.state.keys.get(keyed.logged)
    if seq is None:
        return None
    table.charge(device, "trials", 1.0 + SNAPSHOT_COST)
    return Outcome(replies=[messages.Accepted(keyed.key, seq), table.snapshot(device)])


def _seat(table: TableCore, device: Device, seat: int | None) -> int:
    """The seat that a message is about; it must be held by this device, still."""
    if seat is None:
        if len(device.seats) > 1 and table.state.turn in device.seats:
            seat = table.state.turn
        elif device.seats:
            seat = device.seats[0]
    if seat is None or not device.holds(table.state, seat):
        raise NotAllowed("not-seated")
    return seat


def _keyed(table: TableCore, seat: int, key: str) -> _Keyed:
    return _Keyed(key, f"{table.state.chairs[seat].sitter}/{key}")


def _host_key(device: Device, key: str) -> _Keyed:
    if not device.host:
        raise NotAllowed("not-host")
    return _Keyed(key, f"host/{key}")


def _require_turn(table: TableCore, device: Device, seat: int, based: int) -> Match:
    state = table.state
    match = state.match
    if match is None:
        raise NotAllowed("phase")
    if based < state.moved_seq or based > state.seq:
        raise NotAllowed("stale")
    if match.finished:
        raise Refused("over")
    if state.turn != seat:
        raise NotAllowed("not-your-turn")
    if state.chairs[seat].by_bot:
        raise NotAllowed("bot-plays")
    if state.terms.pass_and_play and device.viewer(state) != seat:
        raise NotAllowed("no-tap")
    return match


def _require_phase(state: TableState, phase: str) -> None:
    if state.phase != phase:
        raise NotAllowed("phase")


Handler = Callable[[TableCore, Device, Any], Outcome]
HANDLERS: dict[type, Handler] = {
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
