"""The widget that shows a board: arrows go from piece to piece, a click or Space picks, and what was meant is posted to
the table.
"""

from __future__ import annotations

from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tuilerie.engine.drawing.canvas import CLOTH, PLAIN, Canvas
from tuilerie.terminal.boards import Scene, painted

Direction = tuple[int, int]
HELD = ("hand:", "market:", "slot:")  # what a move begins with
STEPS: dict[str, Direction] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class TableWidget(Widget, can_focus=True):
    """Holds what is looked at (`cursor`) and what is picked, in the order of picking."""

    DEFAULT_CSS = f"TableWidget {{ background: {CLOTH}; height: 1fr; }}"
    BINDINGS = [
        *(Binding(key, f"step('{key}')", show=False) for key in STEPS),
        Binding("tab", "along(1)", show=False),
        Binding("shift+tab", "along(-1)", show=False),
    ]

    class Pointed(Message):
        """A spot was clicked, or chosen with Space."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, active: bool = True) -> None:
        super().__init__()
        self.can_focus = active
        self.scene: Scene | None = None
        self.cursor: str | None = None
        self.picked: tuple[str, ...] = ()
        self._canvas = Canvas(80, 24)
        self._top = 0  # first line shown, where the board is taller than its place

    def show(self, scene: Scene | None) -> None:
        """Another position: picks that are gone are dropped."""
        self.scene = scene
        self.repaint()
        here = {spot.key for spot in self._canvas.spots}
        self.picked = tuple(key for key in self.picked if key in here)
        if self.cursor not in here:
            self.cursor = self._first()
        self.repaint()

    def repaint(self) -> None:
        width, height = self.size.width or 80, self.size.height or 20
        self._canvas = (
            painted(self.scene, width, height, self.cursor, self.picked) if self.scene else Canvas(width, height)
        )
        spot = self._canvas.spot(self.cursor)
        if spot is not None and not self._top <= spot.y <= self._top + height - spot.height:
            self._top = spot.y - height // 2
        self._top = max(0, min(self._top, self._canvas.lines - height))
        self.refresh()

    def _first(self) -> str | None:
        """Where the cursor begins: a piece that can be played, else anything; nowhere in a replay."""
        if not self.can_focus:
            return None
        playable = self._canvas.playable or ()
        keys = [spot.key for spot in self._canvas.spots]
        held = [key for key in keys if key in playable and key.startswith(HELD)]
        return next(iter([*held, *(key for key in keys if key in playable), *keys]), None)

    def pick(self, key: str) -> None:
        """Pick, or let go."""
        self.picked = (
            tuple(other for other in self.picked if other != key) if key in self.picked else (*self.picked, key)
        )
        self.repaint()

    def let_go(self) -> None:
        self.picked = ()
        self.repaint()

    # --- Textual's side -----------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        return Strip(self._canvas.segments(y + self._top)).adjust_cell_length(self.size.width, PLAIN)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return container.height

    def on_resize(self, event: events.Resize) -> None:
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        spot = self._canvas.at(event.x, event.y + self._top)
        if spot is not None:
            self.cursor = spot.key
            self.post_message(self.Pointed(spot.key))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._top = max(0, min(self._top + 1, self._canvas.lines - self.size.height))
        self.refresh()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._top = max(0, self._top - 1)
        self.refresh()

    def action_step(self, key: str) -> None:
        self.cursor = self._canvas.beside(self.cursor, *STEPS[key])
        self.repaint()

    def action_along(self, by: int) -> None:
        """In reading order, over the edges."""
        keys = [spot.key for spot in self._canvas.spots]
        if keys:
            at = keys.index(self.cursor) if self.cursor in keys else -by
            self.cursor = keys[(at + by) % len(keys)]
            self.repaint()
