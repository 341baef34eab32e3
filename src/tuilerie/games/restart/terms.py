"""Tiles and rows of ReStart as details of refusals, reasons and events: a language names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tuilerie.engine.pieces import Colour, Tile
from tuilerie.words.terms import Several, Term, several

SPECIALS = {"S": "scissors", "T": "bin"}
SIGNS = {"S": "✂", "T": "▽"}
ENDINGS = {"E": "end", "X": "restart"}


@dataclass(frozen=True)
class Special(Term):
    """Scissors or the Bin."""

    letter: str

    @property
    def code(self) -> str:
        return self.letter

    @property
    def key(self) -> str:
        return f"term.restart.{SPECIALS[self.letter]}"

    @property
    def parts(self) -> Mapping[str, Any]:
        return {"shape": SIGNS[self.letter]}


class Ending(Tile):
    """End or Restart of a colour."""

    @property
    def key(self) -> str:
        return f"term.restart.{ENDINGS[self.value]}"


@dataclass(frozen=True)
class Row(Term):
    """A row of the table, by its colour."""

    colour: Colour

    @property
    def code(self) -> str:
        return self.colour.code

    @property
    def key(self) -> str:
        return "term.restart.row"

    @property
    def parts(self) -> Mapping[str, Any]:
        return {"colour": self.colour, "shape": self.colour.shape}


def piece(name: str) -> Term:
    """A tile from notation: `g12`, `gE`, `gX`, `S`, `T`."""
    if name in SPECIALS:
        return Special(name)
    return Ending.read(name) if name[1:] in ENDINGS else Tile.read(name)


def pieces(names: Iterable[str]) -> Several:
    return several(map(piece, names))


def row(colour: str) -> Row:
    return Row(Colour(colour))
