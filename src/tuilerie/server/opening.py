"""Making a table: terms checked, secret drawn, first seats taken, all in one transaction."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import IntegrityError

from tuilerie.engine.errors import BadInput
from tuilerie.engine.fair import fresh_secret
from tuilerie.engine.options import differences, read_variant
from tuilerie.engine.registry import game_named
from tuilerie.server import entries, readiness, store, thinking
from tuilerie.server.api import CreateTable
from tuilerie.server.denied import Denied
from tuilerie.server.fold import Fold, Terms
from tuilerie.server.leases import lease_of
from tuilerie.server.shapes import Clock

if TYPE_CHECKING:
    from tuilerie.server.hall import Hall
    from tuilerie.server.room import Room

ATTEMPTS = 5  # to find a short code that is free


def read_terms(asked: CreateTable) -> Terms:
    """Everything a person can get wrong about a table, checked."""
    game = game_named(asked.game)
    if asked.players not in game.players:
        raise BadInput("players.range", game=game.id, players=asked.players, least=game.players[0], most=game.players[-1])
    variant = differences(game.options, read_variant(game.options, asked.variant, asked.players))
    _check_clock(asked.clock)
    if asked.rated and (asked.pass_and_play or asked.bots):
        raise Denied("rated")
    return Terms(game.id, asked.players, variant, asked.clock, asked.public, asked.chat, asked.rated, asked.pass_and_play, asked.pace)


def _check_clock(clock: Clock) -> None:
    sound = {"none": clock.amount == 0, "move": 5 <= clock.amount <= 600, "days": 1 <= clock.amount <= 14}
    if not sound[clock.kind]:
        raise Denied("clock")


async def open_table(hall: Hall, asked: CreateTable, sitter: store.Sitter) -> Room:
    """A new table with its first seats: bots, and the one who asks (on all free seats of a shared device)."""
    terms = read_terms(asked)
    bots = _bots(asked, terms.players)
    mine = [seat for seat in range(terms.players) if seat not in bots] if terms.pass_and_play else [asked.sit] if asked.sit is not None else []
    if any(seat in bots or seat >= terms.players for seat in mine):
        raise Denied("seat-taken")
    first: list[entries.AnyEntry] = [entries.SeatBot(seat, bot) for seat, bot in bots.items()]
    sitting = {}
    for seat in mine:
        sitter_id = store.new_id()
        sitting[sitter_id] = (seat, sitter)
        first.append(entries.Sit(seat, sitter_id, asked.hash))
    if asked.start:
        if len(first) < terms.players:
            raise Denied("free-seats")
        first.append(entries.Start())
    await readiness.games.until(terms.game, readiness.FIRST)
    return await _create(hall, terms, sitter.person, first, sitting, None)


def _bots(asked: CreateTable, players: int) -> dict[int, str]:
    bots = {}
    for seat, bot in asked.bots.items():
        if seat not in map(str, range(players)):
            raise Denied("seat-taken")
        bots[int(seat)] = thinking.known_bot(bot)
    return bots


async def open_rematch(room: Room) -> str:
    """The same terms again; bots keep their seats, people sit down by themselves (first come, first served)."""
    fold = room.fold
    bots: list[entries.AnyEntry] = [entries.SeatBot(seat, chair.bot) for seat, chair in enumerate(fold.chairs) if chair.sitter is None and chair.bot]
    return (await _create(room.hall, fold.terms, room.host, bots, {}, room.id)).id


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
        fold, code = Fold(store.new_id(), terms, secret), store.new_code()
        for seq, entry in enumerate(first, 1):
            fold.apply(seq, at, entry, None)
        lease = lease_of(fold, at, 0, hall.name)
        try:
            await hall.writer.run(partial(_insert, fold, code, host, at, first, sitting, rematch_of, lease))
        except IntegrityError:
            continue
        break
    else:
        raise Denied("unavailable")
    return hall.admit(store.Loaded(code, at, host, rematch_of, fold, {sitter_id: sitter for sitter_id, (_, sitter) in sitting.items()}))


def _insert(*details: Any) -> None:
    *rest, database = details
    store.create(database, *rest)
