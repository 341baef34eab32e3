"""Answers of the HTTP API: one function per route of `api.ROUTES`, found by its name.

Each returns what the route promises; `app` writes it down.
"""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import segno
from aiohttp import web
from msgspec import UNSET
from msgspec.json import encode
from sqlalchemy import Connection as Database

from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named, known_games
from tuilerie.engine.replay import seen_positions
from tuilerie.server.http import api
from tuilerie.server.http.access import LIMITS, OPTIONS, PROCESS, address
from tuilerie.server.people import identities, passphrases, rating
from tuilerie.server.process import limits, reviews
from tuilerie.server.process.create_table import create_table
from tuilerie.server.process.live_table import LiveTable
from tuilerie.server.storage import queries
from tuilerie.table.core import Sitter
from tuilerie.table.creation import new_table, sit_down
from tuilerie.table.errors import NotAllowed
from tuilerie.table.shapes import Phrase, Table
from tuilerie.table.terms import CreateTable
from tuilerie.table.text import clean_name, folded_name
from tuilerie.words import LANGUAGES, rules_page

MOST_LISTED = 50


class Become:
    """An answer that also makes the caller somebody else: the cookie changes."""

    def __init__(self, cookie: identities.Cookie, answer: Any) -> None:
        self.cookie = cookie
        self.answer = answer


class Json(bytes):
    """An answer that is encoded already."""


# --- the shelf and its tables -----------------------------------------------------------------------------


async def games(request: web.Request, me: str, body: None) -> api.Shelf:
    shelf = []
    for name in known_games():
        game = game_named(name)
        options = [
            api.GameOption(option.key, option.clause, option.allowed(), option.default) for option in game.options
        ]
        shelf.append(api.GameOnShelf(game.id, list(game.players), game.lowest_wins, options))
    return api.Shelf(shelf, list(BUILT_IN), list(get_args(Phrase)))


async def tables(request: web.Request, me: str, body: None) -> api.Tables:
    process = request.app[PROCESS]
    ids = await process.read(lambda database: queries.public_tables(database, MOST_LISTED))
    return api.Tables([(await process.table(table_id)).shape() for table_id in ids])


async def create(request: web.Request, me: str, body: CreateTable) -> api.Seated:
    process = request.app[PROCESS]
    _limit(request, me, "tables", limits.TABLES)
    if body.rated:
        await _require_kept(request, me)
    request.app[LIMITS].require("many-tables", limits.MANY_TABLES, address(request), "many-tables")
    live = await create_table(process, new_table(body, await _sitter(request, me)))
    await rating.note_place(live, address(request), list(live.seats_of(me).values()))
    return _seated(live, me)


async def table(request: web.Request, me: str, body: None) -> Table:
    return (await _live_table(request)).shape()


async def code(request: web.Request, me: str, body: None) -> Table:
    process, wanted = request.app[PROCESS], request.match_info["code"].strip().upper()[:12]
    request.app[LIMITS].require("codes", limits.SOCKETS, address(request))
    table_id = (
        await process.read(lambda database: queries.table_by_code(database, wanted))
        if wanted.isascii() and wanted.isalnum()
        else None
    )
    if table_id is None:
        raise NotAllowed("no-table")
    return (await process.table(table_id)).shape()


async def sit(request: web.Request, me: str, body: api.SitDown) -> api.Seated:
    live = await _live_table(request)
    _limit(request, me, "sit", limits.TABLES)
    sitter = await _sitter(request, me)
    if live.state.terms.rated:
        await _require_kept(request, me)
    async with live.lock:
        await live.fresh()
        await _require_company(live, me)
        await live.attempt(lambda: _sit_down(live, body, sitter))
        await rating.note_place(live, address(request), list(live.seats_of(me).values()))
    return _seated(live, me)


async def _sit_down(live: LiveTable, body: api.SitDown, sitter: Sitter) -> None:
    entry = sit_down(live, sitter, body.seat, body.hash)
    await live.append(entry, None, (entry.sitter, sitter))


async def keys(request: web.Request, me: str, body: None) -> api.Seated:
    return _seated(await _live_table(request), me)


async def record(request: web.Request, me: str, body: None) -> Json:
    live = await _live_table(request)
    _require_reader(live, me)
    if (kept := _kept_ready(request, me, f"record/{live.id}", 1)) is not None:
        return Json(kept)
    async with live.lock:
        state = await live.fresh()
        if state.phase != "over" or state.match is None:
            raise NotAllowed("no-record")
        made = encode(state.match.record([_player(live, seat) for seat in range(state.terms.players)]))
    live.process.finished.put(f"record/{live.id}", made)
    return Json(made)


