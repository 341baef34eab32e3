"""Why a move in ReStart is good, from the view of its seat."""

from __future__ import annotations

from typing import Any

from tuilerie.games.restart.terms import pieces, row

View = dict[str, Any]
Reason = tuple[str, dict[str, Any]]

ENDINGS = {"E": 16, "X": 17}


def reason(view: View, move: str) -> Reason:
    if move == "pass":
        return ("restart.pass-ends", {}) if view["passes"] == view["players"] - 1 else ("restart.pass", {})
    if move == "stop":
        return "restart.stop", {}
    if ":" in move:
        return _cut(view, move)
    tiles = move.split("+")
    colour, last = tiles[0][0], tiles[-1][1:]
    left = [tile for tile in view["hand"] if tile[0] == colour and tile not in tiles and tile not in "ST"]
    if last == "X":
        return (
            ("restart.restarts", {"tiles": pieces(left), "row": row(colour)})
            if left
            else ("restart.restarts-rid", {"row": row(colour)})
        )
    if last == "E":
        return "restart.closes", {"row": row(colour), "count": len(tiles)}
    ahead = [tile for tile in left if _value(tile) > _value(tiles[-1])]
    if ahead:
        return "restart.keeps-open", {"row": row(colour), "tiles": pieces(ahead), "count": len(tiles)}
    return "restart.sheds", {"count": len(tiles), "points": sum(min(_value(tile), 16) for tile in tiles)}


def _cut(view: View, move: str) -> Reason:
    colour = move[2]
    laid = view["rows"][colour]
    top = 1 if move[0] == "T" else _counted(laid[-2])
    freed = [
        tile
        for tile in view["hand"]
        if tile[0] == colour and tile not in "ST" and top < _value(tile) <= max(_counted(laid[-1]), top)
    ]
    if freed:
        return "restart.frees", {"row": row(colour), "tiles": pieces(freed)}
    return "restart.rid-of-special", {}


def _value(tile: str) -> int:
    return ENDINGS.get(tile[1:]) or int(tile[1:])


def _counted(tile: str) -> int:
    return 0 if tile.endswith("X") else _value(tile)
