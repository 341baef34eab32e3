"""Answers about tables: one function per route. Each returns what the route promises; `app` writes it down."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import segno
from aiohttp import web
from msgspec.json import encode

from tuilerie.engine.match import Match
from tuilerie.engine.registry import known_games
from tuilerie.engine.replay import seen_positions
from tuilerie.server.http import api
from tuilerie.server.http.access import LIMITS, OPTIONS, PROCESS, address
from tuilerie.server.http.answers import Json, live_table, require_limit
from tuilerie.server.http.shelf import shelf
from tuilerie.server.people import identities, rating
from tuilerie.server.process import limits, reviews
from tuilerie.server.process.create_table import create_table
from tuilerie.server.process.live_table import LiveTable
from tuilerie.server.storage import queries
from tuilerie.table.creation import new_table, sit_down
from tuilerie.table.errors import NotAllowed
from tuilerie.table.reviews import Review
from tuilerie.table.shapes import Table
from tuilerie.table.sitter import Sitter
from tuilerie.table.terms import CreateTable
from tuilerie.words import LANGUAGES, rules_page

MOST_LISTED = 50


# --- the shelf and its tables -----------------------------------------------------------------------------


async def games(request: web.Request, me: str, body: None) -> api.Shelf:
    return shelf()


async def tables(request: web.Request, me: str, body: None) -> api.Tables:
    process = request.app[PROCESS]
    ids = await process.read(lambda database: queries.public_tables(database, MOST_LISTED))
    return api.Tables([(await process.table(table_id)).shape() for table_id in ids])


async def create(request: web.Request, me: str, body: CreateTable) -> api.Seated:
    process = request.app[PROCESS]
    require_limit(request, me, "tables", limits.TABLES)
    if body.rated:
        await _require_kept(request, me)
    request.app[LIMITS].require("many-tables", limits.MANY_TABLES, address(request), "many-tables")
    live = await create_table(process, new_table(body, await sitter_of(request, me)))
    await rating.note_place(live, address(request), list(live.seats_of(me).values()))
    return seated(live, me)


async def table(request: web.Request, me: str, body: None) -> Table:
    return (await live_table(request)).shape()


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
    live = await live_table(request)
    require_limit(request, me, "sit", limits.TABLES)
    sitter = await sitter_of(request, me)
    if live.state.terms.rated:
        await _require_kept(request, me)
    async with live.lock:
        await live.fresh()
        await _require_company(live, me)
        await live.attempt(lambda: _sit_down(live, body, sitter))
        await rating.note_place(live, address(request), list(live.seats_of(me).values()))
    return seated(live, me)


async def _sit_down(live: LiveTable, body: api.SitDown, sitter: Sitter) -> None:
    entry = sit_down(live, sitter, body.seat, body.hash)
    await live.append(entry, None, (entry.sitter, live.seated(sitter, entry.seat)))


async def keys(request: web.Request, me: str, body: None) -> api.Seated:
    return seated(await live_table(request), me)


async def record(request: web.Request, me: str, body: None) -> Json:
    live = await live_table(request)
    _require_reader(live, me)
    if (kept := _kept_ready(request, me, f"record/{live.id}", 1)) is not None:
        return Json(kept)
    async with live.lock:
        state = await live.fresh()
        if state.phase != "over" or state.match is None:
            raise NotAllowed("no-record")
        _require_open(live)
        made = encode(state.match.record([_player(live, seat) for seat in range(state.terms.players)]))
    live.process.finished.put(f"record/{live.id}", made)
    return Json(made)


def _require_open(live: LiveTable) -> None:
    """A record holds the secret of its deal, a replay and a review its hands: all of them wait until the day of a deal
    of the day is over.
    """
    daily = live.state.terms.daily
    if daily is not None and daily.sealed and not live.process.daily.is_open(date.fromisoformat(daily.day)):
        raise NotAllowed("daily-sealed")


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
    live = await live_table(request)
    _require_reader(live, me)
    async with live.lock:
        state = await live.fresh()
        match = state.match
        if state.phase != "over" or match is None:
            raise NotAllowed("no-record")
        _require_open(live)
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
    request.app[LIMITS].require_both(
        "records", limits.RECORDS, me, address(request), otherwise="many-replays", cost=paid
    )
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


async def review(request: web.Request, me: str, body: None) -> Review:
    live = await live_table(request)
    _require_reader(live, me)
    async with live.lock:
        match = reviews.reviewable(await live.fresh())
        _require_open(live)
    known = await reviews.known(live.process, live.id)
    if known is not None:
        return known
    require_limit(request, me, "reviews", limits.REVIEWS, "many-reviews")
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
    live = await live_table(request)
    base = request.app[OPTIONS].link or f"{request.scheme}://{request.host}"
    image = io.BytesIO()
    segno.make(f"{base}/t/{live.code}", error="m").save(image, kind="svg", scale=6, border=2, xmldecl=False)
    return image.getvalue()


# --- what they share ------------------------------------------------------------------------------------------


def _require_reader(live: LiveTable, me: str) -> None:
    """Record, replay and review of a table by invitation are for those who sit there and its host."""
    if not (live.state.terms.public or live.host == me or live.seats_of(me)):
        raise NotAllowed("private")


async def sitter_of(request: web.Request, me: str) -> Sitter:
    """From now on this person is known to the database."""
    process = request.app[PROCESS]
    known = await process.read(lambda database: queries.person(database, me))
    if known is None:
        await process.writer.run(lambda database: identities.ensure(database, me, process.now()))
    return Sitter(me, known.name, known.face) if known else Sitter(me, None)


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


def seated(live: LiveTable, me: str) -> api.Seated:
    process = live.process
    version = process.versions.of(me)
    held = [
        api.HeldSeat(seat, identities.seat_key(process.key, live.id, seat, sitter, version))
        for seat, sitter in live.seats_of(me).items()
    ]
    return api.Seated(live.shape(), held)
