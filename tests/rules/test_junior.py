"""Rummy junior, clause by clause."""

from __future__ import annotations

import itertools
import random

import pytest

import tuilerie
from tests.record_arrays import listed_again, states_of
from tuilerie.engine.errors import Refused
from tuilerie.engine.match import Match
from tuilerie.games.famille.adapter import NAME_OF, NUMBER_OF
from tuilerie.games.junior import record as kernel

ALL = [colour + str(value) for colour in "rbgy" for value in range(1, 14)]


def position(slots: dict[int, str], players: int = 2, turn: int = 0, kept: list[str] | None = None) -> Match:
    """A match with these tiles face down in these slots (from 1) and these kept; every other slot is empty."""
    match = tuilerie.new("junior", players, 1)
    state = states_of(match)[0]
    state["slot"][:] = kernel.NO_TILE
    for slot, name in slots.items():
        state["slot"][slot - 1] = NUMBER_OF[name]
    state["face_down"] = len(slots)
    for seat, names in enumerate(kept or []):
        state["kept_size"][seat] = len(names.split())
        state["kept"][seat, : len(names.split())] = [NUMBER_OF[name] for name in names.split()]
    state["turn"] = turn
    listed_again(match)
    return match


def lying(match: Match) -> dict[int, str]:
    return {slot + 1: NAME_OF[tile] for slot, tile in enumerate(states_of(match)[0]["slot"]) if tile != kernel.NO_TILE}


def reason(match: Match, move: str) -> str:
    with pytest.raises(Refused) as caught:
        match.play(move)
    return caught.value.reason


@pytest.mark.rule("RJ-S1", "RJ-V3")
def test_all_tiles_lie_face_down_shuffled_and_any_seat_may_start():
    match = tuilerie.new("junior", 3, 5)
    assert sorted(lying(match).values(), key=ALL.index) == ALL
    assert list(lying(match).values()) != ALL
    assert lying(match) != lying(tuilerie.new("junior", 3, 6))
    assert {tuilerie.new("junior", 3, seed).turn for seed in range(30)} == {0, 1, 2}


@pytest.mark.rule("RJ-V3")
@pytest.mark.parametrize("seat", range(4))
def test_the_host_may_choose_who_starts(seat):
    match = tuilerie.new("junior", 4, 5, {"first": seat})
    assert match.turn == seat
    assert lying(match) == lying(tuilerie.new("junior", 4, 5))


@pytest.mark.rule("RJ-T1")
def test_a_turn_turns_two_different_tiles_over():
    match = tuilerie.new("junior", 2, 5, {"first": 1})
    assert len(match.legal()) == 52
    match.play("flip 17")
    assert match.turn == 1
    assert match.view()["turned"] == {"slot": 17, "tile": lying(match)[17]}
    assert len(match.legal()) == 51
    assert reason(match, "flip 17") == "junior.turned-already"
    match.play("flip 18")
    assert match.turn == 0
    assert match.turns == 1


@pytest.mark.rule("RJ-T2", "RJ-V1", "RJ-V2")
@pytest.mark.parametrize(("one", "other"), [("r5", "y5"), ("r5", "r13"), ("b1", "g1")])
def test_a_matching_pair_is_kept_always(one, other):
    match = position({3: one, 9: other, 20: "g2", 21: "g3", 22: "y7", 23: "y8", 24: "b9", 25: "b10"})
    match.play("flip 9")
    match.play("flip 3")
    assert match.view()["kept"] == [[other, one], []]
    assert match.scores == [2, 0]
    assert match.view()["face_down"] == [20, 21, 22, 23, 24, 25]
    assert reason(match, "flip 3") == "junior.slot-empty"


@pytest.mark.rule("RJ-V1")
def test_a_character_is_one_value_in_all_four_colours():
    """13 characters, 4 tiles each: of the 1326 pairs, 78 share the character and 312 the colour."""
    pairs = list(itertools.combinations(range(52), 2))
    matching = [pair for pair in pairs if kernel.matching(*pair)]
    assert len(matching) == 78 + 312
    for one, other in pairs:
        assert kernel.matching(one, other) == (ALL[one][0] == ALL[other][0] or ALL[one][1:] == ALL[other][1:])


