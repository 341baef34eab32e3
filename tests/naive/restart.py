"""ReStart, the slow and obvious way. Clause ids (RS-...) are those of the rules page."""

from __future__ import annotations

from typing import Any

from .book import Book, check_all_there, check_value, fields, is_int, pieces
from .wrong import need

COLOURS = ["r", "g", "b", "o", "k"]
ONES = [colour + "1" for colour in COLOURS]
SCISSORS, BIN = "S", "T"

ALL_TILES = [SCISSORS, SCISSORS, BIN] + [
    colour + face for colour in COLOURS for face in [str(value) for value in range(1, 16)] + ["E", "X"]
]

HAND_SIZE = {4: 22, 3: 29, 2: 30}  # RS-S1..S3, before the 1s leave the hands
STARTING_ONE = {4: "r1", 3: "o1"}  # RS-S5


def value_when_played(tile: str) -> int:
    """What a coloured tile counts when it is placed: End and Restart are 16 (RS-T5, RS-T6)."""
    return 16 if tile[1:] in ("E", "X") else int(tile[1:])


def value_when_placed(tile: str) -> int:
    """What the last tile of a row counts: a placed Restart is 0 (RS-T6)."""
    return 0 if tile[1:] == "X" else value_when_played(tile)


def points_in_hand(tile: str) -> int:
    """RS-E2."""
    return 20 if tile in (SCISSORS, BIN) else value_when_played(tile)


