"""What can go wrong, as codes; the sentences are in `words`.

TuilerieError
├── BadInput       what was asked for cannot be done: unknown game, bad variant, unusable file
├── Refused        a move that the rules refuse: a Reason, the clause it breaks; the match is unchanged
└── WrongRecord    a record that does not hold: where, and the clause
"""

from __future__ import annotations

from typing import Any

from tuilerie.words import FALLBACK, say


class TuilerieError(Exception):
    """An error with a code and details; `sentence(lang)` tells a person what to do.

    Details are numbers, text and things that a language names (`tuilerie.words.terms`); programs get the code and the
    codes of the things.
    """

    code: str
    wording: str | None = None  # the key of a sentence that says more than the code's own

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details

    def sentence(self, lang: str = FALLBACK) -> str:
        return say(self.wording or self.code, lang, **self.details)

    def in_words(self, lang: str, form: str = "") -> str:
        """Inside another sentence."""
        return self.sentence(lang)

    def __str__(self) -> str:
        return self.sentence()


class BadInput(TuilerieError):
    pass


class Refused(TuilerieError):
    """`code` is a Reason of the catalogue (`refusal.*`); `clause` is the rule's id, or None where no rule is concerned.

    `wording` is another sentence of the catalogue, for a case of which more can be said than of the code in general.
    """

    def __init__(self, code: str, clause: str | None = None, *, wording: str | None = None, **details: Any) -> None:
        super().__init__(f"refusal.{code}", **details)
        self.reason = code
        self.clause = clause
        self.wording = None if wording is None else f"refusal.{wording}"

    def sentence(self, lang: str = FALLBACK) -> str:
        text = super().sentence(lang)
        return f"{text} ({self.clause})" if self.clause else text

    def without_clause(self) -> Refused:
        """The same, for a sentence that names the clause itself."""
        same = Refused(self.reason, **self.details)
        same.wording = self.wording
        return same


class WrongRecord(TuilerieError):
    """`event` is the number of the first wrong event (from 0), or None for what stands before the events."""

    def __init__(self, code: str, event: int | None = None, clause: str | None = None, **details: Any) -> None:
        super().__init__(f"record.{code}", **details)
        self.event = event
        self.clause = clause

    def sentence(self, lang: str = FALLBACK) -> str:
        text = super().sentence(lang)
        if self.clause:
            text += f" ({self.clause})"
        return say("record.at-event", lang, event=self.event, text=text) if self.event is not None else text
