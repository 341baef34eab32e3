"""Questions to the database, and the writes that are no log entries.

Every function takes a connection: the caller decides where the transaction ends.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Table, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tuilerie.server.process import readiness
from tuilerie.server.process.leases import Lease
from tuilerie.server.process.presence import NOBODY, Attendance
from tuilerie.server.storage.schema import due, log, people, settings, sitters, tables
from tuilerie.table import entries
from tuilerie.table.core import TableFacts
from tuilerie.table.creation import NewTable
from tuilerie.table.sitter import Sitter
from tuilerie.table.state import TableState
from tuilerie.table.terms import Terms

FORGOTTEN = "forgotten"
Rows = list[tuple[int, int, bytes, str | None]]  # seq, at, entry, key


@dataclass(slots=True)
class Loaded:
    """A table as read from the database."""

    facts: TableFacts
    state: TableState
    sitters: dict[str, Sitter]
    elsewhere: Attendance = NOBODY


def load(connection: Connection, table_id: str) -> Loaded | None:
    """A table, its log folded."""
    row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
    if row is None:
        return None
    state = TableState(table_id, msgspec.json.decode(row.terms, type=Terms), row.secret)
    readiness.games.wait(state.terms.game)
    for seq, at, entry, key in log_after(connection, table_id, 0):
        state.apply(seq, at, entries.decode(entry), key)
    facts = TableFacts(row.code, row.created, row.host, row.rematch_of)
    return Loaded(facts, state, sitters_of(connection, table_id))


def log_after(connection: Connection, table_id: str, seq: int) -> Rows:
    query = (
        select(log.c.seq, log.c.at, log.c.entry, log.c.key)
        .where(log.c.table_id == table_id, log.c.seq > seq)
        .order_by(log.c.seq)
    )
    return [(row.seq, row.at, row.entry, row.key) for row in connection.execute(query)]


def latest(connection: Connection, table_ids: list[str]) -> dict[str, int]:
    """The latest sequence number of each table."""
    query = select(log.c.table_id, func.max(log.c.seq)).where(log.c.table_id.in_(table_ids)).group_by(log.c.table_id)
    return {row[0]: row[1] for row in connection.execute(query)}


def sitters_of(connection: Connection, table_id: str) -> dict[str, Sitter]:
    return {
        row.id: Sitter(row.person, row.name, row.face)
        for row in connection.execute(select(sitters).where(sitters.c.table_id == table_id))
    }


def table_by_code(connection: Connection, code: str) -> str | None:
    return connection.execute(select(tables.c.id).where(tables.c.code == code)).scalar()


def public_tables(connection: Connection, most: int) -> list[str]:
    query = (
        select(tables.c.id)
        .where(tables.c.public, tables.c.ended.is_(None))
        .order_by(tables.c.created.desc())
        .limit(most)
    )
    return list(connection.execute(query).scalars())


# --- writes -----------------------------------------------------------------------------------------


def create(connection: Connection, state: TableState, facts: TableFacts, new: NewTable, lease: Lease | None) -> None:
    """A new table with the first entries of its log, and what is due there."""
    terms, at = state.terms, facts.created
    row: dict[str, Any] = {
        "id": state.table,
        "code": facts.code,
        "game": terms.game,
        "terms": msgspec.json.encode(terms).decode(),
        "secret": state.secret,
    }
    row |= {"host": facts.host, "public": terms.public, "created": at, "rematch_of": facts.rematch_of}
    connection.execute(insert(tables), row)
    for sitter_id, (seat, sitter) in new.sitting.items():
        add_sitter(connection, state.table, sitter_id, seat, sitter)
    for seq, entry in enumerate(new.entries, 1):
        row = {
            "table_id": state.table,
            "seq": seq,
            "at": at,
            "entry": entries.encode(entry),
            "key": None,
            "mark": secrets.randbits(62),
        }
        connection.execute(insert(log), row)
    if lease is not None:
        take_up(connection, state.table, state.seq, lease)


def add_sitter(connection: Connection, table_id: str, sitter_id: str, seat: int, sitter: Sitter) -> None:
    connection.execute(
        insert(sitters),
        {
            "id": sitter_id,
            "table_id": table_id,
            "seat": seat,
            "person": sitter.person,
            "name": sitter.name,
            "face": sitter.face,
        },
    )


def setting(connection: Connection, name: str, fresh: bytes) -> bytes:
    """A secret of the server that outlives its processes: made once, by whoever comes first; all others, however close
    behind, read that one.
    """
    add_if_absent(connection, settings, {"name": name, "value": fresh})
    return bytes(connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar_one())


def note_forgotten(connection: Connection) -> None:
    """Somebody's data was deleted: every process looks at the names that it shows (see `ServerProcess.beat`)."""
    value = secrets.token_bytes(8)
    add_if_absent(connection, settings, {"name": FORGOTTEN, "value": value})
    connection.execute(update(settings).where(settings.c.name == FORGOTTEN).values(value=value))


def last_forgotten(connection: Connection) -> bytes | None:
    """Another value after every deletion."""
    return connection.execute(select(settings.c.value).where(settings.c.name == FORGOTTEN)).scalar()


def forgotten(connection: Connection, table_ids: list[str]) -> tuple[set[str], set[str]]:
    """Of these tables: sitters who are nobody any more, and tables whose host is."""
    sitting = select(sitters.c.id).where(sitters.c.table_id.in_(table_ids), sitters.c.person.is_(None))
    hosting = select(tables.c.id).where(tables.c.id.in_(table_ids), tables.c.host.is_(None))
    return set(connection.execute(sitting).scalars()), set(connection.execute(hosting).scalars())


def add_if_absent(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Two processes may do this at once: the second waits for the first and adds nothing. True if the row is new."""
    add = postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
    # counted even where SQLAlchemy asks for the defaults of columns that the row leaves out
    counted = add.values(**row).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
    return connection.execute(counted).rowcount == 1


def person(connection: Connection, person_id: str) -> Row[Any] | None:
    return connection.execute(select(people).where(people.c.id == person_id)).one_or_none()


# --- what is due --------------------------------------------------------------------------------------


def expired(connection: Connection, now: int, everything: bool) -> list[Row[Any]]:
    """What is due and nobody holds any more (everything, for the only process there is)."""
    query = select(due) if everything else select(due).where(due.c.until < now).limit(200)
    return list(connection.execute(query))


def claim(connection: Connection, row: Row[Any], holder: str, until: int) -> bool:
    """Take over a lease; False if another process was faster."""
    same = (due.c.table_id == row.table_id) & (due.c.until == row.until) & (due.c.holder == row.holder)
    return connection.execute(update(due).where(same).values(holder=holder, until=until)).rowcount == 1


def take_up(connection: Connection, table_id: str, seq: int, lease: Lease) -> bool:
    """Do what is due at a table where nobody was to do it; False if another process was faster."""
    row = {"table_id": table_id, "seq": seq, "at": lease.at, "until": lease.until, "holder": lease.holder}
    return add_if_absent(connection, due, row)


def settle(connection: Connection, table_id: str, seq: int, holder: str) -> None:
    """Nothing is due at this table after all, for this holder."""
    connection.execute(delete(due).where(due.c.table_id == table_id, due.c.seq <= seq, due.c.holder == holder))
