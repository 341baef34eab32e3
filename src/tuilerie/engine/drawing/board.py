"""What all boards share: the scene they paint, the strip of players, the line of buttons, and how
picks become moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tuilerie.engine.drawing.canvas import INKS, PLAIN, QUIET, STRONG, Canvas
from tuilerie.engine.drawing.pieces import SHAPES
from tuilerie.words import catalogue, say

View = dict[str, Any]
Keys = Counter[str]
GAP = 2  # columns between things on a line


@dataclass(frozen=True)
class Scene:
    """A position as the person at the device sees it. `moves` is empty unless they are to move."""

    view: View
    names: Sequence[str]
    lang: str
    moves: Sequence[str] = ()
    drafted: Sequence[str] = ()
    complete: bool = False  # nothing is left but to confirm or to undo
    replayed: bool = False  # nobody at the device is one of the players
    _keys: dict[str, Keys] = field(default_factory=dict, compare=False)

    def say(self, key: str, **details: Any) -> str:
        return say(f"terminal.{key}", self.lang, **details)

    def word(self, key: str) -> str:
        """A word that other rooms use too."""
        return say(key, self.lang)

    def name(self, seat: int) -> str:
        return self.say("you") if seat == self.view.get("seat") and not self.replayed else self.names[seat]

    def held(self, key: str, **details: Any) -> str:
        """The title above a hand: "Your 12 tiles", or "Anna: 12 tiles" in a replay."""
        text = self.say(key, **details)
        return (
            self.say("log.line", name=self.name(self.view["seat"]), text=text)
            if self.replayed
            else self.say("your", held=text)
        )


class Board(ABC):
    """A game's painter.

    A key names what a spot stands for; a move has the keys of everything that must be pointed at for it.
    """

    words: Sequence[str] = ()  # moves of one word, in the order of their buttons

    @abstractmethod
    def paint(self, scene: Scene, canvas: Canvas) -> None: ...

    @abstractmethod
    def keys(self, scene: Scene, move: str) -> Keys:
        """What must be pointed at for `move`."""

    @abstractmethod
    def spelt(self, scene: Scene, picked: Sequence[str]) -> str | None:
        """The picks in notation, although they are no legal move: for the sentence that says why."""

    def why_not(self, scene: Scene, move: str) -> str | None:
        """A sentence for a spelt move that is not legal; None: as it is refused."""
        return None

    def may_lack(self, key: str, picked: Keys) -> bool:
        """Whether a move can be meant by picks that do not have this key."""
        return not key.startswith("hand:")

    def meant(self, scene: Scene, picked: Sequence[str]) -> list[str]:
        """The legal moves that these picks can mean: those that match exactly, else those that lack only what need not
        be said.
        """
        wanted = bare(picked)
        if not wanted:
            return []
        fitting = [move for move in scene.moves if not wanted - self._keys(scene, move)]
        exact = [move for move in fitting if self._keys(scene, move) == wanted]
        return exact or [
            move for move in fitting if all(self.may_lack(key, wanted) for key in self._keys(scene, move) - wanted)
        ]

    def playable(self, scene: Scene, picked: Sequence[str]) -> set[str] | None:
        """Every key that can go on from these picks (all copies of a piece); None when nobody is to move."""
        if not scene.moves or scene.complete:
            return None
        wanted = bare(picked)
        found: set[str] = set()
        for move in scene.moves:
            keys = self._keys(scene, move)
            if not wanted - keys:
                found.update(keys)
        return found | {f"{key}/{copy}" for key in found for copy in range(2, 9)}

    def _keys(self, scene: Scene, move: str) -> Keys:
        if move not in scene._keys:
            scene._keys[move] = self.keys(scene, move)
        return scene._keys[move]


def bare(picked: Iterable[str]) -> Keys:
    """Keys without the number of the copy: any copy of a piece is as good as another."""
    return Counter(key.partition("/")[0] for key in picked)


def copies(prefix: str, pieces: Sequence[str]) -> list[tuple[str, str]]:
    """Pieces with keys of their own: the second c3 is `hand:c3/2`."""
    seen: Counter[str] = Counter()
    keyed = []
    for piece in pieces:
        seen[piece] += 1
        keyed.append((piece, f"{prefix}:{piece}" + (f"/{seen[piece]}" if seen[piece] > 1 else "")))
    return keyed


def pieces_of(prefix: str, text: str) -> Keys:
    return Counter(f"{prefix}:{piece}" for piece in text.split("+"))


def names_of(picked: Iterable[str], prefix: str) -> list[str]:
    return [key.partition("/")[0].partition(":")[2] for key in picked if key.startswith(prefix + ":")]


def players(scene: Scene, canvas: Canvas, y: int, facts: Sequence[str]) -> int:
    """Who sits where, an arrow for the turn, and a fact each; as many to a line as fit. The next free line."""
    x = 1
    for seat, fact in enumerate(facts):
        turn = scene.view["turn"] == seat
        text = f"{'▶' if turn else ' '}{scene.name(seat)} · {fact}"
        if x > 1 and x + len(text) > canvas.width:
            x, y = 1, y + 1
        x = canvas.put(x, y, text, STRONG if turn else PLAIN) + GAP
    return y + 1


def buttons(scene: Scene, canvas: Canvas, y: int, words: Sequence[str]) -> int:
    """The moves of one word, and what can be done with a draft.

    The next free line; none is used when there is nothing.
    """
    keys = [f"word:{word}" for word in words if word in scene.moves] if not scene.complete else []
    keys += ["do:confirm"] * scene.complete + ["do:undo"] * bool(scene.drafted)
    x = 1
    for key in keys:
        word = key.partition(":")[2]
        label = f"button.{word}" if f"terminal.button.{word}" in catalogue(scene.lang) else "button.other"
        text = scene.say(label, move=word)
        if x > 1 and x + len(text) + 2 > canvas.width:
            x, y = 1, y + 1
        x = canvas.button(x, y, text, key) + GAP
    return y + 1 if keys else y


def tiles(canvas: Canvas, x: int, y: int, keyed: Sequence[tuple[str, str | None]], left: int | None = None) -> int:
    """Tiles of the four or five colours side by side, going on in the next line at `left`.

    The first line below them.
    """
    start = x if left is None else left
    for tile, key in keyed:
        if x > start and x + 5 > canvas.width:
            x, y = start, y + canvas.scale
        x = canvas.piece(x, y, tile[1:], SHAPES[tile[0]], ink=INKS[tile[0]], key=key) + (canvas.scale - 1)
    return y + canvas.scale


def title(canvas: Canvas, y: int, text: str) -> int:
    canvas.put(1, y, text, QUIET)
    return y + 1
