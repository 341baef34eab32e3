"""ReStart: the end of a round and of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.restart_positions import position
from tuilerie.games.restart.adapter import COLOURS

ALL = Counter([c + v for c in "rgbok" for v in [*map(str, range(1, 16)), "E", "X"]] + ["S", "S", "T"])
ONES = {c + "1" for c in "rgbok"}


@pytest.mark.rule("RS-E1", "RS-V1")
def test_as_many_passes_in_a_row_as_players_end_the_round():
    match = position({}, ["g5 g6 g8", "b2 b3", "k9 k11"])
    for move in ("pass", "pass", "k9", "pass", "pass"):
        match.play(move)
        assert match.events[-1][0] == "move"
    match.play("pass")
    assert [event[0] for event in match.events[-2:]] == ["round", "deal"]


@pytest.mark.rule("RS-E1")
def test_a_turn_with_scissors_only_is_not_a_pass():
    match = position({"g": "1 9"}, ["S g5 g6", "b2 b3"])
    for move in ("pass", "pass"):
        assert match.view()["round"] == 1
        match.play(move)
    match = position({"g": "1 9"}, ["g5 g6", "S b2 b3"])
    for move in ("pass", "S:g", "stop", "pass"):
        match.play(move)
        assert match.view()["round"] == 1
    match.play("pass")
    assert match.view()["round"] == 2


@pytest.mark.rule("RS-V1")
def test_with_table_all_pass_within_one_lap_from_the_first_player():
    match = position({}, ["g5 g6", "b2 b3", "k9 k11"], turn=1, round_end="table")
    for move in ("b2", "pass", "pass", "pass", "pass"):  # four passes in a row, but over two laps
        match.play(move)
        assert match.view()["round"] == 1
    match.play("pass")
    assert match.view()["round"] == 2


@pytest.mark.rule("RS-E2")
def test_the_count_of_the_sheet():
    """Example 4: one End is 16; 12 + 14 + Bin is 46; 7 + End is 23."""
    match = position({}, ["gE", "r12 r14 T", "b7 bE"])
    for _ in range(3):
        match.play("pass")
    assert match.events[-2] == ["round", {"points": [16, 46, 23], "totals": [16, 46, 23]}]


@pytest.mark.rule("RS-E2")
def test_every_tile_counts_its_points():
    worth = (
        {"S": 20, "T": 20}
        | {c + str(v): v for c in "rgbok" for v in range(1, 16)}
        | {c + v: 16 for c in "rgbok" for v in "EX"}
    )
    for tile in sorted(set(ALL) - ONES):
        match = position({}, [tile, "r2" if tile != "r2" else "r3"])
        match.play("pass")
        match.play("pass")
        assert match.events[-2][1]["points"][0] == worth[tile]


@pytest.mark.rule("RS-E2")
def test_hands_are_laid_open_at_the_end():
    match = position({}, ["gE", "r12 r14 T"], totals=[90, 0])
    match.play("pass")
    match.play("pass")
    assert match.view()["hands"] == [["gE"], ["r12", "r14", "T"]]


@pytest.mark.rule("RS-E3")
def test_at_100_the_game_ends_and_the_lowest_total_wins():
    match = position({}, ["gE", "r2", "b3"], totals=[84, 90, 20])
    for _ in range(3):
        match.play("pass")
    assert match.events[-1] == ["end", {"scores": [100, 92, 23], "winners": [2], "reason": "target"}]


@pytest.mark.rule("RS-E3", "RS-E5")
def test_at_99_another_round_is_set_up():
    match = position({}, ["gE", "r2"], totals=[83, 90])
    match.play("pass")
    match.play("pass")
    assert [event[0] for event in match.events[-2:]] == ["round", "deal"]
    assert match.view()["round"] == 2
    assert match.view()["rows"] == {c: [c + "1"] for c in COLOURS}
    assert [len(hand) for hand in match.events[-1][1]["hands"]] == [30, 30]


@pytest.mark.rule("RS-E4")
def test_the_last_tile_wins_at_once_whatever_the_scores():
    match = position({}, ["g5 g6", "r2"], totals=[99, 0])
    match.play("g5+g6")
    assert match.events[-1] == ["end", {"scores": [99, 0], "winners": [0], "reason": "empty-hand"}]
    assert match.events[-2][0] == "move"


@pytest.mark.rule("RS-V2")
def test_scissors_as_last_tile_win_at_once_by_default():
    match = position({"g": "1 4"}, ["S", "r2"])
    match.play("S:g")
    assert match.events[-1][1]["winners"] == [0]
    assert match.events[-1][1]["reason"] == "empty-hand"


@pytest.mark.rule("RS-V2")
def test_with_placed_a_last_scissors_does_not_win():
    match = position({"g": "1 4"}, ["S", "r2 r3"], last_tile="placed")
    match.play("S:g")
    assert not match.finished
    assert match.legal() == ["stop"]
    match.play("stop")
    match.play("r2")
    assert match.legal() == ["pass"]
    match.play("pass")
    match.play("r3")
    assert match.winners == [1]


@pytest.mark.rule("RS-V3")
def test_equal_lowest_totals_share_the_victory():
    match = position({}, ["g5", "r5", "b9"], totals=[40, 40, 95])
    for _ in range(3):
        match.play("pass")
    assert match.winners == [0, 1]
    assert match.shares == [0.5, 0.5, 0]


@pytest.mark.rule("RS-V4")
@pytest.mark.parametrize(("target", "over"), [(50, True), (51, False), (1, True), (1000, False)])
def test_the_target_score_is_an_option(target, over):
    match = position({}, ["gE", "r2"], totals=[34, 0] if target > 1 else [0, 0], target=target)
    match.play("pass")
    match.play("pass")
    assert match.finished is over
