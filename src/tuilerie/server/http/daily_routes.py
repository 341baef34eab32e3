"""Answers about the deal of the day: one function per route."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from aiohttp import web

from tuilerie.server.http import api
from tuilerie.server.http.access import LIMITS, PROCESS, address
from tuilerie.server.http.answers import require_limit
from tuilerie.server.http.daily_shapes import DailyArchive, DailyBoard, DailyChain, DailyToday, PlayDaily
from tuilerie.server.http.table_routes import seated, sitter_of
from tuilerie.server.people import daily_results
from tuilerie.server.process import limits
from tuilerie.server.storage import attempts
from tuilerie.table.creation import require_daily
from tuilerie.table.errors import NotAllowed


async def today(request: web.Request, me: str, body: None) -> DailyToday:
    await request.app[PROCESS].daily.start()
    process = request.app[PROCESS]
    day = process.daily.today()
    games = await process.read(lambda database: daily_results.games_of(database, day, me))
    streak = await process.read(lambda database: daily_results.streak_of(database, me, day))
    tomorrow = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    number = process.daily.chain.number(day)
    return DailyToday(day.isoformat(), number, int(tomorrow.timestamp() * 1000), games, streak)


async def play(request: web.Request, me: str, body: PlayDaily) -> api.Seated:
    await request.app[PROCESS].daily.start()
    process, game = request.app[PROCESS], request.match_info["game"]
    require_daily(game)
    day = process.daily.today() if body.day is None else process.daily.require_day(body.day)
    if not body.practice and day != process.daily.today():
        raise NotAllowed("daily-over")
    require_limit(request, me, "tables", limits.TABLES)
    request.app[LIMITS].require("many-tables", limits.MANY_TABLES, address(request), "many-tables")
    sitter = await sitter_of(request, me)
    if body.practice:
        return seated(await process.daily.practise(game, day, sitter, body.pace), me)
    await _require_attempt(request, me, day, game)
    return seated(await process.daily.begin(game, sitter, body.pace), me)


async def _require_attempt(request: web.Request, me: str, day: date, game: str) -> None:
    """A new person is quickly made: attempts from one address are limited; going on with one's own is not."""
    known = await request.app[PROCESS].read(lambda database: attempts.attempt_of(database, day, game, me))
    if known is None:
        request.app[LIMITS].require("attempts", limits.ATTEMPTS, address(request), "many-attempts")


async def board(request: web.Request, me: str, body: None) -> DailyBoard:
    await request.app[PROCESS].daily.start()
    process, game = request.app[PROCESS], request.match_info["game"]
    require_daily(game)
    day = process.daily.require_day(request.match_info["day"])
    opened = process.daily.is_open(day)
    if not opened:
        own = await process.read(lambda database: attempts.attempt_of(database, day, game, me))
        if own is None or own.ended is None:
            raise NotAllowed("daily-first")
    found = await process.read(lambda database: daily_results.board(database, day, game, me))
    found.number, found.open = process.daily.chain.number(day), opened
    if found.expert is None:
        process.daily.think_as_expert(day, game)
    return found


async def archive(request: web.Request, me: str, body: None) -> DailyArchive:
    await request.app[PROCESS].daily.start()
    process = request.app[PROCESS]
    chain, last = process.daily.chain, process.daily.latest_open()
    if last is None:
        return DailyArchive([])
    found = await process.read(lambda database: daily_results.archive(database, last, chain.first, me))
    for past in found.days:
        day = date.fromisoformat(past.day)
        past.number, past.secret = chain.number(day), chain.secret(day).hex()
    return found


async def chain(request: web.Request, me: str, body: None) -> DailyChain:
    await request.app[PROCESS].daily.start()
    return request.app[PROCESS].daily.published()
