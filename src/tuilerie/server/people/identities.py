"""Who somebody is: a guest by a signed cookie, at once; kept by name and passphrase, or moved to another device, if
they like.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import cache
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection, Row, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tuilerie.server.http import api
from tuilerie.server.storage.queries import add_if_absent, note_forgotten
from tuilerie.server.storage.schema import (
    blocks,
    daily_attempts,
    move_codes,
    people,
    places,
    ratings,
    reports,
    results,
    sitters,
    tables,
)
from tuilerie.table.errors import NotAllowed
from tuilerie.table.text import folded_name

COOKIE = "tuilerie"
COOKIE_SECONDS = 400 * 86_400
MOVE_CODE_MS = 600_000
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

_hasher = PasswordHasher()  # argon2id


# --- cookies and keys ---------------------------------------------------------------------------------


def new_person() -> str:
    return secrets.token_urlsafe(16)


class Cookie(NamedTuple):
    """What a signed cookie says. It is good as long as the person's version is the same."""

    person: str
    version: int = 0
    device: str = ""  # of cookies from before devices had ids


def new_device() -> str:
    return secrets.token_hex(8)


def sign(key: bytes, cookie: Cookie) -> str:
    """`person.version.device.signature`; before devices had ids `person.version.signature`, or `person.signature`."""
    said = f"{cookie.person}.{cookie.version}" if cookie.version or cookie.device else cookie.person
    if cookie.device:
        said += f".{cookie.device}"
    return f"{said}.{hmac.digest(key, f'cookie/{said}'.encode(), 'sha256').hex()}"


def read_cookie(key: bytes, text: str | None) -> Cookie | None:
    """Whose cookie it is; None if it is missing or forged."""
    if not text or len(text) > 200 or not text.isascii():
        return None
    person, *rest = text.split(".")
    version = int(rest[0]) if len(rest) in (2, 3) and rest[0].isdigit() and len(rest[0]) < 10 else 0
    cookie = Cookie(person, version, rest[1] if len(rest) == 3 else "")
    return cookie if hmac.compare_digest(sign(key, cookie), text) else None


def seat_key(key: bytes, table: str, seat: int, sitter: str, version: int) -> str:
    """128 bits that only the server can make.

    Another sitter, or the same one after a logout everywhere, has another key: an old one opens nothing.
    """
    said = f"seat/{table}/{seat}/{sitter}" + (f"/{version}" if version else "")
    return hmac.digest(key, said.encode(), "sha256")[:16].hex()


# --- what is known about somebody -----------------------------------------------------------------------


def known(connection: Connection, person: str) -> api.Me:
    row = _row(connection, person)
    if row is None:
        return api.Me(person, None, False, None)
    return api.Me(person, row.name, row.kept_name is not None, row.lang, row.face)


def change(connection: Connection, person: str, now: int, values: dict[str, Any]) -> api.Me:
    ensure(connection, person, now)
    if values:
        connection.execute(update(people).where(people.c.id == person).values(**values))
    return known(connection, person)


def ensure(connection: Connection, person: str, now: int) -> None:
    """Strangers leave no trace until they sit down or give a name."""
    if _row(connection, person) is None:
        add_if_absent(connection, people, {"id": person, "created": now})


def hash_passphrase(passphrase: str) -> str:
    """Slow on purpose: call it outside the event loop."""
    return _hasher.hash(passphrase)


def keep(connection: Connection, person: str, now: int, name: str, passphrase_hash: str) -> api.Me:
    kept = folded_name(name)
    if known(connection, person).kept:
        raise NotAllowed("kept-already")
    other = connection.execute(select(people.c.id).where(people.c.kept_name == kept, people.c.id != person)).scalar()
    if other is not None:
        raise NotAllowed("name-taken")
    try:
        return change(connection, person, now, {"name": name, "kept_name": kept, "passphrase": passphrase_hash})
    except IntegrityError:  # somebody took it between our question and our answer
        raise NotAllowed("name-taken") from None


def kept_by(connection: Connection, name: str) -> Row[Any] | None:
    """The kept identity with this name."""
    return connection.execute(select(people).where(people.c.kept_name == folded_name(name))).one_or_none()


def matches(kept: str | None, passphrase: str) -> bool:
    """Slow on purpose. A wrong name takes as long as a wrong passphrase."""
    try:
        _hasher.verify(kept or _nobody(), passphrase)
    except (Argon2Error, InvalidHashError):
        return False
    return kept is not None


