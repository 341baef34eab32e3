"""Advice for a person: the moves worth considering, the chance of winning with each, and a reason in words.

Everything comes from what the seat to move knows: the search starts from a hidden copy, and reasons are built from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tuilerie.bots import levels
from tuilerie.bots.kernels.policy import GREEDY
from tuilerie.engine.match import Match
from tuilerie.rules.steps import copy_of, list_legal, step
from tuilerie.words import say

View = dict[str, Any]
Reason = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Advice:
    """A move in notation, the chance of winning the game with it, and why, as a code with details."""

    move: str
    chance: float
    reason: str
    details: dict[str, Any]

    def sentence(self, lang: str) -> str:
        return say(f"reason.{self.reason}", lang, **self.details)


def advise(match: Match, most: int = 3, budget: int = 4000, seed: int = 0, threads: int = 1, ms: float | None = None) -> list[Advice]:
    """The best moves of the seat whose turn it is, the best first."""
    judged = levels.evaluate(match.game, match.states, budget, seed, threads, ms)
    found: dict[str, Advice] = {}
    for action, chance, _ in judged:
        move = _complete(match, action)
        if move not in found:
            reason, details = _why(match, move)
            found[move] = Advice(move, chance, reason, details)
        if len(found) == most:
            break
    return list(found.values())


def _complete(match: Match, action: int) -> str:
    """The whole move that begins with this action: further small choices by rule of thumb."""
    states, path = copy_of(match.states), [action]
    out, dice = np.empty(match.game.kernel.ACTIONS, np.int32), np.array([1], np.uint64)
    step(states, action, out)
    while states["pending"][0] and list_legal(states, out):
        path.append(levels.act(match.game, states, GREEDY, dice))
        step(states, path[-1], out)
    return match.game.spell(match.states, path)


def _why(match: Match, move: str) -> Reason:
    seat = match.turn
    after = match.copy()
    before_view = match.view(seat)
    after.play(move)
    if after.finished and after.winners == [seat]:
        return "wins", {}
    explain = REASONS.get(match.game.id)
    return explain(before_view, move) if explain else ("plain", {})


# --- ReStart -----------------------------------------------------------------------------------------

ENDINGS = {"E": 16, "X": 17}


def _restart(view: View, move: str) -> Reason:
    if move == "pass":
        return ("restart.pass-ends", {}) if view["passes"] == view["players"] - 1 else ("restart.pass", {})
    if move == "stop":
        return "restart.stop", {}
    if ":" in move:
        return _restart_cut(view, move)
    tiles = move.split("+")
    colour, last = tiles[0][0], tiles[-1][1:]
    left = [tile for tile in view["hand"] if tile[0] == colour and tile not in tiles and tile not in "ST"]
    if last == "X":
        return ("restart.restarts", {"tiles": " ".join(left), "row": colour}) if left else ("restart.restarts-rid", {"row": colour})
    if last == "E":
        return "restart.closes", {"row": colour, "count": len(tiles)}
    ahead = [tile for tile in left if _value(tile) > _value(tiles[-1])]
    if ahead:
        return "restart.keeps-open", {"row": colour, "tiles": " ".join(ahead), "count": len(tiles)}
    return "restart.sheds", {"count": len(tiles), "points": sum(min(_value(tile), 16) for tile in tiles)}


def _restart_cut(view: View, move: str) -> Reason:
    colour = move[2]
    row = view["rows"][colour]
    top = 1 if move[0] == "T" else _counted(row[-2])
    freed = [tile for tile in view["hand"] if tile[0] == colour and tile not in "ST" and top < _value(tile) <= max(_counted(row[-1]), top)]
    if freed:
        return "restart.frees", {"row": colour, "tiles": " ".join(freed)}
    return "restart.rid-of-special", {}


def _value(tile: str) -> int:
    return ENDINGS.get(tile[1:]) or int(tile[1:])


def _counted(tile: str) -> int:
    return 0 if tile.endswith("X") else _value(tile)


# --- Romi Rami ---------------------------------------------------------------------------------------


def _romirami(view: View, move: str) -> Reason:
    verb, _, rest = move.partition(" ")
    if verb == "fill":
        number, _, groups = rest.partition(" ")
        contract = next(contract for contract in view["contracts"] if str(contract["id"]) == number)
        letter = {"cherry": "c", "diamond": "d", "heart": "h", "clover": "l"}[contract["suit"]]
        bonus = sum(card.startswith(letter) for group in groups.split() for card in group.split("+"))
        return "romirami.fill", {"contract": number, "points": contract["points"], "bonus": bonus}
    if verb == "take":
        cards = rest.split("+")
        return ("romirami.take-many", {"count": len(cards)}) if len(cards) == 3 else ("romirami.take", {"cards": " ".join(cards)})
    return ("romirami.done", {}) if verb == "done" else ("romirami.discard", {"cards": rest.replace("+", " ")})


# --- Rummy -------------------------------------------------------------------------------------------


def _famille(view: View, move: str) -> Reason:
    if move in ("draw", "keep", "pass"):
        return f"famille.{move}", {}
    tiles = move.split(" ")[-1].split("+")
    left = [tile for tile in view["rack"] if tile not in tiles]
    partners = [tile for tile in left if any(_partners(tile, other) for other in left)]
    if partners:
        return "famille.keeps", {"count": len(tiles), "tiles": " ".join(partners)}
    return "famille.sheds", {"count": len(tiles), "left": len(left)}


def _partners(one: str, two: str) -> bool:
    """Whether two tiles of a rack can make a group of their own."""
    if one == two:
        return False
    return one[1:] == two[1:] or (one[0] == two[0] and abs(int(one[1:]) - int(two[1:])) == 1)


def _junior(view: View, move: str) -> Reason:
    return "junior.luck", {}


REASONS: dict[str, Callable[[View, str], Reason]] = {"restart": _restart, "romirami": _romirami, "famille": _famille, "junior": _junior}
