"""Rummy junior in a terminal: 52 face-down tiles, the pair just turned over drawn large; every animal has a name and a
picture of letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.style import Style

from tuilerie.engine.drawing.board import Board, Keys, Scene, buttons, names_of, players
from tuilerie.engine.drawing.canvas import BACK, INKS, IVORY, QUIET, STRONG, SUN, Canvas
from tuilerie.engine.drawing.pieces import SHAPES

IN_A_LINE = 13
SLOTS = 52
BIG = 13  # columns of a large tile
# Three lines of letters each, in the order of the values: snail, fish, ladybird, frog, rabbit, hen, cat, fox, owl, pig,
# sheep, bear, whale.
ANIMALS = (
    (" _@v ", " (_)_", "~~~~~"),
    ("     ", "><(°>", " ~ ~ "),
    (" \\_/ ", "(:|:)", " ^ ^ "),
    (" @ @ ", "(___)", "^^ ^^"),
    (" (\\(\\", " ( -)", "o(_(_"),
    ("  ,^>", " ( ) ", "  ^^ "),
    (" /\\_/", "(o.o)", " > < "),
    ("/\\ /\\", "\\° °/", "  ▾  "),
    ("{O,O}", "/)_) ", ' " " '),
    ("^...^", "(°oo)", ' " " '),
    ("@@@@ ", "@@(°>", " || |"),
    ("(). .", "( Y )", "()~()"),
    (" .-. ", "/ °  )", "\\__)<"),
)


class JuniorBoard(Board):
    def paint(self, scene: Scene, canvas: Canvas) -> None:
        view = scene.view
        y = players(scene, canvas, 0, [scene.say("junior.seat", tiles=len(kept)) for kept in view["kept"]])
        y = self._slots(scene, canvas, y + (canvas.scale - 1)) + (canvas.scale - 1)
        self._shown(scene, canvas, y)

    def _slots(self, scene: Scene, canvas: Canvas, y: int) -> int:
        down = set(scene.view["face_down"])
        turned = scene.view["turned"]
        width = max(4, min(7, (canvas.width - 1) // IN_A_LINE))
        for slot in range(1, SLOTS + 1):
            x = 1 + (slot - 1) % IN_A_LINE * width
            at = y + (slot - 1) // IN_A_LINE * canvas.scale
            if turned and turned["slot"] == slot:
                shape = SHAPES[turned["tile"][0]]
                canvas.piece(x, at, shape * 2, shape, ink=INKS[turned["tile"][0]])
            elif slot in down:
                self._back(canvas, x, at, width - 1, slot)
            else:
                canvas.put(x, at, f"{'·':^{width - 1}}", QUIET)
        return y + 4 * canvas.scale

    def _back(self, canvas: Canvas, x: int, y: int, width: int, slot: int) -> None:
        key = f"slot:{slot}"
        here = canvas.cursor == key
        style = Style.parse(f"bold #26302a on {SUN}") if here else BACK
        canvas.put(x, y, (f"‹{slot:^{width - 2}}›" if here else f" {slot:^{width - 2}} "), style, key)
        if canvas.scale == 2:
            canvas.put(x, y + 1, " " * width, style)
            canvas._grow(len(canvas.spots) - 1)

    def _shown(self, scene: Scene, canvas: Canvas, y: int) -> None:
        """What lies open: the first tile of this turn, or the pair before it and whether it was kept."""
        turned, last = scene.view["turned"], scene.view["last"]
        tiles = [turned["tile"]] if turned else last["tiles"] if last else []
        for at, tile in enumerate(tiles):
            _large(scene, canvas, 1 + at * (BIG + 2), y, tile)
        x = 2 + len(tiles) * (BIG + 2)
        if turned:
            canvas.put(x, y + 2, scene.say("junior.second"), STRONG)
        elif last:
            canvas.put(x, y + 2, scene.say("junior.kept" if last["kept"] else "junior.back"), STRONG)
        best = max((len(kept) for kept in scene.view["kept"]), default=0)
        if best and canvas.scale == 2:
            for seat, kept in enumerate(scene.view["kept"]):
                x = 2
                at = y + 7 + seat
                x = canvas.put(x, at, scene.say("log.line", name=scene.name(seat), text=""), QUIET)
                for tile in kept[-((canvas.width - x) // 4) :]:
                    x = canvas.put(
                        x, at, f"{SHAPES[tile[0]]}{tile[1:]} ", Style.parse(f"bold {INKS[tile[0]]} on {IVORY}")
                    )
        buttons(scene, canvas, y + 6, self.words)

    def keys(self, scene: Scene, move: str) -> Keys:
        return Counter([f"slot:{move.partition(' ')[2]}"])

    def spelt(self, scene: Scene, picked: Sequence[str]) -> str | None:
        slots = names_of(picked, "slot")
        return f"flip {slots[-1]}" if slots else None


def _large(scene: Scene, canvas: Canvas, x: int, y: int, tile: str) -> None:
    """A tile six lines high: shapes in the corners, the animal, its name."""
    style = Style.parse(f"bold {INKS[tile[0]]} on {IVORY}")
    shape, animal = SHAPES[tile[0]], ANIMALS[int(tile[1:]) - 1]
    name = scene.say(f"animal.{tile[1:]}")
    for at, line in enumerate(
        (f"{shape}{shape:>{BIG - 3}}", *(f"{row:^{BIG - 2}}" for row in animal), f"{name:^{BIG - 2}}")
    ):
        canvas.put(x, y + at, f" {line:<{BIG - 2}} ", style)


BOARD = JuniorBoard()
