"""Moves and events as phrases, for the log of a terminal. A game has its own as `LOG_PHRASES` in its `plain` module."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tuilerie.words import FALLBACK, catalogue
from tuilerie.words.terms import Phrase, Several, phrase, several

View = dict[str, Any]


class LogPhrases:
    """As any game is told: pieces as they are written, moves of one word by the catalogue."""

    scores = "terminal.log.scores"  # the sentence that tells what everybody has at the end

    def piece(self, name: str) -> Any:
        """A piece from notation, as a thing that a language names."""
        return name

    def pieces(self, names: Iterable[str]) -> Several:
        return several(map(self.piece, names))

    def move(self, move: str, view: View | None) -> Phrase:
        """A move, told by whoever sees `view`: before it, after it, or long after."""
        if f"terminal.move.{move}" in catalogue(FALLBACK):
            return phrase(f"terminal.move.{move}")
        return self.longer_move(move, view or {}) or phrase("terminal.button.other", move=move)

    def longer_move(self, move: str, view: View) -> Phrase | None:
        """A move of more than one word; None: as it is written."""
        return None

    def drawn(self, kind: str, found: Any) -> Phrase:
        """What was drawn or turned over; a number where it was not seen."""
        if isinstance(found, int):
            return phrase("terminal.log.draws", count=found)
        return phrase(f"terminal.log.{kind}", pieces=self.pieces(found if isinstance(found, list) else [found]))

    def hands_counted(self, fields: Any, view: View) -> list[Several]:
        """The hands that were laid open for this count, by seat; none where `view` no longer shows them."""
        return []

    def event(self, kind: str, fields: Any, view: View) -> Phrase | None:
        """An event that this game alone has; None: by its name."""
        return None
