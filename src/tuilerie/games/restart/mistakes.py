"""In what way a move of ReStart was worse than another, from the view of its seat: categories that a person
understands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tuilerie.games.restart.terms import piece, pieces, row

View = dict[str, Any]
Category = tuple[str, dict[str, Any]]

CODES = (
    "scissors-kept",
    "bin-kept",
    "cut-early",
    "passed",
    "not-passed",
    "stopped",
    "buried",
    "ending-kept",
    "closed-early",
    "helped",
    "jumped",
    "short-run",
    "long-run",
    "other-run",
    "other-row",
)
KEPT = {"S": "scissors-kept", "T": "bin-kept"}
VALUES = {"E": 16, "X": 17}
FAR = 3  # places more than the better move leaves out


def categories(view: View, played: str, better: str) -> list[Category]:
    """The most telling first; never empty."""
    return list(_found(view, played, better))


def _found(view: View, played: str, better: str) -> Iterator[Category]:
    if ":" in better and ":" in played:
        yield "other-row", {"row": row(better[2])}
    elif ":" in better:
        yield KEPT[better[0]], {"row": row(better[2])}
    elif ":" in played:
        yield "cut-early", {"row": row(played[2])}
    if played == "pass":
        yield "passed", {}
    elif better in ("pass", "stop"):
        yield "not-passed", {}
    if played == "stop":
        yield "stopped", {"count": len(better.split("+"))}
    if _is_run(played):
        yield from _run(view, played.split("+"), better)
    elif _is_run(better) and better[-1] in VALUES:
        yield "ending-kept", {"tile": piece(better.split("+")[-1])}


def _run(view: View, tiles: list[str], better: str) -> Iterator[Category]:
    colour, low, high = tiles[0][0], _top(view, tiles[0][0]), _value(tiles[0])
    others = better.split("+") if _is_run(better) else []
    passed_over = _passed_over(view, tiles)
    if len(passed_over) > len(_passed_over(view, others)):
        yield "buried", {"tiles": pieces(passed_over), "count": len(passed_over)}
    if others and others[-1][1:] in VALUES and tiles[-1][1:] not in VALUES:
        yield "ending-kept", {"tile": piece(others[-1])}
    if tiles[-1][1:] == "E" and "E" not in better:
        yield "closed-early", {"row": row(colour)}
    if tiles[-1][1:] == "X" and "X" not in better:
        yield "helped", {"row": row(colour)}
    if high < 16 and high - low >= FAR + 1 + _gap(view, others):
        yield "jumped", {"row": row(colour), "low": max(low, 0), "high": high}
    if others and others[0][0] == colour:
        if others[: len(tiles)] == tiles:
            yield "short-run", {"count": len(others) - len(tiles)}
        elif tiles[: len(others)] == others:
            yield "long-run", {"row": row(colour)}
        else:
            yield "other-run", {"row": row(colour)}
    elif others:
        yield "other-row", {"row": row(others[0][0])}


def _is_run(move: str) -> bool:
    return move not in ("pass", "stop") and ":" not in move


def _passed_over(view: View, tiles: list[str]) -> list[str]:
    """Tiles of one's own that lie between the row and the run: they fitted, and do not any more."""
    if not tiles or tiles[-1][1:] == "X":  # a row that begins anew takes them again
        return []
    top, first = _top(view, tiles[0][0]), _value(tiles[0])
    own = [tile for tile in view["hand"] if tile[0] == tiles[0][0] and len(tile) > 1]
    return [tile for tile in own if top < _value(tile) < min(first, 16)]


def _gap(view: View, tiles: list[str]) -> int:
    return max(0, min(_value(tiles[0]), 16) - _top(view, tiles[0][0]) - 1) if tiles else 0


def _top(view: View, colour: str) -> int:
    """What the next tile of a row must exceed."""
    last = view["rows"][colour][-1]
    return 0 if last.endswith("X") else _value(last)


def _value(tile: str) -> int:
    return VALUES.get(tile[1:]) or int(tile[1:])
