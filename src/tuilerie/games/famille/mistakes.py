"""In what way a move of Rummy famille was worse than another, from the view of its seat: categories that a person
understands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tuilerie.games.famille.advice import partners
from tuilerie.games.famille.terms import tiles as tiles_of

View = dict[str, Any]
Category = tuple[str, dict[str, Any]]

CODES = ("drew", "kept", "not-kept", "few", "split", "helped", "other-group")
WAITING = {"draw": "drew", "pass": "drew", "keep": "kept"}


def categories(view: View, played: str, better: str) -> list[Category]:
    """The most telling first; never empty."""
    return list(_found(view, played, better))


def _found(view: View, played: str, better: str) -> Iterator[Category]:
    if played in WAITING:
        yield WAITING[played], {"tiles": tiles_of(_tiles(better))}
        return
    if better in WAITING:
        yield "not-kept", {"tiles": tiles_of(_tiles(played))}
        return
    laid, instead = _tiles(played), _tiles(better)
    if len(laid) < len(instead):
        yield "few", {"count": len(instead) - len(laid)}
    torn = _torn(view, laid)
    if len(torn) > len(_torn(view, instead)):
        yield "split", {"tiles": tiles_of(torn)}
    if played.startswith("new") and better.startswith("add"):
        yield "helped", {"tiles": tiles_of(laid)}
    yield "other-group", {"tiles": tiles_of(instead)}


def _tiles(move: str) -> list[str]:
    return [] if move in WAITING else move.split(" ")[-1].split("+")


def _torn(view: View, laid: Sequence[str]) -> list[str]:
    """Tiles of the rack that lose their last partner."""
    left = [tile for tile in view["rack"] if tile not in laid]
    return [
        tile
        for tile in left
        if any(partners(tile, other) for other in laid) and not any(partners(tile, other) for other in left)
    ]
