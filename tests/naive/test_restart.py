"""The rulebook of ReStart: the examples of its rules page, and its corners."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from . import Wrong, restart
from .random_games import Dealer, moves


def restart_at(hands: list[str], rows: str = "", **variant) -> restart.Rulebook:
    """A position in the middle of a round: seat 0 to move, rows as "g: g1 gE; k: k1 k15"."""
    book = restart.Rulebook(len(hands), variant)
    book.hands = [hand.split() for hand in hands]
    book.rows = {colour: [colour + "1"] for colour in restart.COLOURS}
    for row in filter(None, rows.split(";")):
        tiles = row.split()
        book.rows[tiles[0][0]] = tiles
    book.next_event = "move"
    return book


def test_example_1_tiles_after_a_restart():
    book = restart_at(["k2 k3 k4 kE r2", "r3"], "k1 k14 k15 kX")
    assert book.legal() == ["k2", "k2+k3", "k2+k3+k4", "k3", "k3+k4", "k4", "kE", "pass", "r2"]
    moves(book, "k2+k3+k4")
    assert book.rows["k"][-1] == "k4"


def test_example_2_scissors_on_an_end():
    book = restart_at(["S g14 g2 r9 gX", "r3"], "g1 g13 gE")
    assert book.legal() == ["S:g", "pass", "r9"]
    moves(book, "S:g")
    assert book.seat() == 0
    assert book.legal() == ["g14", "gX", "stop"]  # that row only, RS-T10
    moves(book, "g14")
    assert book.seat() == 1
    assert sorted(book.box) == ["S", "gE"]


def test_example_3_bin():
    book = restart_at(["T S g7 g8", "r3"], "g1 g13 gE")
    assert book.legal() == ["S:g", "T:g", "pass"]
    moves(book, "T:g")
    assert book.legal() == ["g7", "g7+g8", "g8", "stop"]  # no second cut, no pass
    moves(book, "g7")
    assert book.rows["g"] == ["g1", "g7"]
    assert sorted(book.box) == ["T", "g13", "gE"]


def test_example_4_count():
    book = restart_at(["gE", "g12 g14 T", "r7 rE"])
    moves(book, "pass", "pass", "pass")
    assert book.expects() == "round"
    book.feed(["round", {"points": [16, 46, 23], "totals": [16, 46, 23]}])
    assert book.expects() == "deal"


def test_runs_may_end_with_end_or_restart_after_15():
    book = restart_at(["o13 o14 o15 oE oX", "r3"], "o1 o13")
    expected = ["o14", "o14+o15", "o14+o15+oE", "o14+o15+oX", "o15", "o15+oE", "o15+oX", "oE", "oX", "pass"]
    assert book.legal() == expected


def test_a_cut_shows_what_lies_below():
    """RS-T11."""
    book = restart_at(["S S b2 b15", "r3"], "b1 b15 bX b4")
    moves(book, "S:b")
    assert book.legal() == ["b15", "b2", "stop"]  # on the Restart, worth 0
    moves(book, "stop")
    moves(book, "pass", "S:b")
    assert book.legal() == ["stop"]  # on the 15


@pytest.mark.parametrize("tool", ["S", "T"])
def test_last_tile_is_a_cut(tool):
    """RS-V2."""
    book = restart_at([tool, "r3"], "b1 b15")
    moves(book, f"{tool}:b")
    book.feed(["end", {"scores": [0, 0], "winners": [0], "reason": "empty-hand"}])

    book = restart_at([tool, "r3 r7"], "b1 b15", last_tile="placed")
    moves(book, f"{tool}:b")
    assert book.legal() == ["stop"]
    moves(book, "stop", "r3")
    assert book.legal() == ["pass"]
    moves(book, "pass")
    moves(book, "r7")
    book.feed(["end", {"scores": [0, 0], "winners": [1], "reason": "empty-hand"}])


def test_round_end():
    """RS-V1: passes in a row, or all in one lap from the first player."""
    consecutive = restart_at(["r2 r3", "g2 g3", "b2 b3"])
    moves(consecutive, "r2", "pass", "pass", "pass")
    assert consecutive.expects() == "round"

    table = restart_at(["r2 r3", "g2 g3", "b2 b3"], round_end="table")
    moves(table, "r2", "pass", "pass", "pass")
    assert table.expects() == "move"
    moves(table, "pass", "pass")
    assert table.expects() == "round"


def test_a_turn_that_only_cuts_is_no_pass():
    book = restart_at(["S r2", "g2 g3"], "b1 b7")
    moves(book, "S:b", "stop", "pass")
    assert book.expects() == "move"
    moves(book, "pass")
    assert book.expects() == "round"


def test_target_ties_are_shared():
    book = restart_at(["r10", "g10", "b11"], target=11)
    moves(book, "pass", "pass", "pass")
    book.feed(["round", {"points": [10, 10, 11], "totals": [10, 10, 11]}])
    book.feed(["end", {"scores": [10, 10, 11], "winners": [0, 1], "reason": "target"}])


def test_set_up():
    """RS-S1..S5: who starts, and no 1 in the box."""
    for players, one in ((4, "r1"), (3, "o1")):
        book = restart.Rulebook(players, {})
        deal = Dealer("restart", book, random.Random(players)).deal_restart()
        assert one in deal["hands"][deal["first"]]
        with pytest.raises(Wrong, match="RS-S5"):
            book.feed(["deal", {**deal, "first": (deal["first"] + 1) % players}])
    book = restart.Rulebook(3, {})
    deal = Dealer("restart", book, random.Random(3)).deal_restart()
    hand = next(hand for hand in deal["hands"] if "g1" in hand)
    hand[hand.index("g1")], deal["box"] = deal["box"][0], ["g1"]
    with pytest.raises(Wrong, match="RS-S2"):
        book.feed(["deal", deal])


def test_placements_are_all_there():
    """Against every subset of one colour."""
    chance = random.Random(8)
    faces = [str(value) for value in range(2, 16)] + ["E", "X"]
    for _ in range(15):
        mine = chance.sample(faces, 8)
        end = chance.choice(["1"] + [face for face in faces if face not in mine])
        book = restart_at([" ".join("g" + face for face in mine) + " S", "r2"], f"g1 g{end}")
        expected = {"pass", "S:g"}
        for size in range(1, 9):
            for chosen in combinations(sorted(mine, key=faces.index), size):
                if is_placement(chosen, end):
                    expected.add("+".join("g" + face for face in chosen))
        assert set(book.legal()) == expected


def is_placement(chosen: tuple[str, ...], end: str) -> bool:
    values = [16 if face in "EX" else int(face) for face in chosen]
    row_value = {"E": 16, "X": 0}.get(end) if end in "EX" else int(end)
    return values[0] > row_value and all(high - low == 1 for low, high in zip(values, values[1:]))


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("g4+r4", "RS-T1"),
        ("g4+g6", "RS-T3"),
        ("r4", "RS-T2"),
        ("b4", "RS-T5"),
        ("S:k", "RS-T9"),
        ("stop", "RS-T10"),
        ("g9", "not in the hand"),
    ],
)
def test_refusals_name_the_clause(move, clause):
    book = restart_at(["g4 g6 r4 b4 S", "r3"], "r1 r5; b1 bE")
    with pytest.raises(Wrong, match=clause):
        moves(book, move)
