"""What a connection may see. The one place where the server turns states, entries and events into messages, always by listing what is allowed.

A *viewer* is a seat, or None for a spectator. `Game.view` and `Game.seen` decide about the pieces; this file decides about everything else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tuilerie.engine.match import Match
from tuilerie.server import entries, messages
from tuilerie.server.api import BASE
from tuilerie.server.fold import Fold
from tuilerie.server.shapes import Seat, Table

Names = Mapping[str, str | None]  # by sitter


def table_shape(fold: Fold, code: str, created: int, rematch_of: str | None, names: Names, here: Collection[int]) -> Table:
    terms = fold.terms
    return Table(
        id=fold.table,
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
        commitment=fold.commitment,
        phase=fold.phase,
        seats=seats(fold, names, here),
        seq=fold.seq,
        created=created,
        rematch=fold.rematch,
        rematch_of=rematch_of,
    )


def seats(fold: Fold, names: Names, here: Collection[int]) -> list[Seat]:
    return [_seat(fold, at, names, at in here) for at in range(fold.terms.players)]


def _seat(fold: Fold, at: int, names: Names, here: bool) -> Seat:
    chair = fold.chairs[at]
    shown_hash = chair.hash if fold.phase != "seating" else None
    if chair.free:
        return Seat(at, "free")
    if chair.sitter is None:
        return Seat(at, "bot", chair.bot, chair.bot)
    return Seat(at, "bot" if chair.by_bot else "human", names.get(chair.sitter), chair.bot, chair.by_bot, here, shown_hash)


def snapshot(fold: Fold, viewer: int | None, names: Names, here: Collection[int]) -> messages.Snapshot:
    match = fold.match
    message = messages.Snapshot(seq=fold.seq, phase=fold.phase, seats=seats(fold, names, here), seat=viewer)
    message.fair = fair(fold)
    message.abandoning = fold.abandoning
    message.rematch = fold.rematch
    if match is not None:
        message.turn = fold.turn
        message.view = match.view(viewer)
        message.events = match.seen_events(viewer)
        message.choice = choice(match, viewer)
        message.clock = timing(fold)
    return message


def update(fold: Fold, entry: entries.AnyEntry, told: int, viewer: int | None, names: Names, here: Collection[int]) -> messages.Update:
    """The entry just folded, for one viewer; `told` is the number of events that were known before it."""
    message = messages.Update(seq=fold.seq)
    if isinstance(entry, entries.Reveal) and entry.seat != viewer:
        return message  # a bare number until all nonces are in
    message.kind = entry.kind  # type: ignore[assignment]
    message.seat = getattr(entry, "seat", None)
    message.turn = fold.turn
    match = fold.match
    if isinstance(entry, entries.Play | entries.Deal | entries.Stop) and match is not None:
        if isinstance(entry, entries.Play):
            message.by = entry.by  # type: ignore[assignment]
        message.events = [match.game.seen(event, viewer) for event in match.events[told:]]
        message.n = told
        message.view = match.view(viewer)
        message.choice = choice(match, viewer)
    message.clock = timing(fold)
    if isinstance(entry, entries.Sit | entries.Leave | entries.Return | entries.SeatBot | entries.Start):
        message.seats = seats(fold, names, here)
    if fold.phase != "playing" or isinstance(entry, entries.Start | entries.Deal):
        message.phase = fold.phase
        message.fair = fair(fold)
    if fold.phase == "over" and fold.match is not None:
        message.record = f"{BASE}/tables/{fold.table}/record"
    if isinstance(entry, entries.Abandon | entries.Leave):
        message.abandoning = fold.abandoning
    message.rematch = fold.rematch
    return message


def fair(fold: Fold) -> messages.Fair:
    """Hashes once the seats are fixed, nonces once they are used, the secret once the game is over."""
    if fold.phase == "seating":
        return messages.Fair(fold.commitment)
    shown = messages.Fair(fold.commitment, [chair.hash for chair in fold.chairs])
    if fold.match is not None:
        shown.nonces = [nonce.hex() for nonce in fold.match.nonces]
        shown.late = fold.late
    if fold.phase == "over":
        shown.seed = fold.secret.hex()
    return shown


def timing(fold: Fold) -> messages.Timing | None:
    until = fold.deadline()
    return messages.Timing(fold.turn, until) if until is not None and fold.turn is not None else None


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
    return ask(match.states) if ask is not None else {}
