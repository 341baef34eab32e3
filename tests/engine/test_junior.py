"""Rummy junior for people: notation, refusals, events, and what everybody sees."""

from __future__ import annotations

import pytest

import tuilerie
from tests.positions import random_match
from tests.rules.test_junior import lying, position, reason
from tuilerie.engine.errors import BadInput, WrongRecord
from tuilerie.engine.record_check import check_record
from tuilerie.engine.registry import game_named


@pytest.mark.parametrize("move", ["", "flip", "flip x", "flip 017", "flip -1", "flip 1 2", "Flip 1", "flip 1\n"])
def test_what_cannot_be_read_is_refused(move):
    assert reason(tuilerie.new("junior", 2, 1), move) == "unreadable"


@pytest.mark.parametrize("move", ["flip 0", "flip 53", "flip 9999"])
def test_there_are_52_slots(move):
    assert reason(tuilerie.new("junior", 2, 1), move) == "junior.no-slot"


@pytest.mark.rule("RJ-T1")
def test_a_flip_reveals_the_tile_that_lay_there_also_before_a_shuffle():
    match = tuilerie.new("junior", 2, 3)
    for _ in range(12):
        seat, expected = match.turn, []
        for move in match.legal()[:2]:
            expected.append(lying(match)[int(move.split()[1])])
            match.play(move)
            assert match.events[-2:] == [["move", seat, move], ["reveal", seat, expected[-1]]]
        assert match.view()["last"]["tiles"] == expected


@pytest.mark.rule("RJ-S1")
def test_the_deal_shows_no_tile():
    match = tuilerie.new("junior", 2, 3, {"first": 1})
    assert match.events == [["deal", {"first": 1}]]
    assert match.seen_events(0) == match.seen_events(None) == match.events


@pytest.mark.rule("RJ-T1", "RJ-T2")
def test_the_view_lists_what_it_shows():
    match = position({1: "r1", 2: "r2", 3: "g3", 4: "b4", 5: "y5", 6: "r6", 9: "b8", 30: "g9"})
    match.play("flip 9")
    assert match.view(1) == {
        "game": "junior",
        "players": 2,
        "seat": 1,
        "turn": 0,
        "first": match.view()["first"],
        "face_down": [1, 2, 3, 4, 5, 6, 30],
        "turned": {"slot": 9, "tile": "b8"},
        "kept": [[], []],
        "last": None,
    }
    match.play("flip 4")
    assert match.view(None) == match.view(1) | {"seat": None}
    assert match.view(1)["kept"] == [["b8", "b4"], []]
    assert match.view(1)["last"] == {"slots": [9, 4], "tiles": ["b8", "b4"], "kept": True}
    assert match.view(1)["turned"] is None


@pytest.mark.rule("RJ-V3")
def test_a_seat_that_does_not_exist_cannot_start():
    with pytest.raises(BadInput) as caught:
        tuilerie.new("junior", 3, 1, {"first": 3})
    assert caught.value.code == "variant.value"


@pytest.mark.rule("RJ-T3", "RJ-E1")
def test_a_record_with_another_reveal_is_wrong():
    record = random_match("junior", 2, 1).record()
    check_record(record)
    reveal = next(event for event in record["events"] if event[0] == "reveal")
    reveal[2] = "r1" if reveal[2] != "r1" else "r2"
    with pytest.raises(WrongRecord) as caught:
        check_record(record)
    assert (caught.value.event, caught.value.clause) == (2, "RJ-T1")


def test_junior_is_pure_luck_so_its_greedy_is_random():
    assert game_named("junior").policies is None
