"""The HTTP status that goes with each refusal."""

from __future__ import annotations

from tuilerie.engine.errors import BadInput, TuilerieError
from tuilerie.table.errors import NotAllowed

# by code without `server.`; 400 where none is given
STATUS = {
    "no-table": 404,
    "no-page": 404,
    "no-record": 409,
    "no-review": 409,
    "nothing-to-review": 409,
    "not-seated": 403,
    "not-host": 403,
    "bad-key": 403,
    "bad-cookie": 403,
    "logged-out": 403,
    "origin": 403,
    "blocked": 403,
    "login": 403,
    "passphrase": 403,
    "not-kept": 409,
    "kept-already": 409,
    "move-code": 403,
    "private": 403,
    "seat-taken": 409,
    "already-seated": 409,
    "nobody-there": 409,
    "rated-kept": 403,
    "name-taken": 409,
    "phase": 409,
    "metrics": 403,
    "too-long": 413,
    "host": 421,
    "not-json": 415,
    "too-fast": 429,
    "many-reviews": 429,
    "many-hints": 429,
    "many-phrases": 429,
    "many-reports": 429,
    "many-replays": 429,
    "many-sockets": 429,
    "many-tables": 429,
    "many-watched": 429,
    "many-attempts": 429,
    "daily-first": 409,
    "daily-over": 409,
    "daily-played": 409,
    "daily-sealed": 409,
    "many-entries": 409,
    "many-changes": 409,
    "already": 409,
    "too-slow": 408,
    "unavailable": 503,
    "stopping": 503,
    "not-compiled": 503,
    "method": 405,
}


def status(error: TuilerieError) -> int:
    if isinstance(error, NotAllowed):
        return STATUS.get(error.code.removeprefix("server."), 400)
    return 400 if isinstance(error, BadInput) else 409
