"""Rummy famille, clause by clause, in positions written in notation."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tuilerie
from tests.positions import random_match
from tests.record_arrays import listed_again, states_of
from tuilerie.engine.errors import Refused
from tuilerie.engine.match import Match
from tuilerie.games.famille import plays, record, shapes
from tuilerie.games.famille.adapter import BIT_OF, NUMBER_OF, SHAPE_OF, tile_names

ALL = [colour + str(value) for colour in "rbgy" for value in range(1, 14)]


def tiles(text: str) -> int:
    """A set of tiles from "r5 r6"."""
    return sum(BIT_OF[NUMBER_OF[name]] for name in text.split())


def position(racks: list[str], groups: list[str], pool: str = "y1 y2 y3", turn: int = 0, **variant: object) -> Match:
    """A match in this position; `pool` in the order of drawing."""
    match = tuilerie.new("famille", len(racks), 1, variant)
    state = states_of(match)[0]
    for seat, rack in enumerate(racks):
        state["rack"][seat] = tiles(rack)
        state["rack_size"][seat] = len(rack.split())
    state["groups"] = len(groups)
    state["group"][: len(groups)] = [SHAPE_OF[tiles(group)] for group in groups]
    drawn = [NUMBER_OF[name] for name in pool.split()]
    state["pool_size"] = len(drawn)
    state["pool"][:] = drawn[::-1] + [record.NO_TILE] * (record.POOL - len(drawn))
    state["turn"] = turn
    listed_again(match)
    return match


def groups(match: Match) -> list[str]:
    return [" ".join(group["tiles"]) for group in match.view()["groups"]]


def refusal(match: Match, move: str) -> tuple[str, str | None]:
    with pytest.raises(Refused) as caught:
        match.play(move)
    return caught.value.reason, caught.value.clause


# --- setting up ------------------------------------------------------------------------------------


@pytest.mark.rule("RF-S1")
@pytest.mark.parametrize(("players", "pool"), [(2, 36), (3, 30), (4, 24)])
def test_six_tiles_each_four_face_up_and_the_rest_in_the_pool(players, pool):
    match = tuilerie.new("famille", players, 9)
    view = match.view()
    assert view["rack_sizes"] == [6] * players
    assert [group["kind"] for group in view["groups"]] == ["single"] * 4
    assert view["pool"] == pool
    dealt = [name for seat in range(players) for name in match.view(seat)["rack"]] + groups(match)
    hidden = [shapes.TILES if tile == record.NO_TILE else int(tile) for tile in states_of(match)[0]["pool"][:pool]]
    assert sorted([NUMBER_OF[name] for name in dealt] + hidden) == list(range(52))


@pytest.mark.rule("RF-S2", "RF-V5")
def test_any_seat_may_be_drawn_to_start_and_play_goes_round():
    assert {tuilerie.new("famille", 3, seed).turn for seed in range(30)} == {0, 1, 2}
    match = tuilerie.new("famille", 3, 4, {"first": 2})
    turns = []
    while len(turns) < 6:
        if not turns or match.turns == len(turns):
            turns.append(match.turn)
        match.act(match.actions()[0])
    assert turns == [2, 0, 1, 2, 0, 1]


@pytest.mark.rule("RF-V5")
@pytest.mark.parametrize("seat", range(4))
def test_the_host_may_choose_who_starts(seat):
    for seed in range(5):
        assert tuilerie.new("famille", 4, seed, {"first": seat}).turn == seat


def test_the_choice_of_the_first_seat_does_not_change_the_deal():
    random_first, chosen = tuilerie.new("famille", 4, 3), tuilerie.new("famille", 4, 3, {"first": 1})
    for field in ("rack", "group", "pool"):
        assert (states_of(random_first)[field] == states_of(chosen)[field]).all()


@pytest.mark.rule("RF-S3")
def test_racks_and_pool_are_hidden_sizes_and_table_are_not():
    match = position(["r1 r2", "b7"], ["g9", "y4 y5"], pool="b1 b2")
    assert match.view(0)["rack"] == ["r1", "r2"]
    assert match.view(1)["rack"] == ["b7"]
    for seat in (1, None):
        shown = str(match.view(seat))
        assert "r1" not in shown
        assert "b1" not in shown
        assert match.view(seat)["rack_sizes"] == [2, 1]
        assert match.view(seat)["pool"] == 2
        assert groups(match) == ["g9", "y4 y5"]


# --- a turn ----------------------------------------------------------------------------------------


@pytest.mark.rule("RF-T1")
def test_one_action_and_the_turn_is_over():
    match = position(["r5 r6 b1 b2 g9", "y9"], ["g1"])
    match.play("new r5+r6")
    assert match.turn == 1
    assert match.view(0)["rack"] == ["b1", "b2", "g9"]
    assert refusal(position(["r5 r6 b1 b2", "y9"], ["g3"]), "new r5+r6+b1+b2") == ("famille.neither", "RF-T4")


@pytest.mark.rule("RF-T2", "RF-V0")
def test_a_run_grows_at_its_start_its_end_or_both():
    match = position(["b2 b3 b8 y13", "g1"], ["r1", "b4 b5 b6 b7"])
    assert match.legal() == ["add 2 b2+b3", "add 2 b2+b3+b8", "add 2 b3", "add 2 b3+b8", "add 2 b8", "new b2+b3"]
    match.play("add 2 b3+b8")
    assert groups(match) == ["r1", "b3 b4 b5 b6 b7 b8"]
    assert match.view(0)["rack"] == ["b2", "y13"]


@pytest.mark.rule("RF-T2")
def test_a_run_has_no_gap_and_one_colour():
    match = position(["b9 r8 b8", "g1"], ["r1", "b4 b5 b6"])
    assert refusal(match, "add 2 b8") == ("famille.gap", "RF-T2")
    assert refusal(match, "add 2 r8") == ("famille.wrong-colour", "RF-T2")
    assert not [move for move in match.legal() if move.startswith("add")]


@pytest.mark.rule("RF-T2")
def test_a_run_ends_at_1_and_13():
    """Nothing follows 13, not even the 1, and not the 1 of the next colour."""
    match = position(["r1 b1 y12", "g1"], ["r11 r12 r13", "b2 b3", "y13"])
    assert match.legal() == ["add 2 b1", "add 3 y12", "new r1+b1"]
    whole = position(["r13 y1", "g2"], [" ".join(ALL[:12])])
    whole.play("add 1 r13")
    assert groups(whole) == [" ".join(ALL[:13])]


@pytest.mark.rule("RF-T3")
def test_a_family_grows_by_the_colours_it_lacks():
    match = position(["g5 y5 r9", "g1"], ["r5 b5"])
    assert match.legal() == ["add 1 g5", "add 1 g5+y5", "add 1 y5", "new g5+y5"]
    assert refusal(match, "add 1 r9") == ("famille.wrong-value", "RF-T3")
    match.play("add 1 g5+y5")
    assert groups(match) == ["r5 b5 g5 y5"]


@pytest.mark.rule("RF-T4")
def test_a_new_run_has_two_tiles_or_more():
    match = position(["r5 r6 r7 b1", "g1"], ["y13"])
    assert match.legal() == ["new r5+r6", "new r5+r6+r7", "new r6+r7"]
    assert refusal(match, "new r5") == ("famille.two-tiles", "RF-T4")
    assert refusal(match, "new r5+r7") == ("famille.gap", "RF-T4")
    match.play("new r5+r6+r7")
    assert groups(match) == ["y13", "r5 r6 r7"]


@pytest.mark.rule("RF-T5")
def test_a_new_family_has_two_tiles_or_more_of_one_value():
    match = position(["r5 b5 y5 g9", "g1"], ["y13"])
    assert match.legal() == ["new b5+y5", "new r5+b5", "new r5+b5+y5", "new r5+y5"]
    match.play("new r5+b5+y5")
    assert groups(match) == ["y13", "r5 b5 y5"]


@pytest.mark.rule("RF-T6")
def test_anyone_may_add_to_any_group():
    match = position(["r5 r6 g9", "r7 y2"], ["y13"])
    match.play("new r5+r6")
    match.play("add 2 r7")
    assert groups(match) == ["y13", "r5 r6 r7"]


@pytest.mark.rule("RF-T7")
def test_one_draws_only_when_nothing_can_be_played():
    can = position(["r5 g9", "g1"], ["r4"])
    assert can.legal() == ["add 1 r5"]
    assert refusal(can, "draw") == ("famille.must-play", "RF-T7")
    cannot = position(["r6 g9", "g1"], ["r4"], pool="y1 y2")
    assert cannot.legal() == ["draw"]
    cannot.play("draw")
    assert cannot.turn == 0
    assert cannot.view(0)["rack"] == ["r6", "g9", "y1"]
    assert cannot.view()["pool"] == 1


@pytest.mark.rule("RF-T8")
def test_lucky_draw_the_drawn_tile_with_others_or_kept():
    match = position(["y7 g9", "g1"], ["r4"], pool="y8 y1")
    match.play("draw")
    assert match.legal() == ["keep", "new y7+y8"]
    kept = match.copy()
    match.play("new y7+y8")
    assert (groups(match), match.view(0)["rack"], match.turn) == (["r4", "y7 y8"], ["g9"], 1)
    kept.play("keep")
    assert (groups(kept), kept.view(0)["rack"], kept.turn) == (["r4"], ["g9", "y7", "y8"], 1)


@pytest.mark.rule("RF-T8")
def test_an_unlucky_draw_is_kept():
    match = position(["y7 g9", "g1"], ["r4"], pool="b12 y1")
    match.play("draw")
    assert match.legal() == ["keep"]
    assert refusal(match, "draw") == ("famille.drawn-already", "RF-T8")
    assert refusal(match, "pass") == ("famille.no-pass", "RF-V3")


# --- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("RF-E1")
def test_the_last_tile_wins_at_once():
    match = position(["r5", "g1 g2 g3"], ["r4"])
    match.play("add 1 r5")
    assert (match.finished, match.reason, match.winners, match.scores) == (True, "empty-rack", [0], [0, 3])


@pytest.mark.rule("RF-E2", "RF-V3")
def test_the_empty_pool_ends_the_game_at_the_end_of_the_turn():
    match = position(["r6 g9", "g1 g2"], ["r4"], pool="y1")
    match.play("draw")
    assert not match.finished
    match.play("keep")
    assert (match.finished, match.reason, match.winners, match.scores) == (True, "pool", [1], [3, 2])


@pytest.mark.rule("RF-E2")
def test_ties_share_the_victory():
    match = position(["r6 r9 r12", "b6 b9", "y6 y9", "g6 g9 g12"], ["r4"], pool="y1", turn=0)
    match.play("draw")
    match.play("keep")
    assert match.winners == [1, 2]
    assert match.shares == [0, 0.5, 0.5, 0]


@pytest.mark.rule("RF-V3")
def test_the_lucky_draw_of_the_last_tile_is_still_played_and_an_empty_rack_wins_first():
    match = position(["y7", "g1"], ["r4"], pool="y8")
    match.play("draw")
    match.play("new y7+y8")
    assert (match.reason, match.winners, match.scores) == ("empty-rack", [0], [0, 1])
    counted = position(["y7 g9 g11", "g1 g3"], ["r4"], pool="y8")
    counted.play("draw")
    counted.play("new y7+y8")
    assert (counted.reason, counted.winners, counted.scores) == ("pool", [0, 1], [2, 2])


@pytest.mark.rule("RF-V3")
def test_stuck_goes_on_with_an_empty_pool_until_all_pass_in_a_row():
    match = position(["r6 g9", "b1 b2 b7", "y3 r5"], ["r4"], pool="y1", pool_end="stuck")
    match.play("draw")
    match.play("keep")
    assert not match.finished
    assert refusal(match, "draw") == ("famille.pool-empty", "RF-V3")
    assert refusal(match, "pass") == ("famille.no-pass", "RF-V3")
    match.play("new b1+b2")
    assert match.legal() == ["add 1 r5"]
    match.play("add 1 r5")
    match.play("add 1 r6")
    for _ in range(3):
        assert match.legal() == ["pass"]
        match.play("pass")
    assert (match.reason, match.winners, match.scores) == ("stuck", [1, 2], [2, 1, 1])


@pytest.mark.rule("RF-V3")
def test_a_play_between_passes_begins_the_count_again():
    match = position(["r9 y1", "b9 b10 y13"], ["r4"], pool="", pool_end="stuck")
    match.play("pass")
    assert match.view()["passes"] == 1
    match.play("new b9+b10")
    assert match.view()["passes"] == 0
    assert not match.finished


# --- what the sheet leaves open ----------------------------------------------------------------------


@pytest.mark.rule("RF-V1")
@pytest.mark.parametrize(
    ("move", "kind"), [("add 2 g10", "run"), ("add 2 g8", "run"), ("add 2 r9", "family"), ("add 2 r9+b9", "family")]
)
def test_a_face_up_tile_becomes_what_is_added_to_it(move, kind):
    match = position(["g8 g10 r9 b9 y1", "y2"], ["r1", "g9", "b3", "y13"])
    match.play(move)
    assert match.view()["groups"][1]["kind"] == kind
    assert match.view()["groups"][1]["number"] == 2


@pytest.mark.rule("RF-V1")
def test_a_run_or_family_can_no_longer_become_the_other():
    match = position(["r9 g11", "y2"], ["g9 g10", "b11 y11"])
    assert match.legal() == ["add 1 g11", "add 2 g11"]
    assert refusal(match, "add 1 r9") == ("famille.wrong-colour", "RF-T2")
    assert refusal(position(["r9 y2", "y1"], ["g8"]), "add 1 r9") == ("famille.misfit", "RF-V1")


@pytest.mark.rule("RF-V2")
def test_runs_that_touch_stay_two_groups():
    match = position(["r5 r8 y1", "y9"], ["r3 r4", "r6 r7"])
    assert match.legal() == ["add 1 r5", "add 2 r5", "add 2 r5+r8", "add 2 r8"]
    match.play("add 1 r5")
    assert groups(match) == ["r3 r4 r5", "r6 r7"]
    assert states_of(match)[0]["groups"] == 2


@pytest.mark.rule("RF-V4")
def test_free_draw_and_then_only_with_the_drawn_tile():
    match = position(["r5 y7 y9", "g1"], ["r4"], pool="y8 b1", free_draw="yes")
    assert match.legal() == ["add 1 r5", "draw"]
    match.play("draw")
    assert match.legal() == ["keep", "new y7+y8", "new y7+y8+y9", "new y8+y9"]
    assert refusal(match, "add 1 r5") == ("famille.use-drawn", "RF-V4")


@pytest.mark.rule("RF-V4")
def test_free_draw_does_not_let_one_pass_or_draw_from_nothing():
    match = position(["r5 y7", "g1"], ["r4"], pool="", free_draw="yes", pool_end="stuck")
    assert match.legal() == ["add 1 r5"]


# --- invariants --------------------------------------------------------------------------------------


def sound(names: list[str]) -> bool:
    """One tile, a gapless run of one colour, or a family of distinct colours."""
    colours, values = [name[0] for name in names], sorted(int(name[1:]) for name in names)
    run = len(set(colours)) == 1 and values == list(range(values[0], values[0] + len(values)))
    return run or (len(set(values)) == 1 and len(set(colours)) == len(colours))


@pytest.mark.rule("RF-T2", "RF-T3", "RF-T7", "RF-T8")
@pytest.mark.parametrize(
    "variant", [{}, {"pool_end": "stuck"}, {"free_draw": "yes"}, {"pool_end": "stuck", "free_draw": "yes"}], ids=str
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_groups_are_sound_and_never_shrink_and_after_a_draw_every_play_has_the_drawn_tile(players, variant):
    plays_after_draw = 0
    for seed in range(15):
        match = tuilerie.new("famille", players, seed, variant)
        chance = random.Random(seed)
        before: list[set[str]] = []
        while not match.finished:
            now = [set(group["tiles"]) for group in match.view()["groups"]]
            assert all(sound(group["tiles"]) for group in match.view()["groups"])
            assert all(old <= new for old, new in zip(before, now, strict=False))
            drawn = match.view(match.turn)["drawn"]
            others = [move for move in match.legal() if move != "keep"] if drawn else []
            plays_after_draw += len(others)
            assert all(drawn in move.split(" ")[-1].split("+") for move in others)
            before = now
            match.act(chance.choice(match.actions()))
    assert plays_after_draw > 10


def test_without_free_draw_the_restriction_to_the_drawn_tile_changes_nothing():
    """It follows from RF-T7: what the rack could play without the drawn tile, it could have played before."""
    out = np.empty(shapes.ACTIONS, np.int32)
    after_draws = []
    for seed in range(40):
        match = tuilerie.new("famille", 2, seed)
        while not match.finished:
            state = states_of(match)[0]
            if state["phase"] == record.AFTER_DRAW:
                n = plays.plays(state["group"], int(state["groups"]), int(state["rack"][state["turn"]]), out)
                after_draws.append((n, len(match.actions()) - 1))
            match.act(match.actions()[0])
    assert after_draws
    assert all(n == others for n, others in after_draws)


def test_shapes_and_actions_are_laid_out_without_holes():
    assert (shapes.FAMILY_SHAPES, shapes.SINGLE_SHAPES, shapes.SHAPES, shapes.ACTIONS) == (312, 455, 507, 913)
    assert len(set(shapes.SHAPE_TILES)) == shapes.SHAPES
    for shape in range(shapes.SHAPES):
        names = tile_names(int(shapes.SHAPE_TILES[shape]))
        assert sound(names)
        assert len(names) == shapes.SHAPE_SIZE[shape]
        wanted = [name for name in ALL if name not in names and sound(sorted([*names, name], key=ALL.index))]
        assert tile_names(int(shapes.SHAPE_WANTED[shape])) == wanted


def test_a_game_has_at_most_as_many_groups_as_the_record_holds():
    assert (
        max(len(random_match("famille", 2, seed, {"pool_end": "stuck"}).view()["groups"]) for seed in range(30))
        <= record.GROUPS
        == 4 + 48 // 2
    )
