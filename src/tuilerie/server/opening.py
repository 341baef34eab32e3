"""Making a table: a short code that is free, a secret, and the first entries, all in one transaction."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError

from tuilerie.engine.fair import fresh_secret
from tuilerie.server import readiness, store
from tuilerie.server.leases import lease_of
from tuilerie.table.core import TableFacts
from tuilerie.table.creation import NewTable, new_id
from tuilerie.table.errors import NotAllowed

if TYPE_CHECKING:
    from tuilerie.server.hall import Hall
    from tuilerie.server.room import Room

ATTEMPTS = 5  # to find a short code that is free
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that can be mistaken for another


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


async def create_table(hall: Hall, new: NewTable) -> Room:
    await readiness.games.until(new.terms.game)
    at, secret = hall.now(), fresh_secret()
    for _ in range(ATTEMPTS):
        facts = TableFacts(new_code(), at, new.host, new.rematch_of)
        state = new.state(new_id(), secret, at)
        lease = lease_of(state, at, 0, hall.name)
        try:
            await hall.writer.run(partial(store.create, state=state, facts=facts, new=new, lease=lease))
        except IntegrityError:
            continue
        break
    else:
        raise NotAllowed("unavailable")
    return hall.admit(store.Loaded(facts, state, {sitter_id: sitter for sitter_id, (_, sitter) in new.sitting.items()}))
