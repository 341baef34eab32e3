"""Rummy, family version, the slow and obvious way. Clause ids (RF-...) are those of the rules page."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from .book import Book, check_all_there, fields, pieces, without
from .wrong import need

COLOURS = "rbgy"
ALL_TILES = [colour + str(value) for colour in COLOURS for value in range(1, 14)]

RACK_SIZE = 6
TABLE_SIZE = 4


def colour_of(tile: str) -> str:
    return tile[0]


def value_of(tile: str) -> int:
    return int(tile[1:])


def can_be_run(group: list[str]) -> bool:
    """A lone face-up tile can become either (RF-V1); groups on the table are always sound."""
    return len({colour_of(tile) for tile in group}) == 1


def can_be_family(group: list[str]) -> bool:
    return len({value_of(tile) for tile in group}) == 1


def run_additions(group: list[str], rack: list[str]) -> list[list[str]]:
    """RF-T2, RF-V0: every way to lengthen a run at its start, its end or both; tiles rising."""
    colour = colour_of(group[0])
    lowest = min(value_of(tile) for tile in group)
    highest = max(value_of(tile) for tile in group)
    before: list[str] = []  # tiles of the rack that join on below, rising
    while f"{colour}{lowest - len(before) - 1}" in rack:
        before.insert(0, f"{colour}{lowest - len(before) - 1}")
    after: list[str] = []  # tiles of the rack that join on above, rising
    while f"{colour}{highest + len(after) + 1}" in rack:
        after.append(f"{colour}{highest + len(after) + 1}")
    found = []
    for below in range(len(before) + 1):
        for above in range(len(after) + 1):
            if below + above > 0:
                found.append(before[len(before) - below :] + after[:above])
    return found


def family_additions(group: list[str], rack: list[str]) -> list[list[str]]:
    """RF-T3: every way to add to a family; in colour order. A tile exists once, so colours differ by themselves."""
    value = value_of(group[0])
    fitting = [f"{colour}{value}" for colour in COLOURS if f"{colour}{value}" in rack]
    return [list(chosen) for size in range(1, 5) for chosen in combinations(fitting, size)]


def new_runs(rack: list[str]) -> list[list[str]]:
    """RF-T4: two or more consecutive values of one colour."""
    found = []
    for colour in COLOURS:
        for first in range(1, 13):
            run: list[str] = []
            for value in range(first, 14):
                if f"{colour}{value}" not in rack:
                    break
                run = run + [f"{colour}{value}"]
                if len(run) >= 2:
                    found.append(run)
    return found


def new_families(rack: list[str]) -> list[list[str]]:
    """RF-T5: two or more colours of one value."""
    found = []
    for value in range(1, 14):
        same_value = [f"{colour}{value}" for colour in COLOURS if f"{colour}{value}" in rack]
        for size in range(2, 5):
            found += [list(chosen) for chosen in combinations(same_value, size)]
    return found


class Rulebook(Book):
    def __init__(self, players: int, variant: dict[str, object], deck: dict | None = None) -> None:
        super().__init__(players, variant, ["pool_end", "free_draw", "first"])
        need(deck is None, "Rummy has no other deck")
        self.pool_end = self.option("pool_end", "literal", "stuck")
        self.free_draw = self.option("free_draw", "no", "yes") == "yes"
        self.chosen = self.chosen_first()
        self.racks: list[list[str]] = [[] for _ in range(players)]
        self.groups: list[list[str]] = []  # group 1 is groups[0]
        self.pool: list[str] = []
        self.drawn: str | None = None  # the tile drawn in this turn
        self.passes_in_a_row = 0

    # ---- set-up

    def feed_deal(self, body: Any) -> None:
        deal = fields(body, "deal", "hands", "table", "first")
        racks = self.check_hands(deal["hands"], RACK_SIZE, "RF-S1")
        table = pieces(deal["table"], "table")
        need(len(table) == TABLE_SIZE, f"RF-S1: {len(table)} tiles face up instead of {TABLE_SIZE}")
        shown = [tile for rack in racks for tile in rack] + table
        pool = [tile for tile in ALL_TILES if tile not in shown]
        check_all_there(shown + pool, ALL_TILES, "RF-S1")
        self.check_first(deal["first"], self.chosen, "RF-V5")

        self.racks = [list(rack) for rack in racks]
        self.groups = [[tile] for tile in table]
        self.pool = pool
        self.turn = deal["first"]
        self.next_event = "move"

    # ---- legal moves

    def actions(self) -> dict[str, list[str]]:
        """The four actions of RF-T1, each with the tiles it plays."""
        rack = self.racks[self.turn]
        found = {}
        for number, group in enumerate(self.groups, start=1):  # RF-T6: any group
            additions = []
            if can_be_run(group):
                additions += run_additions(group, rack)
            if can_be_family(group):
                additions += family_additions(group, rack)
            for tiles in additions:
                found[f"add {number} " + "+".join(tiles)] = tiles
        for tiles in new_runs(rack) + new_families(rack):
            found["new " + "+".join(tiles)] = tiles
        return found

    def moves(self) -> list[str]:
        actions = self.actions()
        if self.drawn is not None:
            # RF-T8, RF-V4: what follows a draw plays the drawn tile, or keeps it.
            return [move for move, tiles in actions.items() if self.drawn in tiles] + ["keep"]
        found = list(actions)
        if self.pool and (self.free_draw or not actions):
            found.append("draw")  # RF-T7, RF-V4
        if not self.pool and not actions:
            found.append("pass")  # RF-V3, `stuck` only: with `literal` the game is over by now
        return found

    # ---- moves

    def play(self, move: str) -> None:
        verb, *rest = move.split()
        if verb == "draw":
            self.next_event = "draw"
            return
        if verb == "add":
            self.put_down(rest[1].split("+"), self.groups[int(rest[0]) - 1])
        elif verb == "new":
            self.groups.append([])
            self.put_down(rest[0].split("+"), self.groups[-1])
        self.passes_in_a_row = self.passes_in_a_row + 1 if verb == "pass" else 0
        self.end_turn()

    def put_down(self, tiles: list[str], group: list[str]) -> None:
        self.racks[self.turn] = without(self.racks[self.turn], tiles)
        group += tiles

    def feed_draw(self, tiles: Any) -> None:
        pieces(tiles, "draw")
        need(len(tiles) == 1, f"RF-T7: one tile is drawn, not {len(tiles)}")
        need(tiles[0] in self.pool, f"RF-T7: {tiles[0]} is not in the pool")
        self.pool.remove(tiles[0])
        self.racks[self.turn].append(tiles[0])
        self.drawn = tiles[0]
        self.next_event = "move"

    def end_turn(self) -> None:
        self.drawn = None
        if self.why_over() is not None:
            self.next_event = "end"  # the turn stays with the last player
        else:
            self.turn = self.next_seat()
            self.next_event = "move"

    # ---- end of the game

    def why_over(self) -> str | None:
        """Looked at between turns only."""
        if not all(self.racks):
            return "empty-rack"  # RF-E1
        if self.pool_end == "literal" and not self.pool:
            return "pool"  # RF-E2, RF-V3
        if self.passes_in_a_row == self.players:
            return "stuck"  # RF-V3
        return None

    def scores(self) -> list[int]:
        return [len(rack) for rack in self.racks]

    def winners(self) -> list[int]:
        """The fewest tiles; an empty rack is the fewest there can be."""
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == min(scores)]

    def reason(self) -> str:
        return str(self.why_over())

    # ---- words for illegal moves

    def why_not(self, move: str) -> str:
        if move == "draw":
            return self.why_no_draw()
        if move == "keep":
            return "RF-T8: only a tile just drawn is kept"
        if move == "pass":
            return "RF-V3: only who can neither play nor draw passes"
        if self.drawn is not None and move in self.actions():
            return "RF-V4: the drawn tile is not in it"
        return "RF-T2..RF-T5: not one of the four actions"

    def why_no_draw(self) -> str:
        if self.drawn is not None:
            return "RF-T7: one tile is drawn per turn"
        if not self.pool:
            return "RF-T7: the pool is empty"
        return "RF-T7: only who can do nothing else draws"
