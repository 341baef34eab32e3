"""Answers about people: one function per route. Each returns what the route promises; `app` writes it down."""

from __future__ import annotations

from typing import Any

from aiohttp import web
from msgspec import UNSET
from sqlalchemy import Connection as Database

from tuilerie.engine.registry import known_games
from tuilerie.server.http import api
from tuilerie.server.http.access import LIMITS, PROCESS, address, visitor
from tuilerie.server.http.answers import Become, live_table_of, require_limit
from tuilerie.server.http.played_shapes import History, Leaderboard, Running, RunningGame
from tuilerie.server.people import identities, passphrases, played
from tuilerie.server.process import limits
from tuilerie.table.errors import NotAllowed
from tuilerie.table.text import clean_name, folded_name


async def me(request: web.Request, me: str, body: None) -> api.Me:
    return await request.app[PROCESS].read(lambda database: identities.known(database, me))


async def change(request: web.Request, me: str, body: api.ChangeMe) -> api.Me:
    process = request.app[PROCESS]
    require_limit(request, me, "social", limits.SOCIAL)
    values: dict[str, Any] = {}
    if body.name is not UNSET:
        values["name"] = clean_name(body.name)
    if body.lang is not UNSET:
        values["lang"] = body.lang
    if body.face is not UNSET:
        values["face"] = body.face
    return await process.writer.run(lambda database: identities.change(database, me, process.now(), values))


async def forget(request: web.Request, me: str, body: None) -> Become:
    process = request.app[PROCESS]
    require_limit(request, me, "social", limits.SOCIAL)
    await process.writer.run(lambda database: identities.forget(database, me))
    process.forget(me)
    return Become(identities.Cookie(identities.new_person()), api.Done())


async def keep(request: web.Request, me: str, body: api.KeepMe) -> api.Me:
    process = request.app[PROCESS]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    name = clean_name(body.name)
    hashed = await passphrases.hashed(body.passphrase)
    return await process.writer.run(lambda database: identities.keep(database, me, process.now(), name, hashed))


async def login(request: web.Request, me: str, body: api.LogIn) -> Become:
    process = request.app[PROCESS]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    request.app[LIMITS].require("logins", limits.LOGINS, folded_name(body.name))
    cookie = await _log_in(request, body)
    # the passphrase was changed meanwhile, or the database is an older copy: look again
    if cookie.version < process.versions.of(cookie.person):
        cookie = await _log_in(request, body)
        cookie = identities.Cookie(cookie.person, max(cookie.version, process.versions.of(cookie.person)))
    return await _become(request, cookie)


async def _log_in(request: web.Request, body: api.LogIn) -> identities.Cookie:
    kept = await request.app[PROCESS].read(lambda database: identities.kept_by(database, body.name))
    if not await passphrases.matches(kept.passphrase if kept else None, body.passphrase) or kept is None:
        raise NotAllowed("login")
    return identities.Cookie(str(kept.id), kept.version)


async def _become(request: web.Request, cookie: identities.Cookie) -> Become:
    process = request.app[PROCESS]
    return Become(cookie, await process.read(lambda database: identities.known(database, cookie.person)))


async def passphrase(request: web.Request, me: str, body: api.ChangePassphrase) -> Become:
    process = request.app[PROCESS]
    require_limit(request, me, "secrets", limits.SECRETS)
    was = await process.read(lambda database: identities.passphrase_hash(database, me))
    if not await passphrases.matches(was, body.old):
        raise NotAllowed("passphrase")
    hashed = await passphrases.hashed(body.new)

    def change(database: Database) -> int:
        identities.change_passphrase(database, me, was, hashed)
        return identities.end_devices(database, me, process.now(), process.versions.of(me))

    version = await process.writer.run(change)
    process.end_devices(me, version)
    return await _become(request, identities.Cookie(me, version))


async def log_out(request: web.Request, me: str, body: None) -> Become:
    """The tables that this device has open are closed too."""
    cookie = visitor(request)
    if cookie is not None and cookie.device:
        request.app[PROCESS].end_device(cookie.person, cookie.device)
    return Become(identities.Cookie(identities.new_person()), api.Done())


async def log_out_everywhere(request: web.Request, me: str, body: None) -> Become:
    process = request.app[PROCESS]
    require_limit(request, me, "social", limits.SOCIAL)
    version = await process.writer.run(
        lambda database: identities.end_devices(database, me, process.now(), process.versions.of(me))
    )
    process.end_devices(me, version)
    return Become(identities.Cookie(identities.new_person()), api.Done())


async def move_code(request: web.Request, me: str, body: None) -> api.MoveCode:
    process = request.app[PROCESS]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    return await process.writer.run(lambda database: identities.new_move_code(database, me, process.now()))


async def move_here(request: web.Request, me: str, body: api.UseMoveCode) -> Become:
    process = request.app[PROCESS]
    request.app[LIMITS].require("secrets", limits.SECRETS, address(request))
    return await _become(
        request, await process.writer.run(lambda database: identities.use_move_code(database, body.code, process.now()))
    )


async def history(request: web.Request, me: str, body: None) -> History:
    return await request.app[PROCESS].read(lambda database: played.history(database, me))


async def running(request: web.Request, me: str, body: None) -> Running:
    process = request.app[PROCESS]
    request.app[LIMITS].require_both(
        "records", limits.RECORDS, me, address(request), otherwise="many-replays", cost=0.5
    )
    found = []
    for table_id in await process.read(lambda database: played.running(database, me)):
        live = await live_table_of(request, table_id)
        seats = list(live.seats_of(me))
        if seats and live.state.phase != "over":
            found.append(RunningGame(live.shape(), seats, live.state.turn, live.state.deadline()))
    return Running(found)


async def leaderboard(request: web.Request, me: str, body: None) -> Leaderboard:
    game = request.match_info["game"]
    if game not in known_games():
        raise NotAllowed("no-page")
    return await request.app[PROCESS].read(lambda database: played.leaderboard(database, game, me))


async def report(request: web.Request, me: str, body: api.Report) -> api.Done:
    process = request.app[PROCESS]
    request.app[LIMITS].require_both("reports", limits.REPORTS, me, address(request), otherwise="many-reports")
    await _neighbour(request, body.table, body.seat)
    await process.writer.run(lambda database: identities.report(database, me, body, process.now()))
    return api.Done()


async def block(request: web.Request, me: str, body: api.Block) -> api.Done:
    process = request.app[PROCESS]
    require_limit(request, me, "social", limits.SOCIAL)
    other = await _neighbour(request, body.table, body.seat)
    if other != me:
        await process.writer.run(lambda database: identities.block(database, me, other))
    return api.Done()


async def unblock(request: web.Request, me: str, body: None) -> api.Done:
    require_limit(request, me, "social", limits.SOCIAL)
    await request.app[PROCESS].writer.run(lambda database: identities.unblock(database, me))
    return api.Done()


async def _neighbour(request: web.Request, table_id: str, seat: int) -> str:
    live = await live_table_of(request, table_id)
    sitter = live.state.chairs[seat].sitter if seat < live.state.terms.players else None
    person = live.sitters[sitter].person if sitter is not None and sitter in live.sitters else None
    if person is None or not live.state.terms.public:
        raise NotAllowed("no-table")
    return person
