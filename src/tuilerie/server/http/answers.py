"""What the answers of HTTP routes share."""

from __future__ import annotations

import re
from typing import Any

from aiohttp import web

from tuilerie.server.http.access import LIMITS, PROCESS, address
from tuilerie.server.people import identities
from tuilerie.server.process import limits
from tuilerie.server.process.live_table import LiveTable
from tuilerie.table.errors import NotAllowed


class Become:
    """An answer that also makes the caller somebody else: the cookie changes."""

    def __init__(self, cookie: identities.Cookie, answer: Any) -> None:
        self.cookie = cookie
        self.answer = answer


class Json(bytes):
    """An answer that is encoded already."""


async def live_table(request: web.Request) -> LiveTable:
    return await live_table_of(request, request.match_info["table"])


async def live_table_of(request: web.Request, table_id: str) -> LiveTable:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", table_id):
        raise NotAllowed("no-table")
    process = request.app[PROCESS]
    live = await process.table(table_id)
    if process.shared:  # another process may have gone on
        async with live.lock:
            await live.catch_up()
    return live


def require_limit(request: web.Request, me: str, name: str, rate: limits.Rate, otherwise: str = "too-fast") -> None:
    """Per address and per identity: a new cookie is no new bucket."""
    request.app[LIMITS].require(name, rate, address(request), otherwise)
    request.app[LIMITS].require(name, rate, me, otherwise)
