"""What the server refuses besides moves: a code of the catalogue (`server.*`) and the HTTP status that goes with it."""

from __future__ import annotations

from typing import Any

from tuilerie.engine.errors import BadInput, Refused, TuilerieError
from tuilerie.table.shapes import Why
from tuilerie.words.terms import codes

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
    "many-entries": 409,
    "many-changes": 409,
    "already": 409,
    "too-slow": 408,
    "unavailable": 503,
    "stopping": 503,
    "not-compiled": 503,
    "method": 405,
}


class NotAllowed(TuilerieError):
    """Not allowed here, now, or for this person; nothing has changed."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(f"server.{code}", **details)
        self.status = STATUS.get(code, 400)
        self.again: int | None = None  # seconds after which it may be tried again, where that is known


def why(error: TuilerieError, lang: str) -> Why:
    """A refusal of the rules or of the server, for programs and for people."""
    clause = error.clause if isinstance(error, Refused) else None
    return Why(
        error.code,
        error.sentence(lang),
        clause,
        codes(error.details),
        error.again if isinstance(error, NotAllowed) else None,
    )


def status(error: TuilerieError) -> int:
    return error.status if isinstance(error, NotAllowed) else 400 if isinstance(error, BadInput) else 409
