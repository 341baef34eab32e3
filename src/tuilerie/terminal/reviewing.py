"""A review as text: what each player could have done better, and where the game turned."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tuilerie.bots.review import Review
from tuilerie.words import say


def review_text(review: Review, names: Sequence[str], told: Callable[[str], str], lang: str) -> str:
    """`told` puts a move into words."""
    lines = []
    for at, move in enumerate(review.moves):
        if move.better is not None:
            reason = say(f"reason.{move.better.reason}", lang, **move.better.details)
            better = {"better": told(move.better.move), "chance": 100 * move.better.chance, "reason": reason}
            played = {"name": names[move.seat], "move": told(move.move), "taken": 100 * move.after[move.seat]}
            lines.append(say("terminal.review.better", lang, **played, **better))
        elif at in review.turning:
            lines.append(say("terminal.review.turning", lang, name=names[move.seat], move=told(move.move)))
    return "\n\n".join(lines) or say("terminal.review.fine", lang)
