"""Boards: one painter per game, from a seat's view to a canvas, and from what was pointed at to moves."""

from __future__ import annotations

from tuilerie.terminal.boards.famille import FamilleBoard
from tuilerie.terminal.boards.frame import Board, Scene
from tuilerie.terminal.boards.generic import GenericBoard
from tuilerie.terminal.boards.junior import JuniorBoard
from tuilerie.terminal.boards.restart import ReStartBoard
from tuilerie.terminal.boards.romirami import RomiRamiBoard
from tuilerie.terminal.canvas import Canvas

__all__ = ["BOARDS", "Board", "Scene", "board_of", "painted"]

BOARDS: dict[str, Board] = {
    "restart": ReStartBoard(),
    "romirami": RomiRamiBoard(),
    "famille": FamilleBoard(),
    "junior": JuniorBoard(),
}
GENERIC = GenericBoard()


def board_of(game: str) -> Board:
    """A game without a painter of its own gets its view as a list and its moves as buttons."""
    return BOARDS.get(game, GENERIC)


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
