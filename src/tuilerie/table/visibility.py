"""What a connection may see. The one place where the server turns states, entries and events into messages, always by
listing what is allowed.

A *viewer* is a seat, or None for a spectator. `Game.view` and `Game.seen` decide about the pieces; this file decides
about everything else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from msgspec import UNSET, UnsetType

from tuilerie.engine.match import Match
from tuilerie.table import entries, messages
from tuilerie.table.shapes import API, By, DailyDeal, Face, Phase, Seat, Table
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import Chair, TableState

IN_THE_GAME = (entries.Play, entries.Deal, entries.Stop)
Sitters = Mapping[str, Sitter]  # by their ids in the log


def table_shape(
    state: TableState, *, code: str, created: int, rematch_of: str | None, sitters: Sitters, here: Collection[int]
) -> Table:
    terms = state.terms
    return Table(
        id=state.table,
        code=code,
        link=f"/t/{code}",
        game=terms.game,
        variant=dict(terms.variant),
        players=terms.players,
        clock=terms.clock,
        public=terms.public,
        chat=terms.chat,
        rated=terms.rated,
        pass_and_play=terms.pass_and_play,
        commitment=state.commitment,
        phase=state.phase,
        seats=seats(state, sitters, here),
        seq=state.seq,
        created=created,
        rematch=state.rematch,
        rematch_of=rematch_of,
        daily=None if terms.daily is None else DailyDeal(terms.daily.day, terms.daily.counts, terms.daily.sealed),
    )


def seats(state: TableState, sitters: Sitters, here: Collection[int]) -> list[Seat]:
    known = [_sitter(chair, sitters) for chair in state.chairs]
    taken = {sitter.face for sitter in known if sitter is not None}
    made = []
    for at, sitter in enumerate(known):
        shown = sitter
        if shown is not None and shown.face is None:
            shown = shown.seated(at, taken)
            taken.add(shown.face)
        made.append(_seat(state, at, shown, at in here))
    return made


def _sitter(chair: Chair, sitters: Sitters) -> Sitter | None:
    """Who sits on the chair; somebody of whom nothing is known any more has neither name nor face."""
    return sitters.get(chair.sitter, Sitter(None, None)) if chair.sitter is not None else None


def _seat(state: TableState, at: int, sitter: Sitter | None, here: bool) -> Seat:
    chair = state.chairs[at]
    shown_hash = chair.hash if state.phase != "seating" else None
    if chair.free:
        return Seat(at, "free")
    if sitter is None:
        return Seat(at, "bot", chair.bot, bot=chair.bot)
    return Seat(
        at,
        "bot" if chair.by_bot else "human",
        sitter.name,
        cast(Face | None, sitter.face),
        chair.bot,
        chair.by_bot,
        here,
        shown_hash,
    )


def snapshot(state: TableState, viewer: int | None, sitters: Sitters, here: Collection[int]) -> messages.Snapshot:
    match = state.match
    message = messages.Snapshot(seq=state.seq, phase=state.phase, seats=seats(state, sitters, here), seat=viewer)
    message.fair = fair(state)
    message.abandoning = state.abandoning
    message.rematch = state.rematch
    if match is not None:
        message.turn = state.turn
        message.view = match.view(viewer)
        message.events = match.seen_events(viewer)
        message.choice = choice(match, viewer)
        message.clock = timing(state)
    return message


def updates(
    state: TableState,
    entry: entries.AnyEntry,
    told: int,
    viewers: Sequence[int | None],
    *,
    sitters: Sitters,
    here: Collection[int],
) -> list[messages.Update]:
    """The entry just folded, for each viewer; `told` is the number of events that were known before it."""
    match, turn = state.match, state.turn
    if match is None or not isinstance(entry, IN_THE_GAME):
        return [_beside_the_game(state, entry, viewer, sitters, here) for viewer in viewers]
    seen, events, clock = (
        match.game.seen,
        match.events[told:],
        timing(state) if state.terms.clock.kind != "none" else UNSET,
    )
    seat: int | UnsetType = UNSET
    by: By = ""
    if isinstance(entry, entries.Play):
        seat, by = entry.seat, entry.by
    over = state.phase == "over"
    phase: Phase | UnsetType = UNSET
    shown: messages.Fair | UnsetType = UNSET
    if over or isinstance(entry, entries.Deal):
        phase, shown = state.phase, fair(state)
    made = []
    for viewer, view in zip(viewers, match.views(viewers), strict=True):
        told_to = [seen(event, viewer) for event in events]
        chosen: messages.Choice | UnsetType | None = None
        if turn is not None and turn == viewer:
            chosen = choice(match, viewer)
        elif viewer is None and not state.terms.pass_and_play:
            chosen = UNSET  # who only watches never had one
        message = messages.Update(
            state.seq, entry.kind, seat, by, told_to, told, turn, phase, view, chosen, clock, UNSET, UNSET, shown
        )
        if over:
            message.record = _record_path(state)
        made.append(message)
    return made


def _beside_the_game(
    state: TableState, entry: entries.AnyEntry, viewer: int | None, sitters: Sitters, here: Collection[int]
) -> messages.Update:
    message = messages.Update(state.seq)
    if isinstance(entry, entries.Reveal) and entry.seat != viewer:
        return message  # a bare number until all nonces are in
    message.kind = entry.kind
    message.seat = getattr(entry, "seat", UNSET)
    if state.terms.clock.kind != "none" and isinstance(entry, entries.Leave | entries.Return):
        message.clock = timing(state)  # it does not run while a bot plays
    if isinstance(entry, entries.Sit | entries.Leave | entries.Return | entries.SeatBot | entries.Start):
        message.seats = seats(state, sitters, here)
    if isinstance(entry, entries.Start | entries.Stop):
        message.phase, message.fair = state.phase, fair(state)
    if isinstance(entry, entries.Abandon | entries.Leave):
        message.abandoning = state.abandoning
    if isinstance(entry, entries.Rematch):
        message.rematch = entry.table
    return message


def missed(
    state: TableState,
    rows: Sequence[tuple[int, entries.AnyEntry]],
    viewer: int | None,
    sitters: Sitters,
    here: Collection[int],
) -> list[messages.Update]:
    """Entries up to now, for a connection that knew all before them.

    Each tells what happened; the last that is no bare number also how things are now.
    """
    match = state.match
    events = match.events if match is not None else []
    made, latest = [], None
    for seq, entry in rows:
        message = messages.Update(seq)
        made.append(message)
        if isinstance(entry, entries.Reveal) and entry.seat != viewer:
            continue
        latest = message
        message.kind = entry.kind
        message.seat = getattr(entry, "seat", UNSET)
        if isinstance(entry, entries.Play):
            message.by = entry.by
        if match is not None:
            message.n = state.told[seq - 1]
            message.events = [match.game.seen(event, viewer) for event in events[message.n : state.told[seq]]]
    if latest is not None:
        _as_it_is(latest, state, viewer, sitters, here)
    return made


def _as_it_is(
    message: messages.Update, state: TableState, viewer: int | None, sitters: Sitters, here: Collection[int]
) -> None:
    now = snapshot(state, viewer, sitters, here)
    message.turn, message.phase, message.choice, message.clock = now.turn, now.phase, now.choice, now.clock
    message.seats, message.abandoning, message.fair = now.seats, now.abandoning, fair(state)
    if now.view is not None:
        message.view = now.view
    if now.rematch is not None:
        message.rematch = now.rematch
    if state.phase == "over":
        message.record = _record_path(state)


def fair(state: TableState) -> messages.Fair:
    """Hashes once the seats are fixed, nonces once they are used, the secret once the game is over; that of a deal of
    the day once the day is, which the table does not know.
    """
    if state.phase == "seating":
        return messages.Fair(state.commitment)
    shown = messages.Fair(state.commitment, [chair.hash for chair in state.chairs])
    if state.match is not None:
        shown.nonces = [nonce.hex() for nonce in state.match.nonces]
        shown.late = state.late
    if state.phase == "over" and not (state.terms.daily is not None and state.terms.daily.sealed):
        shown.seed = state.secret.hex()
    return shown


def _record_path(state: TableState) -> str:
    return f"{API}/tables/{state.table}/record"


def timing(state: TableState) -> messages.Timing | None:
    if state.terms.clock.kind == "none":
        return None
    until, turn = state.deadline(), state.turn
    return messages.Timing(turn, until) if until is not None and turn is not None else None


def choice(match: Match, viewer: int | None) -> messages.Choice | None:
    """Every legal move, for the seat to move only. Where fills can be thousands: contracts with their best fill."""
    if viewer is None or match.finished or match.turn != viewer:
        return None
    fills = best_fills(match)
    if fills:
        return messages.Choice(viewer, fills={str(number): move for number, move in fills.items()})
    return messages.Choice(viewer, match.legal())


def best_fills(match: Match) -> dict[int, str]:
    ask: Any = getattr(match.game, "best_fills", None)
    return ask(match.state) if ask is not None else {}
