"""Things that a language names: a tile, a row, a contract. Refusals, reasons and events carry them.

A sentence asks for a form by its name: `{row:the}` is "la rangée verte", `{row:The}` begins a sentence with it, `{row}`
is the plain name. Which forms there are (articles, gender, cases) is up to each language: they stand under
`form.KEY.NAME` of its catalogue. Where a thing lacks a form its plain name is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

Code = str | int


@runtime_checkable
class Sayable(Protocol):
    """What may fill a placeholder in words. Programs get its code."""

    @property
    def code(self) -> Code: ...

    def in_words(self, lang: str, form: str = "") -> str: ...


class Term:
    """Something with an entry in the catalogue. `key` finds it, `parts` fill its placeholders, programs read `code`."""

    @property
    def code(self) -> Code:
        raise NotImplementedError

    @property
    def key(self) -> str:
        raise NotImplementedError

    @property
    def parts(self) -> Mapping[str, Any]:
        return {}

    def in_words(self, lang: str, form: str = "") -> str:
        from tuilerie.words import catalogue, fill

        if form == "code":
            return str(self.code)
        sentences = catalogue(lang)
        name, plus, _ = form.lower().partition("+")
        wanted = [f"{name}-sign", "sign", name] if plus else [name]
        found = next((key for one in wanted if (key := f"form.{self.key}.{one}") in sentences), self.key)
        return _begun(fill(sentences[found], lang, self.parts), form)


@dataclass(frozen=True)
class Several:
    """Several things, each in the form asked for, joined as the language joins. `between` joins their codes."""

    things: tuple[Any, ...]
    between: str = " "

    @property
    def code(self) -> str:
        return self.between.join(str(code_of(thing)) for thing in self.things)

    def in_words(self, lang: str, form: str = "") -> str:
        from tuilerie.words import grammar

        each, _, joined = form.partition("/")
        said = [_said(thing, lang, each.lower()) for thing in self.things]
        return _begun(joined.join(said) if joined else grammar(lang).listed(said), form)


def several(things: Iterable[Any], between: str = " ") -> Several:
    return Several(tuple(things), between)


@dataclass(frozen=True)
class Phrase:
    """A sentence of the catalogue with its details, to be said later. The form `sign` names things by their signs."""

    key: str
    details: Mapping[str, Any]

    @property
    def code(self) -> str:
        return self.key

    def in_words(self, lang: str, form: str = "") -> str:
        from tuilerie.words import say

        return say(
            self.key, lang, **{name: _signed(part) if form == "sign" else part for name, part in self.details.items()}
        )


def phrase(key: str, **details: Any) -> Phrase:
    return Phrase(key, details)


@dataclass(frozen=True)
class Signed:
    """A thing by its sign on the table (`▲4`), where it has one: for terminals, which have little room."""

    thing: Sayable

    @property
    def code(self) -> Code:
        return self.thing.code

    def in_words(self, lang: str, form: str = "") -> str:
        if isinstance(self.thing, Several):
            each = form.partition("/")[0]
            return " ".join(_said(_signed(thing), lang, each) for thing in self.thing.things)
        return self.thing.in_words(lang, f"{form}+" if isinstance(self.thing, Term) else "sign")


@dataclass(frozen=True)
class GameName(Term):
    """A game by its id: people read the title of its rules page."""

    id: str

    @property
    def code(self) -> str:
        return self.id

    def in_words(self, lang: str, form: str = "") -> str:
        from tuilerie.words import game_title

        return self.id if form == "code" else game_title(self.id, lang)


def _said(thing: Any, lang: str, form: str) -> str:
    return thing.in_words(lang, form) if isinstance(thing, Sayable) else str(thing)


def _signed(thing: Any) -> Any:
    return Signed(thing) if isinstance(thing, Sayable) else thing


def _begun(text: str, form: str) -> str:
    """A form with a capital letter begins a sentence."""
    return text[:1].upper() + text[1:] if form[:1].isupper() else text


def code_of(detail: Any) -> Any:
    """A detail for programs: the code of a thing, a number or text as it is, anything else as text."""
    if isinstance(detail, Sayable):
        return detail.code
    return detail if isinstance(detail, int | str | float) or detail is None else str(detail)


def codes(details: Mapping[str, Any]) -> dict[str, Any]:
    return {name: code_of(detail) for name, detail in details.items()}
