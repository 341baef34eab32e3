"""Colours and tiles that several games have, as details of refusals, reasons and events: a language names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tuilerie.engine.drawing.pieces import SHAPES
from tuilerie.words.terms import Term


class Colour(Term, Enum):
    """By its letter in notation."""

    RED = "r"
    GREEN = "g"
    BLUE = "b"
    ORANGE = "o"
    BLACK = "k"
    YELLOW = "y"

    @property
    def code(self) -> str:
        return str(self.value)

    @property
    def key(self) -> str:
        return f"colour.{self.value}"

    @property
    def shape(self) -> str:
        """Its sign in a terminal: colour is never the only cue."""
        return SHAPES[self.value]


@dataclass(frozen=True)
class Tile(Term):
    """A tile with a number; other kinds of tiles are their game's own."""

    colour: Colour
    value: str

    @classmethod
    def read(cls, name: str) -> Tile:
        """From notation: `g12`."""
        return cls(Colour(name[0]), name[1:])

    @property
    def code(self) -> str:
        return self.colour.code + self.value

    @property
    def key(self) -> str:
        return "term.tile"

    @property
    def parts(self) -> Mapping[str, Any]:
        return {"colour": self.colour, "value": self.value, "shape": self.colour.shape}
