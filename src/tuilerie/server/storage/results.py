"""What a finished game leaves outside its log: the table's end, each person's history, and ratings."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, update

from tuilerie.server.people import rating
from tuilerie.server.storage import attempts
from tuilerie.server.storage.schema import results, tables
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState


def keep(connection: Connection, state: TableState, sitters: Mapping[str, Sitter], at: int, same_address: bool) -> None:
    """In the transaction of the last entry; may run twice and leaves the same."""
    connection.execute(update(tables).where(tables.c.id == state.table).values(ended=at))
    if state.match is not None:
        again = _keep_history(connection, state, sitters, at)
        if state.terms.rated and not again:
            rating.rate(connection, state, sitters, same_address)
    if state.terms.daily is not None and state.terms.daily.counts:
        attempts.finish(connection, state, at)
    rating.forget_places(connection, state.table)


def _keep_history(connection: Connection, state: TableState, sitters: Mapping[str, Sitter], at: int) -> bool:
    """True if it was kept before."""
    match = state.match
    assert match is not None
    again = connection.execute(delete(results).where(results.c.table_id == state.table)).rowcount > 0
    bots = {seat: chair.bot for seat, chair in enumerate(state.chairs) if chair.sitter is None}
    summary = json.dumps({"scores": match.scores, "winners": match.winners, "reason": match.reason, "bots": bots})
    people = [
        sitters[chair.sitter].person if chair.sitter is not None and chair.sitter in sitters else None
        for chair in state.chairs
    ]
    rows = [
        {
            "table_id": state.table,
            "seat": seat,
            "person": person,
            "game": state.terms.game,
            "summary": summary,
            "ended": at,
            "rated": state.terms.rated,
        }
        for seat, person in enumerate(people)
        if person is not None
    ]
    if rows:
        connection.execute(insert(results), rows)
    return again
