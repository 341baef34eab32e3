"""A game without a painter of its own: the view as a list, every legal move as a button. Enough to play any plugin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tuilerie.engine.drawing.board import Board, Keys, Scene, buttons, players
from tuilerie.engine.drawing.canvas import PLAIN, QUIET, Canvas

APART = ("game", "players", "seat", "turn")


class GenericBoard(Board):
    def paint(self, scene: Scene, canvas: Canvas) -> None:
        y = players(scene, canvas, 0, [str(seat) for seat in range(scene.view["players"])])
        for key, value in scene.view.items():
            if key not in APART and value is not None:
                x = canvas.put(1, y, f"{key}: ", QUIET)
                canvas.put(x, y, _shown(value), PLAIN)
                y += 1
        buttons(scene, canvas, y + 1, list(scene.moves))

    def keys(self, scene: Scene, move: str) -> Keys:
        return Counter([f"word:{move}"])

    def spelt(self, scene: Scene, picked: Sequence[str]) -> str | None:
        return None


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_shown(part) for part in value) if value else "–"
    if isinstance(value, dict):
        return "  ".join(f"{key} {_shown(part)}" for key, part in value.items())
    return str(value)
