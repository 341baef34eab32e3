"""ReStart, clause by clause, in the notation of records."""

from __future__ import annotations

from collections import Counter

import pytest

import tuilerie
from tests.positions import random_match
from tests.rules.restart_positions import position, row
from tuilerie.engine.errors import Refused
from tuilerie.games.restart import record as kernel
from tuilerie.games.restart.adapter import NAME_OF

ALL = Counter([c + v for c in "rgbok" for v in [*map(str, range(1, 16)), "E", "X"]] + ["S", "S", "T"])
ONES = {c + "1" for c in "rgbok"}


def deal(players, seed):
    return tuilerie.new("restart", players, seed).events[0][1]


def refused(match, move):
    with pytest.raises(Refused) as caught:
        match.play(move)
    return caught.value.clause


# --- set-up ------------------------------------------------------------------------------------------


@pytest.mark.rule("RS-S1")
def test_four_players_get_22_of_all_88_tiles():
    for seed in range(30):
        dealt = deal(4, seed)
        assert [len(hand) for hand in dealt["hands"]] == [22] * 4
        assert dealt["box"] == []
        assert sum(map(Counter, dealt["hands"]), Counter()) == ALL


@pytest.mark.rule("RS-S2")
def test_three_players_get_29_and_one_tile_that_is_no_1_stays_in_the_box():
    boxed = Counter()
    for seed in range(300):
        dealt = deal(3, seed)
        assert [len(hand) for hand in dealt["hands"]] == [29] * 3
        assert len(dealt["box"]) == 1
        assert dealt["box"][0] not in ONES
        assert sum(map(Counter, dealt["hands"]), Counter(dealt["box"])) == ALL
        boxed.update(dealt["box"])
    assert len(boxed) > 70  # any of the 83, not always the same


@pytest.mark.rule("RS-S3")
def test_two_players_get_30_the_1s_lie_on_the_table_and_23_stay_in_the_box():
    for seed in range(30):
        dealt = deal(2, seed)
        assert [len(hand) for hand in dealt["hands"]] == [30, 30]
        assert len(dealt["box"]) == 23
        assert sum(map(Counter, dealt["hands"]), Counter(dealt["box"])) + Counter(ONES) == ALL


