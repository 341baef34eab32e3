"""A sheet of characters that boards are painted on, and the spots on it that a person can point at.

No Textual here: a canvas can be read in a test.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

CLOTH = "#26302a"
PAPER = "#f2e9da"
SOFT = "#b3ab9c"
IVORY = "#fdf6e6"
IVORY_LOW = "#cfc4ae"
SUN = "#f4b63f"

PLAIN = Style.parse(f"{PAPER} on {CLOTH}")
QUIET = Style.parse(f"{SOFT} on {CLOTH}")
STRONG = Style.parse(f"bold {SUN} on {CLOTH}")
BUTTON = Style.parse(f"bold {CLOTH} on {SOFT}")
BACK = Style.parse("#f7dcc8 on #8a3212")

INKS = {"r": "#b3132f", "g": "#00664f", "b": "#1a479f", "o": "#934300", "k": "#221c19", "y": "#765400"}
SUIT_INKS = {"c": "#9d0f2c", "d": "#1d5fb4", "h": "#ab2671", "l": "#00664f", "*": "#5f3a97"}


@dataclass(frozen=True)
class Spot:
    """Something that can be pointed at: `key` says what (`hand:g4`, `row:g`, `word:pass`), the rest where it is."""

    key: str
    x: int
    y: int
    width: int
    height: int = 1

    def covers(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass
class Canvas:
    """`picked` and `cursor` are marked with signs as well as colours; `scale` 2 draws pieces two lines high."""

    width: int
    height: int
    picked: Collection[str] = ()
    cursor: str | None = None
    playable: Collection[str] | None = None  # keys of pieces that can be played; None: nobody is to move
    marked: Collection[str] = ()  # pieces to look at: what a bot has just played, where a hint points
    scale: int = 1
    spots: list[Spot] = field(default_factory=list)
    _cells: list[list[tuple[str, Style]]] = field(default_factory=list)

    def put(self, x: int, y: int, text: str, style: Style = PLAIN, key: str | None = None) -> int:
        """Write and go on: the column after the text. What does not fit is cut off; lines appear as they are needed."""
        while len(self._cells) <= y:
            self._cells.append([(" ", PLAIN)] * self.width)
        at = x
        for character in text:
            size = cell_len(character)
            if size and at >= 0 and at + size <= self.width:
                self._cells[y][at] = (character, style)
                for more in range(at + 1, at + size):
                    self._cells[y][more] = ("", style)
            at += size
        if key is not None and x < self.width:
            self.spots.append(Spot(key, x, y, min(at, self.width) - x))
        return at

    def piece(self, x: int, y: int, value: str, shape: str, *, ink: str, key: str | None = None) -> int:
        """A tile or card: ivory, its value and its shape; brackets when picked, arrows under the cursor.

        The column after it.
        """
        left, right = self._signs(key)
        dull = key is not None and self.playable is not None and key not in self.playable
        paper = SUN if key in self.picked or key in self.marked else IVORY_LOW if dull else IVORY
        style = Style.parse(f"{'' if dull else 'bold '}{ink} on {paper}")
        first = len(self.spots)
        if self.scale == 1:
            end = self.put(x, y, f"{left}{shape}{value:<2}{right}", style, key)
        else:
            end = self.put(x, y, f"{left}{value:^3}{right}", style, key)
            self.put(x, y + 1, f"{left}{shape:^3}{right}", style)
        self._grow(first)
        return end

    def button(self, x: int, y: int, text: str, key: str) -> int:
        left, right = self._signs(key)
        style = Style.parse(f"bold {CLOTH} on {SUN}") if key in (self.cursor, *self.marked) else BUTTON
        return self.put(x, y, f"{left}{text}{right}", style, key)

    def _signs(self, key: str | None) -> tuple[str, str]:
        if key is not None and key == self.cursor:
            return ("‹", "›") if key not in self.picked else ("«", "»")
        return ("[", "]") if key is not None and key in self.picked else (" ", " ")

    def _grow(self, first: int) -> None:
        for at in range(first, len(self.spots)):
            spot = self.spots[at]
            self.spots[at] = Spot(spot.key, spot.x, spot.y, spot.width, self.scale)

    @property
    def lines(self) -> int:
        return len(self._cells)

    def segments(self, y: int) -> list[Segment]:
        """One line, equal styles joined."""
        if not 0 <= y < len(self._cells):
            return [Segment(" " * self.width, PLAIN)]
        joined: list[Segment] = []
        for character, style in self._cells[y]:
            if joined and joined[-1].style == style:
                joined[-1] = Segment(joined[-1].text + character, style)
            else:
                joined.append(Segment(character, style))
        return joined

    def text(self) -> str:
        return "\n".join("".join(character for character, _ in line).rstrip() for line in self._cells)

    def at(self, x: int, y: int) -> Spot | None:
        return next((spot for spot in self.spots if spot.covers(x, y)), None)

    def spot(self, key: str | None) -> Spot | None:
        return next((spot for spot in self.spots if spot.key == key), None)

    def beside(self, key: str | None, dx: int, dy: int) -> str | None:
        """The nearest spot in a direction; the first one when there is no cursor yet; the cursor itself at an edge."""
        here = self.spot(key)
        if here is None:
            return self.spots[0].key if self.spots else None
        found = min(self._towards(here, dx, dy), default=None)
        return found[1] if found else here.key

    def _towards(self, here: Spot, dx: int, dy: int) -> Iterator[tuple[float, str]]:
        x, y = here.middle
        for spot in self.spots:
            right, down = spot.middle[0] - x, spot.middle[1] - y
            ahead = right * dx + down * dy
            if ahead > 0 and not (dx and spot.y != here.y):
                aside = abs(right) if dy else 0
                yield (4 * ahead if dy else ahead) + aside, spot.key
