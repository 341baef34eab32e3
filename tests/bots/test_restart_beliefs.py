"""ReStart: the deals a search supposes.

They are deals of what the seat cannot see, and they explain what the others did.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.positions import random_match
from tests.record_arrays import states_of
from tests.rules.restart_positions import position
from tuilerie.bots import search
from tuilerie.bots.dice import Dice
from tuilerie.bots.player import choose
from tuilerie.bots.roster import BUILT_IN
from tuilerie.engine.match import Match
from tuilerie.engine.registry import game_named
from tuilerie.games.restart.beliefs import COLUMNS, MANNER_AT, MANNERS
from tuilerie.games.restart.rules import COLOURS, END, REMEMBERED, RESTART, SEATS


def supposed(match: Match, seed: int = 1, playouts: int = 2000) -> np.ndarray:
    """As a search would, from a position without its secrets."""
    library, desk = match.game.library, search.Desk(match.game, search.deals_wanted(match.game, playouts))
    library.prepare(match.state.address, desk.records, seed, desk.moves, desk.out, 0, 0)
    library.weigh_deals(desk.records, seed, desk.deals, desk.count)
    return np.array(desk.deals, np.uint32).reshape(desk.count, -1)


def hands_of(deals: np.ndarray) -> np.ndarray:
    """[deal, seat or the box unseen, column]"""
    return deals[:, :MANNER_AT].reshape(len(deals), SEATS + 1, COLUMNS)


def sizes(masks: np.ndarray) -> np.ndarray:
    return np.bitwise_count(masks).sum(axis=-1)


def share_right(match: Match) -> float:
    """The share of the next seat's tiles that a supposed hand has too."""
    other = (match.turn + 1) % match.players
    held = states_of(match)["hand"][0, other]
    return float(sizes(hands_of(supposed(match))[:, other] & held).mean() / sizes(held))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_hold_what_is_unseen_and_nothing_else(players):
    for seed in range(4):
        match = random_match("restart", players, seed, moves=5 * seed)
        if match.finished:
            continue
        state, others = states_of(match)[0], [seat for seat in range(players) if seat != match.turn]
        hands = hands_of(supposed(match))
        assert (sizes(hands)[:, others] == state["hand_size"][others]).all()
        unseen = np.bitwise_or.reduce([state["aside"], *state["hand"][others]])
        assert (np.bitwise_or.reduce(hands[:, [*others, SEATS]], axis=1) == unseen).all()
        assert (sizes(hands)[:, [*others, SEATS]].sum(axis=1) == sizes(unseen)).all()
        assert not hands[:, match.turn].any()


def test_manners_are_those_there_are():
    deals = supposed(random_match("restart", 3, 5, moves=9))
    assert set(np.unique(deals[:, MANNER_AT:])) <= set(range(len(MANNERS)))


def test_the_history_is_that_of_the_round():
    match = Match.new(game_named("restart"), 2, 3)
    dice, begun = Dice(1), 0
    while states_of(match)["round_number"][0] < 2 and not match.finished:
        before = states_of(match)["round_number"][0]
        match.act(choose(match.game, match.state, BUILT_IN["greedy"], dice))
        if states_of(match)["round_number"][0] > before:
            begun = len(match.log)
        count = int(states_of(match)["acts"][0])
        assert states_of(match)["history"][0, :count].tolist() == match.log[begun:]


def test_supposed_hands_are_nearer_to_the_truth_than_even_deals():
    """Over whole rounds of sensible players; the history taken away, the same search supposes even deals."""
    with_history, without = [], []
    for seed in range(6):
        match, dice = Match.new(game_named("restart"), 2, seed), Dice(seed)
        for _ in range(14):
            match.act(choose(match.game, match.state, BUILT_IN["greedy"], dice))
        with_history.append(share_right(match))
        states_of(match)["acts"] = REMEMBERED + 1  # as after a round too long to remember
        without.append(share_right(match))
    assert np.mean(with_history) > np.mean(without) + 0.05


def playable(match: Match) -> float:
    """How many tiles of the next seat's supposed hand could be placed on the rows as they are."""
    rows = states_of(match)[0]["row"], states_of(match)[0]["row_length"]
    tops = [int(row[length - 1]) for row, length in zip(*rows, strict=True)]
    over = np.array(
        [0 if top == END else 0x3FFFC if top == RESTART else 0x3FFFF >> top + 1 << top + 1 for top in tops], np.uint32
    )
    return float(sizes(hands_of(supposed(match))[:, 1 - match.turn, :COLOURS] & over).mean())


def test_who_passed_hardly_holds_what_could_be_placed():
    passed, even = [], []
    for seed in range(8):
        match, dice = Match.new(game_named("restart"), 2, seed), Dice(seed)
        while not states_of(match)["passes"][0]:
            match.act(choose(match.game, match.state, BUILT_IN["greedy"], dice))
        passed.append(playable(match))
        states_of(match)["acts"] = REMEMBERED + 1
        even.append(playable(match))
    assert np.mean(passed) < 0.5 * np.mean(even)


def test_a_position_laid_out_by_hand_has_no_history_to_go_by():
    match = position({"g": "1 4 5"}, ["g7 g9 r2", "r5 b7 k9"])
    match.play("g7")
    assert sizes(hands_of(supposed(match)))[:, 0].tolist() == [2] * len(supposed(match))
