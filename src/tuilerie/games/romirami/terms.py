"""Cards, requirements and contracts of Romi Rami as details of refusals, reasons and events: a language names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tuilerie.games.romirami.requirements import entry_of
from tuilerie.words.terms import Sayable, Several, Term, phrase, several

JOKER = "*"


class Suit(Term, Enum):
    """By its letter in notation; `word` is its name in deck files and views."""

    CHERRY = "c"
    DIAMOND = "d"
    HEART = "h"
    CLOVER = "l"

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def code(self) -> str:
        return self.word

    @property
    def key(self) -> str:
        return f"suit.{self.word}"

    @property
    def shape(self) -> str:
        """The nearest sign a terminal has: colour is never the only cue."""
        return {"c": "●", "d": "♦", "h": "♥", "l": "♣"}[self.value]


@dataclass(frozen=True)
class Card(Term):
    """A value card, or the Joker (`*`)."""

    name: str

    @property
    def code(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        return "term.romirami.joker" if self.name == JOKER else "term.romirami.card"

    @property
    def parts(self) -> Mapping[str, Any]:
        if self.name == JOKER:
            return {"shape": "✱"}
        suit = Suit(self.name[0])
        return {"suit": suit, "value": self.name[1:], "shape": suit.shape}


@dataclass(frozen=True)
class Requirement(Term):
    """What a contract asks for, as decks write it: `set2`, `set3of4`, `run5`."""

    word: str

    @property
    def code(self) -> str:
        return self.word

    @property
    def key(self) -> str:
        return entry_of(self.word)[0]

    @property
    def parts(self) -> Mapping[str, Any]:
        return entry_of(self.word)[1]


@dataclass(frozen=True)
class Contract(Term):
    """A contract by what is printed on it; `number` is how moves name it."""

    number: int
    suit: Suit
    points: int
    requirements: tuple[Requirement, ...]

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Contract:
        """From a view or a deck."""
        return cls(
            entry["id"], Suit[entry["suit"].upper()], entry["points"], tuple(map(Requirement, entry["requirements"]))
        )

    @property
    def code(self) -> int:
        return self.number

    @property
    def key(self) -> str:
        return "term.romirami.contract"

    @property
    def parts(self) -> Mapping[str, Any]:
        return {
            "number": self.number,
            "suit": self.suit,
            "shape": self.suit.shape,
            "points": self.points,
            "asks": Several(self.requirements),
        }


def contract_of(number: int | str, view: Mapping[str, Any]) -> Sayable:
    """A contract by its number, from wherever a view shows it: on offer or completed."""
    shown = [*view.get("contracts", ()), *(entry for done in view.get("completed", ()) for entry in done)]
    found = next((entry for entry in shown if str(entry["id"]) == str(number)), None)
    return phrase("term.romirami.numbered", number=number) if found is None else Contract.read(found)


def cards(names: Iterable[str], between: str = " ") -> Several:
    return several(map(Card, names), between)