def _player(live: LiveTable, seat: int) -> dict[str, Any]:
    chair = live.state.chairs[seat]
    if chair.sitter is None:
        return {"name": chair.bot, "kind": "bot", "bot": chair.bot}
    name = live.sitters[chair.sitter].name if chair.sitter in live.sitters else None
    return {"name": name or f"seat {seat}", "kind": "human", "bot": None}


async def replay(request: web.Request, me: str, body: None) -> Json:
    """Played again from the secret by the same rules; in a thread, since a long game takes a while.

    Who sits there is told as it is now.
    """
    live = await _live_table(request)
    _require_reader(live, me)
    async with live.lock:
        state = await live.fresh()
        match = state.match
        if state.phase != "over" or match is None:
            raise NotAllowed("no-record")
        shown = encode({"game": match.game.id, "code": live.code, "seats": live.shape().seats})
    seat = _seat_asked(request, match.players)
    kept = f"replay/{live.id}/{'' if seat is None else seat}"
    positions = _kept_ready(request, me, kept, 2)
    if positions is None:
        positions = await live.process.thinkers.hint(lambda: encode(_positions(match, seat)), address(request))
        live.process.finished.put(kept, positions)
    return Json(shown[:-1] + b"," + positions[1:])


def _kept_ready(request: web.Request, me: str, key: str, cost: float) -> bytes | None:
    """An answer that was made before costs little; one that must be made is paid for first."""
    kept = request.app[PROCESS].finished.get(key)
    paid = cost if kept is None else 0.1
    request.app[LIMITS].require_both("records", limits.RECORDS, me, address(request), "many-replays", paid)
    return kept


def _seat_asked(request: web.Request, players: int) -> int | None:
    """The seat whose eyes a game is looked at with; anything but a seat of the table means none in particular."""
    asked = request.query.get("as", "")
    return int(asked) if asked in map(str, range(players)) else None


def _positions(match: Match, seat: int | None) -> dict[str, Any]:
    """Every position of a finished game, and how many events led to each: the part of `api.Replay` that
    never changes.
    """
    positions = seen_positions(match, seat)
    return {"events": match.events, "steps": [told for told, _ in positions], "views": [view for _, view in positions]}


async def review(request: web.Request, me: str, body: None) -> api.Review:
    live = await _live_table(request)
    _require_reader(live, me)
    async with live.lock:
        match = reviews.reviewable(await live.fresh())
    known = await reviews.known(live.process, live.id)
    if known is not None:
        return known
    _limit(request, me, "reviews", limits.REVIEWS, "many-reviews")
    return await reviews.begin(live.process, live.id, match)


async def rules(request: web.Request, me: str, body: None) -> dict[str, Any]:
    game, lang = request.match_info["game"], request.match_info["lang"]
    if game not in known_games() or lang not in LANGUAGES:
        raise NotAllowed("no-page")
    try:
        return rules_page(game, lang)
    except FileNotFoundError:  # a plugin may bring no page
        raise NotAllowed("no-page") from None


async def qr(request: web.Request, me: str, body: None) -> bytes:
    live = await _live_table(request)
    base = request.app[OPTIONS].link or f"{request.scheme}://{request.host}"
    image = io.BytesIO()
    segno.make(f"{base}/t/{live.code}", error="m").save(image, kind="svg", scale=6, border=2, xmldecl=False)
    return image.getvalue()


# --- people -------------------------------------------------------------------------------------------------


async def me(request: web.Request, me: str, body: None) -> api.Me:
    return await request.app[PROCESS].read(lambda database: identities.known(database, me))


async def change(request: web.Request, me: str, body: api.ChangeMe) -> api.Me:
    process = request.app[PROCESS]
    _limit(request, me, "social", limits.SOCIAL)
    values: dict[str, Any] = {}
    if body.name is not UNSET:
        values["name"] = clean_name(body.name)
    if body.lang is not UNSET:
        values["lang"] = body.lang
    return await process.writer.run(lambda database: identities.change(database, me, process.now(), values))


async def forget(request: web.Request, me: str, body: None) -> Become:
    process = request.app[PROCESS]
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
    _limit(request, me, "secrets", limits.SECRETS)
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
    return Become(identities.Cookie(identities.new_person()), api.Done())