def passphrase_hash(connection: Connection, person: str) -> str:
    row = _row(connection, person)
    if row is None or row.passphrase is None:
        raise NotAllowed("not-kept")
    return str(row.passphrase)


def change_passphrase(connection: Connection, person: str, was: str, hashed: str) -> None:
    """Only if it is still the one that was checked."""
    same = (people.c.id == person) & (people.c.passphrase == was)
    if connection.execute(update(people).where(same).values(passphrase=hashed)).rowcount != 1:
        raise NotAllowed("passphrase")


def end_devices(connection: Connection, person: str, now: int, least: int) -> int:
    """Every cookie, seat key and code of this person is worthless from now on.

    The new version, above `least` in any case.
    """
    ensure(connection, person, now)
    row = _row(connection, person)
    version = max(row.version if row else 0, least) + 1
    connection.execute(update(people).where(people.c.id == person).values(version=version, version_at=now))
    connection.execute(delete(move_codes).where(move_codes.c.person == person))
    return version


@cache
def _nobody() -> str:
    """A passphrase that nobody has."""
    return _hasher.hash(secrets.token_hex(16))


def new_move_code(connection: Connection, person: str, now: int) -> api.MoveCode:
    ensure(connection, person, now)
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(10))
    connection.execute(delete(move_codes).where(or_(move_codes.c.expires < now, move_codes.c.person == person)))
    connection.execute(insert(move_codes), {"hash": _code_hash(code), "person": person, "expires": now + MOVE_CODE_MS})
    return api.MoveCode(code, now + MOVE_CODE_MS)


def use_move_code(connection: Connection, code: str, now: int) -> Cookie:
    """Whose code it is; it is gone afterwards."""
    row = connection.execute(select(move_codes).where(move_codes.c.hash == _code_hash(code))).one_or_none()
    if (
        row is None
        or connection.execute(delete(move_codes).where(move_codes.c.hash == row.hash)).rowcount != 1
        or row.expires < now
    ):
        raise NotAllowed("move-code")
    owner = _row(connection, row.person)
    return Cookie(row.person, owner.version if owner else 0)


def forget(connection: Connection, person: str) -> None:
    """Everything personal goes; the games stay, with nobody's name."""
    connection.execute(
        delete(places).where(places.c.sitter.in_(select(sitters.c.id).where(sitters.c.person == person)))
    )
    connection.execute(update(sitters).where(sitters.c.person == person).values(person=None, name=None, face=None))
    connection.execute(update(tables).where(tables.c.host == person).values(host=None))
    connection.execute(update(reports).where(reports.c.reporter == person).values(reporter=None))
    connection.execute(delete(results).where(results.c.person == person))
    connection.execute(delete(ratings).where(ratings.c.person == person))
    connection.execute(delete(daily_attempts).where(daily_attempts.c.person == person))
    connection.execute(delete(move_codes).where(move_codes.c.person == person))
    connection.execute(delete(blocks).where(or_(blocks.c.person == person, blocks.c.other == person)))
    connection.execute(delete(people).where(people.c.id == person))
    note_forgotten(connection)


# --- company to avoid ----------------------------------------------------------


def blocked(connection: Connection, person: str, others: list[str]) -> bool:
    """One of them does not want to meet this person, or the other way round."""
    either = or_(
        (blocks.c.person == person) & blocks.c.other.in_(others),
        (blocks.c.other == person) & blocks.c.person.in_(others),
    )
    return connection.execute(select(blocks.c.person).where(either).limit(1)).scalar() is not None


def block(connection: Connection, person: str, other: str) -> None:
    add_if_absent(connection, blocks, {"person": person, "other": other})


def unblock(connection: Connection, person: str) -> None:
    connection.execute(delete(blocks).where(blocks.c.person == person))


def report(connection: Connection, reporter: str, asked: api.Report, now: int) -> None:
    connection.execute(
        insert(reports),
        {"table_id": asked.table, "seat": asked.seat, "reporter": reporter, "about": asked.about, "at": now},
    )


def _row(connection: Connection, person: str) -> Row[Any] | None:
    return connection.execute(select(people).where(people.c.id == person)).one_or_none()


def _code_hash(code: str) -> str:
    return hashlib.sha256(code.strip().upper().encode()).hexdigest()
