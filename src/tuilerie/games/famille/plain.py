"""Rummy famille as lines of text."""

from __future__ import annotations

from typing import Any

from tuilerie.engine.drawing.log_phrases import LogPhrases
from tuilerie.engine.drawing.pieces import by_seat, shaped
from tuilerie.engine.pieces import Tile
from tuilerie.games.famille.terms import group_of
from tuilerie.words import say
from tuilerie.words.terms import Phrase, phrase

View = dict[str, Any]


def draw(view: View, lang: str) -> list[str]:
    lines = [say("table.famille.sizes", lang, sizes=by_seat(view["rack_sizes"]), pool=view["pool"])]
    lines.extend(
        f"  {group['number']:2} {say('table.famille.' + group['kind'], lang):8} "
        f"{'  '.join(map(shaped, group['tiles']))}"
        for group in view["groups"]
    )
    if view["rack"] is not None:
        lines.append(say("table.famille.rack", lang, tiles="  ".join(map(shaped, view["rack"]))))
    if view["drawn"]:
        lines.append(say("table.famille.drawn", lang, tile=shaped(view["drawn"])))
    return lines


class FamillePhrases(LogPhrases):
    scores = "terminal.famille.scores"

    def piece(self, name: str) -> Tile:
        return Tile.read(name)

    def longer_move(self, move: str, view: View) -> Phrase | None:
        verb, _, rest = move.partition(" ")
        if verb == "new":
            return phrase("terminal.move.new", pieces=self.pieces(rest.split("+")))
        number, _, tiles = rest.partition(" ")
        return (
            phrase("terminal.move.add", group=group_of(number, view), pieces=self.pieces(tiles.split("+")))
            if verb == "add"
            else None
        )


LOG_PHRASES = FamillePhrases()
