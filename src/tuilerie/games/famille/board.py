"""Rummy famille in a terminal: groups flow over the table, the rack below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tuilerie.engine.drawing.board import (
    Board,
    Keys,
    Scene,
    bare,
    buttons,
    copies,
    names_of,
    pieces_of,
    players,
    tiles,
    title,
)
from tuilerie.engine.drawing.canvas import INKS, PLAIN, QUIET, STRONG, Canvas
from tuilerie.engine.drawing.pieces import SHAPES

COLOURS = "rbgy"


class FamilleBoard(Board):
    words = ("draw", "keep", "pass")

    def paint(self, scene: Scene, canvas: Canvas) -> None:
        view = scene.view
        y = players(scene, canvas, 0, [scene.say("famille.seat", tiles=size) for size in view["rack_sizes"]])
        y = title(canvas, y, scene.say("famille.table", pool=view["pool"]))
        y = self._groups(scene, canvas, y)
        if view["rack"] is not None:
            y = title(canvas, y + (canvas.scale - 1), scene.held("famille.rack", count=len(view["rack"])))
            y = tiles(canvas, 1, y, copies("hand", view["rack"]))
        elif "racks" in view:
            for seat, rack in enumerate(view["racks"]):
                y = title(canvas, y, scene.say("log.line", name=scene.name(seat), text=" ".join(rack)))
        if view["drawn"]:
            tile = view["drawn"]
            canvas.put(1, y, scene.say("famille.drawn", tile=f"{SHAPES[tile[0]]}{tile[1:]}"), STRONG)
            y += 1
        buttons(scene, canvas, y, self.words)

    def _groups(self, scene: Scene, canvas: Canvas, y: int) -> int:
        """As many groups to a line as fit; after them, where a new group can begin."""
        x = 1
        for group in scene.view["groups"]:
            size = 5 + len(group["tiles"]) * (5 if canvas.scale == 1 else 6)
            if x > 1 and x + size > canvas.width:
                x, y = 1, y + canvas.scale
            x = self._head(canvas, x, y, f"group:{group['number']}", f"{group['number']:>2}{_sign(group['kind'])}")
            for tile in group["tiles"]:
                x = canvas.piece(x, y, tile[1:], SHAPES[tile[0]], ink=INKS[tile[0]]) + (canvas.scale - 1)
            x += 1
        text = scene.say("famille.new")
        if scene.view["rack"] is not None and any(move.startswith("new") for move in scene.moves):
            if x > 1 and x + len(text) + 2 > canvas.width:
                x, y = 1, y + canvas.scale
            self._head(canvas, x, y, "new:", text)
        return y + canvas.scale

    def _head(self, canvas: Canvas, x: int, y: int, key: str, text: str) -> int:
        left, right = ("‹", "›") if canvas.cursor == key else ("[", "]") if key in canvas.picked else (" ", " ")
        possible = canvas.playable is not None and key in canvas.playable
        style = (
            STRONG
            if key in (canvas.cursor, *canvas.picked)
            else PLAIN
            if possible or canvas.playable is None
            else QUIET
        )
        return canvas.put(x, y, f"{left}{text}{right}", style, key)

    def keys(self, scene: Scene, move: str) -> Keys:
        if move in self.words:
            return Counter([f"word:{move}"])
        verb, _, rest = move.partition(" ")
        if verb == "new":
            return Counter(["new:"]) + pieces_of("hand", rest)
        number, _, tiles = rest.partition(" ")
        return Counter([f"group:{number}"]) + pieces_of("hand", tiles)

    def spelt(self, scene: Scene, picked: Sequence[str]) -> str | None:
        held = bare(picked)
        rack = "+".join(sorted((key.partition(":")[2] for key in held if key.startswith("hand:")), key=_place))
        groups = names_of(picked, "group")
        if not rack:
            return None
        return f"add {groups[-1]} {rack}" if groups else f"new {rack}"


def _sign(kind: str) -> str:
    return {"run": "→", "family": "=", "single": "·"}[kind]


def _place(tile: str) -> tuple[int, int]:
    return COLOURS.index(tile[0]), int(tile[1:])


BOARD = FamilleBoard()
