"""Making a table: a short code that is free, a secret, and the first entries, all in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tuilerie.engine.fair import fresh_secret
from tuilerie.server.process import readiness
from tuilerie.server.process.leases import Lease, lease_of
from tuilerie.server.storage import queries
from tuilerie.table.core import TableFacts
from tuilerie.table.creation import NewTable, new_id
from tuilerie.table.errors import NotAllowed
from tuilerie.table.state import TableState

if TYPE_CHECKING:
    from tuilerie.server.process.live_table import LiveTable
    from tuilerie.server.process.server_process import ServerProcess

ATTEMPTS = 5  # to find a short code that is free
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that can be mistaken for another


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


async def create_table(
    process: ServerProcess,
    new: NewTable,
    secret: bytes | None = None,
    also: Callable[[Connection, str], None] | None = None,
) -> LiveTable:
    """`secret`: of the deal, where it is not a fresh one; `also`: what is written with the table, or neither is."""
    await readiness.games.until(new.terms.game)
    at, secret = process.now(), secret or fresh_secret()

    def create(database: Connection, state: TableState, facts: TableFacts, lease: Lease | None) -> None:
        if also is not None:
            also(database, state.table)
        queries.create(database, state, facts, new, lease)

    for _ in range(ATTEMPTS):
        facts = TableFacts(new_code(), at, new.host, new.rematch_of)
        state = new.state(new_id(), secret, at)
        lease = lease_of(state, at, 0, process.name)
        try:
            await process.writer.run(lambda database: create(database, state, facts, lease))  # noqa: B023 (run at once)
        except IntegrityError:
            continue
        break
    else:
        raise NotAllowed("unavailable")
    return process.admit(
        queries.Loaded(facts, state, {sitter_id: sitter for sitter_id, (_, sitter) in new.sitting.items()})
    )
