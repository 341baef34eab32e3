"""Answers about games played otherwise: nothing is stored, and what is asked about comes with the question."""

from __future__ import annotations

from aiohttp import web

from tuilerie.server.http.access import LIMITS, PROCESS, address
from tuilerie.server.process import limits
from tuilerie.table import branches


async def branch(request: web.Request, me: str, body: branches.TryBranch) -> branches.BranchPosition:
    where, cost = address(request), branches.cost_of(body)
    request.app[LIMITS].require_both("branches", limits.BRANCHES, me, where, otherwise="many-replays", cost=cost)
    return await request.app[PROCESS].thinkers.hint(lambda: branches.played(body), where)
