"""How much is thought about a game, where that is not as with any other game.

Names of levels are those of `bots.roster`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Effort:
    """Everything is per action. What a game does not say is as the roster has it."""

    playouts: Mapping[str, int] = field(default_factory=dict)  # of a level's search
    # the time of a level at a table; None: its playouts are quick enough to be counted
    table_ms: Mapping[str, float | None] = field(default_factory=dict)
    reviewed: bool = True  # False where no choice is better than another for what is known
    review_playouts: int = 2500  # of a review's search
    review_worlds: int = 640  # in which a review compares the move played with the best
    decision_playouts: int = 6000  # by which a study measures one decision
    decisions: int = 160  # that a study measures
    puzzles_from: float = (
        0.0  # the part of a game after which puzzles are looked for; late positions are quick to prove
    )
    puzzle_gap: float = 0.06  # by which the best move of a puzzle is ahead of every other
    puzzles: int = 200  # that come with the game
