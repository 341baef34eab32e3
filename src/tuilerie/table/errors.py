"""What a table or its server refuses besides moves: a code of the catalogue (`server.*`)."""

from __future__ import annotations

from typing import Any

from tuilerie.engine.errors import Refused, TuilerieError
from tuilerie.table.shapes import Why
from tuilerie.words.terms import codes


class NotAllowed(TuilerieError):
    """Not allowed here, now, or for this person; nothing has changed."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(f"server.{code}", **details)
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
