"""Making a table: terms checked, secret drawn, first seats taken, all in one transaction."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs
from sqlalchemy.exc import IntegrityError

from tuilerie.engine.errors import BadInput
from tuilerie.engine.fair import fresh_secret
from tuilerie.engine.options import differences, read_variant
from tuilerie.engine.registry import game_named
from tuilerie.server import rating, readiness, store, thinking
from tuilerie.server.api import CreateTable
from tuilerie.server.leases import lease_of
from tuilerie.table import entries
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Clock
from tuilerie.table.state import TableState, Terms
from tuilerie.words.terms import GameName

if TYPE_CHECKING:
    from tuilerie.server.hall import Hall
    from tuilerie.server.room import Room

ATTEMPTS = 5  # to find a short code that is free


def read_terms(asked: CreateTable) -> Terms:
    """Everything a person can get wrong about a table, checked."""
    game = game_named(asked.game)
    if asked.players not in game.players:
        raise BadInput(
            "players.range", game=GameName(game.id), players=asked.players, least=game.players[0], most=game.players[-1]
        )
    variant = differences(game.options, read_variant(game.options, asked.variant, asked.players))
    _check_clock(asked.clock)
    terms = Terms(
        game.id,
        asked.players,
        variant,
        asked.clock,
        asked.public,
        asked.chat,
        asked.rated,
        asked.pass_and_play,
        asked.pace,
    )
    if terms.rated and (refusal := rating.why_not(terms, bool(asked.bots))) is not None:
        raise NotAllowed(refusal)
    return terms


def _check_clock(clock: Clock) -> None:
    sound = {"none": clock.amount == 0, "move": 5 <= clock.amount <= 600, "days": 1 <= clock.amount <= 14}
    if not sound[clock.kind]:
        raise NotAllowed("clock")


async def open_table(hall: Hall, asked: CreateTable, sitter: store.Sitter) -> Room:
    """A new table with its first seats: bots, and the one who asks (on all free seats of a shared device)."""
    terms = read_terms(asked)
    bots = _bots(asked, terms.players)
    mine = (
        [seat for seat in range(terms.players) if seat not in bots]
        if terms.pass_and_play
        else [asked.sit]
        if asked.sit is not None
        else []
    )
    if any(seat in bots or seat >= terms.players for seat in mine):
        raise NotAllowed("seat-taken")
    first: list[entries.AnyEntry] = [entries.SeatBot(seat, bot) for seat, bot in bots.items()]
    sitting = {}
    for seat in mine:
        sitter_id = store.new_id()
        sitting[sitter_id] = (seat, sitter)
        first.append(entries.Sit(seat, sitter_id, asked.hash))
    if asked.start:
        if len(first) < terms.players:
            raise NotAllowed("free-seats")
        first.append(entries.Start())
    await readiness.games.until(terms.game)
    return await _create(hall, terms, sitter.person, first, sitting, None)


def _bots(asked: CreateTable, players: int) -> dict[int, str]:
    bots = {}
    for seat, bot in asked.bots.items():
        if seat not in map(str, range(players)):
            raise NotAllowed("seat-taken")
        bots[int(seat)] = thinking.known_bot(bot)
    return bots


async def open_rematch(room: Room, seats: Collection[int], hash_of_nonce: str | None) -> str:
    """The same terms again. Bots keep their seats; so does whoever asks with a hash; the others sit down by themselves
    (first come, first served).

    A table that was rated by the rules of its time, and could not be made so today, has a rematch that is not.
    """
    state = room.state
    first: list[entries.AnyEntry] = [
        entries.SeatBot(seat, chair.bot)
        for seat, chair in enumerate(state.chairs)
        if chair.sitter is None and chair.bot
    ]
    terms = structs.replace(state.terms, rated=state.terms.rated and rating.why_not(state.terms, bool(first)) is None)
    sitting = {}
    for seat in seats if hash_of_nonce is not None else ():
        sitter_id = store.new_id()
        sitting[sitter_id] = (seat, room.sitters[state.chairs[seat].sitter or ""])
        first.append(entries.Sit(seat, sitter_id, hash_of_nonce))
    if sitting and len(first) == terms.players:
        first.append(entries.Start())
    return (await _create(room.hall, terms, room.host, first, sitting, room.id)).id


async def _create(
    hall: Hall,
    terms: Terms,
    host: str | None,
    first: list[entries.AnyEntry],
    sitting: dict[str, tuple[int, store.Sitter]],
    rematch_of: str | None,
) -> Room:
    at, secret = hall.now(), fresh_secret()
    for _ in range(ATTEMPTS):
        state, code = TableState(store.new_id(), terms, secret), store.new_code()
        for seq, entry in enumerate(first, 1):
            state.apply(seq, at, entry, None)
        lease = lease_of(state, at, 0, hall.name)
        try:
            await hall.writer.run(partial(_insert, state, code, host, at, first, sitting, rematch_of, lease))
        except IntegrityError:
            continue
        break
    else:
        raise NotAllowed("unavailable")
    return hall.admit(
        store.Loaded(
            code, at, host, rematch_of, state, {sitter_id: sitter for sitter_id, (_, sitter) in sitting.items()}
        )
    )


def _insert(*details: Any) -> None:
    *rest, database = details
    store.create(database, *rest)
