"""ReStart in a terminal: five rows, the hand by colour, Scissors and the Bin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tuilerie.engine.drawing.board import Board, Keys, Scene, buttons, copies, names_of, pieces_of, players, title
from tuilerie.engine.drawing.canvas import INKS, PLAIN, QUIET, STRONG, Canvas
from tuilerie.engine.drawing.pieces import SHAPES

COLOURS = "rgbok"
HEAD = 13  # columns of a row's name
ORDER = {"E": 16, "X": 17}


class ReStartBoard(Board):
    words = ("pass", "stop")

    def paint(self, scene: Scene, canvas: Canvas) -> None:
        view = scene.view
        facts = [
            scene.say("restart.seat", tiles=tiles, total=total)
            for tiles, total in zip(view["hand_sizes"], view["totals"], strict=True)
        ]
        y = players(scene, canvas, 0, facts)
        y = title(canvas, y, scene.say("restart.rows", round=view["round"], target=view["target"]))
        for colour in COLOURS:
            y = self._row(scene, canvas, y, colour)
        hand = view["hand"]
        if hand is not None:
            y = title(canvas, y + (canvas.scale - 1), scene.held("restart.hand", count=len(hand)))
            y = self._hand(scene, canvas, y, hand)
        elif "hands" in view:
            for seat, tiles in enumerate(view["hands"]):
                y = title(canvas, y, scene.say("log.line", name=scene.name(seat), text=" ".join(tiles)))
        buttons(scene, canvas, y, self.words)

    def _row(self, scene: Scene, canvas: Canvas, y: int, colour: str) -> int:
        row = scene.view["rows"][colour]
        key = f"row:{colour}"
        left, right = ("‹", "›") if canvas.cursor == key else ("[", "]") if key in canvas.picked else (" ", " ")
        chosen = canvas.cursor == key or key in canvas.picked
        name = f"{left}{SHAPES[colour]} {scene.word('colour.' + colour)}"
        canvas.put(0, y, f"{name:{HEAD - 2}}{right}", STRONG if chosen else PLAIN, key)
        note = (
            scene.say("restart.closed")
            if row[-1].endswith("E")
            else scene.say("restart.anew")
            if row[-1].endswith("X")
            else ""
        )
        room = (canvas.width - HEAD - 2 - len(note)) // (4 + canvas.scale)
        x = HEAD
        if len(row) > room:
            x = canvas.put(x, y, "…", QUIET)
            row = row[-(room - 1) :]
        for tile in row:
            x = canvas.piece(x, y, tile[1:], SHAPES[colour], ink=INKS[colour]) + (canvas.scale - 1)
        canvas.put(x + 1, y, note, STRONG)
        return y + canvas.scale

    def _hand(self, scene: Scene, canvas: Canvas, y: int, hand: Sequence[str]) -> int:
        keyed = copies("hand", hand)
        for colour in COLOURS:
            own = [(tile, key) for tile, key in keyed if tile[0] == colour]
            if own:
                canvas.put(1, y, f"{SHAPES[colour]} {scene.word('colour.' + colour)}", QUIET)
                x = HEAD
                for tile, key in own:
                    x = canvas.piece(x, y, tile[1:], SHAPES[colour], ink=INKS[colour], key=key) + (canvas.scale - 1)
                y += canvas.scale
        specials = [(tile, key) for tile, key in keyed if tile in "ST"]
        x = HEAD
        for tile, key in specials:
            x = canvas.piece(
                x,
                y,
                f" {scene.say('restart.' + tile)}" if canvas.scale == 1 else tile,
                "✂" if tile == "S" else "▽",
                ink="#5f3a97",
                key=key,
            )
            x = canvas.put(x, y, f" {scene.say('restart.' + tile)} ", QUIET) if canvas.scale == 2 else x + 1
        return y + canvas.scale if specials else y

    def keys(self, scene: Scene, move: str) -> Keys:
        if move in self.words:
            return Counter([f"word:{move}"])
        if ":" in move:
            return Counter([f"hand:{move[0]}", f"row:{move[2]}"])
        return pieces_of("hand", move)

    def spelt(self, scene: Scene, picked: Sequence[str]) -> str | None:
        hand, rows = names_of(picked, "hand"), names_of(picked, "row")
        if rows:
            special = next((tile for tile in hand if tile in "ST"), None)
            return f"{special}:{rows[-1]}" if special else None
        return "+".join(sorted(hand, key=_place)) or None


def _place(tile: str) -> tuple[str, int]:
    return tile[0], ORDER.get(tile[1:]) or int(tile[1:] or 0)


BOARD = ReStartBoard()
