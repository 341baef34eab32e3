"""Tiles and groups of Rummy famille as details of refusals, reasons and events: a language names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tuilerie.engine.pieces import Tile
from tuilerie.words.terms import Sayable, Several, Term, phrase, several


@dataclass(frozen=True)
class Group(Term):
    """A group on the table by what it is: a run, a family, or a single tile of the start.

    `number` is how moves name it.
    """

    number: int
    kind: str
    tiles: tuple[Tile, ...]

    @classmethod
    def read(cls, number: int, kind: str, names: Iterable[str]) -> Group:
        return cls(number, kind, tuple(map(Tile.read, names)))

    @property
    def code(self) -> int:
        return self.number

    @property
    def key(self) -> str:
        return f"term.famille.{self.kind}"

    @property
    def parts(self) -> Mapping[str, Any]:
        first = self.tiles[0]
        values = "-".join(tile.value for tile in self.tiles)
        colours = several(tile.colour for tile in self.tiles)
        return {
            "tile": first,
            "colour": first.colour,
            "value": first.value,
            "shape": first.colour.shape,
            "values": values,
            "colours": colours,
        }


def group_of(number: int | str, view: Mapping[str, Any]) -> Sayable:
    """A group of the table by its number."""
    found = next((group for group in view.get("groups", ()) if str(group["number"]) == str(number)), None)
    return (
        phrase("term.famille.numbered", number=number)
        if found is None
        else Group.read(found["number"], found["kind"], found["tiles"])
    )


def tiles(names: Iterable[str]) -> Several:
    return several(map(Tile.read, names))
