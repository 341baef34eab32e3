"""A game's board, from a seat's view to a canvas, and from what was pointed at to moves."""

from __future__ import annotations

from tuilerie.engine.drawing.board import Board, Scene
from tuilerie.engine.drawing.canvas import Canvas
from tuilerie.engine.drawing.generic import GenericBoard
from tuilerie.engine.registry import part_of

__all__ = ["Board", "Scene", "board_of", "painted"]

GENERIC = GenericBoard()


def board_of(game: str) -> Board:
    """A game without a painter of its own gets its view as a list and its moves as buttons."""
    module = part_of(game, "board")
    board: Board = module.BOARD if module else GENERIC
    return board


def painted(scene: Scene, width: int, height: int, cursor: str | None = None, picked: tuple[str, ...] = ()) -> Canvas:
    """The scene as large as it fits: pieces two lines high where there is room."""
    board = board_of(scene.view["game"])
    canvas = Canvas(width, height)
    for scale in (2, 1):
        canvas = Canvas(width, height, picked, cursor, board.playable(scene, picked), scale=scale)
        board.paint(scene, canvas)
        if canvas.lines <= height:
            break
    return canvas
