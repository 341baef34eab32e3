"""ReStart as lines of text."""

from __future__ import annotations

from typing import Any

from tuilerie.engine.drawing.log_phrases import LogPhrases
from tuilerie.engine.drawing.pieces import SHAPES, by_seat
from tuilerie.games.restart.terms import piece, row
from tuilerie.words import say
from tuilerie.words.terms import Phrase, Several, Term, phrase

View = dict[str, Any]


def draw(view: View, lang: str) -> list[str]:
    lines = [
        say("table.round", lang, round=view["round"], totals=by_seat(view["totals"]), sizes=by_seat(view["hand_sizes"]))
    ]
    for colour, tiles in view["rows"].items():
        values = " ".join(tile[1:] for tile in tiles)
        state = say("table.restart.closed", lang) if tiles[-1].endswith("E") else ""
        if tiles[-1].endswith("X"):
            state = say("table.restart.restarted", lang)
        lines.append(f"  {SHAPES[colour]} {colour} {say(f'colour.{colour}', lang):8} {values} {state}".rstrip())
    if view["hand"] is not None:
        lines.append(say("table.hand", lang))
        lines.extend(_hand_by_colour(view["hand"], lang))
    return lines


def _hand_by_colour(hand: list[str], lang: str) -> list[str]:
    lines = []
    for colour in "rgbok":
        values = [tile[1:] for tile in hand if tile[0] == colour]
        if values:
            lines.append(f"  {SHAPES[colour]} {colour} {say(f'colour.{colour}', lang):8} {' '.join(values)}")
    specials = [say(f"table.restart.{tile}", lang) for tile in hand if tile in "ST"]
    return lines + ([f"  {', '.join(specials)}"] if specials else [])


class ReStartPhrases(LogPhrases):
    scores = "terminal.restart.scores"

    def piece(self, name: str) -> Term:
        return piece(name)

    def hands_counted(self, fields: Any, view: View) -> list[Several]:
        if view.get("totals") != fields["totals"]:
            return []  # a count of long ago
        return [self.pieces(hand) for hand in view.get("last_hands") or []]

    def longer_move(self, move: str, view: View) -> Phrase | None:
        if ":" in move:
            return phrase(f"terminal.move.{move[0]}", special=piece(move[0]), row=row(move[2]))
        verb = "restarts" if move.endswith("X") else "place"
        return phrase(f"terminal.move.{verb}", pieces=self.pieces(move.split("+")))


LOG_PHRASES = ReStartPhrases()
