"""Rummy, junior version, the slow and obvious way. Clause ids (RJ-...) are those of the rules page."""

from __future__ import annotations

from typing import Any

from .book import Book, fields
from .wrong import need

SLOTS = range(1, 53)
ALL_TILES = [colour + str(value) for colour in "rbgy" for value in range(1, 14)]


def matches(one: str, other: str) -> bool:
    """RJ-T2: the same colour, or the same character, which is the same value (RJ-V1)."""
    return one[0] == other[0] or one[1:] == other[1:]


class Rulebook(Book):
    def __init__(self, players: int, variant: dict[str, object], deck: dict | None = None) -> None:
        super().__init__(players, variant, ["first"])
        need(deck is None, "Rummy has no other deck")
        self.chosen = self.chosen_first()
        # Nothing tells which tile lies in which slot: after a mismatch all are shuffled (RJ-T3),
        # and what a flip shows before that leaves at once or is shuffled too.
        self.face_down: list[str] = list(ALL_TILES)
        self.slots: list[int] = list(SLOTS)  # those with a tile
        self.kept: list[list[str]] = [[] for _ in range(players)]
        self.turned_slots: list[int] = []  # this turn
        self.turned_tiles: list[str] = []  # this turn

    def feed_deal(self, body: Any) -> None:
        deal = fields(body, "deal", "first")
        self.check_first(deal["first"], self.chosen, "RJ-V3")
        self.turn = deal["first"]
        self.next_event = "move"

    def moves(self) -> list[str]:
        """RJ-T1: any face-down tile, so not the one already turned."""
        return [f"flip {slot}" for slot in self.slots if slot not in self.turned_slots]

    def play(self, move: str) -> None:
        self.turned_slots.append(int(move.split()[1]))
        self.next_event = "reveal"

    def feed_reveal(self, tile: Any) -> None:
        need(tile in self.face_down, f"RJ-S1: {tile!r} does not lie on the table")
        need(tile not in self.turned_tiles, f"RJ-T1: {tile} was turned over just before")
        self.turned_tiles.append(tile)
        self.next_event = "move"
        if len(self.turned_tiles) == 2:
            self.end_turn()

    def end_turn(self) -> None:
        if matches(*self.turned_tiles):  # RJ-T2, RJ-V2
            self.kept[self.turn] += self.turned_tiles
            self.face_down = [tile for tile in self.face_down if tile not in self.turned_tiles]
            self.slots = [slot for slot in self.slots if slot not in self.turned_slots]
        self.turned_slots = []
        self.turned_tiles = []
        self.turn = self.next_seat()  # RJ-T4
        if len(self.face_down) == 4:  # RJ-E1
            self.next_event = "end"

    def scores(self) -> list[int]:
        return [len(tiles) for tiles in self.kept]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    def reason(self) -> str:
        return "four-left"

    def why_not(self, move: str) -> str:
        if move in [f"flip {slot}" for slot in self.turned_slots]:
            return "RJ-T1: that tile is face up"
        if move in [f"flip {slot}" for slot in SLOTS]:
            return "RJ-T1: that slot is empty"
        return "not a move of this game"
