"""Reviews of finished games: asked for, computed once behind everything else, kept in the database.

A row with a lease says which process computes it and how far it is, so that every process can tell and another can take
over from a dead one.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tuilerie.bots import review as reviewing
from tuilerie.engine.match import Match
from tuilerie.server.storage.schema import reviews
from tuilerie.table.errors import NotAllowed
from tuilerie.table.reviews import Review, told
from tuilerie.table.state import TableState

if TYPE_CHECKING:
    from tuilerie.server.process.server_process import ServerProcess

LEASE_MS = 20_000
TELL_SECONDS = 1.0


def reviewable(state: TableState) -> Match:
    """The finished game of a table, independent of the table."""
    if state.phase != "over" or state.match is None:
        raise NotAllowed("no-review")
    if not state.match.game.effort.reviewed:
        raise NotAllowed("nothing-to-review")
    return state.match.copy()


async def known(process: ServerProcess, table: str) -> Review | None:
    """What is there: the review, or how far somebody is with it; None if nobody is at it."""
    row = await process.read(
        lambda database: database.execute(select(reviews).where(reviews.c.table_id == table)).one_or_none()
    )
    if row is None:
        return None
    if row.body is not None:
        return await _read(process, table, row.body)
    if row.until <= process.now():
        return None
    begun = process.reviews_begun.get(table)
    return Review("computing", row.done, row.total) if begun is None else told(begun)


async def _read(process: ServerProcess, table: str, body: bytes) -> Review | None:
    """A review that was kept; one of an earlier form is forgotten, to be made anew."""
    try:
        return msgspec.json.decode(body, type=Review)
    except msgspec.ValidationError:
        await process.writer.run(lambda database: database.execute(delete(reviews).where(reviews.c.table_id == table)))
        return None


async def begin(process: ServerProcess, table: str, match: Match) -> Review:
    """Ours to compute, unless another process was faster."""
    total = reviewing.turns_in(match)
    try:
        ours = await process.writer.run(lambda database: _claim(database, table, total, process.name, process.now()))
    except IntegrityError:
        ours = False
    if ours:
        process.spawn(_compute(process, table, match))
    return Review("computing", 0, total)


async def _compute(process: ServerProcess, table: str, match: Match) -> None:
    """Step by step, whenever a thinker has time; meanwhile the database is told how far it is, which also keeps the
    lease.
    """
    begun = process.reviews_begun

    async def judged() -> Review:
        steps = reviewing.review(match)
        while True:
            step = await process.thinkers.review(partial(next, steps))
            if step is not None:
                begun[table] = step
                if step.complete:
                    return told(step)

    thinking = asyncio.ensure_future(judged())
    try:
        while not (await asyncio.wait({thinking}, timeout=TELL_SECONDS))[0]:
            await _tell(process, table, len(begun[table].turns) if table in begun else 0)
        review = thinking.result()
    except Exception:
        await process.writer.run(lambda database: database.execute(delete(reviews).where(reviews.c.table_id == table)))
        raise
    else:
        body = msgspec.json.encode(review)
        await process.writer.run(lambda database: _keep(database, table, review.total, body))
    finally:
        thinking.cancel()
        begun.pop(table, None)


async def _tell(process: ServerProcess, table: str, done: int) -> None:
    values = {"done": done, "until": process.now() + LEASE_MS}
    ours = (reviews.c.table_id == table) & (reviews.c.holder == process.name) & reviews.c.body.is_(None)
    await process.writer.run(lambda database: database.execute(update(reviews).where(ours).values(**values)))


def _claim(database: Connection, table: str, total: int, holder: str, now: int) -> bool:
    row = {"done": 0, "total": total, "holder": holder, "until": now + LEASE_MS}
    there = database.execute(
        select(reviews.c.body, reviews.c.until).where(reviews.c.table_id == table).with_for_update()
    ).one_or_none()
    if there is None:
        database.execute(insert(reviews), {"table_id": table, **row})
        return True
    if there.body is not None or there.until > now:
        return False
    database.execute(update(reviews).where(reviews.c.table_id == table).values(**row))
    return True


def _keep(database: Connection, table: str, total: int, body: bytes) -> None:
    database.execute(update(reviews).where(reviews.c.table_id == table).values(done=total, body=body))