@pytest.mark.rule("RS-S4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_1_leaves_its_owners_hand_and_starts_a_row(players):
    for seed in range(30):
        match = tuilerie.new("restart", players, seed)
        assert match.view()["rows"] == {c: [c + "1"] for c in "rgbok"}
        for seat, hand in enumerate(match.events[0][1]["hands"]):
            assert match.view(seat)["hand"] == [tile for tile in hand if tile not in ONES]


@pytest.mark.rule("RS-S5")
def test_who_begins():
    for seed in range(40):
        four, three = deal(4, seed), deal(3, seed)
        assert "r1" in four["hands"][four["first"]]
        assert "o1" in three["hands"][three["first"]]
    firsts = Counter(deal(2, seed)["first"] for seed in range(400))
    assert 150 < firsts[0] < 250


@pytest.mark.rule("RS-S5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_then_clockwise_in_every_round(players):
    match = random_match("restart", players, 8)
    deals = [event[1] for event in match.events if event[0] == "deal"]
    first_tile = {2: "", 3: "o1", 4: "r1"}[players]  # with two players the first seat is drawn
    assert deals
    assert all(first_tile in ["", *deal["hands"][deal["first"]]] for deal in deals)
    movers, expected, turn = [], [], None
    for event in match.events:
        if event[0] == "deal":
            turn = event[1]["first"]
        elif event[0] == "move":
            movers.append(event[1])
            expected.append(turn)
            turn = turn if event[2].startswith(("S:", "T:")) else (turn + 1) % players
    assert movers == expected


@pytest.mark.rule("RS-S6", "RS-V5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_and_the_box_of_the_set_up_are_hidden_sizes_and_rows_are_public(players):
    match = tuilerie.new("restart", players, 4)
    full = match.events[0][1]
    for seat in [*range(players), None]:
        seen = match.game.seen(match.events[0], seat)[1]
        behind = [len([tile for tile in hand if tile not in ONES]) for hand in full["hands"]]
        assert seen["hands"] == [full["hands"][at] if at == seat else behind[at] for at in range(players)]
        assert seen["box"] == len(full["box"])
        view = match.view(seat)
        assert view["hand_sizes"] == behind
        assert view["aside"] == len(full["box"])
        assert "hands" not in view


# --- a turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("RS-T1")
def test_tiles_go_to_the_end_of_the_row_of_their_colour():
    match = position({"g": "1 4"}, ["g6 g9 r5", "b2 b3"])
    assert match.legal() == ["g6", "g9", "pass", "r5"]
    assert refused(match, "g6+r5") == "RS-T1"
    assert refused(match, "k7") == "RS-T1"  # not held
    match.play("g6")
    assert row(match, "g") == "1 4 6"
    assert match.turn == 1


@pytest.mark.rule("RS-T2")
def test_the_first_tile_is_strictly_greater_and_a_gap_is_fine():
    match = position({"g": "1 9"}, ["g8 g10 g15", "b2"])
    assert match.legal() == ["g10", "g15", "pass"]
    assert refused(match, "g8") == "RS-T2"


@pytest.mark.rule("RS-T3")
def test_several_tiles_are_consecutive():
    match = position({}, ["g5 g6 g7 g9", "b2"])
    assert [move for move in match.legal() if "+" in move] == ["g5+g6", "g5+g6+g7", "g6+g7"]
    assert refused(match, "g5+g7") == "RS-T3"
    assert refused(match, "g6+g5") == "RS-T3"
    assert refused(match, "g7+g9") == "RS-T3"


@pytest.mark.rule("RS-T4")
def test_passing_is_always_allowed_and_does_not_put_you_out():
    match = position({}, ["g5 g6", "b2 b3 b9"])
    for move in ("pass", "b2", "g5"):
        assert "pass" in match.legal()
        match.play(move)
    assert row(match, "g") == "1 5"


@pytest.mark.rule("RS-T5")
def test_end_counts_16_stands_alone_or_last_and_closes_the_row():
    match = position({"g": "1 13"}, ["g14 g15 gE k2", "g2 g3 gX"])
    assert match.legal() == ["g14", "g14+g15", "g14+g15+gE", "g15", "g15+gE", "gE", "k2", "pass"]
    assert refused(match, "gE+g14") == "RS-T5"
    assert refused(match, "g14+gE") == "RS-T3"
    match.play("g14+g15+gE")
    assert match.legal() == ["pass"]
    assert refused(match, "g3") == "RS-T5"
    alone = position({"g": "1"}, ["gE k2", "r2"])
    alone.play("gE")
    assert row(alone, "g") == "1 E"


@pytest.mark.rule("RS-T6")
def test_restart_counts_16_when_played_and_0_once_placed():
    match = position({"k": "1 14"}, ["k15 kX r9", "k2 k3 k4 kE"])
    assert refused(match, "kX+k15") == "RS-T6"
    match.play("k15+kX")
    assert row(match, "k") == "1 14 15 X"
    assert match.legal() == ["k2", "k2+k3", "k2+k3+k4", "k3", "k3+k4", "k4", "kE", "pass"]
    match.play("k2+k3+k4")  # example 1 of the sheet
    assert row(match, "k") == "1 14 15 X 2 3 4"
    closed = position({"k": "1 E"}, ["kX r2", "r3"])
    assert closed.legal() == ["pass", "r2"]
    assert refused(closed, "kX") == "RS-T6"


@pytest.mark.rule("RS-T6")
def test_end_may_follow_a_restart():
    match = position({"k": "1 X"}, ["kE r2", "r3"])
    match.play("kE")
    assert row(match, "k") == "1 X E"


@pytest.mark.rule("RS-T7", "RS-T10")
def test_scissors_remove_the_last_tile_and_the_turn_may_go_on_there():
    match = position({"g": "1 13 E"}, ["S g14 r2", "b2"])  # example 2 of the sheet
    assert match.legal() == ["S:g", "pass", "r2"]
    match.play("S:g")
    assert row(match, "g") == "1 13"
    assert match.turn == 0
    assert match.legal() == ["g14", "stop"]
    assert {"gE", "S"} <= set(match.view()["box"])
    match.play("g14")
    assert row(match, "g") == "1 13 14"
    assert match.turn == 1


@pytest.mark.rule("RS-T7")
def test_scissors_only_at_the_start_of_a_turn_and_never_on_a_1():
    match = position({"g": "1 4"}, ["S S g9 r2", "b2"])
    assert "S:r" not in match.legal()
    assert refused(match, "S:r") == "RS-T9"
    match.play("S:g")
    assert row(match, "g") == "1"
    assert refused(match, "S:g") == "RS-T9"
    assert refused(position({"g": "1 4"}, ["r2 r3", "b2"]), "S:g") == "RS-T7"


@pytest.mark.rule("RS-T8", "RS-T10")
def test_the_bin_removes_all_but_the_1():
    match = position({"g": "1 4 5 X 3 9"}, ["T g7 r2", "b2"])  # example 3 of the sheet
    match.play("T:g")
    assert row(match, "g") == "1"
    assert {"g4", "g5", "gX", "g3", "g9", "T"} <= set(match.view()["box"])
    match.play("g7")
    assert row(match, "g") == "1 7"
    assert refused(position({"g": "1 4"}, ["S r2", "b2"]), "T:g") == "RS-T8"


@pytest.mark.rule("RS-T9")
def test_one_special_per_turn_and_only_where_something_can_go():
    match = position({"g": "1 4 9", "r": "1 2"}, ["S T r9 g2", "b2"])
    assert [move for move in match.legal() if ":" in move] == ["S:g", "S:r", "T:g", "T:r"]
    match.play("S:g")
    assert match.legal() == ["stop"]
    assert refused(match, "T:r") == "RS-T9"


@pytest.mark.rule("RS-T10")
def test_after_a_cut_stop_or_the_same_row_only():
    match = position({"g": "1 14"}, ["S g2 g3 r9", "b2 b3"])
    assert refused(match, "stop") == "RS-T10"
    match.play("S:g")
    assert match.legal() == ["g2", "g2+g3", "g3", "stop"]
    assert refused(match, "r9") == "RS-T10"
    assert refused(match, "pass") == "RS-T10"
    match.play("stop")
    assert match.turn == 1


@pytest.mark.rule("RS-T11")
def test_after_a_cut_the_row_counts_its_new_last_tile():
    over_15 = position({"k": "1 15 X"}, ["S k2 kE", "b2"])
    over_15.play("S:k")
    assert over_15.legal() == ["kE", "stop"]
    over_restart = position({"k": "1 X 9"}, ["S k2 kE", "b2"])
    over_restart.play("S:k")
    assert over_restart.legal() == ["k2", "kE", "stop"]


# --- the layout of the ids ---------------------------------------------------------------------------


def test_action_ids_follow_one_arithmetic():
    assert len(set(NAME_OF)) == kernel.ACTIONS == 687
    assert NAME_OF[0] == "r2"
    assert NAME_OF[kernel.RUN_OFFSET[2] + 17 - 2] == "+".join(f"r{v}" for v in range(2, 16)) + "+rX"
    assert NAME_OF[kernel.RUNS + kernel.RUN_OFFSET[14] + 1] == "g14+g15"
    assert NAME_OF[kernel.CUT] == "S:r"
    assert NAME_OF[kernel.EMPTY + 4] == "T:k"
    assert NAME_OF[kernel.STOP :] == ("stop", "pass")


def test_no_position_has_more_legal_actions_than_the_list_holds():
    """A whole colour in hand gives all 135 runs of it; five colours and both specials cannot exceed the
    ids there are.
    """
    match = position({}, [" ".join(["S", "T"] + [f"g{v}" for v in [*range(2, 16), "E", "X"]]), "r2"])
    assert len(match.legal()) == kernel.RUNS + 1
