"""In what way a move was worse than another: a game's own categories, judged from what the mover knew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tuilerie.engine.game import Game
from tuilerie.engine.match import Match
from tuilerie.words import say

PLAIN = "plain"  # of a game without categories of its own


@dataclass(frozen=True, slots=True)
class Category:
    """A code of the catalogue under `mistake`, with what its sentence speaks of."""

    code: str
    details: dict[str, Any]

    def title(self, lang: str) -> str:
        return say(f"mistake.{self.code}.title", lang)

    def sentence(self, lang: str) -> str:
        return say(f"mistake.{self.code}.why", lang, **self.details)


def categories(match: Match, played: str, better: str) -> list[Category]:
    """The categories of playing `played` here instead of `better`, the most telling first; never empty."""
    module = match.game.part("mistakes")
    if module is None:
        return [Category(PLAIN, {})]
    view = match.view(match.turn)
    return [Category(f"{match.game.id}.{code}", details) for code, details in module.categories(view, played, better)]


def codes(game: Game) -> list[str]:
    """All categories of a game."""
    module = game.part("mistakes")
    return [PLAIN] if module is None else [f"{game.id}.{code}" for code in module.CODES]
