"""Tiles of Rummy junior as details of events: an animal in a colour, which a language names."""

from __future__ import annotations

from collections.abc import Iterable

from tuilerie.engine.pieces import Tile
from tuilerie.words.terms import Several, several


class AnimalTile(Tile):
    @property
    def key(self) -> str:
        return f"term.junior.{self.value}"


def tiles(names: Iterable[str]) -> Several:
    return several(map(AnimalTile.read, names))
