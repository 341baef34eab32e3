"""The rulebook of Rummy famille: the examples of its rules page, and its corners."""

from __future__ import annotations

import copy
import random
from itertools import combinations

import pytest

from . import Wrong, famille
from .random_games import is_group, moves, play_game


def famille_at(racks: list[str], table: str, pool: str = "", **variant) -> famille.Rulebook:
    """Seat 0 to move; groups of the table are parted by semicolons."""
    book = famille.Rulebook(len(racks), variant)
    book.racks = [rack.split() for rack in racks]
    book.groups = [group.split() for group in table.split(";")]
    book.pool = pool.split()
    book.next_event = "move"
    return book


def without_order(move: str) -> tuple[str, list[str]]:
    """ "add 3 r7+r8" as ("add 3", its tiles in any fixed order)."""
    action, tiles = move.rsplit(" ", 1)
    return action, sorted(tiles.split("+"))


def test_actions_are_all_there():
    """Against every subset of the rack with every group."""
    chance = random.Random(10)
    for _ in range(80):
        tiles = chance.sample([tile for tile in famille.ALL_TILES if int(tile[1:]) < 8], 12)
        groups = [[tile] for tile in tiles[9:]]
        groups += chance.choice([[], [["r12", "r11", "r13"]], [["b9", "g9"], ["r10", "r9"]]])
        rack = tiles[:8] + chance.sample(["y9", "r8"], chance.randrange(3))
        book = famille_at([" ".join(rack), "y13"], ";".join(map(" ".join, groups)), "y12", free_draw="yes")
        expected = []
        for size in range(1, len(rack) + 1):
            for chosen in combinations(rack, size):
                if is_group(list(chosen)):
                    expected.append(("new", sorted(chosen)))
                for number, group in enumerate(groups, start=1):
                    if is_group(group + list(chosen)):
                        expected.append((f"add {number}", sorted(chosen)))
        assert sorted(expected) == sorted(without_order(move) for move in book.legal() if move != "draw")


def test_notation():
    book = famille_at(["r4 r7 r8 b5 y5 g5", "y13"], "r5 r6; r9; r1; b13")
    assert book.legal() == [
        "add 1 r4", "add 1 r4+r7", "add 1 r4+r7+r8", "add 1 r7", "add 1 r7+r8",
        "add 2 r7+r8", "add 2 r8",
        "new b5+g5", "new b5+g5+y5", "new b5+y5", "new g5+y5", "new r7+r8",
    ]  # fmt: skip
    moves(book, "new b5+g5+y5")
    assert book.groups[4] == ["b5", "g5", "y5"]


def test_a_lone_tile_becomes_a_family_or_a_run():
    """RF-V1."""
    book = famille_at(["b5 r6 r1", "g5 r4"], "r5", "y1")
    assert book.legal() == ["add 1 b5", "add 1 r6"]
    moves(book, "add 1 b5")
    assert book.legal() == ["add 1 g5"]


def test_draw_only_when_stuck_then_lucky():
    """RF-T7, RF-T8."""
    book = famille_at(["r2 b7 b9", "g5 r4"], "r12", "b8 y1")
    assert book.legal() == ["draw"]
    moves(book, "draw")
    with pytest.raises(Wrong, match="RF-T7"):
        book.feed(["draw", 0, ["g13"]])
    book.feed(["draw", 0, ["b8"]])
    assert book.legal() == ["keep", "new b7+b8", "new b7+b8+b9", "new b8+b9"]
    moves(book, "new b7+b8+b9")
    assert book.seat() == 1


def test_free_draw_must_play_the_drawn_tile():
    """RF-V4."""
    book = famille_at(["r2 r3 b7", "g5 r4"], "r12", "b8 y1", free_draw="yes")
    assert book.legal() == ["draw", "new r2+r3"]
    moves(book, "draw")
    book.feed(["draw", 0, ["b8"]])
    assert book.legal() == ["keep", "new b7+b8"]
    with pytest.raises(Wrong, match="RF-V4"):
        moves(book, "new r2+r3")


def test_after_a_needed_draw_every_action_has_the_drawn_tile():
    draws = []
    for seed in range(12):
        record = play_game("famille", 4, {}, None, seed)
        book = famille.Rulebook(4, {})
        for event in record["events"]:
            book.feed(event)
            if event[0] == "draw":
                draws.append(all(book.drawn in tiles for tiles in book.actions().values()) and "keep" in book.legal())
    assert draws
    assert all(draws)


def test_the_last_tile_of_the_pool():
    """RF-V3 literal: the lucky draw is still played, and an empty rack wins first."""
    book = famille_at(["r2", "g5 r4"], "r12", "b2")
    moves(book, "draw")
    book.feed(["draw", 0, ["b2"]])
    lucky = copy.deepcopy(book)
    moves(book, "keep")
    book.feed(["end", {"scores": [2, 2], "winners": [0, 1], "reason": "pool"}])
    moves(lucky, "new r2+b2")
    lucky.feed(["end", {"scores": [0, 2], "winners": [0], "reason": "empty-rack"}])


def test_stuck():
    """RF-V3 stuck."""
    book = famille_at(["r2 b9", "g5 r4 y13"], "r12; y12", "b2", pool_end="stuck")
    moves(book, "draw")
    book.feed(["draw", 0, ["b2"]])
    moves(book, "keep")
    assert book.legal() == ["add 2 y13"]  # no passing while one can play
    moves(book, "add 2 y13", "new r2+b2")
    assert book.legal() == ["pass"]
    moves(book, "pass", "pass")
    book.feed(["end", {"scores": [1, 2], "winners": [0], "reason": "stuck"}])
