"""Romi Rami: the end of the game and its points."""

from __future__ import annotations

import pytest

from tests.record_arrays import finished
from tests.rules.romirami_positions import (
    GAME,
    complete,
    dealt,
    moves,
    play,
    points,
    refused,
    table,
)
from tuilerie.engine.match import Match
from tuilerie.games.romirami import record


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
