"""Making a table: a short code that is free, a secret, and the first entries, all in one transaction."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError

from tuilerie.engine.fair import fresh_secret
from tuilerie.server.process import readiness
from tuilerie.server.process.leases import lease_of
from tuilerie.server.storage import queries
from tuilerie.table.core import TableFacts
from tuilerie.table.creation import NewTable, new_id
from tuilerie.table.errors import NotAllowed

if TYPE_CHECKING:
    from tuilerie.server.process.live_table import LiveTable
    from tuilerie.server.process.server_process import ServerProcess

ATTEMPTS = 5  # to find a short code that is free
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that can be mistaken for another


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


async def create_table(process: ServerProcess, new: NewTable) -> LiveTable:
    await readiness.games.until(new.terms.game)
    at, secret = process.now(), fresh_secret()
    for _ in range(ATTEMPTS):
        facts = TableFacts(new_code(), at, new.host, new.rematch_of)
        state = new.state(new_id(), secret, at)
        lease = lease_of(state, at, 0, process.name)
        try:
            await process.writer.run(partial(queries.create, state=state, facts=facts, new=new, lease=lease))
        except IntegrityError:
            continue
        break
    else:
        raise NotAllowed("unavailable")
    return process.admit(
        queries.Loaded(facts, state, {sitter_id: sitter for sitter_id, (_, sitter) in new.sitting.items()})
    )
