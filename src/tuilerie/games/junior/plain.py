"""Rummy junior as lines of text."""

from __future__ import annotations

from typing import Any

from tuilerie.engine.drawing.log_phrases import LogPhrases
from tuilerie.engine.pieces import Tile
from tuilerie.games.junior.terms import AnimalTile, tiles
from tuilerie.words import say
from tuilerie.words.terms import Phrase, phrase

View = dict[str, Any]


def draw(view: View, lang: str) -> list[str]:
    down = set(view["face_down"])
    turned = view["turned"]
    lines = []
    for first in range(1, 53, 13):
        slots = range(first, first + 13)
        lines.append(
            "  "
            + " ".join(
                f"{slot if slot in down else '*' if turned and slot == turned['slot'] else '.':>3}" for slot in slots
            )
        )
    if turned:
        lines.append(say("table.junior.turned", lang, slot=turned["slot"], tile=AnimalTile.read(turned["tile"])))
    for seat, kept in enumerate(view["kept"]):
        lines.append(say("table.junior.kept", lang, seat=seat, count=len(kept), tiles=tiles(kept)))
    return lines


class JuniorPhrases(LogPhrases):
    scores = "terminal.junior.scores"

    def piece(self, name: str) -> Tile:
        return AnimalTile.read(name)

    def longer_move(self, move: str, view: View) -> Phrase | None:
        return phrase("terminal.move.flip", slot=move.partition(" ")[2])


LOG_PHRASES = JuniorPhrases()