async def log_out_everywhere(request: web.Request, me: str, body: None) -> Become:
    process = request.app[PROCESS]
    _limit(request, me, "social", limits.SOCIAL)
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


async def history(request: web.Request, me: str, body: None) -> api.History:
    return await request.app[PROCESS].read(lambda database: identities.history(database, me))


async def leaderboard(request: web.Request, me: str, body: None) -> api.Leaderboard:
    game = request.match_info["game"]
    if game not in known_games():
        raise NotAllowed("no-page")
    return await request.app[PROCESS].read(lambda database: identities.leaderboard(database, game))


async def report(request: web.Request, me: str, body: api.Report) -> api.Done:
    process = request.app[PROCESS]
    request.app[LIMITS].require_both("reports", limits.REPORTS, me, address(request), "many-reports")
    await _neighbour(request, body.table, body.seat)
    await process.writer.run(lambda database: identities.report(database, me, body, process.now()))
    return api.Done()


async def block(request: web.Request, me: str, body: api.Block) -> api.Done:
    process = request.app[PROCESS]
    _limit(request, me, "social", limits.SOCIAL)
    other = await _neighbour(request, body.table, body.seat)
    if other != me:
        await process.writer.run(lambda database: identities.block(database, me, other))
    return api.Done()


async def unblock(request: web.Request, me: str, body: None) -> api.Done:
    await request.app[PROCESS].writer.run(lambda database: identities.unblock(database, me))
    return api.Done()


# --- what they share ------------------------------------------------------------------------------------------


async def _live_table(request: web.Request) -> LiveTable:
    return await _live_table_of(request, request.match_info["table"])


async def _live_table_of(request: web.Request, table_id: str) -> LiveTable:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", table_id):
        raise NotAllowed("no-table")
    process = request.app[PROCESS]
    live = await process.table(table_id)
    if process.shared:  # another process may have gone on
        async with live.lock:
            await live.catch_up()
    return live


def _require_reader(live: LiveTable, me: str) -> None:
    """Record, replay and review of a table by invitation are for those who sit there and its host."""
    if not (live.state.terms.public or live.host == me or live.seats_of(me)):
        raise NotAllowed("private")


async def _sitter(request: web.Request, me: str) -> Sitter:
    """From now on this person is known to the database."""
    process = request.app[PROCESS]
    known = await process.read(lambda database: queries.person(database, me))
    if known is None:
        await process.writer.run(lambda database: identities.ensure(database, me, process.now()))
    return Sitter(me, known.name if known else None)


async def _require_kept(request: web.Request, me: str) -> None:
    known = await request.app[PROCESS].read(lambda database: identities.known(database, me))
    if not known.kept:
        raise NotAllowed("rated-kept")


async def _require_company(live: LiveTable, me: str) -> None:
    """Nobody has to meet somebody they blocked; at tables by invitation one has been invited."""
    if not live.state.terms.public:
        return
    others = [
        live.sitters[chair.sitter].person
        for chair in live.state.chairs
        if chair.sitter is not None and chair.sitter in live.sitters
    ]
    there = [other for other in others if other is not None and other != me]
    avoided: bool = await live.process.read(lambda database: identities.blocked(database, me, there))
    if avoided:
        raise NotAllowed("blocked")


async def _neighbour(request: web.Request, table_id: str, seat: int) -> str:
    live = await _live_table_of(request, table_id)
    sitter = live.state.chairs[seat].sitter if seat < live.state.terms.players else None
    person = live.sitters[sitter].person if sitter is not None and sitter in live.sitters else None
    if person is None or not live.state.terms.public:
        raise NotAllowed("no-table")
    return person


def _seated(live: LiveTable, me: str) -> api.Seated:
    process = live.process
    version = process.versions.of(me)
    held = [
        api.HeldSeat(seat, identities.seat_key(process.key, live.id, seat, sitter, version))
        for seat, sitter in live.seats_of(me).items()
    ]
    return api.Seated(live.shape(), held)


def _limit(request: web.Request, me: str, name: str, rate: limits.Rate, otherwise: str = "too-fast") -> None:
    """Per address and per identity: a new cookie is no new purse."""
    request.app[LIMITS].require(name, rate, address(request), otherwise)
    request.app[LIMITS].require(name, rate, me, otherwise)


Answer = Callable[[web.Request, str, Any], Awaitable[Any]]


def answer_of(route: api.Route) -> Answer:
    found: Answer = globals()[route.name]
    return found
