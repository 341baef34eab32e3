"""Answers of the HTTP API: one function per route of `api.ROUTES`, found by its name. Each returns what the route promises; `app` writes it down."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import segno
from aiohttp import web
from msgspec import UNSET

from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named, known_games
from tuilerie.server import api, entries, limits, people, reviews, store
from tuilerie.server.access import HALL, LIMITS, OPTIONS, address
from tuilerie.server.denied import Denied
from tuilerie.server.opening import open_table
from tuilerie.server.room import Room
from tuilerie.server.shapes import Phrase, Table
from tuilerie.words import LANGUAGES, rules_page

MOST_LISTED = 50


class Become:
    """An answer that also makes the caller somebody else: the cookie changes."""

    def __init__(self, person: str, answer: Any) -> None:
        self.person = person
        self.answer = answer


# --- the shelf and its tables -----------------------------------------------------------------------------


async def games(request: web.Request, me: str, body: None) -> api.Shelf:
    shelf = []
    for name in known_games():
        game = game_named(name)
        options = [api.GameOption(option.key, option.clause, option.allowed(), option.default) for option in game.options]
        shelf.append(api.GameOnShelf(game.id, list(game.players), game.lowest_wins, options))
    return api.Shelf(shelf, list(BUILT_IN), list(get_args(Phrase)))


async def tables(request: web.Request, me: str, body: None) -> api.Tables:
    hall = request.app[HALL]
    ids = await hall.read(lambda database: store.public_tables(database, MOST_LISTED))
    return api.Tables([(await hall.room(table_id)).shape() for table_id in ids])


async def create(request: web.Request, me: str, body: api.CreateTable) -> api.Seated:
    hall = request.app[HALL]
    _limit(request, me, "tables", limits.TABLES)
    room = await open_table(hall, body, await _sitter(request, me))
    return _seated(room, me)


async def table(request: web.Request, me: str, body: None) -> Table:
    return (await _room(request)).shape()


async def code(request: web.Request, me: str, body: None) -> Table:
    hall, wanted = request.app[HALL], request.match_info["code"].strip().upper()[:12]
    request.app[LIMITS].require("codes", limits.SOCKETS, address(request))
    table_id = await hall.read(lambda database: store.table_by_code(database, wanted)) if wanted.isascii() and "\0" not in wanted else None
    if table_id is None:
        raise Denied("no-table")
    return (await hall.room(table_id)).shape()


async def sit(request: web.Request, me: str, body: api.SitDown) -> api.Seated:
    room = await _room(request)
    _limit(request, me, "sit", limits.TABLES)
    sitter = await _sitter(request, me)
    async with room.lock:
        await room.fresh()
        await _require_company(room, me)
        await room.attempt(lambda: _sit_down(room, body, sitter))
    return _seated(room, me)


async def _sit_down(room: Room, body: api.SitDown, sitter: store.Sitter) -> None:
    if room.fold.phase != "seating":
        raise Denied("phase")
    free = [seat for seat, chair in enumerate(room.fold.chairs) if chair.free and body.seat in (None, seat)]
    if not free:
        raise Denied("seat-taken")
    sitter_id = store.new_id()
    await room.append(entries.Sit(free[0], sitter_id, body.hash), None, (sitter_id, sitter))


async def keys(request: web.Request, me: str, body: None) -> api.Seated:
    return _seated(await _room(request), me)


async def record(request: web.Request, me: str, body: None) -> dict[str, Any]:
    room = await _room(request)
    async with room.lock:
        fold = await room.fresh()
        if fold.phase != "over" or fold.match is None:
            raise Denied("no-record")
        return fold.match.record([_player(room, seat) for seat in range(fold.terms.players)])


def _player(room: Room, seat: int) -> dict[str, Any]:
    chair = room.fold.chairs[seat]
    if chair.sitter is None:
        return {"name": chair.bot, "kind": "bot", "bot": chair.bot}
    name = room.sitters[chair.sitter].name if chair.sitter in room.sitters else None
    return {"name": name or f"seat {seat}", "kind": "human", "bot": None}


async def replay(request: web.Request, me: str, body: None) -> api.Replay:
    """Played again from the secret by the same rules; in a thread, since a long game takes a while."""
    room = await _room(request)
    async with room.lock:
        fold = await room.fresh()
        match = fold.match
        if fold.phase != "over" or match is None:
            raise Denied("no-record")
        code, seats = room.code, room.shape().seats
    steps, views = await room.hall.thinkers.hint(lambda: _positions(match))
    return api.Replay(match.game.id, code, seats, match.events, steps, views)


def _positions(match: Match) -> tuple[list[int], list[dict[str, Any]]]:
    """Every position of a finished game, and how many events led to each."""
    again = Match(match.game, match.players, match.variant, match.secret, match.nonces, match.deck)
    steps, views = [len(again.events)], [again.view(again.turn)]
    for event in match.events:
        if event[0] != "move":
            continue
        mover = again.turn
        again.play(event[2])
        steps.append(len(again.events))
        views.append(again.view(mover if again.finished else again.turn))
    return steps, views


async def review(request: web.Request, me: str, body: None) -> api.Review:
    room = await _room(request)
    sat_there = any(sitter.person == me for sitter in room.sitters.values())
    if not (sat_there or room.fold.terms.public or room.host == me):
        raise Denied("private")
    async with room.lock:
        match = reviews.reviewable(await room.fresh())
    known = await reviews.known(room.hall, room.id)
    if known is not None:
        return known
    _limit(request, me, "reviews", limits.REVIEWS, "many-reviews")
    return await reviews.begin(room.hall, room.id, match)


async def rules(request: web.Request, me: str, body: None) -> dict[str, Any]:
    game, lang = request.match_info["game"], request.match_info["lang"]
    if game not in known_games() or lang not in LANGUAGES:
        raise Denied("no-page")
    try:
        return rules_page(game, lang)
    except FileNotFoundError:  # a plugin may bring no page
        raise Denied("no-page") from None


async def qr(request: web.Request, me: str, body: None) -> bytes:
    room = await _room(request)
    base = request.app[OPTIONS].link or f"{request.scheme}://{request.host}"
    image = io.BytesIO()
    segno.make(f"{base}/t/{room.code}", error="m").save(image, kind="svg", scale=6, border=2, xmldecl=False)
    return image.getvalue()


# --- people -------------------------------------------------------------------------------------------------


async def me(request: web.Request, me: str, body: None) -> api.Me:
    return await request.app[HALL].read(lambda database: people.known(database, me))


async def change(request: web.Request, me: str, body: api.ChangeMe) -> api.Me:
    hall = request.app[HALL]
    _limit(request, me, "social", limits.SOCIAL)
    values: dict[str, Any] = {}
    if body.name is not UNSET:
        values["name"] = _clean(body.name)
    if body.lang is not UNSET:
        values["lang"] = body.lang
    return await hall.writer.run(lambda database: people.change(database, me, hall.now(), values))


async def forget(request: web.Request, me: str, body: None) -> Become:
    hall = request.app[HALL]
    await hall.writer.run(lambda database: people.forget(database, me))
    hall.forget(me)
    return Become(people.new_person(), api.Done())


async def keep(request: web.Request, me: str, body: api.KeepMe) -> api.Me:
    hall = request.app[HALL]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    name = _clean(body.name)
    hashed = await asyncio.to_thread(people.hash_passphrase, body.passphrase)
    return await hall.writer.run(lambda database: people.keep(database, me, hall.now(), name, hashed))


async def login(request: web.Request, me: str, body: api.LogIn) -> Become:
    hall = request.app[HALL]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    person = await hall.read(lambda database: people.login(database, body.name, body.passphrase))
    return Become(person, await hall.read(lambda database: people.known(database, person)))


async def move_code(request: web.Request, me: str, body: None) -> api.MoveCode:
    hall = request.app[HALL]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    return await hall.writer.run(lambda database: people.new_move_code(database, me, hall.now()))


async def move_here(request: web.Request, me: str, body: api.UseMoveCode) -> Become:
    hall = request.app[HALL]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    person = await hall.writer.run(lambda database: people.use_move_code(database, body.code, hall.now()))
    return Become(person, await hall.read(lambda database: people.known(database, person)))


async def history(request: web.Request, me: str, body: None) -> api.History:
    return await request.app[HALL].read(lambda database: people.history(database, me))


async def leaderboard(request: web.Request, me: str, body: None) -> api.Leaderboard:
    game = request.match_info["game"]
    if game not in known_games():
        raise Denied("no-page")
    return await request.app[HALL].read(lambda database: people.leaderboard(database, game))


async def report(request: web.Request, me: str, body: api.Report) -> api.Done:
    hall = request.app[HALL]
    _limit(request, me, "social", limits.SOCIAL)
    await _neighbour(request, body.table, body.seat)
    await hall.writer.run(lambda database: people.report(database, me, body, hall.now()))
    return api.Done()


async def block(request: web.Request, me: str, body: api.Block) -> api.Done:
    hall = request.app[HALL]
    _limit(request, me, "social", limits.SOCIAL)
    other = await _neighbour(request, body.table, body.seat)
    if other != me:
        await hall.writer.run(lambda database: people.block(database, me, other))
    return api.Done()


async def unblock(request: web.Request, me: str, body: None) -> api.Done:
    await request.app[HALL].writer.run(lambda database: people.unblock(database, me))
    return api.Done()


# --- what they share ------------------------------------------------------------------------------------------


async def _room(request: web.Request) -> Room:
    return await _room_of(request, request.match_info["table"])


async def _room_of(request: web.Request, table_id: str) -> Room:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", table_id):
        raise Denied("no-table")
    hall = request.app[HALL]
    room = await hall.room(table_id)
    if hall.shared:  # another process may have gone on
        async with room.lock:
            await room.catch_up()
    return room


async def _sitter(request: web.Request, me: str) -> store.Sitter:
    """From now on this person is known to the database."""
    hall = request.app[HALL]
    known = await hall.read(lambda database: store.person(database, me))
    if known is None:
        await hall.writer.run(lambda database: people.ensure(database, me, hall.now()))
    return store.Sitter(me, known.name if known else None)


async def _require_company(room: Room, me: str) -> None:
    """Nobody has to meet somebody they blocked; at tables by invitation one has been invited."""
    if not room.fold.terms.public:
        return
    others = [room.sitters[chair.sitter].person for chair in room.fold.chairs if chair.sitter is not None and chair.sitter in room.sitters]
    there = [other for other in others if other is not None and other != me]
    avoided: bool = await room.hall.read(lambda database: people.blocked(database, me, there))
    if avoided:
        raise Denied("blocked")


async def _neighbour(request: web.Request, table_id: str, seat: int) -> str:
    room = await _room_of(request, table_id)
    sitter = room.fold.chairs[seat].sitter if seat < room.fold.terms.players else None
    person = room.sitters[sitter].person if sitter is not None and sitter in room.sitters else None
    if person is None or not room.fold.terms.public:
        raise Denied("no-table")
    return person


def _seated(room: Room, me: str) -> api.Seated:
    held = [
        api.HeldSeat(seat, people.seat_key(room.hall.key, room.id, seat, chair.sitter))
        for seat, chair in enumerate(room.fold.chairs)
        if chair.sitter is not None and chair.sitter in room.sitters and room.sitters[chair.sitter].person == me
    ]
    return api.Seated(room.shape(), held)


def _limit(request: web.Request, me: str, name: str, rate: limits.Rate, otherwise: str = "too-fast") -> None:
    """Per address and per identity: a new cookie is no new purse."""
    request.app[LIMITS].require(name, rate, address(request), otherwise)
    request.app[LIMITS].require(name, rate, me, otherwise)


def _clean(name: str) -> str:
    """One line of printable text."""
    cleaned = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not cleaned:
        raise Denied("bad-message", detail="name")
    return cleaned


Answer = Callable[[web.Request, str, Any], Awaitable[Any]]


def answer_of(route: api.Route) -> Answer:
    found: Answer = globals()[route.name]
    return found
