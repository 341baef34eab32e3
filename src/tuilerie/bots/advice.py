"""Advice for a person: the moves worth considering, the chance of winning with each, and a reason in words.

Everything comes from what the seat to move knows: the search starts from a hidden copy, and reasons are built from the
seat's own view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tuilerie.bots import player, search
from tuilerie.bots.dice import Dice
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
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


def advise(
    match: Match, most: int = 3, budget: int = 4000, seed: int = 0, *, threads: int = 1, ms: float | None = None
) -> list[Advice]:
    """The best moves of the seat whose turn it is, the highest chance first."""
    judged = search.evaluate(match.game, match.state, budget, seed, threads=threads, ms=ms)
    found: dict[str, Advice] = {}
    for action, chance, _ in judged:
        move = _complete(match, action)
        if move not in found:
            reason, details = reason_for(match, move)
            found[move] = Advice(move, chance, reason, details)
        if len(found) == most:
            break
    return sorted(found.values(), key=lambda advice: -advice.chance)


def _complete(match: Match, action: int) -> str:
    """The whole move that begins with this action: further small choices by rule of thumb."""
    path = player.complete(match.game, match.state, [action], BUILT_IN["greedy"], dice=Dice(1))
    return match.game.spell(match.state, path)


def reason_for(match: Match, move: str) -> Reason:
    """Why a move of the seat to move is good, as a code with details."""
    seat = match.turn
    after = match.copy()
    before_view = match.view(seat)
    after.play(move)
    if after.finished and after.winners == [seat]:
        return "wins", {}
    advice = match.game.part("advice")
    reason: Reason = advice.reason(before_view, move) if advice else ("plain", {})
    return reason
