"""Tuilerie: an always-open shelf of four tile and card games of the rummy family, and a laboratory for them.

>>> import tuilerie
>>> match = tuilerie.new("restart", players=2, seed=7)
>>> match.play("pass")
>>> match.events[-1]
['move', 0, 'pass']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tuilerie.engine.match import Match

__version__ = "0.1.0"
__all__ = ["__version__", "new"]


def new(
    game: str,
    players: int = 2,
    seed: int | bytes | None = None,
    variant: Mapping[str, Any] | None = None,
    deck: Any = None,
) -> Match:
    """A new match of `game`, dealt.

    `seed` is a number (the game that `simulate --seed` plays first), 32 secret bytes, or None for a fresh secret.
    """
    from tuilerie.engine.match import Match

    return Match.new(game, players, seed, variant, deck=deck)