@pytest.mark.rule("RJ-T3")
def test_a_mismatch_is_shuffled_among_all_the_others_in_their_slots():
    slots = dict(zip(range(2, 26, 2), ["r1", "b2", *ALL[30:40]], strict=True))
    match = position(slots)
    match.play("flip 2")
    match.play("flip 4")
    after = lying(match)
    assert sorted(after) == sorted(slots)
    assert sorted(after.values()) == sorted(slots.values())
    assert after != slots
    assert sum(after[slot] != name for slot, name in slots.items()) > 6
    assert match.view()["last"] == {"slots": [2, 4], "tiles": ["r1", "b2"], "kept": False}


@pytest.mark.rule("RJ-T3")
def test_every_tile_may_land_in_every_slot():
    landed = set()
    slots = dict(zip(range(1, 7), ["r1", "b2", "g3", "y4", "r5", "b6"], strict=True))
    for seed in range(60):
        match = position(slots)
        states_of(match)["key"][0, 0] = seed
        states_of(match)["next_pair"] = 32
        match.play("flip 1")
        match.play("flip 2")
        landed |= set(lying(match).items())
    assert len(landed) == 36


@pytest.mark.rule("RJ-T4")
@pytest.mark.parametrize("second", ["r2", "b2"])
def test_the_next_player_follows_also_after_a_match(second):
    match = position({1: "r1", 2: second, 3: "g3", 4: "g4", 5: "y5", 6: "y6", 7: "y7", 8: "y8"}, players=3, turn=2)
    match.play("flip 1")
    assert match.turn == 2
    match.play("flip 2")
    assert match.turn == 0


@pytest.mark.rule("RJ-E1")
def test_four_tiles_left_end_the_game_and_most_tiles_win():
    match = position({1: "r1", 2: "r2", 3: "g3", 4: "b4", 5: "y5", 6: "r6"}, kept=["r8 r9", "b8 b9 g8 g9"])
    match.play("flip 1")
    match.play("flip 2")
    assert match.finished
    assert (match.reason, match.scores, match.winners, match.shares) == ("four-left", [4, 4], [0, 1], [0.5, 0.5])
    assert match.legal() == []
    alone = position({1: "r1", 2: "r2", 3: "g3", 4: "b4", 5: "y5", 6: "r6"}, kept=["r8 r9", "b8 b9"])
    alone.play("flip 1")
    alone.play("flip 2")
    assert alone.winners == [0]


@pytest.mark.rule("RJ-E1")
def test_six_tiles_left_do_not_end_the_game():
    match = position(dict(zip(range(1, 9), ["r1", "r2", "g3", "b4", "y5", "r6", "b7", "g8"], strict=True)))
    match.play("flip 1")
    match.play("flip 2")
    assert not match.finished


def test_among_five_tiles_two_share_a_colour():
    """So no position can be stuck before the end."""
    chance = random.Random(1)
    for _ in range(300):
        five = chance.sample(range(52), 5)
        assert any(kernel.matching(one, other) for one, other in itertools.combinations(five, 2))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kept_tiles_come_in_pairs_and_an_even_number_lies_face_down(players):
    for seed in range(10):
        match = tuilerie.new("junior", players, seed)
        chance = random.Random(seed)
        while not match.finished:
            assert match.view()["turned"] is None
            assert all(size % 2 == 0 for size in match.scores)
            assert len(match.view()["face_down"]) + sum(match.scores) == 52
            assert states_of(match)[0]["face_down"] == len(match.view()["face_down"])
            match.act(chance.choice(match.actions()))
            match.act(chance.choice(match.actions()))
        assert len(match.view()["face_down"]) == 4
        assert sum(match.scores) == 48
