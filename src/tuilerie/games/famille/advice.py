"""Why a move in Rummy famille is good, from the view of its seat."""

from __future__ import annotations

from typing import Any

from tuilerie.games.famille.terms import tiles as tiles_of

View = dict[str, Any]
Reason = tuple[str, dict[str, Any]]


def reason(view: View, move: str) -> Reason:
    if move in ("draw", "keep", "pass"):
        return f"famille.{move}", {}
    tiles = move.split(" ")[-1].split("+")
    left = [tile for tile in view["rack"] if tile not in tiles]
    kept = [tile for tile in left if any(partners(tile, other) for other in left)]
    if kept:
        return "famille.keeps", {"count": len(tiles), "tiles": tiles_of(kept)}
    return "famille.sheds", {"count": len(tiles), "left": len(left)}


def partners(one: str, two: str) -> bool:
    """Whether two tiles of a rack can make a group of their own."""
    if one == two:
        return False
    return one[1:] == two[1:] or (one[0] == two[0] and abs(int(one[1:]) - int(two[1:])) == 1)
