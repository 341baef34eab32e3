"""Romi Rami, clause by clause. Positions and moves are in the notation of records."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from tests.rules.romirami_positions import (
    GAME,
    cards,
    complete,
    counts,
    dealt,
    filling,
    market,
    moves,
    play,
    points,
    table,
)
from tests.stepping import copy_of, features, finished, list_legal, redeal, step
from tuilerie.engine.errors import Refused
from tuilerie.engine.match import Match
from tuilerie.games.romirami import record
from tuilerie.games.romirami import record as kernel
from tuilerie.games.romirami.deck import real_deck


def refused(states: np.ndarray, move: str) -> tuple[str, str | None]:
    before = copy_of(states)
    with pytest.raises(Refused) as caught:
        play(states, move)
    assert states.tobytes() == before.tobytes()
    return caught.value.reason, caught.value.clause


def takes(states: np.ndarray) -> set[str]:
    return {move.removeprefix("take ") for move in moves(states)}


# --- setting up --------------------------------------------------------------------------------------


@pytest.mark.rule("RR-S1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_has_three_cards_and_the_markets_are_full(players: int) -> None:
    state = dealt(players)[0]
    assert state["hand"].sum(axis=1).tolist() == [3] * players + [0] * (4 - players)
    assert (state["market_size"], state["offers_size"]) == (6, 4)
    assert state["pile_end"] - state["pile_at"] == 92 - 3 * players - 6
    assert state["contracts"] - state["contract_at"] == 32


@pytest.mark.rule("RR-S1")
def test_the_deal_holds_the_whole_deck() -> None:
    states = dealt(4)
    assert whole_deck(states) == whole_deck(dealt(2, seed=9))
    assert len(whole_deck(states).split()) == 92
    assert whole_deck(states).split().count("h3") == 5
    assert whole_deck(states).split().count("l5") == 4


def whole_deck(states: np.ndarray) -> str:
    from tuilerie.games.romirami.notation import card_names

    state = states[0]
    everywhere = state["hand"].sum(axis=0) + state["bonus"].sum(axis=0) + state["discard"]
    for kind in [*state["pile"][state["pile_at"] : state["pile_end"]], *state["market"][: state["market_size"]]]:
        everywhere[kind] += 1
    return " ".join(card_names(everywhere))


@pytest.mark.rule("RR-S2")
def test_both_sides_of_every_trophy_come_up() -> None:
    tossed = {tuple(GAME.deal(dealt(seed=seed).record)[1]["trophies"]) for seed in range(60)}
    for place, sides in enumerate(
        [{"cherry", "combo2"}, {"heart", "combo3"}, {"clover", "combo4"}, {"diamond", "combo5"}]
    ):
        assert {trophies[place] for trophies in tossed} == sides


@pytest.mark.rule("RR-S3")
def test_everyone_has_a_joker_and_play_goes_clockwise() -> None:
    states = dealt(3, first=1)
    assert states["joker"][0].tolist() == [1, 1, 1, 0]
    turns = []
    for _ in range(4):
        turns.append(int(states["turn"][0]))
        play(states, moves(states)[0], "done")
    assert turns == [1, 2, 0, 1]


@pytest.mark.rule("RR-V5")
def test_the_first_seat_is_drawn_or_chosen() -> None:
    assert {int(dealt(3, "random", seed)["first"][0]) for seed in range(40)} == {0, 1, 2}
    assert {int(dealt(3, 2, seed)["turn"][0]) for seed in range(5)} == {2}


@pytest.mark.rule("RR-V5")
def test_choosing_the_first_seat_leaves_the_deal_as_it_is() -> None:
    drawn, chosen = dealt(2, "random", 5), dealt(2, 1, 5)
    assert drawn["pile"].tobytes() == chosen["pile"].tobytes()


@pytest.mark.rule("RR-S4")
def test_cards_taken_are_known_until_they_are_used_or_discarded() -> None:
    states = table(["c1 c1 c2", "l1 l1 l1"], market="d1 d4 h1 l3 l4 l5", contracts=[1, 7, 8, 9])
    play(states, "take d1+h1")
    assert cards(states, "known", 0) == "d1 h1"
    play(states, "fill 1 c1+c1+d1+h1")
    assert cards(states, "known", 0) == ""
    states = table(["c1 c2 c3 c4 c5 d1 d2 d3 d4 d5", "l1 l1 l1"], market="d1 d4 h1 l3 l4 l5", contracts=[])
    play(states, "take d1", "done", "discard d1")
    assert cards(states, "known", 0) == ""


# --- taking ------------------------------------------------------------------------------------------


@pytest.mark.rule("RR-T1")
def test_the_takes_of_the_sheet() -> None:
    states = table(market="c5 d5 h4 d4 d2 l1")
    assert takes(states) == {
        "c5",
        "d5",
        "h4",
        "d4",
        "d2",
        "l1",
        "c5+d5",
        "d4+h4",
        "d2+d4",
        "d2+d5",
        "d4+d5",
        "d2+d4+d5",
    }


@pytest.mark.rule("RR-T1")
def test_equal_cards_share_both_but_three_cards_share_one() -> None:
    states = table(market="h3 h3 h5 c3 l1 d2")
    assert {"h3+h3", "h3+h3+h5", "c3+h3+h3"} <= takes(states)
    assert "c3+h3+h5" not in takes(states)
    assert refused(states, "take c3+h3+h5") == ("romirami.nothing-shared", "RR-T1")


@pytest.mark.rule("RR-T1")
def test_refused_takes() -> None:
    states = table(market="h1 h2 h3 h4 l1 d2")
    assert refused(states, "take h1+h2+h3+h4") == ("romirami.too-many", "RR-T1")
    assert refused(states, "take h5") == ("romirami.not-in-market", "RR-T1")
    assert refused(states, "take h1+h1") == ("romirami.not-in-market", "RR-T1")
    assert refused(states, "take h2+h1")[0] == "romirami.spelling"
    assert refused(states, "fill 1 c1+c1+c1+c1") == ("romirami.take-first", "RR-T1")
    assert refused(states, "take x1")[0] == "unreadable"
    play(states, "take h1")
    assert refused(states, "take h2") == ("romirami.already-taken", "RR-T1")


@pytest.mark.rule("RR-V4")
def test_a_turn_without_a_take_is_refused() -> None:
    states = table(market="h1 h2 h3 h4 l1 d2")
    assert "done" not in moves(states)
    assert refused(states, "done") == ("romirami.take-first", "RR-V4")


@pytest.mark.rule("RR-V2")
def test_an_empty_market_skips_the_take() -> None:
    states = table(["c1 c2 c3", "l1 l2 l3"], market="h1", pile="", contracts=[23, 24, 25, 1], joker=0)
    play(states, "take h1", "done")
    assert market(states) == []
    assert states["turn"][0] == 1
    assert moves(states) == ["done"]
    assert refused(states, "take h1") == ("romirami.nothing-to-take", "RR-V2")


# --- filling -----------------------------------------------------------------------------------------


@pytest.mark.rule("RR-T2")
def test_several_contracts_in_one_turn_and_no_refill_between() -> None:
    states = filling("c1 d1 h1 l1 c2 d3 h4 l5", [1, 26, 25, 24])
    play(states, "fill 1 c1+d1+h1+l1")
    assert states["offers_size"][0] == 3
    assert "fill 24 c2+d3+h4+l5" in moves(states)
    play(states, "fill 25 c2+d3+h4+l5")
    assert [contract["id"] for contract in GAME.view(states.record, None)["completed"][0]] == [1, 25]
    assert refused(states, "fill 1 c1+d1+h1+l1") == ("romirami.not-offered", "RR-T2")


@pytest.mark.rule("RR-T2")
def test_filling_none_is_fine() -> None:
    assert "done" in moves(filling("c1 d1 h1 l1", [1]))


@pytest.mark.rule("RR-T3")
def test_suits_are_free_and_each_requirement_has_its_own_cards() -> None:
    states = filling("c1 h2 d3 l4", [23], joker=0)
    assert moves(states) == ["done", "fill 23 c1+h2+d3+l4"]
    states = filling("c3 d3 h3 c1 c2", [15], joker=0)  # set3 run3: the run would need a fourth 3
    assert moves(states) == ["done"]
    assert refused(states, "fill 15 c3+d3+h3 c1+c2+c3") == ("not-held", "RR-T3")
    states = filling("c3 d3 h3 l3 c1 c2", [15], joker=0)
    assert "fill 15 c3+d3+h3 c1+c2+l3" in moves(states)


@pytest.mark.rule("RR-T3")
def test_an_imposed_value_is_imposed() -> None:
    states = filling("c2 d2 c3 d3", [11], joker=0)  # set2of2 set2
    assert moves(states) == ["done", "fill 11 c2+d2 c3+d3"]
    assert refused(states, "fill 11 c3+d3 c2+d2") == ("romirami.not-met", "RR-T3")


@pytest.mark.rule("RR-T3")
def test_refused_fills() -> None:
    states = filling("c1 h1 d1 l1 c2", [1, 20])
    assert refused(states, "fill 1 c1+h1+d1+c2") == ("romirami.not-met", "RR-T3")
    assert refused(states, "fill 1 c1+d1+h1") == ("romirami.not-met", "RR-T3")
    assert refused(states, "fill 20 c1+h1") == ("romirami.groups", "RR-T3")
    assert refused(states, "fill 1 c1+h1+d1+l1")[0] == "romirami.spelling"
    assert refused(states, "fill 1 *+c1+d1+h1")[0] == "romirami.spelling"
    assert refused(states, "fill 36 c1+d1+h1 c1+c1+c1+c1+c1") == ("romirami.not-offered", "RR-T2")
    assert refused(states, "discard c1") == ("romirami.nothing-to-discard", "RR-T9")


@pytest.mark.rule("RR-T4")
def test_four_twos_are_two_pairs_or_a_set_of_four() -> None:
    states = filling("c2 d2 h2 l2", [11, 1], joker=0)
    assert "fill 11 c2+d2 h2+l2" in moves(states)
    assert "fill 1 c2+d2+h2+l2" in moves(states)


@pytest.mark.rule("RR-T4")
def test_groups_of_equal_requirements_stand_in_text_order() -> None:
    states = filling("c2 d2 c3 d3 c4 d4", [7], joker=0)  # three pairs
    assert moves(states) == ["done", "fill 7 c2+d2 c3+d3 c4+d4"]
    assert refused(states, "fill 7 c4+d4 c2+d2 c3+d3")[0] == "romirami.spelling"


@pytest.mark.rule("RR-T5")
def test_a_run_does_not_wrap_and_has_no_gap() -> None:
    assert moves(filling("c4 c5 c1 c2", [23], joker=0)) == ["done"]
    states = filling("c1 c2 c4 c5", [23], joker=0)
    assert moves(states) == ["done"]
    assert refused(states, "fill 23 c1+c2+c4+c5") == ("romirami.not-met", "RR-T5")


@pytest.mark.rule("RR-T5")
def test_the_joker_cannot_stand_for_a_six() -> None:
    states = filling("c3 c4 c5", [23])
    assert moves(states) == ["done", "fill 23 *+c3+c4+c5"]
    assert refused(states, "fill 23 c3+c4+c5+*") == ("romirami.not-met", "RR-T5")


@pytest.mark.rule("RR-T6")
def test_the_joker_stands_for_one_card_once() -> None:
    states = filling("c1 d1 h1 c2 d2 h2", [1, 2])
    play(states, "fill 1 c1+d1+h1+*")
    assert states["joker"][0].tolist() == [0, 1, 0, 0]
    assert moves(states) == ["done"]
    assert refused(states, "fill 2 c2+d2+h2+*") == ("romirami.joker-used", "RR-T6")
    assert refused(filling("c1 d1", [1]), "fill 1 c1+d1+*+*") == ("romirami.one-joker", "RR-T6")


@pytest.mark.rule("RR-T6")
def test_the_joker_may_stand_for_a_card_one_holds_and_is_never_bonus() -> None:
    states = filling("h1 h1 h1 h1", [1])
    assert moves(states) == ["done", "fill 1 h1+h1+h1+*", "fill 1 h1+h1+h1+h1"]
    play(states, "fill 1 h1+h1+h1+*")
    assert (cards(states, "bonus", 0), cards(states, "hand", 0)) == ("h1 h1 h1", "h1")


@pytest.mark.rule("RR-T7")
def test_bonus_cards_are_kept_and_the_others_discarded() -> None:
    states = filling("d2 h2 c3 c3", [21])  # set2 set3, bonus cherry
    play(states, "fill 21 d2+h2 c3+c3+*")
    assert cards(states, "bonus", 0) == "c3 c3"
    assert cards(states, "discard") == "d2 h2"
    assert cards(states, "hand", 0) == ""


# --- the end of a turn -------------------------------------------------------------------------------


@pytest.mark.rule("RR-T8", "RR-T9")
def test_markets_then_hand_are_filled_up() -> None:
    states = table(
        ["c1 d1 h1", "l5 l5 l5"], market="l1 c2 d3 h4 l5 c5", contracts=[1, 7, 8, 9], pile="h1 h2 h3 h4 h5 d1 d2 d3"
    )
    after = play(states, "take l1", "fill 1 c1+d1+h1+l1", "done")
    new_contract = int(states["number"][0, states["offers"][0, 3]])
    assert after == [["market", {"values": ["h1"], "contracts": [new_contract]}], ["draw", 0, ["h2", "h3", "h4"]]]
    assert market(states) == ["c2", "d3", "h4", "l5", "c5", "h1"]


@pytest.mark.rule("RR-T9")
def test_more_than_ten_cards_are_discarded_to_ten() -> None:
    states = table(["c1 c1 c2 c3 c4 d1 d2 d3 d4", "l1 l1 l1"], market="h1 h2 h3 l5 l4 l3", contracts=[])
    play(states, "take h1+h2+h3", "done")
    assert states["turn"][0] == 0
    assert len(moves(states)) == 11 * 10 // 2 + 1  # two of eleven kinds, or both c1
    assert refused(states, "done") == ("romirami.must-discard", "RR-T9")
    assert refused(states, "discard c1") == ("romirami.discard-count", "RR-T9")
    assert refused(states, "discard l1+l2") == ("not-held", "RR-T9")
    assert refused(states, "discard d1+c1")[0] == "romirami.spelling"
    assert play(states, "discard c1+d4") == []
    assert cards(states, "hand", 0) == "c1 c2 c3 c4 d1 d2 d3 h1 h2 h3"
    assert states["turn"][0] == 1


@pytest.mark.rule("RR-V1")
def test_the_discard_becomes_the_pile_when_a_card_is_needed_not_before() -> None:
    states = table(["c1 c2 c3", "l1 l1 l1"], market="h1 d2 l3 c4 h5 d5", pile="d1", contracts=[])
    states["discard"][0] = counts("h2 h3 h4")
    states["discard_size"] = 3
    assert play(states, "take h1", "done") == [["market", {"values": ["d1"], "contracts": dealt_contracts(states)}]]
    assert cards(states, "discard") == "h2 h3 h4"
    told = play(states, "take d2", "done")
    assert told[0] == ["shuffle"]
    assert told[1][1]["values"][0] in ("h2", "h3", "h4")
    assert cards(states, "discard") == ""


def dealt_contracts(states: np.ndarray) -> list[int]:
    return [contract["id"] for contract in GAME.view(states.record, None)["contracts"]]


@pytest.mark.rule("RR-V1")
def test_a_shuffle_for_the_hand_stands_before_the_draw() -> None:
    states = table(["c1 d1 h1", "l5 l5 l5"], market="l1 c2 d3 h4 l5 c5", contracts=[1, 7, 8, 9], pile="d5")
    told = play(states, "take l1", "fill 1 c1+d1+h1+l1", "done")
    assert [event[0] for event in told] == ["market", "shuffle", "draw"]
    assert told[0][1]["values"] == ["d5"]
    assert set(told[2][2]) <= {"c1", "d1", "l1"}  # h1 is the bonus


# --- the end of the game -----------------------------------------------------------------------------


@pytest.mark.rule("RR-E1")
@pytest.mark.parametrize(("players", "needed"), [(2, 7), (3, 6), (4, 5)])
def test_the_lap_is_finished_after_the_last_contract(players: int, needed: int) -> None:
    states = table(
        ["c1 d1 h1 l1 l2", *["l1 l1 l1"] * (players - 1)], market="l1 c2 d3 h4 l5 c5", contracts=[1, 35, 36, 34]
    )
    complete(states, 0, list(range(2, needed + 1)))
    play(states, "take c2", "fill 1 c1+d1+h1+l1", "done")
    for seat in range(1, players):
        assert not finished(states)
        assert states["turn"][0] == seat
        play(states, moves(states)[0], "done")
    assert finished(states)
    assert GAME.reasons[states["reason"][0]] == "contracts"
    assert states["turns"][0] == players
    assert refused(states, "done")[0] == "over"


@pytest.mark.rule("RR-E1")
def test_one_contract_less_does_not_end_the_game() -> None:
    states = table(["c1 d1 h1 l1 l2", "l1 l1 l1"], market="l1 c2 d3 h4 l5 c5", contracts=[1, 35, 36, 34])
    complete(states, 0, [2, 3, 4, 5, 6])
    play(states, "take c2", "fill 1 c1+d1+h1+l1", "done", "take c5", "done")
    assert not finished(states)


@pytest.mark.rule("RR-V3")
def test_an_empty_contract_market_ends_the_game_after_the_lap() -> None:
    states = table(["c1 d1 h1 l1 l2", "l1 l1 l1"], market="l1 c2 d3 h4 l5 c5", contracts=[1], contract_at=36)
    told = play(states, "take c2", "fill 1 c1+d1+h1+l1", "done")
    assert told[0][1]["contracts"] == []
    assert not finished(states)
    play(states, "take c5", "done")
    assert GAME.reasons[states["reason"][0]] == "no-contracts"
    assert finished(states)


@pytest.mark.rule("RR-E2")
def test_points_bonus_trophies_and_an_unused_joker_count() -> None:
    states = dealt()
    states["trophy_combos"] = 0
    complete(states, 0, [4, 18])  # 4 + 4 points, both cherry
    complete(states, 1, [35])  # 9 points, heart
    states["bonus_size"][0, :2] = [3, 1]
    states["joker"][0, :2] = [1, 0]
    assert points(states)[1] == [8 + 3 + 3 + 1, 9 + 1 + 3]


@pytest.mark.rule("RR-E3")
def test_combos_are_requirements_of_that_many_cards() -> None:
    states = dealt()
    states["trophy_combos"] = 1
    states["joker"] = 0
    complete(states, 0, [7])  # three pairs: three 2-card combos
    complete(states, 1, [33, 34])  # set2 run5 twice: two pairs, two 5-card combos
    view = GAME.view(states.record, None)["trophies"]
    assert [(trophy["name"], trophy["counts"], trophy["holder"]) for trophy in view] == [
        ("combo2", [3, 2], 0),
        ("combo3", [0, 0], None),
        ("combo4", [0, 0], None),
        ("combo5", [0, 2], 1),
    ]
    assert points(states)[1] == [4 + 5, 12 + 2]


@pytest.mark.rule("RR-E4")
def test_a_tie_for_a_trophy_gives_it_to_nobody() -> None:
    states = dealt(3)
    states["trophy_combos"] = 0
    states["joker"] = 0
    complete(states, 0, [4])
    complete(states, 1, [7])
    assert points(states)[1] == [4, 4, 0]


@pytest.mark.rule("RR-E5")
@pytest.mark.parametrize(
    ("mine", "theirs", "bonus", "shares"),
    [
        ([1], [1, 11], (1, 1), [0.0, 1.0]),  # 3 points against 4
        ([20], [11], (1, 2), [0.0, 1.0]),  # 3 points each, more bonus cards
        ([11], [20], (2, 1), [1.0, 0.0]),
        ([20], [1], (2, 2), [0.5, 0.5]),  # level in both
    ],
)
def test_most_points_then_most_bonus_cards_then_shared(
    mine: list[int], theirs: list[int], bonus: tuple[int, int], shares: list[float]
) -> None:
    states = table(
        ["c1 c2 c3", "l1 l1 l1"], market="c5 d5 h4 d4 d2 l1", turn=1, ending=1, reason=record.REASON_CONTRACTS, joker=0
    )
    states["trophy_suit_points"] = states["trophy_combo_points"] = 0
    states["bonus_size"][0, :2] = bonus
    complete(states, 0, mine)
    complete(states, 1, theirs)
    play(states, "take c5", "done")
    assert points(states)[0] == shares


@pytest.mark.rule("RR-V6")
def test_a_game_without_contracts_goes_on_until_it_is_stopped() -> None:
    match = Match.new("romirami", seed=3)
    for _ in range(60):
        match.play(next(move for move in match.legal() if move.startswith("take")))
        match.play("done")
        if match.legal()[0].startswith("discard"):
            match.play(match.legal()[0])
    assert not match.finished
    match.stop("limit")
    assert match.events[-1] == ["end", {"scores": [1, 1], "winners": [], "reason": "limit"}]


# --- what a seat cannot know ---------------------------------------------------------------------------


def random_position(players: int, seed: int, steps: int) -> np.ndarray:
    states = dealt(players, "random", seed)
    rng = np.random.default_rng(seed)
    out = np.empty(kernel.ACTIONS, np.int32)
    for _ in range(steps):
        n = list_legal(states, out)
        if n == 0:
            break
        step(states, int(rng.choice(out[:n])), out)
    return states


POSITIONS = [
    (players, seed, steps) for players in (2, 3, 4) for seed, steps in enumerate((0, 5, 40, 90, 150, 200, 230))
]


@pytest.mark.rule("RR-S4")
@pytest.mark.parametrize(("players", "seed", "steps"), POSITIONS)
def test_hiding_keeps_all_that_is_public_and_every_card(players: int, seed: int, steps: int) -> None:
    states = random_position(players, seed, steps)
    for seat in range(players):
        hidden = copy_of(states)
        redeal(hidden, seat, np.array([seed], np.uint64))
        assert whole_deck(hidden) == whole_deck(states)
        assert GAME.view(hidden.record, seat) == GAME.view(states.record, seat) or states["phase"][0] == record.OVER
        assert (hidden["hand"][0] >= hidden["known"][0]).all()
        assert hidden["hand"][0].sum(axis=1).tolist() == hidden["hand_size"][0].tolist()
        mine, theirs = np.zeros(kernel.FEATURES, np.float32), np.zeros(kernel.FEATURES, np.float32)
        features(states, seat, mine)
        features(hidden, seat, theirs)
        assert mine.tobytes() == theirs.tobytes()


@pytest.mark.rule("RR-S4")
@pytest.mark.parametrize(("players", "seed", "steps"), POSITIONS)
def test_hiding_twice_is_hiding_once(players: int, seed: int, steps: int) -> None:
    """What is dealt again depends on nothing hidden: another deal of the hidden cards, hidden with the same dice,
    becomes the same record.
    """
    states = random_position(players, seed, steps)
    for seat in range(players):
        once, twice = copy_of(states), copy_of(states)
        redeal(twice, seat, np.array([99], np.uint64))
        redeal(once, seat, np.array([7], np.uint64))
        redeal(twice, seat, np.array([7], np.uint64))
        assert once.tobytes() == twice.tobytes()


@pytest.mark.rule("RR-S4", "RR-V1")
def test_after_a_shuffle_two_players_know_each_others_hands() -> None:
    states = table(["c1 c2 c3", "l1 h1 d1"], market="h1 d2 l3 c4 h5 d5", pile="", contracts=[])
    states["discard"][0] = counts("h2 h3 h4")
    states["discard_size"] = 3
    play(states, "take h1", "done")
    for dice in range(5):
        hidden = copy_of(states)
        redeal(hidden, 0, np.array([dice], np.uint64))
        assert cards(hidden, "hand", 1) == "d1 h1 l1"


@pytest.mark.rule("RR-S4", "RR-V1")
def test_after_a_shuffle_old_hidden_cards_are_in_hands_and_not_in_the_pile() -> None:
    states = table(["c1 c2 c3", "l1 l2 l3", "h1 h2 h3"], market="h4 d2 l4 c4 h5 d5", pile="", contracts=[])
    states["discard"][0] = counts("d3 d4 d5")
    states["discard_size"] = 3
    play(states, "take h4", "done")
    seen = set()
    for dice in range(20):
        hidden = copy_of(states)
        redeal(hidden, 0, np.array([dice], np.uint64))
        assert (hidden["hand"][0, 1] + hidden["hand"][0, 2]).tolist() == counts("l1 l2 l3 h1 h2 h3").tolist()
        seen.add(cards(hidden, "hand", 1))
    assert len(seen) > 5


def few_cards() -> dict[str, Any]:
    """The real contracts with three cards of each kind of value 1..5 in two suits: the pile runs out all the time."""
    deck = copy.deepcopy(real_deck())
    deck["values"] = {
        suit: {str(value): 3 if suit in ("cherry", "heart") else 1 for value in range(1, 6)} for suit in deck["values"]
    }
    return deck


@pytest.mark.rule("RR-S4", "RR-V1", "RR-V2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_knowledge_stays_sound_when_the_discard_is_shuffled_again_and_again(players: int) -> None:
    shuffles = 0
    kept_positions = []
    out = np.empty(kernel.ACTIONS, np.int32)
    for seed in range(6):
        states = dealt(players, "random", seed, few_cards())
        deck = whole_deck(states)
        chance = np.random.default_rng(seed)
        for number in range(400):
            n = list_legal(states, out)
            if n == 0:
                break
            step(states, int(chance.choice(out[:n])), out)
            state = states[0]
            shuffles += int(state["shuffled"] > 0)
            assert (state["hand"] >= state["known"] + state["old"]).all()
            assert state["old"].sum(axis=1).tolist() == state["old_size"].tolist()
            if number % 7 == 0:
                kept_positions.append((number, copy_of(states), deck))
    assert shuffles > 20
    for number, states, deck in kept_positions:
        seat = number % players
        once, twice = copy_of(states), copy_of(states)
        redeal(twice, seat, np.array([number], np.uint64))
        assert whole_deck(twice) == deck
        assert twice["hand"][0, seat].tolist() == states["hand"][0, seat].tolist()
        redeal(once, seat, np.array([5], np.uint64))
        redeal(twice, seat, np.array([5], np.uint64))
        assert once.tobytes() == twice.tobytes()
