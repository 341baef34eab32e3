"""Romi Rami, clause by clause. Positions and moves are in the notation of records."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rules.romirami_positions import (
    GAME,
    cards,
    counts,
    dealt,
    filling,
    market,
    moves,
    play,
    refused,
    table,
    whole_deck,
)


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
