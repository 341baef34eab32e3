"""Romi Rami: what a seat cannot know is dealt again, all else stays."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from tests.record_arrays import copy_of, features, list_legal, redeal, step
from tests.rules.romirami_positions import (
    GAME,
    cards,
    counts,
    dealt,
    play,
    table,
    whole_deck,
)
from tuilerie.games.romirami import record
from tuilerie.games.romirami import record as kernel
from tuilerie.games.romirami.deck import real_deck


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