class Rulebook(Book):
    def __init__(self, players: int, variant: dict[str, object], deck: dict | None = None) -> None:
        super().__init__(players, variant, ["round_end", "last_tile", "target"])
        need(deck is None, "ReStart has no other deck")
        self.round_end = self.option("round_end", "consecutive", "table")
        self.last_tile = self.option("last_tile", "counts", "placed")
        self.target = self.variant.get("target", 100)
        need(is_int(self.target) and 1 <= self.target <= 1000, f"variant target: 1 to 1000, not {self.target!r}")
        self.totals = [0] * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.rows: dict[str, list[str]] = {}  # by colour, the 1 first
        self.box: list[str] = []
        self.cut_row: str | None = None  # the row cut or emptied earlier in this turn
        self.turns_in_round = 0
        self.passes_in_a_row = 0
        self.passes_in_lap = 0
        self.emptied_by: int | None = None  # the seat that played its last tile

    # ---- set-up of a round

    def feed_deal(self, body: Any) -> None:
        deal = fields(body, "deal", "hands", "box", "first")
        clause = {4: "RS-S1", 3: "RS-S2", 2: "RS-S3"}[self.players]
        hands = self.check_hands(deal["hands"], HAND_SIZE[self.players], clause)
        box = pieces(deal["box"], "box")
        dealt = [tile for hand in hands for tile in hand]
        # With 2 players the 1s are on the table before anything is dealt.
        laid_out = ONES if self.players == 2 else []
        check_all_there(dealt + box + laid_out, ALL_TILES, clause)
        need(not any(tile in ONES for tile in box), f"{clause}: a 1 is in the box")
        self.check_first(deal["first"], self.first_by_rule(hands), "RS-S5")

        self.hands = [[tile for tile in hand if tile not in ONES] for hand in hands]  # RS-S4
        self.rows = {colour: [colour + "1"] for colour in COLOURS}
        self.box = list(box)
        self.turn = deal["first"]
        self.cut_row = None
        self.turns_in_round = 0
        self.passes_in_a_row = 0
        self.passes_in_lap = 0
        self.next_event = "move"

    def first_by_rule(self, hands: list[list[str]]) -> int | None:
        """Who holds the 1 that starts; None with 2 players, where chance decides."""
        if self.players == 2:
            return None
        for seat, hand in enumerate(hands):
            if STARTING_ONE[self.players] in hand:
                return seat
        raise AssertionError("every 1 was dealt")

    # ---- legal moves

    def moves(self) -> list[str]:
        if self.cut_row is not None:
            return self.placements(self.cut_row) + ["stop"]  # RS-T10
        found = ["pass"]  # RS-T4
        for colour in COLOURS:
            found += self.placements(colour)
            found += self.cuts(colour)
        return found

    def placements(self, colour: str) -> list[str]:
        """Every way to place tiles of the hand on one row."""
        hand = self.hands[self.turn]
        row_value = value_when_placed(self.rows[colour][-1])
        last_ones = [colour + face for face in "EX" if colour + face in hand]
        found = []
        for first in range(row_value + 1, 16):  # RS-T2
            run = []
            for value in range(first, 16):  # RS-T3
                if f"{colour}{value}" not in hand:
                    break
                run.append(f"{colour}{value}")
                found.append("+".join(run))
                if value == 15:
                    found += ["+".join(run + [last]) for last in last_ones]  # RS-T5, RS-T6
        if row_value < 16:
            found += last_ones
        return found

    def cuts(self, colour: str) -> list[str]:
        """Scissors and Bin on one row, which must have something besides its 1 (RS-T9)."""
        if len(self.rows[colour]) == 1:
            return []
        return [f"{tool}:{colour}" for tool in (SCISSORS, BIN) if tool in self.hands[self.turn]]

    # ---- moves

    def play(self, move: str) -> None:
        if move == "pass":
            self.end_turn(passed=True)
        elif move == "stop":
            self.end_turn(passed=False)  # a turn that only cut is not a pass (RS-E1)
        elif ":" in move:
            self.cut(*move.split(":"))
        else:
            self.place(move.split("+"))

    def cut(self, tool: str, colour: str) -> None:
        row = self.rows[colour]
        removed = row[-1:] if tool == SCISSORS else row[1:]  # RS-T7, RS-T8
        self.rows[colour] = row[: len(row) - len(removed)]
        self.hands[self.turn].remove(tool)
        self.box += [tool] + removed
        self.cut_row = colour
        # RS-V2: with `placed` the turn goes on, with nothing but `stop` left to do.
        if not self.hands[self.turn] and self.last_tile == "counts":
            self.win()

    def place(self, tiles: list[str]) -> None:
        for tile in tiles:
            self.hands[self.turn].remove(tile)
            self.rows[tile[0]].append(tile)
        if not self.hands[self.turn]:
            self.win()
        else:
            self.end_turn(passed=False)

    def win(self) -> None:
        """RS-E4."""
        self.emptied_by = self.turn
        self.next_event = "end"

    def end_turn(self, passed: bool) -> None:
        self.cut_row = None
        self.turns_in_round += 1
        self.passes_in_a_row = self.passes_in_a_row + 1 if passed else 0
        self.passes_in_lap += 1 if passed else 0
        round_over = self.is_round_over()
        if self.is_lap_over():
            self.passes_in_lap = 0
        self.turn = self.next_seat()
        self.next_event = "round" if round_over else "move"

    def is_lap_over(self) -> bool:
        """A lap starts with the round's first player."""
        return self.turns_in_round % self.players == 0

    def is_round_over(self) -> bool:
        """RS-E1, RS-V1."""
        if self.round_end == "consecutive":
            return self.passes_in_a_row == self.players
        return self.is_lap_over() and self.passes_in_lap == self.players

    # ---- end of a round and of the game

    def feed_round(self, body: Any) -> None:
        result = fields(body, "round", "points", "totals")
        points = [sum(points_in_hand(tile) for tile in hand) for hand in self.hands]
        totals = [total + more for total, more in zip(self.totals, points)]
        check_value("RS-E2: points", result["points"], points)
        check_value("RS-E3: totals", result["totals"], totals)
        self.totals = totals
        self.next_event = "end" if max(totals) >= self.target else "deal"  # RS-E3, RS-E5

    def scores(self) -> list[int]:
        """The rounds that were counted; an unfinished round does not."""
        return list(self.totals)

    def winners(self) -> list[int]:
        if self.emptied_by is not None:
            return [self.emptied_by]
        return [seat for seat in range(self.players) if self.totals[seat] == min(self.totals)]  # RS-E3, RS-V3

    def reason(self) -> str:
        return "empty-hand" if self.emptied_by is not None else "target"

    # ---- words for illegal moves

    def why_not(self, move: str) -> str:
        if move == "pass":
            return "RS-T10: after Scissors or Bin it is tiles or stop"
        if move == "stop":
            return "RS-T10: stop only comes after Scissors or Bin"
        if ":" in move:
            return self.why_no_cut(move)
        return self.why_no_placing(move.split("+"))

    def why_no_cut(self, move: str) -> str:
        tool, _, colour = move.partition(":")
        if tool not in (SCISSORS, BIN) or colour not in COLOURS:
            return "not a move of this game"
        if self.cut_row is not None:
            return "RS-T9: one Scissors or Bin per turn"
        if tool not in self.hands[self.turn]:
            return f"{tool} is not in the hand"
        return "RS-T9: the row has nothing to remove"

    def why_no_placing(self, tiles: list[str]) -> str:
        if not all(tile in ALL_TILES and tile not in (SCISSORS, BIN) for tile in tiles):
            return "not a move of this game"
        if not all(tile in self.hands[self.turn] for tile in tiles):
            return "a tile is not in the hand"
        colour = tiles[0][0]
        if any(tile[0] != colour for tile in tiles):
            return "RS-T1: tiles of one colour only"
        if self.cut_row not in (None, colour):
            return "RS-T10: only on the row that was cut"
        row_end = self.rows[colour][-1]
        if row_end[1:] == "E":
            return "RS-T5: the row is closed by an End"
        if value_when_played(tiles[0]) <= value_when_placed(row_end):
            return "RS-T2: not greater than the row's last tile"
        return "RS-T3: not consecutive values, or RS-T5, RS-T6: End and Restart only stand last"
