"""Making a table: its terms, and the first entries of its log."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import structs

from tuilerie.engine.daily import DailyForm
from tuilerie.engine.registry import game_named, known_games
from tuilerie.table import entries
from tuilerie.table.bot_turns import known_bot
from tuilerie.table.errors import NotAllowed
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState
from tuilerie.table.terms import CreateTable, Daily, Seating, Terms, read_terms, why_unrated
from tuilerie.table.text import clean_name

if TYPE_CHECKING:
    from tuilerie.table.core import TableCore


@dataclass(slots=True)
class NewTable:
    """A table that is to be made: whoever runs it gives it an id and a secret."""

    terms: Terms
    host: str | None
    rematch_of: str | None = None
    entries: list[entries.AnyEntry] = field(default_factory=list)  # the first of its log
    sitting: dict[str, tuple[int, Sitter]] = field(default_factory=dict)  # by the sitter's id: seat, and who it is

    def sit(self, seat: int, sitter: Sitter, hash_of_nonce: str | None) -> None:
        sitter_id = new_id()
        taken = {other.face for _, other in self.sitting.values()}
        self.sitting[sitter_id] = (seat, sitter.seated(seat, taken))
        self.entries.append(entries.Sit(seat, sitter_id, hash_of_nonce))

    def state(self, table_id: str, secret: bytes, at: int) -> TableState:
        """Its state after the first entries."""
        state = TableState(table_id, self.terms, secret)
        for seq, entry in enumerate(self.entries, 1):
            state.apply(seq, at, entry, None)
        return state


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_table(asked: CreateTable, sitter: Sitter) -> NewTable:
    """A table with its first seats: bots, and the one who asks (on all free seats of a shared device)."""
    terms = read_terms(asked)
    new = NewTable(terms, sitter.person)
    bots = _bots(asked, terms.players)
    if terms.pass_and_play:
        mine = [seat for seat in range(terms.players) if seat not in bots]
    else:
        mine = [asked.sit] if asked.sit is not None else []
    if any(seat in bots or seat >= terms.players for seat in mine):
        raise NotAllowed("seat-taken")
    new.entries += [entries.SeatBot(seat, bot) for seat, bot in bots.items()]
    for seat in mine:
        new.sit(seat, _on_this_device(asked, seat, sitter) if terms.pass_and_play else sitter, asked.hash)
    if asked.start:
        if len(new.entries) < terms.players:
            raise NotAllowed("free-seats")
        new.entries.append(entries.Start())
    return new


def daily_table(game_id: str, daily: Daily, sitter: Sitter, pace: int) -> NewTable:
    """A deal of the day: its person on the first seat, bots on the others, no nonces, dealt at once."""
    form = require_daily(game_id)
    new = NewTable(Terms(game_id, form.players, dict(game_named(game_id).short), pace=pace, daily=daily), sitter.person)
    new.sit(0, sitter, None)
    new.entries += [entries.SeatBot(seat, form.bots) for seat in range(1, form.players)]
    new.entries += [entries.Start(), entries.Deal([""] * form.players)]
    return new


def require_daily(game_id: str) -> DailyForm:
    """How a game is played as the deal of the day; NotAllowed if it is not."""
    form = game_named(game_id).daily if game_id in known_games() else None
    if form is None:
        raise NotAllowed("no-page")
    return form


def _on_this_device(asked: CreateTable, seat: int, owner: Sitter) -> Sitter:
    """One of several people at the owner's device; without a name, nobody in particular."""
    said = asked.people.get(str(seat), Seating())
    return Sitter(owner.person, None if said.name is None else clean_name(said.name), said.face)


def _bots(asked: CreateTable, players: int) -> dict[int, str]:
    bots = {}
    for seat, bot in asked.bots.items():
        if seat not in map(str, range(players)):
            raise NotAllowed("seat-taken")
        bots[int(seat)] = known_bot(bot)
    return bots


def rematch_of(table: TableCore, seats: Collection[int], hash_of_nonce: str | None) -> NewTable:
    """The same terms again. Bots keep their seats; so does whoever asks with a hash; the others sit down by themselves
    (first come, first served).

    A table that was rated by the rules of its time, and could not be made so today, has a rematch that is not.
    """
    state = table.state
    bots: list[entries.AnyEntry] = [
        entries.SeatBot(seat, chair.bot)
        for seat, chair in enumerate(state.chairs)
        if chair.sitter is None and chair.bot
    ]
    rated = state.terms.rated and why_unrated(state.terms, bool(bots)) is None
    new = NewTable(structs.replace(state.terms, rated=rated, daily=None), table.host, table.id, bots)
    for seat in seats if hash_of_nonce is not None else ():
        new.sit(seat, table.sitters[state.chairs[seat].sitter or ""], hash_of_nonce)
    if new.sitting and len(new.entries) == new.terms.players:
        new.entries.append(entries.Start())
    return new


def sit_down(table: TableCore, sitter: Sitter, wanted: int | None, hash_of_nonce: str | None) -> entries.Sit:
    """A person takes a free seat: the wanted one, or any."""
    state = table.state
    if state.phase != "seating":
        raise NotAllowed("phase")
    if sitter.person is not None and table.seats_of(sitter.person) and not state.terms.pass_and_play:
        raise NotAllowed("already-seated")
    free = [seat for seat, chair in enumerate(state.chairs) if chair.free and wanted in (None, seat)]
    if not free:
        raise NotAllowed("seat-taken")
    state.require_changeable(free[0])
    return entries.Sit(free[0], new_id(), hash_of_nonce)
